import IAPModel
import Testing

@testable import IAPReferenceStore

/// Changes between the subscriptions of a group.
@Suite struct SubscriptionGroupTests {
    @Test func oneSubscriptionOfAGroupIsActiveAtATime() {
        var scene = SubscriptionScene()
        scene.buy("bronze")
        scene.buy("silver")
        scene.buy("gold")
        #expect(
            scene.entries() == [
                "2026-06-15 purchase 1 bronze 2026-06-15...2026-07-15 3000", "2026-06-15 upgraded 1 -3000",
                "2026-06-15 purchase 2 silver 2026-06-15...2026-07-15 10000", "2026-06-15 upgraded 2 -10000",
                "2026-06-15 purchase 3 gold 2026-06-15...2026-07-15 30000",
            ])
        #expect(scene.engine.subscription?.period.productID == "gold" && scene.state == .subscribed)
    }

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

    @Test func downgradeBeginsAtTheNextRenewal() {
        var scene = SubscriptionScene()
        scene.buy("gold")
        scene.advance(days: 10)
        #expect(scene.buy("bronze") == .held(1), "StoreKit returns the current transaction")
        #expect(scene.info?.autoRenewProductID == "bronze" && scene.info?.productID == "gold")
        #expect(scene.info?.renewalPrice == Money(milliunits: 3_000, currencyCode: "USD"))
        scene.advance(to: "2026-08-15")
        #expect(
            scene.story() == [
                "2026-06-15 purchase 1 gold 2026-06-15...2026-07-15 30000", "2026-06-15 subscribed initialPurchase",
                "2026-06-25 subscribed preference", "2026-07-15 renewal 2 bronze 2026-07-15...2026-08-15 3000",
                "2026-07-15 subscribed renewal", "2026-08-15 renewal 3 bronze 2026-08-15...2026-09-15 3000",
                "2026-08-15 subscribed renewal",
            ])
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

    @Test func crossgradeOfADifferentDurationBeginsAtTheNextRenewal() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        #expect(scene.buy("silver.yearly") == .held(1))
        scene.advance(to: "2026-07-15")
        #expect(
            scene.entries() == [
                "2026-06-15 purchase 1 silver 2026-06-15...2026-07-15 10000",
                "2026-07-15 renewal 2 silver.yearly 2026-07-15...2027-07-15 100000",
            ])
    }

    @Test func deferredChangeCanBeTakenBack() {
        var scene = SubscriptionScene()
        scene.buy("gold")
        scene.buy("bronze")
        #expect(scene.buy("gold") == .held(1))
        #expect(scene.info?.autoRenewProductID == "gold")
        scene.advance(to: "2026-07-15")
        #expect(scene.engine.subscription?.period.productID == "gold")
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

    @Test func sameActiveSubscriptionIsNotBoughtAgain() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        _ = scene.story()
        #expect(scene.buy("silver") == .held(1))
        #expect(scene.story() == [])
    }

    @Test func boughtAgainWhileItIsToEndItGoesOn() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.perform(.setAutoRenewal(false))
        #expect(scene.buy("silver") == .held(1))
        scene.advance(to: "2026-07-15")
        #expect(scene.state == .subscribed)
    }

    @Test(arguments: ["silver", "gold", "bronze"])
    func resubscriptionKeepsTheOriginalID(productID: String) {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.perform(.setAutoRenewal(false))
        scene.advance(to: "2026-12-01")
        #expect(scene.state == .expired)
        #expect(scene.buy(productID) == .charged(2))
        let subscription = scene.engine.subscription
        #expect(subscription?.originalTransactionID == 1)
        #expect(subscription?.originalPurchaseDate == SubscriptionScene.date("2026-06-15"))
        #expect(subscription?.period.start == SubscriptionScene.date("2026-12-01"))
        #expect(scene.story().last == "2026-12-01 subscribed resubscription")
    }

    @Test func recentStartIgnoresLapsesOfLessThanSixtyDays() {
        for (day, isLong) in [("2026-09-12", false), ("2026-09-13", true)] {
            var scene = SubscriptionScene()
            scene.buy("silver")
            scene.perform(.setAutoRenewal(false))
            scene.advance(to: day)  // It ended on July 15th, sixty days before September 13th.
            scene.buy("silver")
            let start = SubscriptionScene.date(isLong ? day : "2026-06-15")
            #expect(scene.info?.recentSubscriptionStartDate == start, "\(day)")
        }
    }

    @Test func purchasesThatMakeNoSenseAreRefused() {
        var scene = SubscriptionScene()
        let other = SubscriptionScene.product("other", level: 1, SubscriptionScene.month, price: 1, group: "OTHER")
        let coins = CatalogueProduct(productID: "coins", type: .consumable, priceMilliunits: 1)
        #expect(
            scene.perform(.purchase(SubscriptionPurchase(product: coins))) == .refused(.notOfGroup))
        #expect(scene.perform(.setAutoRenewal(false)) == .refused(.notSubscribed))
        scene.buy("silver")
        #expect(scene.perform(.purchase(SubscriptionPurchase(product: other))) == .refused(.notOfGroup))
        #expect(scene.buy("gold", plan: .monthly) == .refused(.unknownBillingPlan))
        scene.engine.conditions.removedProducts = [ExactText("gold")]
        #expect(scene.buy("gold") == .refused(.productUnavailable))
        #expect(scene.perform(.choose(productID: "gold", nil)) == .refused(.productUnavailable))
        #expect(scene.perform(.choose(productID: "nothing", nil)) == .refused(.productUnavailable))
        #expect(scene.entries().count == 1)
    }
}
