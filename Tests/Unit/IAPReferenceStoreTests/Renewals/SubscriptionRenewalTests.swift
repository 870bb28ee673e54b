import IAPModel
import Testing

@testable import IAPReferenceStore

/// Renewal, billing retry and grace period.
@Suite struct SubscriptionRenewalTests {
    @Test func renewalsAreSeparateTransactions() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.advance(to: "2026-09-01")
        #expect(
            scene.story() == [
                "2026-06-15 purchase 1 silver 2026-06-15...2026-07-15 10000", "2026-06-15 subscribed initialPurchase",
                "2026-07-15 renewal 2 silver 2026-07-15...2026-08-15 10000", "2026-07-15 subscribed renewal",
                "2026-08-15 renewal 3 silver 2026-08-15...2026-09-15 10000", "2026-08-15 subscribed renewal",
            ])
        #expect(scene.engine.subscription?.originalTransactionID == 1)
        #expect(scene.info?.renewalDate == SubscriptionScene.date("2026-09-15"))
    }

    private func failing(_ grace: GracePolicy?, _ id: String = "silver") -> SubscriptionScene {
        var scene = SubscriptionScene()
        scene.engine.conditions.gracePolicy = grace
        scene.buy(id)
        scene.engine.conditions.renewalsFail = true
        scene.advance(to: "2026-07-15")
        _ = scene.story()
        return scene
    }

    @Test func failureWithGraceWalksFromGraceToRetryToExpired() throws {
        var scene = failing(.sixteenDays)
        #expect(scene.state == .inGracePeriod && scene.engine.subscription?.isRunning == true)
        var info = try #require(scene.info)
        #expect(info.isInBillingRetry && info.expirationReason == .billingError)
        #expect(info.gracePeriodExpirationDate == SubscriptionScene.date("2026-07-31"))
        scene.advance(to: "2026-07-31")
        info = try #require(scene.info)
        #expect(info.isInBillingRetry && info.expirationReason == .billingError)
        #expect(info.gracePeriodExpirationDate == nil && scene.engine.subscription?.isRunning == false)
        scene.advance(to: "2026-12-01")
        info = try #require(scene.info)
        #expect(!info.isInBillingRetry && info.expirationReason == .billingError)
        #expect(
            scene.story() == [
                "2026-07-31 inBillingRetry gracePeriodEnd", "2026-09-13 expired for reason 2",
            ])
    }

    @Test func failureWithoutGraceGoesToRetryDirectly() {
        var scene = failing(nil)
        #expect(scene.state == .inBillingRetry && scene.engine.subscription?.isRunning == false)
        scene.advance(to: "2026-09-12")
        #expect(scene.state == .inBillingRetry)
        scene.advance(to: "2026-09-13")
        #expect(scene.story() == ["2026-09-13 expired for reason 2"])
    }

    @Test func recoveryInGraceKeepsTheBillingDate() {
        var scene = failing(.sixteenDays)
        scene.advance(to: "2026-07-20")
        #expect(scene.perform(.resolveBillingIssue) == .done)
        #expect(
            scene.story() == [
                "2026-07-20 renewal 2 silver 2026-07-15...2026-08-15 10000", "2026-07-20 subscribed billingRecovery",
            ])
        scene.engine.conditions.renewalsFail = false
        scene.advance(to: "2026-08-15")
        #expect(scene.entries() == ["2026-08-15 renewal 3 silver 2026-08-15...2026-09-15 10000"])
    }

    @Test func recoveryAfterGraceBeginsANewCycle() {
        for grace in [GracePolicy.sixteenDays, nil] {
            var scene = failing(grace)
            scene.advance(to: "2026-08-20")
            _ = scene.story()
            scene.perform(.resolveBillingIssue)
            scene.engine.conditions.renewalsFail = false
            scene.advance(to: "2026-09-20")
            #expect(
                scene.entries() == [
                    "2026-08-20 renewal 2 silver 2026-08-20...2026-09-20 10000",
                    "2026-09-20 renewal 3 silver 2026-09-20...2026-10-20 10000",
                ])
            #expect(scene.engine.subscription?.originalTransactionID == 1)
            #expect(scene.info?.recentSubscriptionStartDate == SubscriptionScene.date("2026-06-15"))
        }
    }

    /// The store retries once a day.
    @Test(arguments: 1..<10) func retrySucceedsWhenPaymentsWorkAgain(day: Int64) {
        var scene = failing(.sixteenDays)
        let attempt = scene.now + day * SubscriptionScene.day
        scene.advance(to: attempt - 1)
        guard case .billingRetry(let retry)? = scene.engine.subscription?.phase else {
            Issue.record("the subscription is not in billing retry")
            return
        }
        #expect(retry.attempts == Int(day) - 1)
        scene.engine.conditions.renewalsFail = false
        #expect(scene.state == .inGracePeriod)
        scene.advance(to: attempt)
        #expect(
            scene.entries() == [
                "\(SubscriptionScene.text(attempt)) renewal 2 silver 2026-07-15...2026-08-15 10000"
            ])
    }

    @Test func renewalsGoOnFailingWhileTheyAreToFail() {
        var scene = failing(.sixteenDays)
        scene.perform(.resolveBillingIssue)
        scene.advance(to: "2026-08-15")
        #expect(scene.state == .inGracePeriod)
    }

    @Test func resolvingHasNoEffectAfterRetryHasEnded() {
        var scene = failing(nil)
        scene.advance(to: "2026-09-13")
        _ = scene.story()
        #expect(scene.perform(.resolveBillingIssue) == .refused(.notInBillingRetry))
        #expect(scene.story() == [] && scene.state == .expired)
    }

    @Test func cancellingDuringRetryOrGraceEndsImmediately() {
        for grace in [GracePolicy.sixteenDays, nil] {
            var scene = failing(grace)
            scene.advance(to: "2026-07-20")
            scene.perform(.setAutoRenewal(false))
            #expect(scene.story() == ["2026-07-20 expired for reason 1"])
            #expect(scene.info?.expirationReason == .autoRenewDisabled && scene.info?.isInBillingRetry == false)
        }
    }

    @Test func autoRenewOffIsEntitledUntilTheEndAndThenExpiredForReasonOne() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.perform(.setAutoRenewal(false))
        #expect(scene.info?.willAutoRenew == false && scene.info?.autoRenewProductID == nil)
        scene.advance(to: SubscriptionScene.date("2026-07-15") - 1)
        #expect(scene.state == .subscribed)
        scene.advance(to: "2026-07-15")
        #expect(scene.state == .expired && scene.info?.expirationReason == .autoRenewDisabled)
    }

    @Test func autoRenewBackOnBeforeTheEndContinues() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.perform(.setAutoRenewal(false))
        scene.advance(days: 20)
        scene.perform(.setAutoRenewal(true))
        scene.advance(to: "2026-07-15")
        #expect(
            scene.story().dropFirst(2) == [
                "2026-06-15 subscribed autoRenewDisabled", "2026-07-05 subscribed autoRenewEnabled",
                "2026-07-15 renewal 2 silver 2026-07-15...2026-08-15 10000", "2026-07-15 subscribed renewal",
            ])
    }

    @Test func autoRenewCannotBeTurnedOnAfterTheEnd() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.perform(.setAutoRenewal(false))
        scene.advance(to: "2026-07-15")
        #expect(scene.perform(.setAutoRenewal(true)) == .refused(.notRunning))
        #expect(scene.state == .expired)
    }

    @Test func productRemovedFromSaleEndsForReasonFour() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.engine.conditions.removedProducts = [ExactText("silver")]
        scene.advance(to: SubscriptionScene.date("2026-07-15") - 1)
        #expect(scene.state == .subscribed, "the paid period stays")
        scene.advance(to: "2026-07-15")
        #expect(scene.state == .expired && scene.info?.expirationReason == .productUnavailable)
    }

    @Test func productReturnedToSaleIsRenewed() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.engine.conditions.removedProducts = [ExactText("silver")]
        scene.advance(days: 10)
        scene.engine.conditions.removedProducts = []
        scene.advance(to: "2026-07-15")
        #expect(scene.state == .subscribed)
    }

    /// Apple's sandbox renews up to twelve times, TestFlight six times.
    @Test func limitOfRenewalsTurnsAutoRenewOff() {
        var scene = SubscriptionScene(.monthlyRenewalEveryFiveMinutes)
        scene.engine.conditions.renewalLimit = 12
        scene.buy("silver")
        scene.advance(days: 1)
        #expect(scene.entries().count == 13)
        #expect(scene.info?.expirationReason == .autoRenewDisabled)
    }

    @Test func subscriptionIgnoresAClockThatIsSetBack() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.advance(to: "2026-07-20")
        _ = scene.story()
        scene.advance(to: "2026-06-20")
        scene.perform(.setAutoRenewal(false))
        #expect(scene.story() == ["2026-07-15 subscribed autoRenewDisabled"])
    }

    @Test func changedRateAppliesFromTheNextPeriod() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.advance(to: "2026-08-01")
        scene.engine.conditions.timeRate = .monthlyRenewalEveryHour
        scene.advance(to: SubscriptionScene.date("2026-08-15") + 7_200_000)
        let lengths = scene.engine.takeFacts().compactMap { fact -> Int64? in
            if case .entered(let period) = fact.kind { period.end - period.start } else { nil }
        }
        #expect(
            lengths == [30 * SubscriptionScene.day, 31 * SubscriptionScene.day] + Array(repeating: 3_600_000, count: 3))
    }
}
