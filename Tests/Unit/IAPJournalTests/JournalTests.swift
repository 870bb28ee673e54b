import IAPDatabase
import Foundation
import IAPModel
import IAPPaymentQueue
import Testing

@testable import IAPJournal

/// What the client must remember across launches.
struct JournalTests {
    private let folder: Folder
    private let path: String

    init() throws {
        folder = try Folder()
        path = folder.path("journal")
    }

    /// One launch: opens the journal, uses it and closes it.
    private func launch<Result>(_ body: (Journal) throws -> Result) throws -> Result {
        let journal = try Journal(path: path)
        defer { journal.close() }
        return try body(journal)
    }

    @Test func deliveriesAreCountedAcrossLaunches() throws {
        for count in 1...5 {
            #expect(try launch { try $0.offer(7, productID: "coins") } == .deliver(count: count))
        }
        #expect(try launch { try $0.offer(8, productID: "coins") } == .deliver(count: 1))
    }

    @Test func finishedTransactionIsNeverOfferedAgain() throws {
        _ = try launch { try $0.offer(7, productID: "coins") }
        try launch { try $0.recordFinish(7, productID: "coins") }
        for _ in 1...3 { #expect(try launch { try $0.offer(7, productID: "coins") } == .alreadyFinished) }
        try launch { try $0.recordStoreFinish(7) }
        for _ in 1...3 { #expect(try launch { try $0.offer(7, productID: "coins") } == .alreadyFinished) }
        #expect(try launch { try $0.offer(8, productID: "coins") } == .deliver(count: 1))
    }

    /// The purchase may still wait for its delivery.
    @Test func finishedRestoredDeliveryIsKeptAndThePurchaseIsStillOffered() throws {
        let bought = Transaction.sold(7, of: "coins")
        _ = try launch { try $0.offer(bought, isVerified: true) }
        _ = try launch { try $0.restore(bought) }
        _ = try launch { try $0.writeOne(.finishRestored(bought)) }
        #expect(try launch { try $0.offer(bought, isVerified: true) } == .deliver(count: 2))
        #expect(try launch { try $0.recordRevocation(7, productID: "coins", date: 5) } == .granted)
    }

    @Test func storefrontIsThatOfTheLastReport() throws {
        #expect(try launch { try $0.storefront() } == nil)
        for (country, id) in [("JPN", "143462"), ("DEU", "143443")] {
            let storefront = Storefront(countryCode: country, id: id)
            try launch { for result in $0.write([.storefront(storefront)]) { _ = try result.get() } }
            #expect(try launch { try $0.storefront() } == storefront)
        }
    }

    @Test func entitlementKeepsThePurchaseBehindIt() throws {
        var bought = Transaction.sold(8, of: "club", at: 1000)
        (bought.originalID, bought.expirationDate, bought.subscriptionGroupID) = (7, 2000, "2001")
        (bought.appTransactionID, bought.appAccountToken) = ("app", "token")
        let entitlements = [Entitlement(productID: "sword", transactionID: 3, end: nil), Entitlement(bought)]
        for entitlement in entitlements {
            _ = try launch { try $0.writeOne(.entitlement(bought, entitlement, isVerified: true)) }
        }
        #expect(try launch { try $0.entitlements() } == entitlements)
    }

    @Test func deliveredTransactionsAreThoseThatTheGameHas() throws {
        let purchases = (1...6).map { Transaction.sold($0, of: "coins") }
        let entries: [JournalEntry] = [
            .offer(purchases[0], isVerified: true), .restore(purchases[1], isVerified: true), .finish(purchases[2]),
            .rejection(purchases[3], reason: ""), .offer(purchases[4], isVerified: true),
            .revocation(.sold(5, of: "coins", revokedAt: 5)), .delay(purchases[5], attempts: 1, due: 9),
        ]
        for entry in entries { _ = try launch { try $0.writeOne(entry) } }
        #expect(try launch { try $0.deliveredTransactions() }.sorted() == [1, 2, 3])
    }

    /// A verdict of an earlier launch applies to what the store said at that time.
    @Test func changedPurchaseNeedsANewVerdict() throws {
        let bought = Transaction.sold(7, of: "coins", at: 1000)
        func alone(_ change: (inout Transaction) -> Void) -> Transaction {
            var transaction = bought
            change(&transaction)
            return transaction
        }
        _ = try launch { try $0.offer(bought, isVerified: true) }
        let others = [
            alone { $0.id = 8 }, alone { $0.productID = "sword" }, alone { $0.purchaseDate = 1001 },
            alone { $0.quantity = 2 }, alone { $0.expirationDate = 2000 },
        ]
        for other in others {
            let offers = try launch { (try $0.offer(other, isVerified: false), try $0.restore(other)) }
            #expect(offers == (.verify(attempts: 0, due: 0), .verify(attempts: 0, due: 0)), "\(other)")
        }
        let offers = try launch { (try $0.offer(bought, isVerified: false), try $0.restore(bought)) }
        #expect(offers == (.deliver(count: 2), .restore(.none)))
        for other in others[3...] {
            #expect(try launch { try $0.offer(other, isVerified: true) } != .deliver(count: 1), "\(other)")
            #expect(try launch { try $0.offer(other, isVerified: false) } != .verify(attempts: 0, due: 0))
        }
        #expect(try launch { try $0.offer(bought, isVerified: false) } == .verify(attempts: 0, due: 0))
    }

    /// Older journals do not store what a verdict was about. An edited journal may lack it too.
    @Test func verdictWithoutAPurchaseIsIgnored() throws {
        _ = try launch { try $0.offer(7, productID: "coins") }
        let database = try Database(path: path, format: JournalSchema.format)
        try database.run("UPDATE delivery SET verified_as = NULL")
        database.close()
        let offers = try launch {
            (
                try $0.offer(.sold(7, of: "sword"), isVerified: false),
                try $0.offer(.sold(7, of: "coins"), isVerified: false)
            )
        }
        #expect(offers == (.verify(attempts: 0, due: 0), .verify(attempts: 0, due: 0)))
    }

    @Test func finishWithoutAnOfferIsRecorded() throws {
        try launch { try $0.recordFinish(7, productID: "coins") }
        #expect(try launch { try $0.offer(7, productID: "coins") } == .alreadyFinished)
    }

    @Test func finishAfterTheStoreFinishTakesNothingBack() throws {
        try launch { journal throws in
            try journal.recordFinish(7, productID: "coins")
            try journal.recordStoreFinish(7)
            try journal.recordFinish(7, productID: "coins")
            try journal.recordStoreFinish(7)
            #expect(try journal.offer(7, productID: "coins") == .alreadyFinished)
        }
    }

    /// The transaction comes from an earlier installation. This journal never recorded its offer.
    @Test func storeFinishOfAnUnknownTransactionIsNoError() throws {
        try launch { journal throws in
            try journal.recordStoreFinish(7)
            #expect(try journal.offer(7, productID: "coins") == .deliver(count: 1))
        }
    }

    @Test func revocationKeepsCountAndFinish() throws {
        _ = try launch { try $0.offer(7, productID: "coins") }
        _ = try launch { try $0.recordRevocation(7, productID: "coins", date: 5) }
        #expect(try launch { try $0.offer(7, productID: "coins") } == .deliver(count: 2))
        try launch { journal throws in
            try journal.recordFinish(7, productID: "coins")
            try journal.recordRevocation(7, productID: "coins", date: 6)
        }
        #expect(try launch { try $0.offer(7, productID: "coins") } == .alreadyFinished)
    }

    @Test func revocationReportsHowMuchTheGameHasReceived() throws {
        try launch { journal throws in
            #expect(try journal.recordRevocation(1, productID: "coins", date: 5) == .new)
            _ = try journal.offer(2, productID: "coins")
            #expect(try journal.recordRevocation(2, productID: "coins", date: 5) == .seen)
            try journal.recordFinish(3, productID: "coins")
            #expect(try journal.recordRevocation(3, productID: "coins", date: 5) == .granted)
            _ = try #require(journal.write([.entry(.rejection(.sold(4, of: "coins"), reason: "stolen"))]).first).get()
            #expect(try journal.offer(4, productID: "coins") == .alreadyFinished)
            #expect(
                try journal.recordRevocation(4, productID: "coins", date: 5) == .new, "the purchase was never granted")
            try journal.recordFinish(1, productID: "coins")
            #expect(try journal.recordRevocation(1, productID: "coins", date: 5) == .new, "the finish granted nothing")
        }
    }

    @Test func revocationOfAnUnknownTransactionIsNoDelivery() throws {
        _ = try launch { try $0.recordRevocation(7, productID: "coins", date: 5) }
        #expect(try launch { try $0.offer(7, productID: "coins") } == .deliver(count: 1))
    }

    @Test(arguments: [1, UInt64(Int64.max), UInt64(Int64.max) + 1, .max] as [UInt64])
    func everyTransactionIDIsKeptAsItIs(id: UInt64) throws {
        #expect(try launch { try $0.offer(id, productID: "coins") } == .deliver(count: 1))
        try launch { try $0.recordFinish(id, productID: "coins") }
        #expect(try launch { try $0.offer(id, productID: "coins") } == .alreadyFinished)
        #expect(try launch { try $0.offer(id - 1, productID: "coins") } == .deliver(count: 1))
    }

    @Test(arguments: ["", "'; DROP TABLE delivery; --", "金币", String(repeating: "a", count: 100_000)])
    func productIDIsNeverReadAsAnythingElse(productID: String) throws {
        try launch { journal throws in
            #expect(try journal.offer(7, productID: productID) == .deliver(count: 1))
            #expect(try journal.offer(7, productID: productID) == .deliver(count: 2))
        }
    }

    @Test func journalInMemoryForgetsAtTheEnd() throws {
        for _ in 1...2 { #expect(try Journal(path: nil).offer(7, productID: "coins") == .deliver(count: 1)) }
    }

    @Test func twoClientsCannotUseOneJournal() throws {
        try launch { first in
            _ = try first.offer(7, productID: "coins")
            #expect(statusOfOpening() == .busy)
            #expect(try first.offer(7, productID: "coins") == .deliver(count: 2), "the first journal still works")
        }
        #expect(try launch { try $0.offer(7, productID: "coins") } == .deliver(count: 3))
    }

    /// This also applies to a journal that has written nothing yet.
    @Test func newJournalIsExclusiveImmediately() throws {
        try launch { _ in #expect(statusOfOpening() == .busy) }
    }

    @Test func closedJournalReturnsARetryableError() throws {
        let journal = try Journal(path: path)
        journal.close()
        journal.close()
        let changes: [() throws -> Void] = [
            { _ = try journal.offer(7, productID: "coins") },
            { try journal.recordFinish(7, productID: "coins") },
            { try journal.recordStoreFinish(7) },
            { try journal.recordRevocation(7, productID: "coins", date: 5) },
        ]
        for change in changes {
            let error = #expect(throws: IAPError.self) { try change() }
            #expect(error?.status == .storage && error?.isRetryable == true)
            #expect(error?.message.contains(path) == true)
        }
    }

    @Test func missingFolderIsAnErrorThatNamesTheFile() {
        let path = folder.path("missing/journal")
        do throws(IAPError) {
            _ = try Journal(path: path)
            Issue.record("a journal was opened in a missing folder")
        } catch {
            #expect(error.status == .storage)
            #expect(error.message.contains(path) && !error.message.contains("\n"))
        }
    }

    @Test func folderInPlaceOfTheFileIsAnError() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(statusOfOpening() == .storage)
    }

    private func statusOfOpening() -> IAPError.Status? {
        do throws(IAPError) {
            _ = try Journal(path: path)
            return nil
        } catch {
            #expect(!error.message.isEmpty && !error.message.contains("\n"))
            return error.status
        }
    }
}

/// Writes one entry at a time, with made-up transactions.
extension Journal {
    fileprivate func writeOne(_ entry: JournalEntry) throws -> JournalOutcome {
        try #require(write([.entry(entry)]).first).get()
    }

    func offer(_ id: UInt64, productID: String, purchaseDate: Int64 = 0) throws -> JournalOutcome {
        try offer(.sold(id, of: productID, at: purchaseDate), isVerified: true)
    }

    func offer(_ transaction: Transaction, isVerified: Bool) throws -> JournalOutcome {
        try writeOne(.offer(transaction, isVerified: isVerified))
    }

    func restore(_ transaction: Transaction) throws -> JournalOutcome {
        try writeOne(.restore(transaction, isVerified: false))
    }

    func recordFinish(_ id: UInt64, productID: String, purchaseDate: Int64 = 0) throws {
        _ = try writeOne(.finish(.sold(id, of: productID, at: purchaseDate)))
    }

    func recordStoreFinish(_ id: UInt64) throws { _ = try writeOne(.storeFinish(id)) }

    @discardableResult
    func recordRevocation(
        _ id: UInt64, productID: String, date: Int64, purchaseDate: Int64 = 0
    ) throws -> DeliveryState {
        let outcome = try writeOne(.revocation(.sold(id, of: productID, at: purchaseDate, revokedAt: date)))
        guard case .revoked(let state) = outcome else { throw IAPError(.internalFailure, "\(outcome)") }
        return state
    }

    func recordRevocationReported(_ id: UInt64, productID: String, date: Int64, purchaseDate: Int64 = 0) throws {
        _ = try writeOne(.revocationReported(id, productID: productID, purchaseDate: purchaseDate, date: date))
    }
}

extension Transaction {
    static func sold(
        _ id: UInt64, of productID: String, at date: Int64 = 0, quantity: Int = 1, revokedAt: Int64? = nil
    ) -> Transaction {
        Transaction(
            id: id, originalID: id, productID: productID, productType: .consumable, quantity: quantity,
            purchaseDate: date, originalPurchaseDate: date,
            revocation: revokedAt.map { Revocation(date: $0, reason: 0) },
            environment: "Sandbox", signedText: "signed \(id)")
    }
}

extension JournalOutcome {
    static func deliver(count: Int) -> Self { .deliver(count: count, count == 1 ? .new : .seen) }
}
