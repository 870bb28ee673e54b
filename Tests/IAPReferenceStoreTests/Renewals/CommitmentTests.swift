import IAPModel
import Testing

@testable import IAPReferenceStore

/// A twelve-month commitment that is billed monthly.
@Suite struct CommitmentTests {
    private func committed(to date: String = "2026-06-15") -> SubscriptionScene {
        var scene = SubscriptionScene()
        scene.buy("plan", plan: .monthly)
        scene.advance(to: date)
        _ = scene.story()
        return scene
    }

    @Test func eachMonthIsItsOwnTransaction() {
        var scene = SubscriptionScene()
        scene.buy("plan", plan: .monthly)
        scene.advance(to: "2027-06-15")
        let periods = scene.engine.takeFacts().compactMap { fact -> PaidPeriod? in
            if case .entered(let period) = fact.kind { period } else { nil }
        }
        #expect(periods.count == 13)
        #expect(periods.map { $0.commitment?.periodNumber } == Array(1...12) + [1], "a new commitment follows")
        for period in periods.prefix(12) {
            #expect(period.priceMilliunits == 5_000 && period.billingPlanType == .monthly)
            #expect(period.commitment?.periodCount == 12 && period.commitment?.priceMilliunits == 60_000)
            #expect(period.commitment?.expirationDate == SubscriptionScene.date("2027-06-15"))
        }
        #expect(periods.last?.commitment?.expirationDate == SubscriptionScene.date("2028-06-15"))
    }

    @Test(arguments: TimeRate.allCases) func commitmentEndsWithItsLastMonth(rate: TimeRate) throws {
        var scene = SubscriptionScene(rate, at: "2026-01-31")
        scene.buy("plan", plan: .monthly)
        let end = try #require(scene.engine.subscription?.period.commitment?.expirationDate)
        scene.perform(.setAutoRenewal(false))
        scene.advance(to: end - 1)
        #expect(scene.state == .subscribed && scene.engine.subscription?.period.commitment?.periodNumber == 12)
        scene.advance(to: end)
        #expect(scene.state == .expired)
    }

    @Test func withoutThePlanThereIsNoCommitment() {
        var scene = SubscriptionScene()
        scene.buy("plan")
        let period = scene.engine.subscription?.period
        #expect(period?.commitment == nil && period?.billingPlanType == .upFront && period?.priceMilliunits == 50_000)
    }

    @Test func cancellingTakesEffectAfterTheCommitment() throws {
        var scene = committed(to: "2026-08-20")
        scene.perform(.setAutoRenewal(false))
        var info = try #require(scene.info)
        #expect(info.willAutoRenew && info.commitment?.willAutoRenew == false)
        #expect(info.commitment?.autoRenewProductID == nil)
        #expect(info.autoRenewProductID == "plan" && info.renewalPrice?.milliunits == 5_000)
        scene.advance(to: "2027-05-15")
        info = try #require(scene.info)
        #expect(!info.willAutoRenew, "the last month of the commitment has been paid")
        #expect(scene.state == .subscribed)
        scene.advance(to: "2027-06-15")
        #expect(scene.state == .expired && scene.info?.expirationReason == .autoRenewDisabled)
    }

    @Test func refundOfTheCurrentPeriodEndsTheCommitment() {
        var scene = committed(to: "2026-08-20")
        #expect(scene.refundNewest() == .done)
        #expect(scene.state == .revoked)
        scene.advance(to: "2028-01-01")
        #expect(scene.entries() == ["2026-08-20 revoked 3 -5000"])
    }

    @Test func upgradeEndsTheCommitmentImmediately() {
        var scene = committed(to: "2026-06-25")
        #expect(scene.buy("gold") == .charged(2))
        #expect(
            scene.entries() == [
                "2026-06-25 upgraded 1 -3333", "2026-06-25 purchase 2 gold 2026-06-25...2026-07-25 30000",
            ])
        #expect(scene.info?.commitment == nil)
    }

    @Test func downgradeWaitsForTheEndOfTheCommitment() throws {
        var scene = committed()
        #expect(scene.buy("bronze") == .held(1))
        #expect(scene.info?.autoRenewProductID == "plan" && scene.info?.commitment?.autoRenewProductID == "bronze")
        #expect(scene.info?.commitment?.renewalPriceMilliunits == 3_000)
        scene.advance(to: "2027-06-15")
        #expect(scene.entries().last == "2027-06-15 renewal 13 bronze 2027-06-15...2027-07-15 3000")
    }

    @Test func retryOfACommitmentLastsNinetyDaysWithoutGrace() {
        var scene = committed()
        scene.engine.conditions.gracePolicy = .sixteenDays
        scene.engine.conditions.renewalsFail = true
        scene.advance(to: "2026-07-15")
        #expect(scene.state == .inBillingRetry && scene.info?.gracePeriodExpirationDate == nil)
        scene.advance(to: "2026-10-12")
        #expect(scene.state == .inBillingRetry)
        scene.advance(to: "2026-10-13")
        #expect(scene.state == .expired && scene.info?.expirationReason == .billingError)
    }

    @Test func recoveryGoesOnWithTheNextMonthOfTheCommitment() {
        var scene = committed()
        scene.engine.conditions.renewalsFail = true
        scene.advance(to: "2026-07-20")
        scene.perform(.resolveBillingIssue)
        let period = scene.engine.subscription?.period
        #expect(period?.start == SubscriptionScene.date("2026-07-20") && period?.commitment?.periodNumber == 2)
        #expect(
            period?.commitment?.expirationDate == SubscriptionScene.date("2027-06-20"), "the end is eleven months later"
        )
    }

    @Test func recoveryAfterALapseOfSixtyDaysRestartsTheService() {
        for (date, isLong) in [("2026-09-12", false), ("2026-09-13", true)] {
            var scene = committed()
            scene.engine.conditions.renewalsFail = true
            scene.advance(to: date)
            scene.perform(.resolveBillingIssue)
            #expect(scene.state == .subscribed)
            let start = SubscriptionScene.date(isLong ? date : "2026-06-15")
            #expect(scene.info?.recentSubscriptionStartDate == start)
        }
    }

    @Test func cancellingInRetryDoesNotEndACommitment() {
        var scene = committed()
        scene.engine.conditions.renewalsFail = true
        scene.advance(to: "2026-07-20")
        scene.perform(.setAutoRenewal(false))
        #expect(scene.state == .inBillingRetry)
        scene.perform(.resolveBillingIssue)
        #expect(scene.state == .subscribed)
    }

    @Test func commitmentIsKeptThoughTheProductIsRemovedFromSale() {
        var scene = committed()
        scene.engine.conditions.removedProducts = [ExactText("plan")]
        scene.advance(to: "2027-06-14")
        #expect(scene.state == .subscribed)
        scene.advance(to: "2027-06-15")
        #expect(scene.state == .expired && scene.info?.expirationReason == .productUnavailable)
    }

    @Test func priceOfACommitmentStaysToItsEnd() {
        var scene = committed()
        scene.perform(.increasePrice(milliunits: 6_000, needsConsent: false))
        scene.advance(to: "2027-06-15")
        let prices = scene.entries().compactMap { $0.split(separator: " ").last }
        #expect(prices == Array(repeating: "5000", count: 11) + ["6000"])
        #expect(scene.engine.subscription?.period.commitment?.priceMilliunits == 72_000)
    }
}
