internal import IAPJSON
internal import IAPPlatform
internal import IAPSignedText

/// The claims of a JSON object from outside, by their names.
struct ClaimReader: Sendable {
    private let object: JSONObject

    init(_ json: [UInt8]) throws(Rejection) { object = try SignedJSON.object(json, "the payload") }

    func text(_ name: String) throws(Rejection) -> String? {
        switch object[name] {
        case nil, .null: return nil
        case .text(let text):
            // A C reader would treat the NUL as the end of the text.
            guard !text.hasNUL else { throw wrongType(name, "a text without NUL") }
            return text
        default: throw wrongType(name, "a text")
        }
    }

    /// A text, or a list of exactly one text.
    func textOrListOfOne(_ name: String) throws(Rejection) -> String? {
        guard case .list(let elements) = object[name] else { return try text(name) }
        guard elements.count == 1, case .text(let text) = elements[0], !text.hasNUL else {
            throw wrongType(name, "one text")
        }
        return text
    }

    func flag(_ name: String) throws(Rejection) -> Bool? {
        switch object[name] {
        case nil, .null: return nil
        case .flag(let flag): return flag
        default: throw wrongType(name, "true or false")
        }
    }

    /// A time in seconds since 1970. RFC 7519 allows parts of a second.
    func milliseconds(_ name: String) throws(Rejection) -> Int64? {
        let number: JSONNumber
        switch object[name] {
        case nil, .null: return nil
        case .number(let given): number = given
        default: throw wrongType(name, "a number")
        }
        let milliseconds: Int64?
        if let whole = number.wholeNumber() {
            let (product, isOverflow) = whole.multipliedReportingOverflow(by: 1000)
            milliseconds = isOverflow ? nil : product
        } else {
            milliseconds = Int64(exactly: (number.double * 1000).rounded())
        }
        guard let milliseconds else {
            throw Rejection(.numberOutOfRange, "the claim \(name) is \(number.digits), which is not a time")
        }
        return milliseconds
    }

    private func wrongType(_ name: String, _ expected: String) -> Rejection {
        Rejection(.wrongType, "the claim \(name) is not \(expected)")
    }
}
