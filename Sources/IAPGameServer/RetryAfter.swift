internal import Foundation

/// Reads the time that a server requests before the next attempt.
enum RetryAfter {
    /// The longest time of one wait, 49 days.
    static let maximum = Int64(UInt32.max)

    /// The three date formats of HTTP (RFC 9110, section 5.6.7).
    private static let forms = [
        "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
    ]

    /// Returns the wait that the header Retry-After requests, in milliseconds (RFC 9110, section 10.2.3); nil if the
    /// header cannot be read.
    /// - Parameters:
    ///   - date: The header Date of the same response. Dates count relative to it, because the clock of a player's
    ///     device may be wrong.
    ///   - now: Milliseconds since 1970. It is used if the response has no header Date.
    static func milliseconds(_ text: String, date: String?, now: Int64) -> Int64? {
        let text = text.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            guard let seconds = Int64(text), seconds <= maximum / 1000 else { return maximum }
            return seconds * 1000
        }
        guard let end = Self.date(text, now: now) else { return nil }
        let start = date.flatMap { Self.date($0.trimmingCharacters(in: .whitespaces), now: now) } ?? now
        let (wait, overflows) = end.subtractingReportingOverflow(start)
        if overflows { return start < 0 ? maximum : 0 }
        return min(max(wait, 0), maximum)
    }

    /// Returns milliseconds since 1970.
    static func date(_ text: String, now: Int64) -> Int64? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.isLenient = false
        // A two-digit year means the year closest to now.
        formatter.twoDigitStartDate = Date(timeIntervalSince1970: Double(now) / 1000 - 50 * 365.25 * 86_400)
        // The oldest format has a space before a one-digit day.
        let text = text.split(separator: " ").joined(separator: " ")
        for form in forms {
            formatter.dateFormat = form
            if let date = formatter.date(from: text) { return Int64(date.timeIntervalSince1970 * 1000) }
        }
        return nil
    }
}
