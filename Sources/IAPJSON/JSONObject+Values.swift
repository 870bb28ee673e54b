/// The values of members for readers that ignore wrong types: a member of another type counts as missing.
extension JSONObject {
    package func text(_ name: String) -> String? {
        if case .text(let text) = self[name] { text } else { nil }
    }

    package func number(_ name: String) -> JSONNumber? {
        if case .number(let number) = self[name] { number } else { nil }
    }

    /// - Parameter rounding: How to round a fraction. Nil treats it as missing.
    package func wholeNumber(_ name: String, _ rounding: FloatingPointRoundingRule? = nil) -> Int64? {
        number(name)?.wholeNumber(rounding)
    }

    package func object(_ name: String) -> JSONObject? {
        if case .object(let object) = self[name] { object } else { nil }
    }

    package func list(_ name: String) -> [JSONValue]? {
        if case .list(let elements) = self[name] { elements } else { nil }
    }
}

extension JSONReader {
    /// The object in a text. Nil if the text is not an object.
    package static func object(_ text: [UInt8], acceptsRepeatedNames: Bool = false) -> JSONObject? {
        let value = try? read(text, acceptsRepeatedNames: acceptsRepeatedNames)
        return if case .object(let object)? = value { object } else { nil }
    }
}
