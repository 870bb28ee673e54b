/// A length of calendar time, as subscriptions have it: three days, one month, one year.
public struct Period: Sendable, Hashable, Codable {
    /// Journals contain these words. So they stay.
    public enum Unit: String, Sendable, Hashable, CaseIterable, Codable {
        case day = "day"
        case week = "week"
        case month = "month"
        case year = "year"
    }

    public var value: Int
    public var unit: Unit

    private enum CodingKeys: String, CodingKey {
        case value = "value"
        case unit = "unit"
    }

    public init(value: Int, unit: Unit) {
        self.value = value
        self.unit = unit
    }

    /// Reads the ISO 8601 forms that the store uses, one number and one unit: `P3D`, `P1W`, `P1M`, `P1Y`. Any other
    /// text gives nil.
    public init?(iso8601 text: String) {
        guard text.utf8.count >= 3, text.utf8.first == UInt8(ascii: "P"), let last = text.utf8.last else { return nil }
        switch last {
        case UInt8(ascii: "D"): unit = .day
        case UInt8(ascii: "W"): unit = .week
        case UInt8(ascii: "M"): unit = .month
        case UInt8(ascii: "Y"): unit = .year
        default: return nil
        }
        let digits = text.utf8.dropFirst().dropLast()
        guard digits.count <= 4, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        guard value > 0 else { return nil }
    }

    public var iso8601: String {
        switch unit {
        case .day: "P\(value)D"
        case .week: "P\(value)W"
        case .month: "P\(value)M"
        case .year: "P\(value)Y"
        }
    }
}
