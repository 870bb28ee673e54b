import IAPModel
import Testing

@testable import IAPReferenceStore

/// What `SKTestSession` does to subscriptions.
@Suite struct SubscriptionControlTests {
    @Test func expireTurnsAutoRenewOffAndEndsNow() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.advance(days: 10)
        _ = scene.story()
        #expect(scene.perform(.expire) == .done)
        #expect(
            scene.story() == [
                "2026-06-25 shortened 1 2026-06-25",
                "2026-06-25 expired for reason 1",
            ])
        #expect(scene.info?.willAutoRenew == false)
        #expect(scene.perform(.expire) == .refused(.notRunning))
    }

    @Test func forceRenewalEndsThePeriodNowAndBeginsANewOne() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.perform(.setAutoRenewal(false))
        scene.perform(.increasePrice(milliunits: 20_000, needsConsent: true))
        scene.advance(days: 10)
        _ = scene.story()
        #expect(scene.perform(.forceRenewal) == .done)
        #expect(
            scene.story() == [
                "2026-06-25 subscribed priceIncreaseCleared", "2026-06-25 subscribed autoRenewEnabled",
                "2026-06-25 shortened 1 2026-06-25", "2026-06-25 renewal 2 silver 2026-06-25...2026-07-25 10000",
                "2026-06-25 subscribed renewal",
            ])
    }

    @Test func forcedRenewalFailsWhereRenewalsFail() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.engine.conditions.renewalsFail = true
        scene.perform(.forceRenewal)
        #expect(scene.state == .inBillingRetry)
    }

    @Test func forceRenewalLeavesBillingRetryAsItIs() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.engine.conditions.renewalsFail = true
        scene.advance(to: "2026-07-20")
        _ = scene.story()
        #expect(scene.perform(.forceRenewal) == .done)
        #expect(scene.state == .inBillingRetry && scene.story() == [])
    }

    @Test func forceRenewalBringsTheChangeThatWaits() {
        var scene = SubscriptionScene()
        scene.buy("gold")
        scene.buy("bronze")
        scene.perform(.forceRenewal)
        #expect(scene.engine.subscription?.period.productID == "bronze")
    }
}
