internal import IAPJSON
internal import IAPPlatform
internal import IAPSignedText

/// The members of one object of a response. The App Store writes most numbers, dates and truth values as texts.
struct AnswerFields {
    private let object: JSONObject
    /// The name of the object in errors.
    private let place: String

    init(_ object: JSONObject, place: String) {
        self.object = object
        self.place = place
    }

    func has(_ name: String) -> Bool { scalar(name) != nil }

    /// Nil also for an empty text.
    func text(_ name: String) throws(Rejection) -> String? {
        switch scalar(name) {
        case nil: return nil
        case .text(let text):
            // C strings end with a NUL.
            guard !text.hasNUL else { throw wrongType(name, "a text") }
            return text.isEmpty ? nil : text
        case .number(let number): return number.digits
        default: throw wrongType(name, "a text")
        }
    }

    func number<Number: FixedWidthInteger>(_ name: String) throws(Rejection) -> Number? {
        guard let text = try text(name) else { return nil }
        guard let number = Number(text) else { throw wrongType(name, "a whole number that fits") }
        return number
    }

    /// True for `true`, 1 and their texts. An absent field is false.
    func flag(_ name: String) throws(Rejection) -> Bool {
        try optionalFlag(name) ?? false
    }

    func optionalFlag(_ name: String) throws(Rejection) -> Bool? {
        if case .flag(let flag) = scalar(name) { return flag }
        switch try text(name) {
        case nil: return nil
        case "true", "1": return true
        case "false", "0": return false
        default: throw wrongType(name, "true or false")
        }
    }

    /// Milliseconds since 1970, from the field with `_ms` after its name.
    func date(_ name: String) throws(Rejection) -> Int64? { try number(name + "_ms") }

    /// The object with this name.
    func fields(_ name: String) -> AnswerFields? {
        guard case .object(let object) = object[name] else { return nil }
        return AnswerFields(object, place: name)
    }

    /// The objects of a list. Nil if there is no list with this name. In the response for a receipt of one transaction
    /// it is the object itself.
    func list(_ name: String) throws(Rejection) -> [AnswerFields]? {
        switch object[name] {
        case nil: return nil
        case .object(let one): return [AnswerFields(one, place: name)]
        case .list(let elements):
            guard elements.count <= ReceiptAnswerBody.maximumItems else {
                throw Rejection(.invalidJSON, "\(name) of \(place) has too many elements")
            }
            return try elements.enumerated().map { index, element throws(Rejection) in
                guard case .object(let object) = element else {
                    throw Rejection(.invalidJSON, "\(name)[\(index)] of \(place) is not an object")
                }
                return AnswerFields(object, place: "\(name)[\(index)]")
            }
        default: throw Rejection(.invalidJSON, "\(name) of \(place) is not a list")
        }
    }

    /// Nil also for null. Lists and objects are not scalars.
    private func scalar(_ name: String) -> JSONValue? {
        switch object[name] {
        case nil, .null, .list, .object: nil
        case let value: value
        }
    }

    private func wrongType(_ name: String, _ expected: String) -> Rejection {
        Rejection(.wrongType, "the field \(name) of \(place) is not \(expected)")
    }
}
