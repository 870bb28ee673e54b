import IAPModel

@testable import IAPReferenceStore

/// A store with offers of every kind.
enum OfferShop {
    static let catalogue = #"""
        {"version": {"major": 5, "minor": 0},
         "products": [{"productID": "coins", "type": "Consumable", "displayPrice": "0.99"},
                      {"productID": "generic", "type": "NonConsumable", "displayPrice": "1.00"}],
         "subscriptionGroups": [
           {"id": "CLUB", "name": "Club", "subscriptions": [
             {"productID": "month", "type": "RecurringSubscription", "displayPrice": "4.99", "groupNumber": 2,
              "recurringSubscriptionPeriod": "P1M", "internalID": "M1",
              "introductoryOffer": {"paymentMode": "free", "subscriptionPeriod": "P1W"},
              "adHocOffers": [
                {"offerID": "half", "paymentMode": "payAsYouGo", "displayPrice": "2.49", "numberOfPeriods": 3,
                 "subscriptionPeriod": "P1M"},
                {"offerID": "year", "paymentMode": "payUpFront", "displayPrice": "39.99", "subscriptionPeriod": "P1Y"},
                {"offerID": "free", "paymentMode": "free", "subscriptionPeriod": "P2M"},
                {"offerID": "same", "paymentMode": "payAsYouGo", "displayPrice": "4.99", "subscriptionPeriod": "P1M"},
                {"offerID": "dear", "paymentMode": "payUpFront", "displayPrice": "59.88", "subscriptionPeriod": "P1Y"},
                {"offerID": "unpriced", "paymentMode": "payUpFront", "displayPrice": "", "subscriptionPeriod": "P1M"}],
              "winbackOffers": [
                {"offerID": "back", "paymentMode": "payAsYouGo", "displayPrice": "0.99", "isEligible": true,
                 "subscriptionPeriod": "P1M"},
                {"offerID": "later", "paymentMode": "free", "isEligible": false, "subscriptionPeriod": "P1W"}],
              "codeOffers": [
                {"referenceName": "WELCOME", "paymentMode": "free", "eligibility": ["new"],
                 "subscriptionPeriod": "P1M"},
                {"referenceName": "STAY", "paymentMode": "payAsYouGo", "displayPrice": "1.99",
                 "eligibility": ["existing"], "subscriptionPeriod": "P1M"},
                {"referenceName": "RETURN", "paymentMode": "payUpFront", "displayPrice": "5.00",
                 "eligibility": ["expired"], "subscriptionPeriod": "P3M"}]},
             {"productID": "top", "type": "RecurringSubscription", "displayPrice": "9.99", "groupNumber": 1,
              "recurringSubscriptionPeriod": "P1M",
              "introductoryOffer": {"paymentMode": "payUpFront", "displayPrice": "1.99", "subscriptionPeriod": "P2M"},
              "adHocOffers": [
                {"offerID": "top.half", "paymentMode": "payAsYouGo", "displayPrice": "4.99",
                 "subscriptionPeriod": "P1M"}],
              "codeOffers": [{"referenceName": "UP", "paymentMode": "free", "subscriptionPeriod": "P1M"}]},
             {"productID": "low", "type": "RecurringSubscription", "displayPrice": "0.99", "groupNumber": 3,
              "recurringSubscriptionPeriod": "P1M",
              "adHocOffers": [
                {"offerID": "low.free", "paymentMode": "free", "subscriptionPeriod": "P1M"}],
              "codeOffers": [{"referenceName": "LOW", "paymentMode": "free", "subscriptionPeriod": "P1M"}]},
             {"productID": "yearly", "type": "RecurringSubscription", "displayPrice": "39.99", "groupNumber": 2,
              "recurringSubscriptionPeriod": "P1Y",
              "introductoryOffers": [
                {"billingPlanType": "MONTHLY", "paymentMode": "payAsYouGo", "displayPrice": "1.00",
                 "numberOfPeriods": 2, "subscriptionPeriod": "P1M"},
                {"billingPlanType": "BILLED_UPFRONT", "paymentMode": "free", "subscriptionPeriod": "P2W"}],
              "billingPlans": [
                {"billingPlanType": "BILLED_UPFRONT", "displayPrice": "39.99", "commitmentDisplayPrice": "39.99"},
                {"billingPlanType": "MONTHLY", "displayPrice": "4.00", "commitmentDisplayPrice": "48.00"}]},
             {"productID": "upfront", "type": "RecurringSubscription", "displayPrice": "29.99", "groupNumber": 2,
              "recurringSubscriptionPeriod": "P1Y",
              "billingPlans": [
                {"billingPlanType": "MONTHLY", "displayPrice": "4.00", "commitmentDisplayPrice": "48.00",
                 "isEnabled": false}]}]},
           {"id": "OTHER", "name": "Other", "subscriptions": [
             {"productID": "extra", "type": "RecurringSubscription", "displayPrice": "1.00", "groupNumber": 1,
              "recurringSubscriptionPeriod": "P1W",
              "introductoryOffer": {"paymentMode": "payAsYouGo", "displayPrice": "0.50", "numberOfPeriods": 4,
                                    "subscriptionPeriod": "P1W"}}]}]}
        """#

    static let token = "9b2c5d4e-0000-4000-8000-000000000001"
    static let day: Int64 = 86_400_000

    static func open(path: String? = nil, seed: UInt64 = 1) throws -> ReferenceStore {
        try TestStore.open(path: path, seed: seed, catalogue: catalogue)
    }

    static func product(_ id: String) throws -> CatalogueProduct {
        guard let product = try Catalogue(catalogue).product(id: id) else {
            throw StoreFailure(.productUnavailable, id)
        }
        return product
    }
}

extension ReferenceStore {
    /// Returns the options that the game server adds to a payment: a promotional offer with its proof.
    func promotion(_ offerID: String, of productID: String = "month") throws -> PurchaseOptions {
        var options = PurchaseOptions()
        options.promotionalOffer = PurchaseOptions.PromotionalOffer(
            offerID: offerID,
            proof: .jws(
                try serverKeys.sign(.promotionalOfferJWS(productID: productID, offerID: offerID, transactionID: nil))))
        return options
    }

    func introduction(_ isAllowed: Bool, of productID: String = "month") throws -> PurchaseOptions {
        var options = PurchaseOptions()
        options.introductoryOfferJWS = try serverKeys.sign(
            .introductoryOfferJWS(productID: productID, isAllowed: isAllowed, transactionID: nil))
        return options
    }

    /// Advances the clock by this many days.
    func pass(days: Int64) throws {
        try clock.advance(by: days * OfferShop.day)
    }

    /// The player turns automatic renewal off.
    func leave(_ ids: UInt64...) throws {
        for id in ids {
            guard case .done = try subscriptions.perform(.setAutoRenewal(false), ofTransaction: id) else {
                throw StoreFailure(.unknown, "\(id) is not an active subscription")
            }
        }
    }

    func renew(_ id: UInt64, _ body: (inout RenewalSetting) -> Void = { _ in }) throws {
        var setting = RenewalSetting()
        body(&setting)
        guard case .done = try subscriptions.setRenewal(ofTransaction: id, setting) else {
            throw StoreFailure(.unknown, "\(id) has no renewal")
        }
    }
}

/// Returns the kind of failure that the body throws, or nil if it does not fail.
func kind(_ body: () throws -> Void) throws -> StoreFailure.Kind? {
    do {
        try body()
        return nil
    } catch let failure as StoreFailure {
        return failure.kind
    }
}
