import IAPModel
import Testing

@testable import IAPPaymentQueue

/// A payment from its creation to its outcome.
struct PaymentTests {
    /// The ways in which a purchase can end, and the status that the payment then has.
    static let unpaid: [(outcome: PurchaseOutcome, state: IAPError.Status?)] = [
        (.cancelled, .cancelled), (.failed(.offline), .network), (.pending, nil),
        (.failed(IAPError(.productUnavailable, "no such product")), .productUnavailable),
        (.purchased(.sold(7, revokedAt: 5)), .store),
    ]

    @Test func addedPaymentIsReportedAsPurchasingBeforeTheStoreRequest() throws {
        var queue = PaymentQueue()
        let payment = Payment(productID: "coins", quantity: 3, appAccountToken: "token", simulatesAskToBuy: true)
        let (id, effects) = try queue.add(payment)
        let item = QueuedTransaction(payment: payment, id: id)
        #expect(effects == [.emit(.transactionUpdated(item)), .buy(payment: id, payment)])
        #expect(queue.transactions == [item])
        #expect(item.state == .purchasing && item.quantity == 3 && item.appAccountToken == "token")
        #expect(item.transaction == nil && item.deliveryCount == 0 && item.paymentID == id)
    }

    @Test func paidPaymentIsCountedInTheJournalBeforeItsDelivery() throws {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        let transaction = Transaction.sold(7)
        #expect(
            queue.apply(.purchaseEnded(payment: payment, .purchased(transaction)))
                == [.record(.offer(7, productID: "coins"))])
        let effects = queue.apply(.offerRecorded(7, .deliver(count: 1)))
        let item = try #require(effects.updates.first)
        #expect(effects == [.emit(.transactionUpdated(item))])
        #expect(item.state == .purchased && item.transaction == transaction)
        #expect(item.paymentID == payment && item.deliveryCount == 1)
        #expect(queue.transactions == [item])
    }

    @Test(arguments: unpaid.indices) func unpaidPaymentIsReportedImmediatelyAndStaysListed(index: Int) throws {
        let (outcome, status) = Self.unpaid[index]
        var queue = PaymentQueue.delivering()
        let payment = queue.pay(quantity: 2, token: "token")
        let effects = queue.apply(.purchaseEnded(payment: payment, outcome))
        let item = try #require(effects.updates.first)
        #expect(effects == [.emit(.transactionUpdated(item))])
        #expect(queue.transactions == [item])
        #expect(item.paymentID == payment && item.quantity == 2 && item.appAccountToken == "token")
        #expect(item.transaction == nil && item.deliveryCount == 0)
        if let status {
            guard case .failed(let error) = item.state else {
                Issue.record("\(item.state)")
                return
            }
            #expect(error.status == status)
            #expect(!error.message.isEmpty && !error.message.contains("\n"))
        } else {
            #expect(item.state == .deferred)
        }
    }

    /// The game receives an error of the store unchanged, with domain and code.
    @Test func errorOfTheStoreIsKept() {
        var queue = PaymentQueue()
        let payment = queue.pay()
        let error = IAPError(
            .store, "out of order", isRetryable: true, storeDomain: "StoreKit.StoreKitError", storeCode: 3)
        let effects = queue.apply(.purchaseEnded(payment: payment, .failed(error)))
        #expect(effects.updates.map(\.state) == [.failed(error)])
    }

    @Test(arguments: unpaid.indices, unpaid.indices)
    func onlyTheFirstOutcomeOfAPaymentCounts(first: Int, second: Int) {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        _ = queue.apply(.purchaseEnded(payment: payment, Self.unpaid[first].outcome))
        let before = queue.transactions
        let later = queue.apply(.purchaseEnded(payment: payment, Self.unpaid[second].outcome))
        #expect(later.updates.isEmpty && queue.transactions == before)
    }

    /// The player has paid. Nothing else may report this purchase.
    @Test(arguments: unpaid.indices.filter { unpaid[$0].outcome != .pending })
    func purchaseThatComesAfterTheOutcomeIsNotDropped(first: Int) {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        _ = queue.apply(.purchaseEnded(payment: payment, Self.unpaid[first].outcome))
        let later = queue.apply(.purchaseEnded(payment: payment, .purchased(.sold(9))))
        #expect(later == [.record(.offer(9, productID: "coins"))])
        #expect(queue.apply(.offerRecorded(9, .deliver(count: 1))).updates.map(\.paymentID) == [0])
    }

    @Test(arguments: [PurchaseOutcome.owned(.lasting(7)), .cancelled, .failed(.offline), .pending])
    func unpaidOutcomeOfAnUnknownPaymentIsIgnored(outcome: PurchaseOutcome) {
        var queue = PaymentQueue.delivering()
        #expect(queue.apply(.purchaseEnded(payment: 99, outcome)) == [])
        #expect(queue.transactions.isEmpty)
    }

    @Test func equalPaymentsAreBoughtSeparately() {
        var queue = PaymentQueue.delivering()
        let (first, second) = (queue.pay(), queue.pay())
        #expect(first != second)
        for (payment, id) in [(first, 7), (second, 8)] as [(UInt64, UInt64)] {
            #expect(
                queue.apply(.purchaseEnded(payment: payment, .purchased(.sold(id)))).records
                    == [.offer(id, productID: "coins")])
        }
        // The transaction takes the place of its payment in the queue.
        #expect(queue.transactions.map { $0.transaction?.id } == [7, 8])
        #expect(queue.transactions.map(\.paymentID) == [first, second])
    }

    // MARK: One payment at a time

    @Test func storeGetsOnePaymentAtATimeInTheOrderOfTheCalls() throws {
        var queue = PaymentQueue.delivering()
        let first = try queue.add(Payment(productID: "coins"))
        #expect(first.effects.purchases.map(\.productID) == ["coins"])
        let others = try ["gems", "keys", "maps"].map { try queue.add(Payment(productID: $0)) }
        for other in others {
            #expect(other.effects.updates.map(\.state) == [.purchasing] && other.effects.count == 1)
        }
        let endings: [(UInt64, PurchaseOutcome)] = [
            (first.id, .purchased(.sold(7))), (others[0].id, .pending), (others[1].id, .cancelled),
        ]
        for (index, (payment, outcome)) in endings.enumerated() {
            let effects = queue.apply(.purchaseEnded(payment: payment, outcome))
            #expect(
                effects.last == .buy(payment: others[index].id, Payment(productID: ["gems", "keys", "maps"][index])))
            #expect(effects.purchases.count == 1)
        }
        #expect(queue.apply(.purchaseEnded(payment: others[2].id, .failed(.offline))).purchases.isEmpty)
        #expect(try queue.add(Payment(productID: "coins")).effects.purchases.count == 1)
    }

    @Test func secondResponseToAPaymentDoesNotStartAnotherOne() {
        var queue = PaymentQueue.delivering()
        let (first, _) = (queue.pay(), queue.pay())
        _ = queue.pay()
        #expect(queue.apply(.purchaseEnded(payment: first, .cancelled)).purchases.count == 1)
        #expect(queue.apply(.purchaseEnded(payment: first, .cancelled)) == [])
    }

    @Test func cancelledPaymentThatWaitsNeverReachesTheStore() throws {
        var queue = PaymentQueue.delivering()
        let (first, second, third) = (queue.pay(), queue.pay(for: "gems"), queue.pay(for: "keys"))
        let effects = try queue.cancel(payment: second)
        let item = try #require(effects.updates.first)
        #expect(effects == [.emit(.transactionUpdated(item))])
        #expect(item.failure == .cancelled && item.paymentID == second)
        #expect(
            queue.apply(.purchaseEnded(payment: first, .cancelled)).last
                == .buy(payment: third, Payment(productID: "keys")))
        #expect(FinishTests.status { () throws(IAPError) in try queue.cancel(payment: second) } == .notFound)
        #expect(try queue.finish(.payment(second)) == [.emit(.transactionRemoved(item))])
    }

    @Test(arguments: [PurchaseOutcome.cancelled, .pending]) func paymentThatTheStoreHasReceivedCannotBeCancelled(
        outcome: PurchaseOutcome
    ) {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        #expect(FinishTests.status { () throws(IAPError) in try queue.cancel(payment: payment) } == .invalidState)
        _ = queue.apply(.purchaseEnded(payment: payment, outcome))
        #expect(FinishTests.status { () throws(IAPError) in try queue.cancel(payment: payment) } == .notFound)
        #expect(FinishTests.status { () throws(IAPError) in try queue.cancel(payment: 99) } == .notFound)
    }

    @Test func paymentsAndRequestsShareOneRowOfRisingNumbers() {
        var queue = PaymentQueue()
        let ids = [queue.pay(), queue.open(.store(.storefront)).id, queue.pay(), queue.open(.restore).id]
        #expect(ids == [1, 2, 3, 4])
    }
}
