/// A mistake in a JSON text, with its place: "products[3].id is missing".
package struct JSONFieldError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    package init(path: String, reason: String) {
        description = (path.isEmpty ? "the text" : path) + " " + reason
    }
}

/// A value of a JSON text from outside, with its place in the text. It reads the value as the requested type. The error
/// names the place.
package struct JSONField: Sendable {
    /// Nil if the object has no such member.
    package let value: JSONValue?
    /// For example "products[3].id". Empty for the whole text.
    package let path: String

    /// The value of a whole text.
    package static func read(_ text: [UInt8]) throws(JSONFieldError) -> JSONField {
        // Texts in UTF-16 and UTF-32 contain zeros, and they can be valid UTF-8.
        guard !text.contains(0) else { throw JSONFieldError(path: "", reason: "is not UTF-8") }
        do throws(JSONError) { return JSONField(value: try JSONReader.read(text), path: "") } catch {
            throw JSONFieldError(
                path: "", reason: error.kind == .notUTF8 ? "is not UTF-8" : "is not JSON: \(error.description)")
        }
    }

    /// The member exists and is not null.
    package var isPresent: Bool {
        switch value {
        case nil, .null: false
        default: true
        }
    }

    package func error(_ reason: String) -> JSONFieldError { JSONFieldError(path: path, reason: reason) }

    package func object() throws(JSONFieldError) -> JSONFields {
        guard case .object(let object) = value else { throw mismatch("an object") }
        return JSONFields(object: object, path: path)
    }

    package func flag() throws(JSONFieldError) -> Bool {
        guard case .flag(let flag) = value else { throw mismatch("true or false") }
        return flag
    }

    package func list() throws(JSONFieldError) -> [JSONField] {
        guard case .list(let elements) = value else { throw mismatch("an array") }
        return elements.enumerated().map { JSONField(value: $1, path: "\(path)[\($0)]") }
    }

    /// - Parameter rule: Returns what is wrong with a text; nil if it is valid.
    package func text(_ rule: (String) -> String? = { _ in nil }) throws(JSONFieldError) -> String {
        guard case .text(let text) = value else { throw mismatch("a text") }
        if let reason = rule(text) { throw error(reason) }
        return text
    }

    /// A whole number in any form: 100, 1e2 or 100.0.
    package func wholeNumber(_ range: ClosedRange<Int64>) throws(JSONFieldError) -> Int64 {
        guard case .number(let number) = value else { throw mismatch("a number") }
        let whole = number.wholeNumber()
        guard let whole, range.contains(whole) else {
            let wanted = "a whole number from \(range.lowerBound) to \(range.upperBound)"
            let shown = (whole ?? Int64(exactly: number.double)).map(String.init) ?? number.digits
            // People write numbers without an exponent. A number that needs one is not shown.
            let hasExponent = shown.contains { $0 == "e" || $0 == "E" }
            throw error(hasExponent ? "is not \(wanted)" : "is \(shown); it must be \(wanted)")
        }
        return whole
    }

    /// One of several words.
    package func word<Value>(_ words: [(word: String, value: Value)]) throws(JSONFieldError) -> Value {
        let text = try text()
        guard let value = words.first(where: { $0.word.hasSameBytes(as: text) })?.value else {
            throw error("is not one of \(words.map { "\"\($0.word)\"" }.joined(separator: ", "))")
        }
        return value
    }

    private func mismatch(_ wanted: String) -> JSONFieldError {
        switch value {
        case nil: error("is missing")
        case .null: error("is null")
        default: error("is not \(wanted)")
        }
    }
}

/// The members of an object of a JSON text, with its place in the text.
package struct JSONFields: Sendable {
    package let object: JSONObject
    package let path: String

    package subscript(name: String) -> JSONField {
        JSONField(value: object[name], path: path.isEmpty ? name : "\(path).\(name)")
    }

    package var names: [String] { object.members.map(\.name) }

    /// An error about the whole object.
    package func error(_ reason: String) -> JSONFieldError { JSONFieldError(path: path, reason: reason) }
}
