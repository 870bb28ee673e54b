package import Foundation

/// A JSON text that was read.
package enum JSONValue: Sendable, Hashable {
    case null
    case flag(Bool)
    case number(JSONNumber)
    case text(String)
    case list([JSONValue])
    case object(JSONObject)

    /// The name of this kind of value in errors.
    package var kindName: String {
        switch self {
        case .null: "null"
        case .flag: "a boolean"
        case .number: "a number"
        case .text: "a text"
        case .list: "an array"
        case .object: "an object"
        }
    }
}

/// A number as it was written.
package struct JSONNumber: Sendable, Hashable {
    package let digits: String

    /// Nil if it is written with a fraction or an exponent, or does not fit.
    package var whole: Int64? { Int64(digits) }

    /// Finite. A number with many digits is rounded.
    package var double: Double { Double(digits) ?? 0 }

    /// The number, even if it is written with an exponent or a fraction of zeros. Nil if it is not a whole number of 64
    /// bits.
    /// - Parameter rounding: How to round a fraction. Nil refuses it.
    package func wholeNumber(_ rounding: FloatingPointRoundingRule? = nil) -> Int64? {
        if let whole { return whole }
        // Without a fraction or an exponent, the number does not fit. From 2 to the 53rd on, a number with a fraction
        // may have been rounded.
        let number = double
        guard digits.utf8.contains(where: { [0x2E, 0x45, 0x65].contains($0) }), number.magnitude < 0x1p53 else {
            return nil
        }
        return Int64(exactly: rounding.map(number.rounded) ?? number)
    }
}

/// The members of an object, in the order of the text. No two have the same name.
package struct JSONObject: Sendable {
    package struct Member: Sendable {
        package let name: String
        package let value: JSONValue
        /// The start of the name in the text, with its quotation mark, in bytes. An object that was not read has no places.
        package let start: Int
        /// The range of the value in the text, in bytes.
        package let valueRange: Range<Int>
    }

    package let members: [Member]
    package func member(_ name: String) -> Member? {
        members.first { $0.name.hasSameBytes(as: name) }
    }

    package subscript(name: String) -> JSONValue? { member(name)?.value }
}

/// The order and the positions of the members make no difference.
extension JSONObject: Hashable {
    package static func == (one: JSONObject, other: JSONObject) -> Bool {
        one.members.count == other.members.count && one.members.allSatisfy { other[$0.name] == $0.value }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(members.count) }
}

extension String {
    /// Swift treats strings as equal if other code points write the same characters. Names are equal only if their
    /// bytes are.
    func hasSameBytes(as other: String) -> Bool {
        // Most texts differ, and the comparison of strings finds this quickly.
        utf8.count == other.utf8.count && self == other && utf8.elementsEqual(other.utf8)
    }
}

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

/// The values of texts that the library writes. A value that is nil is left out of its object.
extension JSONValue {
    package static func optional(_ text: String?) -> JSONValue? { text.map(JSONValue.text) }

    package static func optional(_ texts: [String]?) -> JSONValue? { texts.map { .list($0.map(JSONValue.text)) } }

    package static func whole(_ number: (some BinaryInteger)?) -> JSONValue? {
        number.map { .number(JSONNumber(digits: String($0))) }
    }

    /// An id is a text, because many readers cannot hold a number of 64 bits.
    package static func id(_ id: UInt64?) -> JSONValue? { id.map { .text(String($0)) } }

    package static func object(of members: [String: JSONValue?]) -> JSONValue {
        let members = members.compactMap { name, value in
            value.map { JSONObject.Member(name: name, value: $0, start: 0, valueRange: 0..<0) }
        }
        return .object(JSONObject(members: members))
    }

    /// The value as a text. Every value has one.
    package var json: String { JSONEncoder.sortedText(self) ?? "null" }
}

extension JSONReader {
    /// The object in a text. Nil if the text is not an object.
    package static func object(_ text: [UInt8], acceptsRepeatedNames: Bool = false) -> JSONObject? {
        let value = try? read(text, acceptsRepeatedNames: acceptsRepeatedNames)
        return if case .object(let object)? = value { object } else { nil }
    }
}

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

    /// The same, with names in snake case: `transactionID` is "transaction_id".
    private static let snakeCase: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = sorted.outputFormatting
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return encoder
    }()

    /// - Returns: the value as a text. Nil for a value that JSON cannot express, for example a number that is not
    ///   finite.
    package static func sortedText(_ value: some Encodable, inSnakeCase: Bool = false) -> String? {
        (try? (inSnakeCase ? snakeCase : sorted).encode(value)).map { String(decoding: $0, as: UTF8.self) }
    }
}
