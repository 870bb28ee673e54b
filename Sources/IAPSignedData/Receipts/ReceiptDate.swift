/// The dates of receipts: RFC 3339 in whole seconds, for example `2013-08-01T07:00:00Z`.
package enum ReceiptDate {
    /// Nil for a date before the year 1 or after the year 9999.
    package static func text(_ milliseconds: Int64) -> String? {
        EffectiveDate(exactly: milliseconds)?.rfc3339
    }

    /// Milliseconds since 1970. The text may contain parts of a second. Nil for a text that is not a date.
    package static func milliseconds(_ text: String) -> Int64? {
        var digits = Digits(text: Array(text.utf8))
        guard let year = digits.number(4), year > 0, digits.take("-"), let month = digits.number(2), digits.take("-"),
            let day = digits.number(2), digits.take("T"), let hour = digits.number(2), digits.take(":"),
            let minute = digits.number(2), digits.take(":"), let second = digits.number(2)
        else { return nil }
        guard (1...12).contains(month), day >= 1, day <= length(ofMonth: month, year), hour < 24, minute < 60,
            second <= 60
        else { return nil }
        guard let fraction = digits.fraction(), let offset = digits.offset(), digits.isAtEnd else { return nil }
        let seconds = days(to: (year, month, day)) * 86_400 + hour * 3600 + minute * 60 + second - offset
        return seconds * 1000 + fraction
    }

    private static func length(ofMonth month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Since 1970.
    private static func days(to date: (year: Int64, month: Int64, day: Int64)) -> Int64 {
        // The year begins with March. So a leap day is the last day.
        let year = date.month < 3 ? date.year - 1 : date.year
        let month = date.month < 3 ? date.month + 9 : date.month - 3
        return year * 365 + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + date.day - 1 - 719_468
    }
}

private struct Digits {
    let text: [UInt8]
    private var index = 0

    init(text: [UInt8]) { self.text = text }

    var isAtEnd: Bool { index == text.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < text.count, text[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    mutating func number(_ count: Int) -> Int64? {
        guard text.count - index >= count else { return nil }
        var number: Int64 = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    private mutating func digit() -> Int64? {
        guard index < text.count, (0x30...0x39).contains(text[index]) else { return nil }
        index += 1
        return Int64(text[index - 1] - 0x30)
    }

    /// Milliseconds. Smaller parts are cut off. Nil for a point without digits.
    mutating func fraction() -> Int64? {
        guard take(".") else { return 0 }
        guard var milliseconds = digit() else { return nil }
        milliseconds *= 100
        var unit: Int64 = 10
        while let digit = digit() {
            milliseconds += digit * unit
            unit /= 10
        }
        return milliseconds
    }

    /// Seconds east of Greenwich.
    mutating func offset() -> Int64? {
        if take("Z") { return 0 }
        let sign: Int64 = take("+") ? 1 : take("-") ? -1 : 0
        guard sign != 0, let hours = number(2), take(":"), let minutes = number(2), hours < 24, minutes < 60 else {
            return nil
        }
        return sign * (hours * 3600 + minutes * 60)
    }
}
