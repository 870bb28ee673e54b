import IAPModel
import Testing

@testable import IAPPaymentQueue

/// Transactions that the store reports unprompted, and how they match payments.
struct UpdateTests {
    enum Source: CaseIterable {
        case listing, stream

        func fact(_ transaction: Transaction) -> Fact {
            switch self {
            case .listing: .unfinishedListed(transaction)
            case .stream: .transactionUpdated(transaction)
            }
        }
    }

    @Test(arguments: Source.allCases) func unaskedTransactionIsOfferedWithoutAPayment(source: Source) throws {
        var queue = PaymentQueue.delivering()
        #expect(queue.apply(source.fact(.sold(7))) == [.record(.offer(7, productID: "coins"))])
        let item = try #require(queue.apply(.offerRecorded(7, .deliver(count: 4))).updates.first)
        #expect(item.state == .purchased && item.paymentID == 0 && item.deliveryCount == 4)
    }

    @Test(arguments: Source.allCases, Source.allCases)
    func sameTransactionTwiceIsOne(first: Source, second: Source) {
        var queue = PaymentQueue.delivering()
        _ = queue.apply(first.fact(.sold(7)))
        #expect(queue.apply(second.fact(.sold(7))) == [])
        _ = queue.apply(.offerRecorded(7, .deliver(count: 1)))
        #expect(queue.apply(second.fact(.sold(7))) == [])
        #expect(queue.transactions.count == 1)
    }

    @Test(arguments: Source.allCases) func responseThenUpdateIsOneTransaction(source: Source) {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        _ = queue.apply(.purchaseEnded(payment: payment, .purchased(.sold(7))))
        #expect(queue.apply(source.fact(.sold(7))) == [])
        #expect(queue.transactions.count == 1)
        #expect(queue.transactions[0].paymentID == payment)
    }

    @Test(arguments: Source.allCases) func updateThenResponseIsOneTransaction(source: Source) {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        #expect(queue.apply(source.fact(.sold(7))) == [.awaitResponse(7)])
        #expect(
            queue.apply(.purchaseEnded(payment: payment, .purchased(.sold(7))))
                == [.record(.offer(7, productID: "coins"))])
        #expect(queue.transactions.count == 1)
        #expect(queue.transactions[0].paymentID == payment)
    }

    @Test func paymentForAWaitingTransactionHasItsOutcomeWithTheDelivery() {
        var queue = PaymentQueue.delivering()
        _ = queue.apply(.unfinishedListed(.sold(7)))
        let payment = queue.pay()
        #expect(queue.apply(.purchaseEnded(payment: payment, .purchased(.sold(7)))) == [])
        #expect(queue.apply(.offerRecorded(7, .deliver(count: 1))).updates.map(\.paymentID) == [payment])
    }

    static let endings: [PurchaseOutcome] = [.cancelled, .failed(.offline), .purchased(.sold(9))]

    @Test(arguments: endings, Source.allCases)
    func updateIsHeldWhileAPaymentForTheProductIsWithTheStore(ending: PurchaseOutcome, source: Source) {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        #expect(queue.apply(source.fact(.sold(7))) == [.awaitResponse(7)])
        #expect(queue.transactions.map(\.state) == [.purchasing, .purchased])
        let effects = queue.apply(.purchaseEnded(payment: payment, ending))
        #expect(effects.records.last == .offer(7, productID: "coins"))
        #expect(queue.transactions.contains { $0.transaction?.id == 7 && $0.paymentID == 0 })
    }

    @Test func heldUpdatesAreReleasedInTheirOrderAndOnce() {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        for id in [8, 7, 8, 9, 7] as [UInt64] { _ = queue.apply(.transactionUpdated(.sold(id))) }
        let effects = queue.apply(.purchaseEnded(payment: payment, .cancelled))
        #expect(effects.records == [8, 7, 9].map { .offer($0, productID: "coins") })
        let next = queue.pay()
        #expect(queue.apply(.purchaseEnded(payment: next, .cancelled)).records.isEmpty)
    }

    /// The purchase cannot belong to a payment that the store has not received.
    @Test func heldUpdateIsReleasedBeforeTheNextPaymentForItsProduct() {
        var queue = PaymentQueue.delivering()
        let (first, second) = (queue.pay(), queue.pay())
        _ = queue.apply(.transactionUpdated(.sold(7)))
        #expect(
            queue.apply(.purchaseEnded(payment: first, .cancelled)).suffix(2)
                == [.record(.offer(7, productID: "coins")), .buy(payment: second, Payment(productID: "coins"))])
    }

    @Test func heldUpdateIsListedAndNotFinished() throws {
        var queue = PaymentQueue.delivering()
        _ = queue.apply(.unfinishedListed(.sold(3, of: "gems")))
        let payment = queue.pay()
        _ = queue.apply(.transactionUpdated(.sold(7)))
        _ = queue.apply(.unfinishedListed(.sold(4, of: "gems")))
        let listed = queue.transactions
        #expect(listed.map { $0.transaction?.id } == [3, nil, 7, 4], "the order is that of arrival")
        #expect(listed[2].state == .purchased && listed[2].paymentID == 0 && listed[2].deliveryCount == 0)
        do {
            _ = try queue.finish(transactionID: 7)
            Issue.record("the finish succeeded")
        } catch {
            #expect(error.status == .invalidState)
        }
        #expect(throws: IAPError.self) { try queue.finish(.store(7)) }
        _ = queue.apply(.purchaseEnded(payment: payment, .cancelled))
        #expect(queue.transactions.map { $0.transaction?.id } == [3, nil, 7, 4], "the transaction keeps its place")
        #expect(try queue.finish(transactionID: 7) == [.record(.finish(7, productID: "coins"))])
    }

    /// The purchase did not wait longer for the response, and looks like another one: the player has paid for it.
    @Test func responseThatIsTooLateDoesNotSayThatNothingWasCharged() {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        _ = queue.apply(.transactionUpdated(.sold(7, quantity: 2)))
        _ = queue.apply(.responseOverdue(7))
        #expect(queue.apply(.offerRecorded(7, .deliver(count: 1))).updates.map(\.paymentID) == [0])
        let updates = queue.apply(.purchaseEnded(payment: payment, .purchased(.sold(7, quantity: 2)))).updates
        #expect(updates.map(\.failure) == [.unfinishedPurchase])
        let item = queue.transactions.first { $0.paymentID == payment }
        if case .failed(let error) = item?.state {
            #expect(!error.message.contains("nothing was charged") && error.message.contains("transaction 7"))
        }
    }

    /// An overdue payment was ended by another purchase. The purchase of its response is not that of the next payment.
    @Test func responseToAnOverduePaymentDoesNotEndTheNextOne() {
        var queue = PaymentQueue.delivering()
        let (overdue, gems) = (queue.pay(), queue.pay(for: "gems"))
        _ = queue.apply(.turnOverdue(payment: overdue))
        _ = queue.apply(.transactionUpdated(.sold(7)))
        _ = queue.apply(.offerRecorded(7, .deliver(count: 1)))
        _ = queue.apply(.purchaseEnded(payment: gems, .cancelled))
        let next = queue.pay()
        let effects = queue.apply(.purchaseEnded(payment: overdue, .purchased(.sold(8))))
        #expect(effects.records == [.offer(8, productID: "coins")])
        #expect(queue.transactions.first { $0.paymentID == next }?.state == .purchasing)
    }

    @Test func heldUpdateIsNotListedTwice() {
        var queue = PaymentQueue.delivering()
        let (first, _) = (queue.pay(), queue.pay())
        _ = queue.apply(.transactionUpdated(.sold(7)))
        _ = queue.apply(.purchaseEnded(payment: first, .purchased(.sold(7))))
        #expect(queue.transactions.compactMap { $0.transaction?.id } == [7])
        let restoring = queue.open(.restore).id
        _ = queue.apply(.transactionUpdated(.sold(8)))
        _ = queue.apply(.responded(request: restoring, .success(.entitlements([.sold(8)]))))
        #expect(queue.transactions.compactMap { $0.transaction?.id } == [7, 8])
        _ = queue.apply(.transactionUpdated(.sold(9)))
        _ = queue.apply(.transactionUpdated(.sold(9, revokedAt: 5)))
        #expect(queue.transactions.compactMap { $0.transaction?.id } == [7, 8])
    }

    // MARK: A store that does not respond

    @Test func purchaseCompletesAPaymentWithoutAResponseAfterAMinute() {
        var queue = PaymentQueue.delivering()
        let (first, second) = (queue.pay(), queue.pay(for: "gems"))
        #expect(queue.apply(.transactionUpdated(.sold(7))) == [.awaitResponse(7)])
        #expect(
            queue.apply(.responseOverdue(7))
                == [.record(.offer(7, productID: "coins")), .buy(payment: second, Payment(productID: "gems"))])
        #expect(queue.apply(.offerRecorded(7, .deliver(count: 1))).updates.map(\.paymentID) == [first])
        // The response may come later.
        #expect(queue.apply(.purchaseEnded(payment: first, .purchased(.sold(7)))) == [])
        #expect(queue.apply(.purchaseEnded(payment: first, .cancelled)) == [])
    }

    static let others: [Transaction] = {
        var old = Transaction.sold(7)
        old.signedDate = old.purchaseDate + 60_000
        return [old, .sold(7, quantity: 2), .sold(7, token: "a")]
    }()

    /// An older purchase, another quantity or another token.
    @Test(arguments: others) func purchaseThatIsNotThePaymentsIsDeliveredAloneAfterAMinute(purchase: Transaction) {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        #expect(queue.apply(.transactionUpdated(purchase)) == [.awaitResponse(7)])
        let offer = JournalEntry.offer(purchase, isVerified: true)
        #expect(queue.apply(.responseOverdue(7)) == [.record(offer)])
        #expect(queue.apply(.recorded(offer, .deliver(count: 1))).updates.map(\.paymentID) == [0])
        #expect(queue.item(.payment(payment))?.state == .purchasing, "the store may still respond")
        #expect(queue.apply(.purchaseEnded(payment: payment, .purchased(.sold(9)))).records.count == 1)
    }

    @Test func minuteThatEndsAfterTheResponseChangesNothing() {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        _ = queue.apply(.transactionUpdated(.sold(7)))
        _ = queue.apply(.purchaseEnded(payment: payment, .cancelled))
        _ = queue.pay()
        #expect(queue.apply(.responseOverdue(7)) == [])
    }

    @Test func paymentThatTheStoreNeverCompletesDoesNotBlockTheNextOne() {
        var queue = PaymentQueue.delivering()
        let first = queue.pay()
        let added = try? queue.add(Payment(productID: "gems"))
        #expect(added?.effects.contains(.awaitTurn(behind: first)) == true)
        let third = queue.pay(for: "lives")
        let second = added?.id ?? 0
        let effects = queue.apply(.turnOverdue(payment: first))
        #expect(effects.updates.map(\.state) == [.deferred] && effects.updates.map(\.paymentID) == [first])
        #expect(
            Array(effects.dropFirst())
                == [.buy(payment: second, Payment(productID: "gems")), .awaitTurn(behind: second)])
        // The store may still respond, or report the transaction.
        var reported = queue
        _ = reported.apply(.unfinishedListed(.sold(7)))
        for var queue in [queue, reported] {
            _ = queue.apply(.purchaseEnded(payment: first, .purchased(.sold(7))))
            let delivery = queue.apply(.offerRecorded(7, .deliver(count: 1)))
            #expect(delivery.updates.map(\.paymentID) == [first] && delivery.updates.map(\.state) == [.purchased])
        }
        #expect(queue.apply(.purchaseEnded(payment: first, .cancelled)).updates.map(\.failure) == [.cancelled])
        #expect(
            queue.apply(.purchaseEnded(payment: second, .cancelled)).contains(
                .buy(payment: third, Payment(productID: "lives"))))
        #expect(queue.apply(.turnOverdue(payment: second)) == [], "its turn has ended")
    }

    /// The store reports the purchase of an overdue payment and completes that payment. The next payment goes on.
    @Test(arguments: [false, true]) func purchaseOfAnOverduePaymentDoesNotEndTheNextOne(isFinished: Bool) throws {
        var queue = PaymentQueue.delivering()
        let (overdue, next) = (queue.pay(), queue.pay())
        _ = queue.apply(.turnOverdue(payment: overdue))
        #expect(queue.apply(.transactionUpdated(.sold(7))) == [.awaitResponse(7)])
        _ = queue.apply(.purchaseEnded(payment: overdue, .purchased(.sold(7))))
        let delivery = queue.apply(.offerRecorded(7, .deliver(count: 1)))
        #expect(delivery.updates.map(\.paymentID) == [overdue])
        if isFinished {
            _ = try queue.finish(.store(7))
            _ = queue.apply(.finishedInStore(7))
            #expect(queue.transactions.map(\.paymentID) == [next], "a finished transaction is not listed")
        }
        #expect(queue.apply(.responseOverdue(7)) == [])
        #expect(queue.item(.payment(next))?.state == .purchasing)
        _ = queue.apply(.purchaseEnded(payment: next, .purchased(.sold(8))))
        #expect(queue.apply(.offerRecorded(8, .deliver(count: 1))).updates.map(\.paymentID) == [next])
    }

    static let lateResponses: [PurchaseOutcome] = [.cancelled, .failed(.offline), .purchased(.sold(8))]

    /// The store repeats a finished transaction while a payment is overdue, and then completes the payment.
    @Test(arguments: lateResponses) func repeatedTransactionDoesNotTakeTheResponse(response: PurchaseOutcome) {
        var queue = PaymentQueue.delivering()
        let (overdue, _) = (queue.pay(), queue.pay(for: "gems"))
        _ = queue.apply(.turnOverdue(payment: overdue))
        _ = queue.apply(.transactionUpdated(.sold(7)))
        var effects = queue.apply(.purchaseEnded(payment: overdue, response))
        effects += queue.apply(.offerRecorded(7, .alreadyFinished))
        effects += queue.apply(.offerRecorded(8, .deliver(count: 1)))
        #expect(effects.updates.map(\.paymentID) == [overdue] && effects.storeFinishes == [7])
        #expect(queue.item(.payment(overdue))?.state != .deferred)
    }

    /// The store reports the purchase before it completes the overdue payment with it.
    @Test func responseWithTheReportedTransactionIsNoSecondOutcome() {
        var queue = PaymentQueue.delivering()
        let (overdue, _) = (queue.pay(), queue.pay(for: "gems"))
        _ = queue.apply(.turnOverdue(payment: overdue))
        _ = queue.apply(.transactionUpdated(.sold(7)))
        #expect(queue.apply(.purchaseEnded(payment: overdue, .owned(.sold(7)))) == [])
        #expect(queue.apply(.offerRecorded(7, .deliver(count: 1))).updates.map(\.paymentID) == [overdue])
        #expect(queue.apply(.purchaseEnded(payment: overdue, .cancelled)) == [])
    }

    /// An older payment waits for an approval. The transaction is more probably that of the payment that the store has.
    @Test func overduePaymentGetsItsTransactionBeforeOneThatWaitsForAnApproval() {
        var queue = PaymentQueue.delivering()
        let approval = queue.pay()
        _ = queue.apply(.purchaseEnded(payment: approval, .pending))
        let overdue = queue.pay()
        _ = queue.pay(for: "gems")
        _ = queue.apply(.turnOverdue(payment: overdue))
        _ = queue.apply(.transactionUpdated(.sold(7)))
        #expect(queue.apply(.offerRecorded(7, .deliver(count: 1))).updates.map(\.paymentID) == [overdue])
        #expect(queue.item(.payment(approval))?.state == .deferred)
    }

    @Test func updateOfAnotherProductIsNotHeld() {
        var queue = PaymentQueue.delivering()
        _ = queue.pay(for: "gems")
        #expect(queue.apply(.transactionUpdated(.sold(7))) == [.record(.offer(7, productID: "coins"))])
    }

    @Test func changeOfStorefrontIsReported() {
        var queue = PaymentQueue()
        let storefront = Storefront(countryCode: "JPN", id: "143462")
        #expect(queue.apply(.storefrontChanged(storefront)) == [.emit(.storefrontChanged(storefront))])
        #expect(queue.apply(.storefrontRead(storefront)) == [.emit(.storefrontChanged(storefront))])
    }

    @Test func changeOfASubscriptionIsReported() {
        var queue = PaymentQueue()
        let status = SubscriptionStatus(
            state: .inGracePeriod, groupID: "2001", transaction: .sold(7),
            renewalInfo: RenewalInfo(originalTransactionID: 7, productID: "club", willAutoRenew: true))
        #expect(queue.apply(.subscriptionStatusChanged(status)) == [.emit(.subscriptionStatusChanged(status))])
        #expect(queue.apply(.subscriptionStatusChanged(status)).count == 1, "each change has an event")
        #expect(queue.transactions.isEmpty)
    }
}
