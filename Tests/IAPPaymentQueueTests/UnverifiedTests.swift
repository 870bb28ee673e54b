import IAPModel
import Testing

@testable import IAPPaymentQueue

/// A transaction that does not come from the store grants nothing, however it arrives.
struct UnverifiedTests {
    enum Way: CaseIterable {
        case reported, listed, streamed

        func fact(_ transaction: Transaction) -> Fact {
            switch self {
            case .reported: .unverifiedTransaction(transaction, .forged)
            case .listed: .unfinishedListed(transaction)
            case .streamed: .transactionUpdated(transaction)
            }
        }
    }

    @Test(arguments: Way.allCases, Way.allCases) func unverifiedTransactionIsReportedOncePerLaunch(
        first: Way, second: Way
    )
        throws
    {
        var queue = PaymentQueue.delivering()
        let forged = Transaction.sold(7).forged
        let effects = queue.apply(first.fact(forged))
        let item = try #require(effects.updates.first)
        #expect(effects == [.emit(.transactionUpdated(item))])
        guard case .unverified(let error) = item.state else {
            Issue.record("\(item.state)")
            return
        }
        #expect(error.status == .verification)
        #expect(item.transaction == forged && item.verification == .forged)
        #expect(item.deliveryCount == 0 && item.paymentID == 0)
        #expect(queue.apply(second.fact(forged)) == [])
    }

    @Test(arguments: Way.allCases) func unverifiedTransactionIsNotInTheQueueAndCannotBeFinished(way: Way) {
        var queue = PaymentQueue.delivering()
        _ = queue.apply(way.fact(Transaction.sold(7).forged))
        #expect(queue.transactions.isEmpty)
        #expect(throws: IAPError.self) { try queue.finish(transactionID: 7) }
        #expect(throws: IAPError.self) { try queue.finish(.store(7)) }
    }

    @Test(arguments: Way.allCases) func verifiedTransactionOfTheSameIDIsDelivered(way: Way) {
        var queue = PaymentQueue.delivering()
        _ = queue.apply(way.fact(Transaction.sold(7).forged))
        #expect(queue.apply(.unfinishedListed(.sold(7))) == [.record(.offer(7, productID: "coins"))])
        #expect(queue.onlyState == .purchased)
    }

    @Test(arguments: Way.allCases) func forgedRevocationTakesNothingBack(way: Way) {
        var queue = PaymentQueue.delivering()
        queue.deliver(.sold(7))
        let forged = Transaction.sold(7, revokedAt: 5).forged
        let effects = queue.apply(way.fact(forged))
        // The next launches look for it.
        #expect(effects.revocations.isEmpty && effects.records == [.doubt(forged)])
        #expect(queue.onlyState == .purchased)
    }

    @Test(arguments: Way.allCases) func unverifiedTransactionIsNotTheOutcomeOfAPayment(way: Way) {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        #expect(queue.apply(way.fact(Transaction.sold(7).forged)).updates.map(\.paymentID) == [0])
        #expect(queue.onlyState == .purchasing)
        _ = queue.apply(.purchaseEnded(payment: payment, .purchased(.sold(7))))
        #expect(queue.onlyState == .purchased)
    }

    static let answers: [PurchaseOutcome] = [
        .unverified(.forged, .forged), .purchased(Transaction.sold(7).forged), .owned(Transaction.sold(7).forged),
    ]

    @Test(arguments: answers) func paymentWithAnUnverifiedResponseFailsWithTheReason(answer: PurchaseOutcome) throws {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        let effects = queue.apply(.purchaseEnded(payment: payment, answer))
        let item = try #require(effects.updates.first)
        #expect(effects == [.emit(.transactionUpdated(item))])
        guard case .failed(let error) = item.state else {
            Issue.record("\(item.state)")
            return
        }
        #expect(error.status == .verification)
        #expect(item.paymentID == payment && item.verification == .forged && item.transaction == nil)
        #expect(try queue.finish(.payment(payment)) == [.emit(.transactionRemoved(item))])
    }
}
