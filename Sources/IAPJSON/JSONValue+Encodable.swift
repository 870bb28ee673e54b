package import Foundation

extension JSONValue: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let elements): try container.encode(elements)
        case .object(let object): try container.encode(object)
        }
    }
}

extension JSONNumber: Encodable {
    /// A whole number stays one, also for readers that distinguish 1 from 1.0.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let whole = whole ?? Int64(exactly: double) {
            try container.encode(whole)
        } else {
            try container.encode(double)
        }
    }
}

extension JSONObject: Encodable {
    package func encode(to encoder: any Encoder) throws {
        let values = members.map { ($0.name, $0.value) }
        try Dictionary(values) { first, _ in first }.encode(to: encoder)
    }
}

extension JSONEncoder {
    /// The only form in which the library writes JSON: compact, with sorted names. So the same value is always the same
    /// text.
    package static let sorted: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    /// - Returns: the value as a text. Nil for a value that JSON cannot express, for example a number that is not
    ///   finite.
    package static func sortedText(_ value: some Encodable) -> String? {
        (try? sorted.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    }
}
