import Foundation
import IAPModel

@testable import IAPReferenceStore

/// A small shop of every type of product, and stores that sell from it.
enum TestStore {
    /// Noon in the middle of a month: a test that advances by a month knows where it ends.
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

    /// A store on a clock that stands still, in memory unless there is a path.
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
    /// Buys, and gives the transaction; a test that buys so expects no other end.
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

/// A folder of its own for a test, removed with it.
final class Folder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("iap-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}
