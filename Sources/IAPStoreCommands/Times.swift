package import Foundation

/// Reads and writes times.
package struct Times: Sendable {
    package var timeZone: TimeZone
    /// True for ISO 8601 in UTC.
    package var isISO: Bool

    package init(timeZone: TimeZone, isISO: Bool) {
        self.timeZone = timeZone
        self.isISO = isISO
    }

    /// Returns a time with milliseconds, in UTC: `2026-01-01T00:00:00.000Z`.
    static func iso(_ milliseconds: Int64) -> String {
        date(milliseconds).formatted(
            .iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .omitted))
    }

    /// Returns a time with seconds: `2026-01-01 01:00:00`.
    func text(_ milliseconds: Int64) -> String {
        if isISO { return Self.iso(milliseconds) }
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: timeZone)
        return Self.date(milliseconds).formatted(style.year().month().day().time(includingFractionalSeconds: false))
    }

    private static func date(_ milliseconds: Int64) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// Reads ISO 8601 or milliseconds since 1970.
    static func milliseconds(_ text: String) -> Int64? {
        if let number = Int64(text) { return number >= 0 ? number : nil }
        for isFractional in [false, true] {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: isFractional)
            if let date = try? style.parse(text) { return Int64((date.timeIntervalSince1970 * 1000).rounded()) }
        }
        if let date = try? Date.ISO8601FormatStyle().year().month().day().parse(text) {
            return Int64((date.timeIntervalSince1970 * 1000).rounded())
        }
        return nil
    }

    /// Reads a duration: `90s`, `15m`, `12h`, `30d`, `2w`, or a combination such as `1d12h`.
    static func length(_ text: String) -> Int64? {
        let units: [Character: Int64] = ["s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000]
        var sum: Int64 = 0
        var digits = ""
        for character in text {
            if character.isASCII, character.isNumber {
                digits.append(character)
                continue
            }
            guard let unit = units[character], let number = Int64(digits) else { return nil }
            let (product, isTooLong) = number.multipliedReportingOverflow(by: unit)
            let (next, isTooLongInAll) = sum.addingReportingOverflow(product)
            if isTooLong || isTooLongInAll { return nil }
            (sum, digits) = (next, "")
        }
        return digits.isEmpty && sum > 0 ? sum : nil
    }
}
