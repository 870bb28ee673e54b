import IAPModel
import Testing

@testable import IAPReferenceStore

@Suite struct PriceIncreaseTests {
    private func increased(needsConsent: Bool) -> SubscriptionScene {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.advance(days: 10)
        scene.perform(.increasePrice(milliunits: 15_000, needsConsent: needsConsent))
        return scene
    }

    private let raised = "2026-07-15 renewal 2 silver 2026-07-15...2026-08-15 15000"

    @Test func increaseThatNeedsNoConsentIsAgreedImmediatelyAndPaidFromTheNextRenewal() {
        var scene = increased(needsConsent: false)
        #expect(scene.info?.priceIncrease == .agreed)
        #expect(scene.info?.renewalPrice?.milliunits == 15_000)
        scene.advance(to: "2026-08-15")
        #expect(scene.info?.priceIncrease == RenewalInfo.PriceIncrease.none)
        #expect(
            scene.entries().dropFirst() == [
                raised, "2026-08-15 renewal 3 silver 2026-08-15...2026-09-15 15000",
            ])
    }

    @Test func increaseThatNeedsConsentIsPendingUntilTheCustomerAgrees() {
        var scene = increased(needsConsent: true)
        #expect(scene.info?.priceIncrease == .pending)
        #expect(scene.perform(.consentToPriceIncrease) == .done)
        #expect(scene.info?.priceIncrease == .agreed)
        scene.advance(to: "2026-07-15")
        #expect(
            scene.story().dropFirst(2) == [
                "2026-06-25 subscribed priceIncreasePending", "2026-06-25 subscribed priceIncreaseAgreed", raised,
                "2026-07-15 subscribed renewal",
            ])
    }

    @Test func increaseWithoutAnAnswerExpiresAtThePeriodEndForReasonThree() {
        var scene = increased(needsConsent: true)
        scene.advance(to: SubscriptionScene.date("2026-07-15") - 1)
        #expect(scene.state == .subscribed)
        scene.advance(to: "2026-07-15")
        #expect(scene.state == .expired && scene.info?.expirationReason == .didNotConsentToPriceIncrease)
    }

    @Test func declinedIncreaseTurnsAutoRenewOffAndExpiresForReasonThree() {
        var scene = increased(needsConsent: true)
        #expect(scene.perform(.declinePriceIncrease) == .done)
        #expect(scene.info?.priceIncrease == RenewalInfo.PriceIncrease.none && scene.info?.willAutoRenew == false)
        #expect(scene.state == .subscribed)
        scene.advance(to: "2026-07-15")
        #expect(scene.state == .expired && scene.info?.expirationReason == .didNotConsentToPriceIncrease)
    }

    @Test func withoutAnIncreaseThereIsNothingToAnswer() {
        var scene = increased(needsConsent: false)
        #expect(scene.perform(.consentToPriceIncrease) == .refused(.noPriceIncrease))
        #expect(scene.perform(.declinePriceIncrease) == .refused(.noPriceIncrease))
        #expect(scene.perform(.increasePrice(milliunits: -1, needsConsent: true)) == .refused(.invalidPrice))
    }

    @Test func increaseIsOfTheProductAndNotOfTheNextOne() {
        var scene = increased(needsConsent: true)
        scene.buy("bronze")
        scene.advance(to: "2026-07-15")
        #expect(scene.entries().last == "2026-07-15 renewal 2 bronze 2026-07-15...2026-08-15 3000")
        #expect(scene.info?.priceIncrease == RenewalInfo.PriceIncrease.none)
    }

    @Test func increaseEndsWithTheBillingPlan() {
        for needsConsent in [true, false] {
            var scene = SubscriptionScene()
            scene.buy("plan")
            scene.perform(.increasePrice(milliunits: 60_000, needsConsent: needsConsent))
            scene.perform(.choose(productID: "plan", .monthly))
            scene.advance(to: "2027-06-15")
            #expect(scene.entries().last == "2027-06-15 renewal 2 plan 2027-06-15...2027-07-15 5000")
            #expect(scene.info?.priceIncrease == RenewalInfo.PriceIncrease.none)
        }
    }

    @Test func increaseEndsWithAnUpgrade() {
        for needsConsent in [true, false] {
            var scene = increased(needsConsent: needsConsent)
            scene.buy("gold")
            #expect(scene.info?.priceIncrease == RenewalInfo.PriceIncrease.none)
            scene.advance(to: "2026-07-25")
            #expect(scene.entries().last == "2026-07-25 renewal 3 gold 2026-07-25...2026-08-25 30000")
        }
    }

    @Test func newSubscriptionPaysThePriceOfTheCatalogue() {
        var scene = increased(needsConsent: false)
        scene.advance(to: "2026-07-20")
        scene.perform(.setAutoRenewal(false))
        scene.advance(to: "2026-09-01")
        scene.buy("silver")
        #expect(scene.engine.subscription?.period.priceMilliunits == 10_000)
    }
}
