import Foundation
import IAPModel
import IAPPaymentQueue
import Testing

@testable import IAPJournal

/// A clock that a test sets.
final class InventoryClock: @unchecked Sendable {  // A test runs on one thread.
    var now: Int64 = 1_000_000
}

/// An installation of a game that uses the library's inventory.
final class InventoryDevice {
    let clock = InventoryClock()
    private let path: String?
    private let grants: [Grant]
    private let integrity: JournalIntegrity
    private(set) var journal: Journal

    /// - Parameter path: nil keeps the journal in memory.
    init(
        _ grants: [Grant] = InventoryDevice.usual, path: String? = nil,
        integrity: JournalIntegrity = JournalIntegrity()
    ) throws {
        (self.path, self.grants, self.integrity) = (path, grants, integrity)
        journal = try Self.open(grants, path, integrity, clock)
    }

    private static func open(
        _ grants: [Grant]?, _ path: String?, _ integrity: JournalIntegrity, _ clock: InventoryClock
    ) throws -> Journal {
        try Journal(
            path: path, grants: try grants.map { try GrantTable($0, path: nil) }, integrity: integrity,
            clock: { clock.now })
    }

    /// Starts the next launch, perhaps with a game version that has other grants. nil: the game has no inventory.
    func relaunch(_ grants: [Grant]?) throws {
        journal.close()
        journal = try Self.open(grants, path, integrity, clock)
    }

    func relaunch() throws { try relaunch(grants) }

    static let usual = [
        Grant(productID: "coins.100", kind: .counter, name: "coins", amount: 100),
        Grant(productID: "gems.kept", kind: .counter, name: "gems", amount: 10, revocationPolicy: .keep),
        Grant(productID: "gems.decided", kind: .counter, name: "gems", amount: 10, revocationPolicy: .gameDecides),
        Grant(productID: "no_ads", kind: .unlock, name: "no_ads"),
        Grant(productID: "skin.kept", kind: .unlock, name: "skin", revocationPolicy: .keep),
        Grant(productID: "skin.decided", kind: .unlock, name: "skin", revocationPolicy: .gameDecides),
        Grant(productID: "bundle", kind: .counter, name: "coins", amount: 1000),
        Grant(productID: "bundle", kind: .unlock, name: "no_ads"),
        Grant(productID: "club", kind: .counter, name: "gems", amount: 5),
        Grant(productID: "club", kind: .unlock, name: "club"),
    ]

    // MARK: Actions

    /// Writes one entry in its own transaction.
    @discardableResult
    func write(_ entry: JournalEntry) throws -> JournalOutcome { try journal.write([.entry(entry)])[0].get() }

    /// The library delivers the transaction as purchased.
    @discardableResult
    func buy(_ transaction: Transaction) throws -> JournalOutcome {
        try write(.offer(transaction, isVerified: true))
    }

    @discardableResult
    func restore(_ transaction: Transaction) throws -> JournalOutcome {
        try write(.restore(transaction, isVerified: true))
    }

    @discardableResult
    func revoke(_ transaction: Transaction, at date: Int64 = 5000) throws -> JournalOutcome {
        var revoked = transaction
        revoked.revocation = Transaction.Revocation(date: date, reason: 0)
        return try write(.revocation(revoked))
    }

    func spend(_ amount: Int64, of counter: String = "coins", key: String) throws {
        try journal.apply(.spend(counter: counter, amount: amount, key: key))
    }

    func add(_ amount: Int64, to counter: String = "coins", key: String) throws {
        try journal.apply(.add(counter: counter, amount: amount, key: key))
    }

    // MARK: Inventory

    var coins: Int64 { journal.balance(of: "coins") }
    var gems: Int64 { journal.balance(of: "gems") }

    /// The inventory as a text for comparisons: "coins 100, no_ads, club until 7000".
    var holdings: String {
        journal.inventoryItems.compactMap { item in
            switch item.kind {
            case .counter: item.balance == 0 ? nil : "\(item.name) \(item.balance)"
            case .unlock:
                item.isUnlocked ? item.name + (item.expirationDate.map { " until \($0)" } ?? "") : nil
            }
        }.joined(separator: ", ")
    }

    /// Returns the audit log's lines about the inventory that this part of the test wrote, without their times.
    func audit(of body: () throws -> Void) throws -> [String] {
        let before = try journal.auditLines().count
        try body()
        return try journal.auditLines().dropFirst(before).filter {
            $0.contains("\"name\"") || $0.contains("\"imported\"")
        }.map { $0.replacingOccurrences(of: ",\"time_ms\":\(clock.now)", with: "") }
    }

    /// Checks that a failing change changes nothing.
    func unchanged(_ body: () throws -> Void) throws {
        let (text, items) = (try journal.exportInventory(), journal.inventoryItems)
        try body()
        #expect(try journal.exportInventory() == text)
        #expect(journal.inventoryItems == items)
    }
}

extension Transaction {
    static func bought(
        _ id: UInt64, _ productID: String, quantity: Int = 1, date: Int64 = 1000, until expiration: Int64? = nil
    ) -> Transaction {
        Transaction(
            id: id, originalID: id, productID: productID, productType: .consumable, quantity: quantity,
            purchaseDate: date, originalPurchaseDate: date, expirationDate: expiration, environment: "Sandbox",
            signedText: "signed \(id)")
    }
}

/// Checks that the call fails with this status.
func expect(
    _ status: IAPError.Status, location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) {
    let error = #expect(throws: IAPError.self, sourceLocation: location) { try body() }
    #expect(error?.status == status, "\(error?.message ?? "no error")", sourceLocation: location)
}
