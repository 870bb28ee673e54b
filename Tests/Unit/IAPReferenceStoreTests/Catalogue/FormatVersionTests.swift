import IAPModel
import Testing

@testable import IAPReferenceStore

/// Every version of the format that Xcode 12.0 to 26.4 has written.
@Suite struct FormatVersionTests {
    static let versions = ["1.0", "1.1", "1.2", "2.0", "3.0", "4.0", "5.0"]

    private func load(_ version: String) throws -> Catalogue {
        try Catalogue.load(path: TestFile.fixture("Versions/\(version).storekit"))
    }

    @Test(arguments: versions) func everyVersionLoadsWithoutWarning(version: String) throws {
        let catalogue = try load(version)
        #expect(catalogue.version.description == version)
        #expect(catalogue.warnings == [])
        #expect(catalogue.product(id: "com.example.caves.coins")?.priceMilliunits == 990)
        #expect(catalogue.products.count { $0.subscription != nil } == 1)
        #expect(catalogue.groups.count == 1)
    }

    @Test func version1_0HasDefaultSettings() throws {
        let catalogue = try load("1.0")
        #expect(catalogue.settings == CatalogueSettings())
        #expect(catalogue.product(id: "com.example.caves.editor")?.type == .nonConsumable)
    }

    @Test func version1_1HasNonRenewingSubscriptions() throws {
        let catalogue = try load("1.1")
        #expect(
            catalogue.products.map(\.type) == [
                .consumable, .nonRenewingSubscription, .autoRenewableSubscription,
            ])
        #expect(catalogue.settings.isAskToBuyEnabled)
        #expect(catalogue.settings.timeRate == .oneSecondIsOneDay)
    }

    @Test func version1_2HasOfferCodes() throws {
        let subscription = try #require(try load("1.2").product(id: "com.example.caves.monthly")?.subscription)
        let offer = try #require(subscription.codeOffers.first)
        #expect(offer.kind == .code)
        #expect(offer.referenceName == "Autumn")
        #expect(offer.offerID == nil)
        #expect(offer.paymentMode == .payAsYouGo)
        #expect(offer.periodCount == 2)
        #expect(offer.priceMilliunits == 490)
        #expect(offer.eligibility == [.new, .existing, .expired])
        #expect(offer.isStackable)
    }

    @Test func version2_0IsSynchronizedWithAnApp() throws {
        let settings = try load("2.0").settings
        #expect(settings.timeRate == .monthlyRenewalEveryThirtySeconds)
    }

    @Test func version3_0HasSimulatedFailuresAndPromotionalOffers() throws {
        let catalogue = try load("3.0")
        #expect(
            catalogue.settings.simulatedFailures.map(\.api) == [
                .loadProducts, .purchase, .verification, .sync, .subscriptionStatus, .appTransaction,
                .manageSubscriptions,
                .refundRequest, .offerCodeRedemption,
            ])
        let subscription = try #require(catalogue.product(id: "com.example.caves.monthly")?.subscription)
        #expect(subscription.introductoryOffer?.paymentMode == .free)
        #expect(subscription.introductoryOffer?.period == Period(value: 1, unit: .week))
        #expect(subscription.promotionalOffers.map(\.offerID) == ["year"])
        #expect(subscription.promotionalOffers.map(\.priceMilliunits) == [9990])
    }

    @Test func version4_0HasWinBackOffersAndLocalizedGroups() throws {
        let catalogue = try load("4.0")
        let subscription = try #require(catalogue.product(id: "com.example.caves.monthly")?.subscription)
        #expect(subscription.winBackOffers.map(\.offerID) == ["back"])
        #expect(subscription.winBackOffers.map(\.isEligible) == [true])
        #expect(catalogue.group(id: "5D2A11C4")?.displayName(for: "en_US") == "Caves Club")
        let settings = catalogue.settings
        #expect(settings.storefront == "ESP")
        #expect(settings.locale == "es_ES")
        #expect(settings.isInterruptedPurchasesEnabled && settings.isBillingRetryOnRenewalEnabled)
        #expect(settings.isBillingGracePeriodEnabled && settings.isDisableDialogs)
        #expect(!settings.isAskToBuyEnabled && !settings.isFailTransactionsEnabled)
    }

    @Test func version5_0HasBillingPlans() throws {
        let subscription = try #require(try load("5.0").product(id: "com.example.caves.yearly")?.subscription)
        #expect(subscription.introductoryOffers == [])
        #expect(subscription.promotionalOffers.map(\.billingPlanType) == ["BILLED_UPFRONT"])
        #expect(subscription.billingPlans.map(\.type) == ["BILLED_UPFRONT", "MONTHLY"])
        #expect(subscription.billingPlans.map(\.priceMilliunits) == [11880, 1000])
        #expect(subscription.billingPlans.map(\.commitmentPriceMilliunits) == [11880, 12000])
        #expect(subscription.billingPlans.map(\.isEnabled) == [true, false])
    }
}
