import IAPModel
import Testing

@testable import IAPPaymentQueue

/// A transaction enters the queue, is delivered to the game, and leaves the queue.
struct DeliveryTests {
    @Test func nothingIsOfferedBeforeTheGameListens() {
        var queue = PaymentQueue()
        #expect(queue.apply(.unfinishedListed(.sold(8))) == [])
        #expect(queue.apply(.transactionUpdated(.sold(7, of: "gems"))) == [])
        let payment = queue.pay(for: "keys")
        #expect(queue.apply(.purchaseEnded(payment: payment, .purchased(.sold(9, of: "keys")))) == [])
        #expect(queue.transactions.map(\.state) == [.purchased, .purchased, .purchased])
        #expect(queue.transactions.map(\.deliveryCount) == [0, 0, 0])
        #expect(
            queue.startDelivery() == [
                .record(.offer(8, productID: "coins")), .record(.offer(7, productID: "gems")),
                .record(.offer(9, productID: "keys")),
            ])
    }

    @Test func deliveryStartsOnce() {
        var queue = PaymentQueue()
        _ = queue.apply(.unfinishedListed(.sold(7)))
        #expect(queue.startDelivery().count == 1)
        #expect(queue.startDelivery() == [])
    }

    @Test func onlyPurchasedTransactionsAreOfferedAtTheStart() {
        var queue = PaymentQueue()
        let payments = [queue.pay(), queue.pay(for: "gems"), queue.pay(for: "keys")]
        _ = queue.apply(.purchaseEnded(payment: payments[1], .pending))
        _ = queue.apply(.purchaseEnded(payment: payments[2], .cancelled))
        let request = queue.open(.restore).id
        _ = queue.apply(.answered(request: request, .success(.entitlements([.sold(5, of: "editor")]))))
        _ = queue.apply(.unfinishedListed(.sold(6, of: "season", revokedAt: 1)))
        _ = queue.apply(.unfinishedListed(.sold(7, of: "club")))
        _ = try? queue.finish(transactionID: 7)
        #expect(queue.startDelivery() == [])
    }

    @Test func transactionFinishedInAnEarlierRunIsFinishedInTheStoreSilently() {
        var queue = PaymentQueue.delivering()
        _ = queue.apply(.unfinishedListed(.sold(7)))
        #expect(queue.apply(.offerRecorded(7, .alreadyFinished)) == [.finishInStore(7)])
        #expect(queue.transactions.isEmpty)
        #expect(queue.apply(.finishedInStore(7)) == [.record(.storeFinish(7))])
    }

    /// If the account owns the product, the store responds to a purchase with the first transaction. The payment still
    /// needs an outcome.
    @Test func paymentForATransactionFinishedInAnEarlierLaunchIsRestored() throws {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        _ = queue.apply(.purchaseEnded(payment: payment, .purchased(.lasting(7))))
        let effects = queue.apply(
            .recorded(.offer(.lasting(7), isVerified: true), .alreadyFinished))
        let item = try #require(effects.updates.first)
        #expect(
            effects == [
                .emit(.transactionUpdated(item)), .record(.restore(.lasting(7), isVerified: true)), .finishInStore(7),
            ])
        #expect(item.state == .restored && item.paymentID == payment && item.deliveryCount == 0)
        #expect(queue.transactions == [item])
        #expect(try queue.finish(.restored(7)) == [.record(.finishRestored(.lasting(7)))])
        #expect(queue.apply(.recorded(.finishRestored(.lasting(7)))) == [.emit(.transactionRemoved(item))])
        #expect(queue.transactions.isEmpty)
    }

    /// A game grants restored purchases, and it has already granted this one.
    @Test func paymentForAConsumableThatWasFinishedInAnEarlierRunFails() throws {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        _ = queue.apply(.purchaseEnded(payment: payment, .purchased(.sold(7))))
        let effects = queue.apply(.offerRecorded(7, .alreadyFinished))
        let item = try #require(effects.updates.first)
        #expect(effects == [.emit(.transactionUpdated(item)), .finishInStore(7)])
        guard case .failed(let error) = item.state else {
            Issue.record("\(item.state)")
            return
        }
        #expect(error.status == .store && item.paymentID == payment)
        #expect(queue.transactions == [item])
    }

    @Test func offerOfATransactionThatIsNotInTheQueueIsIgnored() {
        var queue = PaymentQueue.delivering()
        #expect(queue.apply(.offerRecorded(7, .deliver(count: 1))) == [])
        #expect(queue.apply(.offerRecorded(7, .alreadyFinished)) == [])
    }

    /// A game that knows the id from its save file may finish before the delivery.
    @Test(arguments: [JournalOutcome.deliver(count: 1), .alreadyFinished])
    func transactionThatIsBeingFinishedIsNotDelivered(offer: JournalOutcome) throws {
        var queue = PaymentQueue.delivering()
        _ = queue.apply(.unfinishedListed(.sold(7)))
        _ = try queue.finish(transactionID: 7)
        #expect(queue.apply(.offerRecorded(7, offer)) == [])
    }
}

/// A finish has three steps: the journal record, the store's finish, and the removal from the queue.
struct FinishTests {
    @Test func finishIsRecordedThenSentToTheStoreThenReported() throws {
        var queue = PaymentQueue.delivering()
        queue.deliver(.sold(7), count: 2)
        #expect(try queue.finish(.store(7)) == [.record(.finish(7, productID: "coins"))])
        #expect(queue.transactions.count == 1, "the transaction stays in the queue until the store's finish")
        #expect(queue.apply(.recorded(.finish(7, productID: "coins"))) == [.finishInStore(7)])
        #expect(queue.transactions.count == 1)
        let effects = queue.apply(.finishedInStore(7))
        let item = try #require(effects.removals.first)
        #expect(effects == [.record(.storeFinish(7, productID: "coins")), .emit(.transactionRemoved(item))])
        #expect(item.transaction?.id == 7 && item.state == .purchased && item.deliveryCount == 2)
        #expect(queue.transactions.isEmpty)
        #expect(queue.apply(.recorded(.storeFinish(7))) == [])
    }

    @Test func secondFinishWhileOneIsUnderWayChangesNothing() throws {
        var queue = PaymentQueue.delivering()
        queue.deliver(.sold(7))
        _ = try queue.finish(.store(7))
        #expect(try queue.finish(.store(7)) == [])
        #expect(try queue.finish(transactionID: 7) == [])
        _ = queue.apply(.recorded(.finish(7, productID: "coins")))
        #expect(try queue.finish(.store(7)) == [])
    }

    @Test func finishedTransactionCannotBeFinishedAgain() throws {
        var queue = PaymentQueue.delivering()
        queue.deliver(.sold(7))
        _ = try queue.finish(.store(7))
        _ = queue.apply(.recorded(.finish(7, productID: "coins")))
        _ = queue.apply(.finishedInStore(7))
        #expect(Self.status { () throws(IAPError) in try queue.finish(.store(7)) } == .notFound)
        #expect(Self.status { () throws(IAPError) in try queue.finish(transactionID: 7) } == .notFound)
    }

    @Test(arguments: [PaymentQueue.Key.payment(1), .store(1), .restored(1)])
    func transactionOutsideTheQueueCannotBeFinished(key: PaymentQueue.Key) {
        var queue = PaymentQueue.delivering()
        #expect(Self.status { () throws(IAPError) in try queue.finish(key) } == .notFound)
    }

    @Test(arguments: [nil, .pending] as [PurchaseOutcome?])
    func openPaymentCannotBeFinished(outcome: PurchaseOutcome?) {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        if let outcome { _ = queue.apply(.purchaseEnded(payment: payment, outcome)) }
        #expect(Self.status { () throws(IAPError) in try queue.finish(.payment(payment)) } == .invalidState)
        #expect(queue.transactions.count == 1)
    }

    @Test(arguments: [PurchaseOutcome.cancelled, .failed(.offline)])
    func failedPaymentStaysUntilItIsFinished(outcome: PurchaseOutcome) throws {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        let item = try #require(queue.apply(.purchaseEnded(payment: payment, outcome)).updates.first)
        #expect(queue.transactions == [item])
        // Nothing was paid. There is nothing to do for the journal or the store.
        #expect(try queue.finish(.payment(payment)) == [.emit(.transactionRemoved(item))])
        #expect(queue.transactions.isEmpty)
        #expect(Self.status { () throws(IAPError) in try queue.finish(.payment(payment)) } == .notFound)
    }

    /// The stream may repeat a transaction after its finish. The journal recognises it.
    @Test func updateOfAFinishedTransactionAsksTheJournalAndIsNotDelivered() throws {
        var queue = PaymentQueue.delivering()
        queue.deliver(.sold(7))
        _ = try queue.finish(.store(7))
        #expect(queue.apply(.transactionUpdated(.sold(7))) == [])
        _ = queue.apply(.recorded(.finish(7, productID: "coins")))
        _ = queue.apply(.finishedInStore(7))
        #expect(queue.apply(.transactionUpdated(.sold(7))).updates.isEmpty)
        #expect(queue.apply(.offerRecorded(7, .alreadyFinished)).updates.isEmpty)
        #expect(queue.transactions.isEmpty)
    }

    /// The player buys again while the game finishes the transaction. The store may respond with the same transaction.
    @Test func transactionThatIsBeingFinishedIsNotReportedAsPurchasedAgain() throws {
        var queue = PaymentQueue.delivering()
        queue.deliver(.sold(7))
        _ = try queue.finish(.store(7))
        let payment = queue.pay()
        let effects = queue.apply(.purchaseEnded(payment: payment, .purchased(.sold(7))))
        #expect(!effects.updates.contains { $0.state == .purchased })
    }

    @Test func numbersOfPaymentsAreNotTransactionIDs() {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        _ = queue.apply(.purchaseEnded(payment: payment, .cancelled))
        #expect(Self.status { () throws(IAPError) in try queue.finish(transactionID: payment) } == .notFound)
    }

    static func status(_ body: () throws(IAPError) -> [Effect]) -> IAPError.Status? {
        do throws(IAPError) {
            _ = try body()
            return nil
        } catch {
            return error.status
        }
    }
}
