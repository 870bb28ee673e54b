import IAPModel
import Testing

@testable import IAPReferenceStore

@Suite struct TimeRateTests {
    /// 2024-01-31T10:20:30.456Z
    private static let start: Int64 = 1_706_696_430_456
    private static let day: Int64 = 86_400_000

    static let raws: [(TimeRate, Int)] = [
        (.realTime, 0), (.oneHourIsOneDay, 1), (.thirtyMinutesIsOneDay, 2), (.fiveMinutesIsOneDay, 3),
        (.oneMinuteIsOneDay, 4), (.thirtySecondsIsOneDay, 5), (.oneSecondIsOneDay, 6), (.monthlyRenewalEveryHour, 10),
        (.monthlyRenewalEveryThirtyMinutes, 11), (.monthlyRenewalEveryFifteenMinutes, 12),
        (.monthlyRenewalEveryFiveMinutes, 13), (.monthlyRenewalEveryThirtySeconds, 15),
        (.oneRenewalEveryFifteenMinutes, 1000), (.oneRenewalEveryFiveMinutes, 1001), (.oneRenewalEveryMinute, 1002),
        (.oneRenewalEveryThirtySeconds, 1003), (.oneRenewalEveryTenSeconds, 1004), (.oneRenewalEveryTwoSeconds, 1005),
    ]

    @Test(arguments: raws) func rawValuesAreThoseOfSKTestTimeRate(rate: TimeRate, raw: Int) {
        #expect(rate.rawValue == raw)
        #expect(Self.raws.count == TimeRate.allCases.count)
    }

    /// Apple's table in seconds: week, month, 2, 3 and 6 months, year, weekly grace period, other grace periods,
    /// billing retry.
    static let table: [(TimeRate, [Int64])] = [
        (.monthlyRenewalEveryHour, [900, 3600, 7200, 10800, 21600, 43200, 771, 1800, 7200]),
        (.monthlyRenewalEveryThirtyMinutes, [600, 1800, 3600, 5400, 10800, 21600, 514, 900, 3600]),
        (.monthlyRenewalEveryFifteenMinutes, [300, 900, 1800, 2700, 5400, 10800, 257, 450, 1800]),
        (.monthlyRenewalEveryFiveMinutes, [180, 300, 600, 900, 1800, 3600, 154, 150, 600]),
        (.monthlyRenewalEveryThirtySeconds, [10, 30, 60, 90, 180, 360, 9, 15, 60]),
        (.oneRenewalEveryFifteenMinutes, [900, 900, 900, 900, 900, 900, 900, 900, 1800]),
        (.oneRenewalEveryFiveMinutes, [300, 300, 300, 300, 300, 300, 300, 300, 600]),
        (.oneRenewalEveryMinute, [60, 60, 60, 60, 60, 60, 60, 60, 120]),
        (.oneRenewalEveryThirtySeconds, [30, 30, 30, 30, 30, 30, 30, 30, 60]),
        (.oneRenewalEveryTenSeconds, [10, 10, 10, 10, 10, 10, 10, 10, 20]),
        (.oneRenewalEveryTwoSeconds, [2, 2, 2, 2, 2, 2, 2, 2, 4]),
    ]

    @Test(arguments: table) func scaledRatesFollowApplesTable(rate: TimeRate, seconds: [Int64]) throws {
        let periods = try ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"].map { try #require(Period(iso8601: $0)) }
        for (period, length) in zip(periods, seconds) {
            #expect(rate.end(of: period, from: Self.start) == Self.start + length * 1000, "\(period.iso8601)")
            #expect(rate.end(of: period, count: 3, from: Self.start) == Self.start + 3 * length * 1000)
            #expect(rate.end(of: period, count: 0, from: Self.start) == Self.start)
        }
        #expect(rate.gracePeriodMs(for: periods[0]) == seconds[6] * 1000)
        for period in periods.dropFirst() { #expect(rate.gracePeriodMs(for: period) == seconds[7] * 1000) }
        #expect(rate.billingRetryMs == seconds[8] * 1000)
    }

    static let proportional: [(TimeRate, String, Int64)] = [
        (.monthlyRenewalEveryHour, "P7D", 900_000), (.monthlyRenewalEveryHour, "P2W", 1_800_000),
        (.monthlyRenewalEveryHour, "P3D", 385_714), (.monthlyRenewalEveryThirtySeconds, "P3D", 4_285),
        (.monthlyRenewalEveryFiveMinutes, "P3D", 77_142), (.monthlyRenewalEveryFiveMinutes, "P4M", 1_200_000),
        (.monthlyRenewalEveryFiveMinutes, "P2Y", 7_200_000), (.oneRenewalEveryMinute, "P3D", 60_000),
        (.oneRenewalEveryMinute, "P2W", 60_000),
    ]

    @Test(arguments: proportional)
    func periodsOutsideTheTableAreInProportion(rate: TimeRate, period: String, length: Int64) throws {
        #expect(rate.end(of: try #require(Period(iso8601: period)), from: 0) == length)
    }

    /// Start, period, count, end. All times are 10:20:30.456 UTC.
    static let calendar: [(start: String, String, Int, end: String)] = [
        ("2023-01-15", "P3D", 1, "2023-01-18"), ("2023-01-15", "P1W", 1, "2023-01-22"),
        ("2023-12-31", "P2W", 1, "2024-01-14"), ("2023-01-31", "P1M", 1, "2023-02-28"),
        ("2024-01-31", "P1M", 1, "2024-02-29"), ("2024-01-31", "P1M", 2, "2024-03-31"),
        ("2024-01-31", "P1M", 3, "2024-04-30"), ("2024-02-29", "P1Y", 1, "2025-02-28"),
        ("2024-02-29", "P1Y", 4, "2028-02-29"), ("2023-11-30", "P3M", 1, "2024-02-29"),
        ("2023-08-31", "P6M", 1, "2024-02-29"), ("2023-12-15", "P2M", 1, "2024-02-15"),
        ("2024-02-28", "P1M", 1, "2024-03-28"), ("2000-02-29", "P1Y", 100, "2100-02-28"),
        ("1969-12-31", "P1M", 1, "1970-01-31"), ("9999-12-31", "P2M", 1, "10000-02-29"),
        ("2023-01-15", "P1M", 0, "2023-01-15"),
        // A day on which daylight saving time changes is as long as any other day. The store counts in UTC.
        ("2024-03-30", "P3D", 1, "2024-04-02"), ("2024-03-10", "P1M", 1, "2024-04-10"),
    ]

    @Test(arguments: calendar)
    func realTimeFollowsTheCalendarInUTC(start: String, period: String, count: Int, end: String) throws {
        let period = try #require(Period(iso8601: period))
        let start = try Self.milliseconds(start)
        #expect(TimeRate.realTime.end(of: period, count: count, from: start) == (try Self.milliseconds(end)))
    }

    /// Computes the proleptic Gregorian calendar independently of the tested code.
    private static func milliseconds(_ date: String) throws -> Int64 {
        let parts = date.split(separator: "-").compactMap { Int64($0) }
        try #require(parts.count == 3)
        let (year, month) = parts[1] > 2 ? (parts[0], parts[1] - 3) : (parts[0] - 1, parts[1] + 9)
        let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + parts[2] - 1 - 719_468
        return days * day + ((10 * 60 + 20) * 60 + 30) * 1000 + 456
    }

    static let divided: [(TimeRate, Int64)] = [
        (.oneHourIsOneDay, 24), (.thirtyMinutesIsOneDay, 48), (.fiveMinutesIsOneDay, 288), (.oneMinuteIsOneDay, 1440),
        (.thirtySecondsIsOneDay, 2880), (.oneSecondIsOneDay, 86400),
    ]

    @Test(arguments: divided) func ratesByDayDivideTheCalendar(rate: TimeRate, divisor: Int64) throws {
        let week = Period(value: 1, unit: .week)
        let month = Period(value: 1, unit: .month)
        #expect(rate.end(of: week, from: Self.start) == Self.start + 7 * Self.day / divisor)
        // From 31 January to 29 February.
        #expect(rate.end(of: month, from: Self.start) == Self.start + 29 * Self.day / divisor)
        #expect(rate.gracePeriodMs(for: week) == 6 * Self.day / divisor)
        #expect(rate.gracePeriodMs(for: month) == 16 * Self.day / divisor)
        #expect(rate.billingRetryMs == 60 * Self.day / divisor)
    }

    @Test func realGraceIsSixOrSixteenDaysAndRetrySixty() {
        #expect(TimeRate.realTime.gracePeriodMs(for: Period(value: 1, unit: .week)) == 6 * Self.day)
        #expect(TimeRate.realTime.gracePeriodMs(for: Period(value: 7, unit: .day)) == 6 * Self.day)
        #expect(TimeRate.realTime.gracePeriodMs(for: Period(value: 2, unit: .week)) == 16 * Self.day)
        #expect(TimeRate.realTime.gracePeriodMs(for: Period(value: 1, unit: .year)) == 16 * Self.day)
        #expect(TimeRate.realTime.billingRetryMs == 60 * Self.day)
    }

    @Test(arguments: TimeRate.allCases) func noMomentAndNoPeriodTraps(rate: TimeRate) {
        for start in [Int64.min, -1, 0, Int64.max] {
            for unit in Period.Unit.allCases {
                for value in [Int.min, -1, 0, 1, 9999, Int.max] {
                    for count in [Int.min, 0, 1, Int.max] {
                        _ = rate.end(of: Period(value: value, unit: unit), count: count, from: start)
                        _ = rate.gracePeriodMs(for: Period(value: value, unit: unit))
                    }
                }
            }
        }
        #expect(rate.end(of: Period(value: 1, unit: .week), from: .max) == .max)
        #expect(rate.end(of: Period(value: 1, unit: .month), from: .max) == .max)
    }
}
