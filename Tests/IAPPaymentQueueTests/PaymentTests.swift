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
        #expect(queue.apply(.purchaseEnded(payment: payment, Self.unpaid[second].outcome)) == [])
        #expect(queue.apply(.purchaseEnded(payment: payment, .purchased(.sold(9)))) == [])
        #expect(queue.transactions == before)
    }

    @Test func outcomeOfAnUnknownPaymentIsIgnored() {
        var queue = PaymentQueue.delivering()
        #expect(queue.apply(.purchaseEnded(payment: 99, .purchased(.sold(7)))) == [])
        #expect(queue.transactions.isEmpty)
    }

    @Test func equalPaymentsAreBoughtSeparately() {
        var queue = PaymentQueue.delivering()
        let (first, second) = (queue.pay(), queue.pay())
        #expect(first != second)
        #expect(
            queue.apply(.purchaseEnded(payment: second, .purchased(.sold(8)))).records
                == [.offer(8, productID: "coins")])
        #expect(
            queue.apply(.purchaseEnded(payment: first, .purchased(.sold(7)))).records
                == [.offer(7, productID: "coins")])
        // The transaction takes the place of its payment in the queue.
        #expect(queue.transactions.map { $0.transaction?.id } == [7, 8])
        #expect(queue.transactions.map(\.paymentID) == [first, second])
    }

    @Test func paymentsAndRequestsShareOneRowOfRisingNumbers() {
        var queue = PaymentQueue()
        let ids = [queue.pay(), queue.open(.store(.storefront)).id, queue.pay(), queue.open(.restore).id]
        #expect(ids == [1, 2, 3, 4])
    }
}
