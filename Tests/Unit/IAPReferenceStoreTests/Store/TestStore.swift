import Foundation
import IAPModel

@testable import IAPReferenceStore

/// A small store with every type of product.
enum TestStore {
    /// Noon in the middle of a month. A test that advances by a month knows the resulting date.
    static let start: Int64 = 1_781_524_800_000  // 2026-06-15T12:00:00Z

    static let catalogue = #"""
        {"version": {"major": 4, "minor": 0},
         "products": [
           {"productID": "coins", "type": "Consumable", "displayPrice": "0.99"},
           {"productID": "gems", "type": "Consumable", "displayPrice": "12.345"},
           {"productID": "editor", "type": "NonConsumable", "displayPrice": "2.99"},
           {"productID": "skins", "type": "NonConsumable", "displayPrice": "4900"}],
         "nonRenewingSubscriptions": [
           {"productID": "season", "type": "NonRenewingSubscription", "displayPrice": "9.99"}],
         "subscriptionGroups": [
           {"id": "CLUB", "name": "Club", "subscriptions": [
             {"productID": "gold", "type": "RecurringSubscription", "displayPrice": "14.99", "groupNumber": 1,
              "recurringSubscriptionPeriod": "P1Y", "subscriptionGroupID": "CLUB"},
             {"productID": "silver", "type": "RecurringSubscription", "displayPrice": "1.99", "groupNumber": 2,
              "recurringSubscriptionPeriod": "P1M", "subscriptionGroupID": "CLUB"},
             {"productID": "silver.hd", "type": "RecurringSubscription", "displayPrice": "2.99", "groupNumber": 2,
              "recurringSubscriptionPeriod": "P1M", "subscriptionGroupID": "CLUB"},
             {"productID": "silver.yearly", "type": "RecurringSubscription", "displayPrice": "19.99",
              "groupNumber": 2, "recurringSubscriptionPeriod": "P1Y", "subscriptionGroupID": "CLUB"},
             {"productID": "bronze", "type": "RecurringSubscription", "displayPrice": "0.5", "groupNumber": 3,
              "recurringSubscriptionPeriod": "P1M", "subscriptionGroupID": "CLUB"}]}]}
        """#

    /// A store with a stopped virtual clock, in memory unless there is a path.
    static func open(
        path: String? = nil, seed: UInt64 = 1, clock: StoreClock = .virtual(start: start),
        catalogue text: String = catalogue
    ) throws -> ReferenceStore {
        var options = ReferenceStore.Options()
        options.statePath = path
        options.seed = seed
        options.clock = clock
        return try ReferenceStore(catalogue: Catalogue(text), options: options)
    }

    static func product(_ id: String) throws -> CatalogueProduct {
        guard let product = try Catalogue(catalogue).product(id: id) else {
            throw StoreFailure(.productUnavailable, id)
        }
        return product
    }
}

extension ReferenceStore {
    func device(_ name: String = "phone", account: String = "anna") throws -> StoreDevice {
        try StoreDevice(store: self, account: account, name: name)
    }
}

extension PurchaseOptions {
    init(quantity: Int = 1, token: String? = nil, asks: Bool = false) {
        self.init()
        self.quantity = quantity
        appAccountToken = token
        simulatesAskToBuy = asks
    }
}

extension StoreDevice {
    /// Buys and returns the transaction. Any other result fails the test.
    @discardableResult
    func buy(_ productID: String, quantity: Int = 1, token: String? = nil) throws -> LedgerTransaction {
        try buy(productID, PurchaseOptions(quantity: quantity, token: token))
    }

    @discardableResult
    func buy(_ productID: String, _ options: PurchaseOptions) throws -> LedgerTransaction {
        let result = try purchase(productID, options)
        guard case .purchased(let transaction) = result else {
            throw StoreFailure(.unknown, "\(productID) ended as \(result)")
        }
        return transaction
    }
}

/// A temporary folder for one test. It is removed when the test ends.
final class Folder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("iap-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}
