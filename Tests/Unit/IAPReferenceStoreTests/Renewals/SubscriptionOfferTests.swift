import IAPModel
import Testing

@testable import IAPReferenceStore

@Suite struct SubscriptionOfferTests {
    private func ended(_ id: String) -> SubscriptionScene {
        var scene = SubscriptionScene()
        scene.buy(id)
        scene.perform(.setAutoRenewal(false))
        scene.advance(to: "2026-08-01")
        _ = scene.story()
        return scene
    }

    // MARK: Introductory offers

    @Test func introductoryOfferIsAppliedToAPlainPurchaseAutomatically() {
        var scene = SubscriptionScene()
        #expect(OfferEligibility.getsIntroductoryOffer(scene.engine.subscription))
        scene.buy("trial")
        #expect(scene.engine.subscription?.period.offer?.type == .introductory)
        #expect(scene.engine.subscription?.period.offer?.paymentMode == .freeTrial)
        scene.advance(to: "2026-06-22")
        #expect(
            scene.entries() == [
                "2026-06-15 purchase 1 trial 2026-06-15...2026-06-22 0",
                "2026-06-22 renewal 2 trial 2026-06-22...2026-07-22 10000",
            ])
        #expect(scene.engine.subscription?.period.offer == nil)
    }

    @Test func introductoryOfferIsUsedOnceForEachGroup() {
        var scene = ended("trial")
        #expect(!OfferEligibility.getsIntroductoryOffer(scene.engine.subscription))
        scene.buy("trial")
        #expect(scene.entries() == ["2026-08-01 purchase 2 trial 2026-08-01...2026-09-01 10000"])
    }

    @Test func lapsedSubscriberWithoutAnEarlierIntroductoryOfferGetsIt() {
        var scene = ended("silver")
        scene.buy("trial")
        #expect(scene.entries() == ["2026-08-01 purchase 2 trial 2026-08-01...2026-08-08 0"])
    }

    @Test func currentSubscriberDoesNotGetTheIntroductoryOffer() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        #expect(!OfferEligibility.getsIntroductoryOffer(scene.engine.subscription))
        scene.buy("trial")
        #expect(scene.entries().last == "2026-06-15 purchase 2 trial 2026-06-15...2026-07-15 10000")
    }

    @Test func signedEligibilityOverridesTheStoresInBothDirections() {
        var scene = SubscriptionScene()
        scene.buy("trial", allowsTrial: false)
        #expect(scene.engine.subscription?.period.priceMilliunits == 10_000)
        scene.perform(.expire)
        scene.buy("trial")
        scene.perform(.expire)
        scene.buy("trial", allowsTrial: true)
        #expect(scene.engine.subscription?.period.offer?.type == .introductory)
    }

    // MARK: Promotional offers

    @Test func promotionalOfferIsForCurrentAndLapsedSubscribers() {
        var scene = SubscriptionScene()
        #expect(scene.buy("silver", SubscriptionScene.promo) == .refused(.ineligibleForOffer))
        scene = ended("silver")
        #expect(scene.buy("silver", SubscriptionScene.promo) == .charged(2))
        #expect(scene.engine.subscription?.period.offer?.id == "promo")
    }

    @Test func offerThatIsPaidAsItGoesLastsItsNumberOfBills() {
        var scene = ended("silver")
        scene.buy("silver", SubscriptionScene.promo)
        #expect(scene.info?.offer?.id == "promo" && scene.info?.renewalPrice?.milliunits == 1_000)
        scene.advance(to: "2026-10-01")
        #expect(
            scene.entries() == [
                "2026-08-01 purchase 2 silver 2026-08-01...2026-09-01 1000",
                "2026-09-01 renewal 3 silver 2026-09-01...2026-10-01 1000",
                "2026-10-01 renewal 4 silver 2026-10-01...2026-11-01 10000",
            ])
        #expect(scene.info?.offer == nil)
    }

    @Test func offerThatIsPaidUpFrontLastsItsWholePeriodOnce() {
        var scene = ended("silver")
        scene.buy("silver", SubscriptionScene.upFront)
        scene.advance(to: "2026-11-01")
        #expect(
            scene.entries() == [
                "2026-08-01 purchase 2 silver 2026-08-01...2026-11-01 5000",
                "2026-11-01 renewal 3 silver 2026-11-01...2026-12-01 10000",
            ])
    }

    @Test func promotionalOfferOnAnUpgradeIsAppliedImmediately() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        #expect(scene.buy("gold", SubscriptionScene.promo) == .charged(2))
        #expect(scene.engine.subscription?.period.priceMilliunits == 1_000)
    }

    @Test func promotionalOfferOnOtherChangesIsAppliedAtTheNextBilling() {
        for id in ["bronze", "silver"] {
            var scene = SubscriptionScene()
            scene.buy("silver")
            #expect(scene.buy(id, SubscriptionScene.promo) == .held(1))
            #expect(scene.info?.offer?.id == "promo")
            scene.advance(to: "2026-09-15")
            #expect(
                scene.entries() == [
                    "2026-06-15 purchase 1 silver 2026-06-15...2026-07-15 10000",
                    "2026-07-15 renewal 2 \(id) 2026-07-15...2026-08-15 1000",
                    "2026-08-15 renewal 3 \(id) 2026-08-15...2026-09-15 1000",
                    "2026-09-15 renewal 4 \(id) 2026-09-15...2026-10-15 \(id == "silver" ? 10_000 : 3_000)",
                ])
        }
    }

    @Test func oneOfferIsActiveAtATime() {
        var scene = ended("silver")
        scene.buy("silver", SubscriptionScene.promo)
        scene.buy("silver", SubscriptionScene.upFront)
        scene.advance(to: "2027-02-01")
        #expect(
            scene.entries().map { $0.split(separator: " ").last } == ["1000", "1000", "5000", "10000", "10000"],
            "the waiting offer begins after the first one")
    }

    @Test func offerEndsWithItsProduct() {
        var scene = ended("silver")
        scene.buy("silver", SubscriptionScene.promo)
        scene.buy("silver.hd")
        scene.advance(to: "2026-09-01")
        #expect(scene.entries().last == "2026-09-01 renewal 4 silver.hd 2026-09-01...2026-10-01 12000")
    }

    @Test func offerEndsWithItsProductAlsoAtARenewal() {
        var scene = ended("silver")
        scene.buy("silver", SubscriptionScene.promo)
        scene.buy("bronze")
        #expect(scene.info?.offer == nil && scene.info?.renewalPrice?.milliunits == 3_000)
        scene.advance(to: "2026-09-01")
        #expect(scene.entries().last == "2026-09-01 renewal 3 bronze 2026-09-01...2026-10-01 3000")
    }

    // MARK: Win-back offers and codes

    @Test func winBackOfferIsForExpiredSubscriptions() {
        var scene = SubscriptionScene()
        #expect(scene.buy("trial", SubscriptionScene.comeBack) == .refused(.ineligibleForOffer))
        scene.buy("trial")
        #expect(scene.buy("trial", SubscriptionScene.comeBack) == .refused(.ineligibleForOffer))
        #expect(scene.info?.eligibleWinBackOfferIDs == [])
        scene.engine.conditions.renewalsFail = true
        scene.advance(to: "2026-06-22")
        #expect(scene.state == .inBillingRetry)
        #expect(scene.buy("trial", SubscriptionScene.comeBack) == .refused(.ineligibleForOffer))
        scene.perform(.setAutoRenewal(false))
        #expect(
            scene.info?.eligibleWinBackOfferIDs == ["back"],
            "the offers are those that the file enables at the expiration")
        #expect(scene.buy("trial", SubscriptionScene.closed) == .refused(.ineligibleForOffer))
        #expect(scene.buy("trial", SubscriptionScene.comeBack) == .charged(2))
        #expect(scene.engine.subscription?.period.offer?.type == .winBack)
    }

    @Test func winBackOfferIsNotForRefundedSubscriptions() {
        var scene = SubscriptionScene()
        scene.buy("trial")
        _ = scene.refundNewest()
        #expect(scene.info?.eligibleWinBackOfferIDs == [])
        #expect(scene.buy("trial", SubscriptionScene.comeBack) == .refused(.ineligibleForOffer))
    }

    @Test func codeHasItsTypeAndItsName() {
        var scene = SubscriptionScene()
        scene.buy("bronze", SubscriptionScene.welcome)
        let offer = scene.engine.subscription?.period.offer
        #expect(offer?.type == .code && offer?.id == "WELCOME")
    }

    @Test func codeIsForTheAccountsThatItNames() {
        var scene = ended("bronze")
        #expect(scene.buy("bronze", SubscriptionScene.welcome) == .refused(.ineligibleForOffer))
        scene.buy("bronze")
        #expect(scene.buy("bronze", SubscriptionScene.welcome) == .held(2))
    }

    @Test func codeIsRefusedIfItWouldBeADowngrade() {
        var scene = SubscriptionScene()
        scene.buy("gold")
        #expect(scene.buy("bronze", SubscriptionScene.welcome) == .refused(.ineligibleForOffer))
    }

    @Test func codeThatMayBeStackedComesAfterTheIntroductoryOffer() {
        var scene = SubscriptionScene()
        scene.buy("trial", SubscriptionScene.welcome)
        scene.advance(to: "2026-07-22")
        #expect(
            scene.entries() == [
                "2026-06-15 purchase 1 trial 2026-06-15...2026-06-22 0",
                "2026-06-22 renewal 2 trial 2026-06-22...2026-07-22 500",
                "2026-07-22 renewal 3 trial 2026-07-22...2026-08-22 10000",
            ])
    }

    @Test func offerWithoutAPriceIsRefused() {
        var offer = SubscriptionScene.promo
        offer.isPriced = false
        var scene = ended("silver")
        #expect(scene.buy("silver", offer) == .refused(.invalidOfferPrice))
    }
}
