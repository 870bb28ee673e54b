import IAPModel
import Testing

@testable import IAPReferenceStore

/// The engine follows Apple's table of renewal rates.
@Suite struct RenewalTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var rate: TimeRate
        /// The milliseconds of a week, a month, two, three and six months, and a year.
        var lengths: [Int64]
        var weeklyGrace: Int64
        var grace: Int64
        var retry: Int64
        var testDescription: String { "\(rate)" }
    }

    private static let day = SubscriptionScene.day

    /// Counted from 2026-06-15: 30 days to July, 61 to August, 92 to September, 183 to December, 365 to the next June.
    static let rows =
        [
            (TimeRate.realTime, Int64(1)), (.oneHourIsOneDay, 24), (.thirtyMinutesIsOneDay, 48),
            (.fiveMinutesIsOneDay, 288), (.oneMinuteIsOneDay, 1440), (.thirtySecondsIsOneDay, 2880),
            (.oneSecondIsOneDay, 86400),
        ].map { rate, divisor in
            Row(
                rate: rate, lengths: [7, 30, 61, 92, 183, 365].map { $0 * day / divisor },
                weeklyGrace: 6 * day / divisor, grace: 16 * day / divisor, retry: 60 * day / divisor)
        }
        + [
            (TimeRate.monthlyRenewalEveryHour, [900, 3600, 7200, 10800, 21600, 43200], 771, 1800, 7200),
            (.monthlyRenewalEveryThirtyMinutes, [600, 1800, 3600, 5400, 10800, 21600], 514, 900, 3600),
            (.monthlyRenewalEveryFifteenMinutes, [300, 900, 1800, 2700, 5400, 10800], 257, 450, 1800),
            (.monthlyRenewalEveryFiveMinutes, [180, 300, 600, 900, 1800, 3600], 154, 150, 600),
            (.monthlyRenewalEveryThirtySeconds, [10, 30, 60, 90, 180, 360], 9, 15, 60),
        ].map { (rate: TimeRate, lengths: [Int64], weeklyGrace: Int64, grace: Int64, retry: Int64) in
            Row(
                rate: rate, lengths: lengths.map { $0 * 1000 }, weeklyGrace: weeklyGrace * 1000, grace: grace * 1000,
                retry: retry * 1000)
        }
        + [
            (TimeRate.oneRenewalEveryFifteenMinutes, 900), (.oneRenewalEveryFiveMinutes, 300),
            (.oneRenewalEveryMinute, 60), (.oneRenewalEveryThirtySeconds, 30), (.oneRenewalEveryTenSeconds, 10),
            (.oneRenewalEveryTwoSeconds, 2),
        ].map { (rate: TimeRate, seconds: Int64) in
            Row(
                rate: rate, lengths: Array(repeating: seconds * 1000, count: 6), weeklyGrace: seconds * 1000,
                grace: seconds * 1000, retry: seconds * 2000)
        }

    @Test func everyRateHasARow() {
        #expect(Set(Self.rows.map(\.rate)) == Set(TimeRate.allCases))
    }

    @Test(arguments: rows, Array(zip(["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"], 0..<6)))
    func renewalGraceAndRetryLastAsTheTableSays(row: Row, column: (period: String, index: Int)) throws {
        let period = try #require(Period(iso8601: column.period))
        let product = SubscriptionScene.product("pass", level: 1, period, price: 1_000)
        let length = row.lengths[column.index]
        let grace = column.index == 0 ? row.weeklyGrace : row.grace
        var scene = SubscriptionScene(row.rate, products: [product])
        let start = scene.now
        scene.engine.conditions.gracePolicy = .sixteenDays
        scene.perform(.purchase(SubscriptionPurchase(product: product)))

        #expect(scene.engine.subscription?.period.end == start + length)
        scene.advance(to: start + length - 1)
        #expect(scene.engine.subscription?.period.transactionID == 1)
        scene.advance(to: start + length)
        #expect(scene.engine.subscription?.period.transactionID == 2 && scene.state == .subscribed)

        scene.engine.conditions.renewalsFail = true
        let end = try #require(scene.engine.subscription?.period.end)
        scene.advance(to: end)
        #expect(scene.state == .inGracePeriod)
        #expect(scene.info?.gracePeriodExpirationDate == end + grace)
        scene.advance(to: end + grace - 1)
        #expect(scene.state == .inGracePeriod)
        scene.advance(to: end + grace)
        #expect(scene.state == .inBillingRetry)
        scene.advance(to: end + row.retry - 1)
        #expect(scene.state == .inBillingRetry)
        scene.advance(to: end + row.retry)
        #expect(scene.state == .expired)
    }

    static let policies: [(GracePolicy, String, Int64)] = [
        (.threeDays, "P1W", 3), (.sixteenDays, "P1W", 6), (.twentyEightDays, "P1W", 6), (.threeDays, "P1M", 3),
        (.sixteenDays, "P1M", 16), (.twentyEightDays, "P1M", 28), (.threeDays, "P1Y", 3), (.twentyEightDays, "P1Y", 28),
    ]

    @Test(arguments: policies)
    func graceIsThreeOrSixDaysForAWeekAndThreeSixteenOr28ForLonger(
        policy: GracePolicy, period: String, days: Int64
    ) throws {
        let period = try #require(Period(iso8601: period))
        #expect(policy.length(for: period, .realTime) == days * Self.day)
    }

    @Test(arguments: TimeRate.allCases, GracePolicy.allCases)
    func graceIsNeverLongerThanThePeriodThatIsNotPaid(rate: TimeRate, policy: GracePolicy) throws {
        for period in try ["P3D", "P1W", "P1M", "P1Y"].map({ try #require(Period(iso8601: $0)) }) {
            let product = SubscriptionScene.product("pass", level: 1, period, price: 1_000)
            var scene = SubscriptionScene(rate, products: [product])
            scene.engine.conditions.gracePolicy = policy
            scene.engine.conditions.renewalsFail = true
            scene.perform(.purchase(SubscriptionPurchase(product: product)))
            let end = try #require(scene.engine.subscription?.period.end)
            scene.advance(to: end)
            let grace = try #require(scene.info?.gracePeriodExpirationDate)
            #expect(grace > end)
            scene.advance(to: grace - 1)
            scene.perform(.resolveBillingIssue)
            let paid = try #require(scene.engine.subscription?.period)
            #expect(paid.start == end && paid.end >= grace, "\(period.iso8601)")
        }
    }
}
