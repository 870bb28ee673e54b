import IAPModel
import Testing

@testable import IAPReferenceStore

/// Changes between the subscriptions of a group: the refunds for unused time, and what no call of StoreKit does.
@Suite struct SubscriptionGroupTests {
    @Test func upgradeIsImmediateWithAProratedRefundAndANewPeriod() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.advance(days: 10)
        #expect(scene.buy("gold") == .charged(2))
        #expect(
            scene.story() == [
                "2026-06-15 purchase 1 silver 2026-06-15...2026-07-15 10000", "2026-06-15 subscribed initialPurchase",
                "2026-06-25 upgraded 1 -6666", "2026-06-25 purchase 2 gold 2026-06-25...2026-07-25 30000",
                "2026-06-25 subscribed upgrade",
            ])
        #expect(scene.engine.subscription?.originalTransactionID == 1, "an upgrade keeps the original id")
        scene.advance(to: "2026-07-25")
        #expect(scene.entries() == ["2026-07-25 renewal 3 gold 2026-07-25...2026-08-25 30000"])
    }

    @Test func crossgradeOfTheSameDurationIsImmediate() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.advance(days: 15)
        #expect(scene.buy("silver.hd") == .charged(2))
        #expect(
            scene.entries() == [
                "2026-06-15 purchase 1 silver 2026-06-15...2026-07-15 10000", "2026-06-30 upgraded 1 -5000",
                "2026-06-30 purchase 2 silver.hd 2026-06-30...2026-07-30 12000",
            ])
    }

    @Test func choiceInTheSheetBeginsAtTheNextRenewalAndTurnsAutoRenewOn() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.perform(.setAutoRenewal(false))
        #expect(scene.perform(.choose(productID: "gold", nil)) == .done)
        #expect(scene.info?.autoRenewProductID == "gold" && scene.info?.willAutoRenew == true)
        scene.advance(to: "2026-07-15")
        #expect(scene.entries().last == "2026-07-15 renewal 2 gold 2026-07-15...2026-08-15 30000")
    }
}
