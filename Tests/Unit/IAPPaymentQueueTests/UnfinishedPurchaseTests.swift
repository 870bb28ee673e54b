import IAPModel
import Testing

@testable import IAPPaymentQueue

/// A purchase that is unfinished in the store and that the game has not received is delivered as purchased, and as nothing
/// else.
struct UnfinishedPurchaseTests {
    private static let sword = Transaction.lasting(7)
    private static let offer = JournalEntry.offer(sword, isVerified: true)

    private static func restore(_ queue: inout PaymentQueue, _ transactions: [Transaction] = [sword]) -> [Effect] {
        let request = queue.open(.restore).id
        return queue.apply(.responded(request: request, .success(.entitlements(transactions))))
    }

    /// A queue for which the library holds what the product grants. A restored delivery waits for the journal there.
    private static func holding() -> PaymentQueue {
        var queue = PaymentQueue(PaymentQueue.Policy())
        _ = queue.startDelivery()
        return queue
    }

    // MARK: Further payments

    @Test(arguments: [PurchaseOutcome.purchased(sword), .owned(sword), .purchased(.sold(7)), .owned(.sold(7))])
    func furtherPaymentForADeliveredPurchaseHasBoughtNothing(outcome: PurchaseOutcome) throws {
        var queue = PaymentQueue.delivering()
        queue.deliver(.sold(7))
        let before = queue.transactions
        let payment = queue.pay()
        let effects = queue.apply(.purchaseEnded(payment: payment, outcome))
        let item = try #require(effects.updates.first)
        #expect(effects == [.emit(.transactionUpdated(item))])
        #expect(item.failure == .unfinishedPurchase && item.paymentID == payment && item.transaction == nil)
        #expect(queue.transactions == before + [item])
    }

    @Test func purchaseThatTheAccountOwnedAndTheStoreRevokedIsNotRestored() {
        var queue = PaymentQueue.delivering()
        var revoked = Transaction.lasting(7)
        revoked.revocation = Transaction.Revocation(date: 5000, reason: 0)
        let effects = queue.apply(.purchaseEnded(payment: queue.pay(), .owned(revoked)))
        #expect(effects.updates.map(\.failure) == [.store])
        #expect(queue.transactions.allSatisfy { $0.transaction == nil })
    }

    @Test func furtherPaymentForAPurchaseThatWaitsForItsDeliveryHasBoughtNothing() {
        var queue = PaymentQueue.delivering()
        let (first, second) = (queue.pay(), queue.pay())
        _ = queue.apply(.purchaseEnded(payment: first, .purchased(Self.sword)))
        let effects = queue.apply(.purchaseEnded(payment: second, .owned(Self.sword)))
        #expect(effects.updates.map(\.failure) == [.unfinishedPurchase])
        let updates = queue.apply(.recorded(Self.offer, .deliver(count: 1))).updates
        #expect(updates.map(\.state) == [.purchased] && updates.map(\.paymentID) == [first])
    }

    @Test func finishOfTheFailedPaymentLeavesThePurchase() throws {
        var queue = PaymentQueue.delivering()
        queue.deliver(Self.sword)
        let payment = queue.pay()
        let failed = try #require(queue.apply(.purchaseEnded(payment: payment, .owned(Self.sword))).updates.first)
        #expect(try queue.finish(.payment(payment)) == [.emit(.transactionRemoved(failed))])
        #expect(queue.transactions.map { $0.transaction?.id } == [7])
    }

    /// The account owns it when the finish has ended.
    @Test func paymentDuringTheFinishIsRestored() throws {
        var queue = PaymentQueue.delivering()
        queue.deliver(Self.sword)
        _ = try queue.finish(.store(7))
        let payment = queue.pay()
        let updates = queue.recordRestores(queue.apply(.purchaseEnded(payment: payment, .owned(Self.sword)))).updates
        #expect(updates.map(\.state) == [.restored] && updates.map(\.paymentID) == [payment])
    }

    /// The disk is full, and a game finishes what it finds in the queue before the delivery.
    @Test func finishBeforeTheDeliveryEndsTheWaitOfARestore() throws {
        var queue = PaymentQueue.delivering()
        _ = queue.apply(.unfinishedListed(Self.sword))
        _ = queue.apply(.recordFailed(Self.offer, .diskFull))
        #expect(Self.restore(&queue).isEmpty)
        let effects = try queue.finish(.store(7))
        #expect(effects.records == [.finish(Self.sword)] && effects.last?.isRestoreFinished == true)
        #expect(queue.apply(.retryDue) == [])
    }

    // MARK: Restored deliveries

    @Test func restoredTransactionThatTheGameHasNotReceivedGivesWay() {
        var queue = Self.holding()
        let effects = Self.restore(&queue)
        #expect(effects == [.record(.restore(Self.sword, isVerified: true))])
        let unfinished = queue.apply(.unfinishedListed(Self.sword))
        #expect(unfinished.records == [Self.offer])
        #expect(unfinished.events.isEmpty, "the restore waits for the delivery")
        #expect(queue.apply(.recorded(.restore(Self.sword, isVerified: true), .restore(.granted))) == [])
        let delivery = queue.apply(.recorded(Self.offer, .deliver(count: 1)))
        #expect(delivery.updates.map(\.state) == [.purchased] && delivery.last?.isRestoreFinished == true)
        #expect(queue.onlyState == .purchased)
    }

    @Test func paymentsOfARestoredTransactionThatGivesWayHaveTheirOutcome() {
        var queue = Self.holding()
        let payments = [queue.pay(), queue.pay()]
        for payment in payments { _ = queue.apply(.purchaseEnded(payment: payment, .owned(Self.sword))) }
        let effects = queue.apply(.unfinishedListed(Self.sword))
        #expect(effects.updates.map(\.failure) == [.unfinishedPurchase])
        #expect(effects.updates.map(\.paymentID) == [payments[1]])
        let updates = queue.apply(.recorded(Self.offer, .deliver(count: 1))).updates
        #expect(updates.map(\.state) == [.purchased] && updates.map(\.paymentID) == [payments[0]])
    }

    /// The purchase waits for the response to a payment. It may be the outcome of that payment.
    @Test func restoredTransactionIsNotReportedWhileItsPurchaseWaitsForAPayment() {
        var queue = Self.holding()
        let restore = JournalEntry.restore(Self.sword, isVerified: true)
        _ = Self.restore(&queue)
        let payment = queue.pay()
        _ = queue.apply(.transactionUpdated(Self.sword))
        let effects = queue.apply(.recorded(restore, .restore(.granted)))
        #expect(effects.updates.isEmpty && effects.events.count == 1, "the restore does not wait longer")
        #expect(queue.apply(.purchaseEnded(payment: payment, .cancelled)).records == [Self.offer])
        #expect(queue.apply(.recorded(Self.offer, .deliver(count: 1))).updates.map(\.state) == [.purchased])
    }

    @Test func restoredTransactionThatTheGameHasStaysAndThePurchaseIsDeliveredToo() throws {
        var queue = PaymentQueue.delivering()
        _ = queue.recordRestores(Self.restore(&queue))
        #expect(queue.apply(.unfinishedListed(Self.sword)) == [.record(Self.offer)])
        let updates = queue.apply(.recorded(Self.offer, .deliver(count: 1))).updates
        #expect(updates.map(\.state) == [.purchased])
        #expect(queue.transactions.map(\.state) == [.restored, .purchased])
        #expect(try queue.finish(.restored(7)) == [.record(.finishRestored(Self.sword))])
        let effects = queue.apply(.recorded(.finishRestored(Self.sword)))
        #expect(effects.removals.map(\.state) == [.restored] && effects.storeFinishes.isEmpty)
        #expect(queue.onlyState == .purchased)
    }

    @Test func finishedRestoredTransactionDoesNotEndTheDeliveryOfThePurchase() throws {
        var queue = PaymentQueue.delivering()
        _ = queue.recordRestores(Self.restore(&queue))
        _ = try queue.finish(.restored(7))
        _ = queue.apply(.recorded(.finishRestored(Self.sword)))
        #expect(queue.apply(.unfinishedListed(Self.sword)) == [.record(Self.offer)])
        #expect(queue.apply(.recorded(Self.offer, .deliver(count: 1))).updates.map(\.state) == [.purchased])
    }

    /// A game that finishes by id may do so for each event.
    @Test func secondFinishOfARestoredIDDoesNotEndAPurchaseThatWaits() throws {
        var queue = PaymentQueue.delivering()
        _ = queue.recordRestores(Self.restore(&queue))
        _ = try queue.finish(transactionID: 7)
        _ = queue.apply(.recorded(.finishRestored(Self.sword)))
        _ = queue.apply(.unfinishedListed(Self.sword))
        let error = #expect(throws: IAPError.self) { try queue.finish(transactionID: 7) }
        #expect(error?.status == .notFound)
        #expect(queue.apply(.recorded(Self.offer, .deliver(count: 1))).updates.map(\.state) == [.purchased])
        #expect(try queue.finish(transactionID: 7) == [.record(.finish(Self.sword))])
    }

    /// A second restore begins while the game finishes the first delivery.
    @Test func restoreDuringTheFinishOfAnEarlierOneEnds() throws {
        var queue = Self.holding()
        let restore = JournalEntry.restore(Self.sword, isVerified: true)
        _ = Self.restore(&queue)
        _ = queue.apply(.recorded(restore, .restore(.granted)))
        _ = try queue.finish(.restored(7))
        _ = Self.restore(&queue)
        #expect(queue.apply(.recorded(.finishRestored(Self.sword))).removals.count == 1)
        let effects = queue.apply(.recorded(restore, .restore(.granted)))
        #expect(effects.updates.map(\.state) == [.restored] && effects.events.count == 2)
        #expect(try queue.finish(.restored(7)) == [.record(.finishRestored(Self.sword))])
    }

    @Test func finishOfARestoredTransactionEndsThoughItsPurchaseEntersMeanwhile() throws {
        var queue = Self.holding()
        let restore = JournalEntry.restore(Self.sword, isVerified: true)
        _ = Self.restore(&queue)
        _ = queue.apply(.recorded(restore, .restore(.granted)))
        _ = try queue.finish(.restored(7))
        _ = Self.restore(&queue)
        _ = queue.apply(.unfinishedListed(Self.sword))
        #expect(queue.apply(.recorded(.finishRestored(Self.sword))).removals.map(\.state) == [.restored])
        #expect(queue.onlyState == .purchased)
    }

    /// The list of unfinished transactions was older than the game's finish in an earlier launch.
    @Test func restoreThatGaveWayToAFinishedPurchaseIsReported() {
        var queue = PaymentQueue.delivering()
        _ = Self.restore(&queue)
        #expect(!queue.apply(.unfinishedListed(Self.sword)).contains { $0.isRestoreFinished })
        let effects = queue.apply(.recorded(Self.offer, .alreadyFinished))
        let restore = JournalEntry.restore(Self.sword, isVerified: true)
        #expect(effects == [.record(restore), .finishInStore(7)])
        let last = queue.apply(.recorded(restore, .restore(.granted)))
        #expect(last.updates.map(\.state) == [.restored])
        #expect(last.map(\.isRestoreFinished) == [false, true])
    }

    /// The store lists it as unfinished before it answers the restore, and an earlier launch has finished it.
    @Test func finishedPurchaseThatIsListedBeforeTheRestoreIsRestored() {
        var queue = PaymentQueue.delivering()
        _ = queue.apply(.unfinishedListed(Self.sword))
        #expect(Self.restore(&queue).isEmpty)
        let effects = queue.recordRestores(queue.apply(.recorded(Self.offer, .alreadyFinished)))
        #expect(effects.updates.map(\.state) == [.restored] && effects.storeFinishes == [7])
        #expect(effects.last?.isRestoreFinished == true)
    }

    /// The restore finds it while it waits for the response to a payment. The store forgot the finish of an earlier launch.
    @Test func finishedPurchaseThatWaitsForAPaymentIsRestored() {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay(for: Self.sword.productID)
        _ = queue.apply(.transactionUpdated(Self.sword))
        _ = queue.recordRestores(Self.restore(&queue))
        _ = queue.apply(.purchaseEnded(payment: payment, .cancelled))
        let effects = queue.recordRestores(queue.apply(.recorded(Self.offer, .alreadyFinished)))
        #expect(effects.updates.map(\.state) == [.restored] && effects.storeFinishes == [7])
    }

    /// Each end of an offer ends the restore that waits for it, after the delivery.
    @Test(arguments: [JournalOutcome.deliver(count: 1), .deliver(count: 2)])
    func restoreEndsAfterTheDeliveryOfAnUnfinishedPurchase(outcome: JournalOutcome) {
        var queue = PaymentQueue.delivering()
        _ = queue.apply(.unfinishedListed(Self.sword))
        #expect(Self.restore(&queue).isEmpty)
        let effects = queue.apply(.recorded(Self.offer, outcome))
        #expect(effects.updates.map(\.state) == [.purchased])
        #expect(effects.last?.isRestoreFinished == true)
    }

    @Test func restoreDoesNotWaitForTheDiskThatRefusesAnOffer() {
        var queue = PaymentQueue.delivering()
        _ = queue.apply(.unfinishedListed(Self.sword))
        #expect(Self.restore(&queue).isEmpty)
        let effects = queue.apply(.recordFailed(Self.offer, .diskFull))
        #expect(effects.last?.isRestoreFinished == true)
        #expect(queue.apply(.recorded(Self.offer, .deliver(count: 1))).updates.map(\.state) == [.purchased])
    }

    @Test func restoreEndsWhenTheStoreRevokesAnUnfinishedPurchaseBeforeItsDelivery() {
        var queue = PaymentQueue.delivering()
        _ = queue.apply(.unfinishedListed(Self.sword))
        #expect(Self.restore(&queue).isEmpty)
        var revoked = Self.sword
        revoked.revocation = Transaction.Revocation(date: 5, reason: 0)
        #expect(queue.apply(.transactionUpdated(revoked)).contains { $0.isRestoreFinished })
    }

    /// The game finishes the restored delivery, and the store revokes the purchase, which is unfinished.
    @Test func revocationDuringTheFinishOfARestoredTransactionLeavesTheRevokedPurchase() throws {
        var queue = PaymentQueue.delivering()
        _ = queue.recordRestores(Self.restore(&queue))
        _ = queue.apply(.unfinishedListed(Self.sword))
        _ = queue.apply(.recorded(Self.offer, .deliver(count: 1)))
        _ = try queue.finish(.restored(7))
        var revoked = Self.sword
        revoked.revocation = Transaction.Revocation(date: 5, reason: 0)
        #expect(queue.revoke(.transactionUpdated(revoked)).revocations.count == 1)
        #expect(queue.apply(.recorded(.finishRestored(Self.sword))).removals.map(\.state) == [.restored])
        #expect(queue.onlyState == .revoked)
        #expect(try queue.finish(.store(7)) == [.record(.finish(revoked))])
    }
}
