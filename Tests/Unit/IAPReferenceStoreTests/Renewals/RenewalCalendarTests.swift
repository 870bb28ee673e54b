import IAPModel
import Testing

@testable import IAPReferenceStore

/// Real billing dates.
@Suite struct RenewalCalendarTests {
    static let runs: [(product: String, start: String, ends: [String])] = [
        (
            "silver", "2026-01-31",
            [
                "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30", "2026-07-31", "2026-08-31",
                "2026-09-30", "2026-10-31", "2026-11-30", "2026-12-31", "2027-01-31", "2027-02-28",
            ]
        ),
        ("silver", "2027-12-30", ["2028-01-30", "2028-02-29", "2028-03-30"]),
        ("silver", "2028-01-29", ["2028-02-29", "2028-03-29", "2028-04-29"]),
        ("silver", "2026-05-31", ["2026-06-30", "2026-07-31"]),
        ("silver.yearly", "2028-02-29", ["2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29", "2033-02-28"]),
        ("weekly", "2026-12-25", ["2027-01-01", "2027-01-08", "2027-01-15"]),
        // On the last Sundays of March and October, daylight saving time begins and ends.
        ("weekly", "2026-03-22", ["2026-03-29", "2026-04-05"]), ("weekly", "2026-10-18", ["2026-10-25", "2026-11-01"]),
        // The subscription begins with a trial of one week. The billing dates are counted from its end.
        ("trial", "2026-01-24", ["2026-01-31", "2026-02-28", "2026-03-31"]),
    ]

    @Test(arguments: runs)
    func billingDatesFollowTheCalendar(product: String, start: String, ends: [String]) throws {
        var scene = SubscriptionScene(at: start)
        scene.buy(product)
        for (index, end) in ends.enumerated() {
            let period = try #require(scene.engine.subscription?.period)
            #expect(period.transactionID == UInt64(index + 1))
            #expect(SubscriptionScene.text(period.end) == end)
            scene.advance(to: end)
        }
    }

    @Test func yearOfMonthsIsTwelveRenewalsAndOfWeeksFiftyTwo() {
        for (product, count) in [("silver", 12), ("weekly", 52)] {
            var scene = SubscriptionScene(at: "2026-01-31")
            scene.buy(product)
            scene.advance(to: "2027-01-31")
            let periods = scene.engine.takeFacts().compactMap { fact -> PaidPeriod? in
                if case .entered(let period) = fact.kind { period } else { nil }
            }
            #expect(periods.count == count + 1)
            for (one, next) in zip(periods, periods.dropFirst()) {
                #expect(one.end == next.start && next.reason == .renewal)
            }
        }
    }

    @Test func billingDayHoldsThroughAChangeToAnotherMonthlyProduct() {
        var scene = SubscriptionScene(at: "2026-01-31")
        scene.buy("silver")
        scene.buy("bronze")
        scene.advance(to: "2026-03-31")
        #expect(
            scene.entries().dropFirst() == [
                "2026-02-28 renewal 2 bronze 2026-02-28...2026-03-31 3000",
                "2026-03-31 renewal 3 bronze 2026-03-31...2026-04-30 3000",
            ])
    }

    @Test func recoveryInGraceReturnsToTheDayOfTheMonth() {
        var scene = SubscriptionScene(at: "2026-01-31")
        scene.engine.conditions.gracePolicy = .sixteenDays
        scene.buy("silver")
        scene.engine.conditions.renewalsFail = true
        scene.advance(to: "2026-03-05")
        scene.perform(.resolveBillingIssue)
        #expect(scene.entries().last == "2026-03-05 renewal 2 silver 2026-02-28...2026-03-31 10000")
    }
}
