import Foundation
import IAPModel
import ReferenceStore
import ReferenceStoreKit

/// A store with one product of each type, and a device of it that StoreKit's interface is bound to.
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

    /// Does something on the shop's device.
    func visit<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await CurrentDevice.$device.withValue(device) { try await body() }
    }
}
