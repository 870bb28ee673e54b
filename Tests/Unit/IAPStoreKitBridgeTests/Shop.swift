import IAPModel
import IAPPaymentQueue
import IAPReferenceStore
import IAPReferenceStoreKit
import Testing

@testable import IAPStoreKitBridge

/// A store with one product of each type, and a device for StoreKit's interface.
struct Shop {
    static let start: Int64 = 1_781_524_800_000  // 2026-06-15T12:00:00Z

    static let catalogue = #"""
        {"version": {"major": 4, "minor": 0},
         "products": [
           {"productID": "coins", "type": "Consumable", "displayPrice": "0.99", "familyShareable": false,
            "localizations": [{"locale": "en_US", "displayName": "Coins", "description": "A bag of coins"}]},
           {"productID": "editor", "type": "NonConsumable", "displayPrice": "2.99", "familyShareable": true}],
         "nonRenewingSubscriptions": [
           {"productID": "season", "type": "NonRenewingSubscription", "displayPrice": "9.99"}],
         "subscriptionGroups": [
           {"id": "CLUB", "name": "Club", "subscriptions": [
             {"productID": "silver", "type": "RecurringSubscription", "displayPrice": "1.99", "groupNumber": 1,
              "recurringSubscriptionPeriod": "P1M", "subscriptionGroupID": "CLUB"}]}]}
        """#

    /// Subscriptions with every field that a file can have.
    static let club = #"""
        {"version": {"major": 5, "minor": 0},
         "products": [{"productID": "coins", "type": "Consumable", "displayPrice": "0.99"}],
         "subscriptionGroups": [
           {"id": "CLUB", "name": "Club", "localizations": [{"locale": "en_US", "displayName": "The Club"}],
            "subscriptions": [
             {"productID": "gold", "type": "RecurringSubscription", "displayPrice": "99.99", "groupNumber": 1,
              "recurringSubscriptionPeriod": "P1Y", "subscriptionGroupID": "CLUB",
              "introductoryOffers": [{"paymentMode": "free", "subscriptionPeriod": "P1W"}],
              "adHocOffers": [
                {"offerID": "promo", "paymentMode": "payAsYouGo", "displayPrice": "4.99", "subscriptionPeriod": "P1M",
                 "numberOfPeriods": 3}],
              "winbackOffers": [
                {"offerID": "back", "paymentMode": "payUpFront", "displayPrice": "9.99", "subscriptionPeriod": "P3M",
                 "isEligible": true}],
              "billingPlans": [
                {"billingPlanType": "BILLED_UPFRONT", "displayPrice": "99.99", "commitmentDisplayPrice": "99.99"},
                {"billingPlanType": "MONTHLY", "displayPrice": "9.99", "commitmentDisplayPrice": "119.88"}]},
             {"productID": "silver", "type": "RecurringSubscription", "displayPrice": "1.99", "groupNumber": 2,
              "recurringSubscriptionPeriod": "P1M", "subscriptionGroupID": "CLUB"}]}]}
        """#

    let store: ReferenceStore
    let device: StoreDevice

    init(catalogue text: String = catalogue, start: Int64 = start) throws {
        try self.init(try Catalogue(text: Array(text.utf8), name: "made-up.storekit"), start: start)
    }

    init(_ catalogue: Catalogue, start: Int64 = start) throws {
        var options = ReferenceStore.Options()
        options.seed = 1
        options.clock = .virtual(start: start)
        store = try ReferenceStore(catalogue: catalogue, options: options)
        device = try StoreDevice(store: store, account: "anna", name: "phone")
    }

    /// Runs the body on the shop's device.
    func visit<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await CurrentDevice.$device.withValue(device) { try await body() }
    }

    /// Buys on the shop's device without the bridge.
    @discardableResult
    func charge(_ productID: String) throws -> LedgerTransaction {
        guard case .purchased(let transaction) = try device.purchase(productID, PurchaseOptions()) else {
            throw IAPError(.internalFailure, "\(productID) was not bought")
        }
        return transaction
    }

    /// Returns the bridge's response on the shop's device.
    func ask(_ request: StoreRequest, _ connection: StoreKitConnection = StoreKitConnection()) async throws -> Response
    {
        try await visit { try await connection.response(to: request) }
    }

    /// Returns the bridge's error on the shop's device.
    func refusal(of request: StoreRequest) async -> IAPError? {
        await #expect(throws: IAPError.self) { try await ask(request) }
    }
}
