import IAPModel
import Testing

@testable import IAPReferenceStore

/// A store with products that families share and products that they do not share, and a family of two accounts.
struct FamilyShop {
    static let catalogue = #"""
        {"version": {"major": 4, "minor": 0},
         "products": [
           {"productID": "coins", "type": "Consumable", "displayPrice": "0.99", "familyShareable": true},
           {"productID": "editor", "type": "NonConsumable", "displayPrice": "2.99", "familyShareable": true},
           {"productID": "skins", "type": "NonConsumable", "displayPrice": "4.99"}],
         "subscriptionGroups": [
           {"id": "CLUB", "name": "Club", "subscriptions": [
             {"productID": "gold", "type": "RecurringSubscription", "displayPrice": "3.00", "groupNumber": 1,
              "recurringSubscriptionPeriod": "P1M", "familyShareable": true},
             {"productID": "silver", "type": "RecurringSubscription", "displayPrice": "2.00", "groupNumber": 2,
              "recurringSubscriptionPeriod": "P1M", "familyShareable": true},
             {"productID": "solo", "type": "RecurringSubscription", "displayPrice": "1.00", "groupNumber": 3,
              "recurringSubscriptionPeriod": "P1M"}]},
           {"id": "OTHER", "name": "Other", "subscriptions": [
             {"productID": "extra", "type": "RecurringSubscription", "displayPrice": "1.00", "groupNumber": 1,
              "recurringSubscriptionPeriod": "P1M", "familyShareable": true}]}]}
        """#

    static let shareable: Set = ["editor", "gold", "silver", "extra"]

    static func isSubscription(_ productID: String) throws -> Bool {
        try Catalogue(catalogue).product(id: productID)?.subscription != nil
    }

    let store: ReferenceStore
    /// The parent.
    let anna: StoreDevice
    let ben: StoreDevice

    init(isFamily: Bool = true) throws {
        store = try TestStore.open(catalogue: Self.catalogue)
        anna = try store.device(account: "anna")
        ben = try store.device(account: "ben")
        guard isFamily else { return }
        for account in ["anna", "ben"] { try join(account) }
    }

    func join(_ account: String, _ family: String? = "home") throws {
        try store.families.set(family, of: account)
    }

    func owned(_ device: StoreDevice) throws -> [String] { try device.currentEntitlements().map(\.productID) }

    func state(_ device: StoreDevice, _ groupID: String = "CLUB") throws -> [SubscriptionStatus.State] {
        try device.statuses.list(ofGroup: groupID).map(\.state)
    }
}
