/// The whole second at which certificates must be valid, or that a receipt names.
package struct EffectiveDate: Sendable, Hashable {
    /// The seconds since 1970 that a certificate can name: the years 1 to 9999.
    package static let limits: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    package let seconds: Int64

    /// Rounds down, also before 1970. A date outside the limits becomes the nearest date inside, because OpenSSL would
    /// take the present time instead.
    package init(milliseconds: Int64) {
        seconds = min(max(Self.floor(milliseconds), Self.limits.lowerBound), Self.limits.upperBound)
    }

    /// Nil for a date outside the limits.
    package init?(exactly milliseconds: Int64) {
        guard Self.limits.contains(Self.floor(milliseconds)) else { return nil }
        self.init(milliseconds: milliseconds)
    }

    private static func floor(_ milliseconds: Int64) -> Int64 {
        let quotient = milliseconds / 1000
        return milliseconds % 1000 < 0 ? quotient - 1 : quotient
    }
}

extension EffectiveDate {
    /// For example `2013-08-01T07:00:00Z`: UTC in the Gregorian calendar, also for dates before its introduction.
    package var rfc3339: String {
        func digits(_ number: Int64, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: count - text.count) + text
        }
        // Days and seconds since 1 March of the year 0. Each leap day is then the last day of its year, of 4 years or
        // of 400 years.
        let (days, second) = (seconds + 62_162_035_200).quotientAndRemainder(dividingBy: 86_400)
        let (cycle, dayOfCycle) = days.quotientAndRemainder(dividingBy: 146_097)
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        // From March on, five months have 153 days and begin with (153 * month + 2) / 5.
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let year = cycle * 400 + yearOfCycle + (month < 10 ? 0 : 1)
        let date = [digits(year, 4), digits(month < 10 ? month + 3 : month - 9, 2), digits(day, 2)]
        let time = [second / 3600, second / 60 % 60, second % 60].map { digits($0, 2) }
        return date.joined(separator: "-") + "T" + time.joined(separator: ":") + "Z"
    }
}
