/// The members of one object of an answer, by their names. The App Store writes numbers, dates and truth values mostly as texts.
struct AnswerFields {
    private var values: [String: JSONScanner.Scalar] = [:]
    /// What an error calls the object.
    private let place: String

    /// Reads the object that comes next. What is a list or an object in it is left to `nested`, which says whether it has read
    /// the value; everything else of that kind is skipped.
    init(
        _ scanner: inout JSONScanner, place: String,
        nested: (inout JSONScanner, String) throws(JSONScanner.Malformed) -> Bool = { _, _ in false }
    ) throws(JSONScanner.Malformed) {
        self.place = place
        var values: [String: JSONScanner.Scalar] = [:]
        var read: Set<String> = []
        try scanner.scanObject { scanner, name throws(JSONScanner.Malformed) in
            guard values[name] == nil, read.insert(name).inserted else { throw JSONScanner.Malformed() }
            if try nested(&scanner, name) { return }
            if let value = try scanner.scanScalarOrSkip(), value != .null { values[name] = value }
        }
        self.values = values
    }

    func has(_ name: String) -> Bool { values[name] != nil }

    /// Nil also for an empty text.
    func text(_ name: String) throws(Rejection) -> String? {
        switch values[name] {
        case nil: return nil
        case .text(let text):
            // C strings end with a NUL.
            guard !text.utf8.contains(0) else { throw wrongType(name, "a text") }
            return text.isEmpty ? nil : text
        case .number(let digits): return digits
        default: throw wrongType(name, "a text")
        }
    }

    func number<Number: FixedWidthInteger>(_ name: String) throws(Rejection) -> Number? {
        guard let text = try text(name) else { return nil }
        guard let number = Number(text) else { throw wrongType(name, "a whole number that fits") }
        return number
    }

    /// Of `true`, 1 and their texts; everything that is absent is false.
    func flag(_ name: String) throws(Rejection) -> Bool {
        try optionalFlag(name) ?? false
    }

    func optionalFlag(_ name: String) throws(Rejection) -> Bool? {
        if case .flag(let flag) = values[name] { return flag }
        switch try text(name) {
        case nil: return nil
        case "true", "1": return true
        case "false", "0": return false
        default: throw wrongType(name, "true or false")
        }
    }

    /// Milliseconds since 1970, as the field with `_ms` after its name has them.
    func date(_ name: String) throws(Rejection) -> Int64? { try number(name + "_ms") }

    private func wrongType(_ name: String, _ expected: String) -> Rejection {
        Rejection(.wrongType, "the field \(name) of \(place) is not \(expected)")
    }
}
