import Foundation
package import IAPModel
internal import IAPSignatures

/// How fast subscription time passes. The raw values are those of `SKTestTimeRate` and of `_timeRate` in `.storekit` files.
package enum TimeRate: Int, Sendable, Hashable, CaseIterable {
    case realTime = 0
    case oneHourIsOneDay = 1
    case thirtyMinutesIsOneDay = 2
    case fiveMinutesIsOneDay = 3
    case oneMinuteIsOneDay = 4
    case thirtySecondsIsOneDay = 5
    case oneSecondIsOneDay = 6
    case monthlyRenewalEveryHour = 10
    case monthlyRenewalEveryThirtyMinutes = 11
    case monthlyRenewalEveryFifteenMinutes = 12
    case monthlyRenewalEveryFiveMinutes = 13
    case monthlyRenewalEveryThirtySeconds = 15
    case oneRenewalEveryFifteenMinutes = 1000
    case oneRenewalEveryFiveMinutes = 1001
    case oneRenewalEveryMinute = 1002
    case oneRenewalEveryThirtySeconds = 1003
    case oneRenewalEveryTenSeconds = 1004
    case oneRenewalEveryTwoSeconds = 1005

    /// Returns the end of `count` periods that begin at `startMs`, in milliseconds since 1970.
    ///
    /// Real months end on the same day of the month, or on the last day of a shorter month. Give the first day of a
    /// subscription and the number of periods since then: a subscription that began on the 31st then returns to the 31st.
    package func end(of period: Period, count: Int = 1, from startMs: Int64) -> Int64 {
        let times = Int64(count)
        switch pace {
        case .divided(let divisor):
            let realEnd = CalendarArithmetic.end(of: period, count: count, from: startMs)
            return startMs.clampedAdding(realEnd.clampedSubtracting(startMs) / divisor)
        case .scaled(let table):
            return startMs.clampedAdding(table.length(of: period).clampedMultiplied(by: times))
        case .fixed(let length):
            return startMs.clampedAdding(length.clampedMultiplied(by: times))
        }
    }

    /// Returns how long a customer keeps access while nobody can pay a renewal, in milliseconds.
    ///
    /// Apple gives no value for the rates by day. For these rates the real time is divided, like every other period.
    package func gracePeriodMs(for period: Period) -> Int64 {
        let isWeekly = period.days.map { $0 <= 7 } ?? false
        switch pace {
        case .divided(let divisor): return (isWeekly ? 6 : 16) * CalendarArithmetic.day / divisor
        case .scaled(let table): return isWeekly ? table.weeklyGrace : table.grace
        case .fixed(let length): return length
        }
    }

    /// How long the store retries to charge a renewal, in milliseconds. The grace period is the first part of this time.
    package var billingRetryMs: Int64 {
        switch pace {
        case .divided(let divisor): 60 * CalendarArithmetic.day / divisor
        case .scaled(let table): table.retry
        case .fixed(let length): 2 * length
        }
    }
}

extension TimeRate {
    private enum Pace {
        /// The calendar, this many times faster.
        case divided(Int64)
        case scaled(RenewalTable)
        /// Every period has the same length, even a week and a year.
        case fixed(Int64)
    }

    /// The values are those of Apple's pages on the cases of `SKTestSession.TimeRate`; the divisors follow from the names.
    private var pace: Pace {
        switch self {
        case .realTime: .divided(1)
        case .oneHourIsOneDay: .divided(24)
        case .thirtyMinutesIsOneDay: .divided(48)
        case .fiveMinutesIsOneDay: .divided(288)
        case .oneMinuteIsOneDay: .divided(1440)
        case .thirtySecondsIsOneDay: .divided(2880)
        case .oneSecondIsOneDay: .divided(86400)
        case .monthlyRenewalEveryHour:
            .scaled(RenewalTable(week: 900, month: 3600, weeklyGrace: 771, grace: 1800, retry: 7200))
        case .monthlyRenewalEveryThirtyMinutes:
            .scaled(RenewalTable(week: 600, month: 1800, weeklyGrace: 514, grace: 900, retry: 3600))
        case .monthlyRenewalEveryFifteenMinutes:
            .scaled(RenewalTable(week: 300, month: 900, weeklyGrace: 257, grace: 450, retry: 1800))
        case .monthlyRenewalEveryFiveMinutes:
            .scaled(RenewalTable(week: 180, month: 300, weeklyGrace: 154, grace: 150, retry: 600))
        case .monthlyRenewalEveryThirtySeconds:
            .scaled(RenewalTable(week: 10, month: 30, weeklyGrace: 9, grace: 15, retry: 60))
        case .oneRenewalEveryFifteenMinutes: .fixed(900_000)
        case .oneRenewalEveryFiveMinutes: .fixed(300_000)
        case .oneRenewalEveryMinute: .fixed(60_000)
        case .oneRenewalEveryThirtySeconds: .fixed(30_000)
        case .oneRenewalEveryTenSeconds: .fixed(10_000)
        case .oneRenewalEveryTwoSeconds: .fixed(2_000)
        }
    }
}

/// One row of Apple's table, in milliseconds. Every month in it is a multiple of one month; its week is no fraction of the
/// month.
private struct RenewalTable {
    let week: Int64
    let month: Int64
    let weeklyGrace: Int64
    let grace: Int64
    let retry: Int64

    /// The parameters are in seconds.
    init(week: Int64, month: Int64, weeklyGrace: Int64, grace: Int64, retry: Int64) {
        self.week = week * 1000
        self.month = month * 1000
        self.weeklyGrace = weeklyGrace * 1000
        self.grace = grace * 1000
        self.retry = retry * 1000
    }

    /// The length of a period. Periods that the table does not have, such as P3D or P2W for a trial, are proportional to the
    /// week.
    func length(of period: Period) -> Int64 {
        if let days = period.days { return week.clampedMultiplied(by: days) / 7 }
        return month.clampedMultiplied(by: period.months ?? 0)
    }
}

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

/// Repeatable random numbers: the same state gives the same sequence (SplitMix64, by Steele, Lea and Flood). Do not
/// use it for secrets.
package struct RandomSource: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(state: UInt64) { self.state = state }

    /// Makes the sequence of a seed of any length.
    package init(seed: [UInt8]) { state = Digest.sha256(seed).prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
