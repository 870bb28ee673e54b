internal import Foundation

/// A JSON text, read. Foundation's own decoder is of no use here: on Linux it names neither line nor place of what is wrong.
enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// What an error calls a value of this kind.
    var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a text"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// Nil for a text that is not JSON.
    init?(text: String) {
        guard let value = try? JSONReader.read(Array(text.utf8), file: "") else { return nil }
        self = value
    }

    static func isObject(_ text: [UInt8]) -> Bool {
        if case .object = try? JSONReader.read(text, file: "") { true } else { false }
    }
}

extension JSONValue: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .number(let number):
            // A whole number stays one, also for readers that tell 1 from 1.0.
            if let whole = Int64(exactly: number) { try container.encode(whole) } else { try container.encode(number) }
        case .string(let text): try container.encode(text)
        case .array(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        }
    }
}

extension JSONValue {
    /// Compact, with sorted keys: the same value is the same text.
    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Only numbers that are none cannot be encoded, and no text is read or made with those.
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
