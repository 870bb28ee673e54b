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
        /// The start of the name in the text, with its quotation mark, in bytes.
        package let start: Int
        /// The range of the value in the text, in bytes.
        package let valueRange: Range<Int>
    }

    package let members: [Member]
    /// The positions of the names in `members`. Nil if there are so few that comparing each one is faster.
    private let places: [[UInt8]: Int]?

    static let fewMembers = 48

    init(members: [Member], places: [[UInt8]: Int]?) {
        self.members = members
        self.places = places
    }

    package func member(_ name: String) -> Member? {
        if let places { return places[Array(name.utf8)].map { members[$0] } }
        return members.first { $0.name.hasSameBytes(as: name) }
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
