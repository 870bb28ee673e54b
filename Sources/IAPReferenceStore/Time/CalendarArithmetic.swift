import Foundation
import IAPModel

/// Real periods in the Gregorian calendar and in UTC. The machine's time zone has no effect.
enum CalendarArithmetic {
    /// In milliseconds.
    static let day: Int64 = 86_400_000

    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// A hundred thousand years before and after 1970. The calendar is exact in this range; outside it, a month has 30 days.
    private static let exactTimes = -3_155_760_000_000_000...Int64(3_155_760_000_000_000)
    private static let exactMonths = -1_200_000...Int64(1_200_000)

    static func end(of period: Period, count: Int, from startMs: Int64) -> Int64 {
        let times = Int64(count)
        guard let months = period.months?.clampedMultiplied(by: times) else {
            return startMs.clampedAdding((period.days ?? 0).clampedMultiplied(by: times).clampedMultiplied(by: day))
        }
        if exactTimes.contains(startMs), exactMonths.contains(months) {
            // The calendar gets whole days, which a Double holds exactly. The time of day is added afterwards.
            let timeOfDay = (startMs % day + day) % day
            let start = Date(timeIntervalSince1970: Double((startMs - timeOfDay) / 1000))
            if let end = calendar.date(byAdding: .month, value: Int(months), to: start) {
                return Int64(end.timeIntervalSince1970.rounded()) * 1000 + timeOfDay
            }
        }
        return startMs.clampedAdding(months.clampedMultiplied(by: 30 * day))
    }
}

extension Period {
    /// nil for periods in months and years: their length depends on the calendar.
    var days: Int64? {
        switch unit {
        case .day: Int64(value)
        case .week: Int64(value).clampedMultiplied(by: 7)
        case .month, .year: nil
        }
    }

    /// nil for periods in days and weeks.
    var months: Int64? {
        switch unit {
        case .day, .week: nil
        case .month: Int64(value)
        case .year: Int64(value).clampedMultiplied(by: 12)
        }
    }
}

/// A test can set a virtual clock to any time. Times at the ends of the range stay there.
extension Int64 {
    package func clampedAdding(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other > 0 ? .max : .min) : sum
    }

    func clampedSubtracting(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other > 0 ? .min : .max) : difference
    }

    func clampedMultiplied(by other: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? ((self > 0) == (other > 0) ? .max : .min) : product
    }
}
