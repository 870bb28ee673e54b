import Foundation
import IAPModel
import IAPPlatform
import IAPReferenceStore
@testable import IAPLedger
import IAPSignatures
import Testing

/// A store with a virtual clock, and what a test needs to read its notifications.
final class Shop {
    static let token = "8b5e0b0e-6d0c-4a5e-9d0b-5b1f0e6a5e0b"
    static let day: Int64 = 86_400_000

    let store: ReferenceStore
    let verifier: SignedDataVerifier

    init(seed: UInt64 = 7) throws {
        var options = ReferenceStore.Options()
        options.seed = seed
        options.clock = .virtual(start: 1_767_225_600_000)
        store = try ReferenceStore(
            catalogue: Catalogue(text: Array(Self.storekit.utf8), name: "Game.storekit"), options: options)
        verifier = try SignedDataVerifier(
            SignedDataVerifier.Options(
                roots: [store.identity.rootCertificate], bundleID: store.identity.bundleID, environments: .sandbox,
                now: { 1_767_225_600_000 }))
        try store.notifications.setURL("http://127.0.0.1:9/")
    }

    /// Buys without a device, for the player of the token.
    func buy(_ product: String, token: String? = Shop.token, account: String = "anna") throws -> UInt64 {
        var purchase = Purchases.OutsidePurchase(productID: product)
        purchase.appAccountToken = token
        return try store.purchases.buyOutside(purchase, account: account).id
    }

    func fact(_ id: UInt64) throws -> PurchaseFact {
        let text = try #require(try store.server.signedTransaction(id))
        return try PurchaseFact(verifier.check(.transaction, Array(text.utf8)))
    }

    /// Returns all notifications of the store in order.
    func notifications() throws -> [NotificationFact] {
        try store.notifications.list(NotificationQuery(start: .min, end: .max, limit: 1000)).map {
            try NotificationFact(text: $0.payload, verifier)
        }
    }

    /// Returns the current subscription statuses of the store.
    func statuses(account: String = "anna") throws -> [(PurchaseFact, RenewalFact)] {
        try store.server.signedStatuses(of: account).map {
            (
                try PurchaseFact(verifier.check(.transaction, Array($0.transaction.utf8))),
                try RenewalFact(verifier.check(.renewalInfo, Array($0.renewal.utf8)))
            )
        }
    }

    func ledger(
        _ database: (any SQLDatabase)? = nil, change: (inout Ledger.Options) -> Void = { _ in }
    ) throws -> Ledger {
        let goods = Goods(
            productIDs: ["coins", "editor", "club", "club.small"],
            grants: [
                Grant(productID: "coins", kind: .counter, name: "gold", amount: 100),
                Grant(productID: "coins", kind: .counter, name: "stars", amount: 1, revocationPolicy: .keep),
                Grant(productID: "club", kind: .unlock, name: "club"),
                Grant(productID: "club.small", kind: .unlock, name: "club"),
            ])
        let store = store
        var options = Ledger.Options(bundleID: store.identity.bundleID, goods: goods) { store.clock.lastKnown }
        options.playersAreTokens = true
        change(&options)
        return try Ledger(database ?? SQLiteDatabase(path: nil, applicationID: 1), options)
    }

    /// Returns SQLite, and also PostgreSQL if TEST_POSTGRESQL names a server. Each test has its own schema in
    /// PostgreSQL.
    static func databases() throws -> [any SQLDatabase] {
        var all: [any SQLDatabase] = [try SQLiteDatabase(path: nil, applicationID: 1)]
        if let address = ProcessInfo.processInfo.environment["TEST_POSTGRESQL"] {
            let schema = "s" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
            all.append(try PostgreSQLDatabase(address, schema: schema))
        } else {
            print("skipped: PostgreSQL, because TEST_POSTGRESQL names no database")
        }
        return all
    }

    private static let storekit = """
        {"identifier":"A","nonRenewingSubscriptions":[],"products":[
        {"displayPrice":"0.99","familyShareable":false,"internalID":"1","localizations":[],"productID":"coins","referenceName":"Coins","type":"Consumable"},
        {"displayPrice":"4.99","familyShareable":true,"internalID":"2","localizations":[],"productID":"editor","referenceName":"Editor","type":"NonConsumable"}],
        "settings":{},"subscriptionGroups":[{"id":"21","localizations":[],"name":"Club","subscriptions":[
        {"adHocOffers":[],"codeOffers":[],"displayPrice":"2.99","familyShareable":false,"groupNumber":1,"internalID":"3","introductoryOffer":null,"localizations":[],"productID":"club","recurringSubscriptionPeriod":"P1M","referenceName":"Club","subscriptionGroupID":"21","type":"RecurringSubscription"},
        {"adHocOffers":[],"codeOffers":[],"displayPrice":"1.99","familyShareable":false,"groupNumber":2,"internalID":"4","introductoryOffer":null,"localizations":[],"productID":"club.small","recurringSubscriptionPeriod":"P1M","referenceName":"Small","subscriptionGroupID":"21","type":"RecurringSubscription"}]}],
        "version":{"major":3,"minor":0}}
        """
}

enum Permutations {
    static func all<Element>(_ list: [Element]) -> [[Element]] {
        guard list.count > 1 else { return [list] }
        return list.indices.flatMap { index in
            var rest = list
            let first = rest.remove(at: index)
            return all(rest).map { [first] + $0 }
        }
    }
}
