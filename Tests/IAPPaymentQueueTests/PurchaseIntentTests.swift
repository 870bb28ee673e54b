import IAPModel
import Testing

@testable import IAPPaymentQueue

/// Purchases that begin in the App Store.
struct PurchaseIntentTests {
    /// A queue with one intent, and the id of that intent.
    private static func intended(
        _ productID: String = "coins", offerID: String? = nil
    ) throws -> (queue: PaymentQueue, id: UInt64) {
        var queue = PaymentQueue.delivering()
        let effects = queue.apply(.purchaseIntended(PurchaseIntent(productID: productID, offerID: offerID)))
        return (queue, try #require(effects.intents.first).id)
    }

    private static func status(_ body: () throws -> Void) -> IAPError.Status? {
        do { try body() } catch { return (error as? IAPError)?.status }
        return nil
    }

    @Test func intentIsReportedAndKept() {
        var queue = PaymentQueue()
        let first = queue.apply(.purchaseIntended(PurchaseIntent(productID: "coins")))
        let second = queue.apply(.purchaseIntended(PurchaseIntent(productID: "club", offerID: "come back")))
        #expect(first.count == 1 && second.count == 1)
        #expect(queue.purchaseIntents == first.intents + second.intents, "the oldest comes first")
        #expect(queue.purchaseIntents.map(\.productID) == ["coins", "club"])
        #expect(queue.purchaseIntents.map(\.offerID) == [nil, "come back"])
        #expect(Set(queue.purchaseIntents.map(\.id)).count == 2 && !queue.purchaseIntents.contains { $0.id == 0 })
        #expect(queue.transactions.isEmpty, "an intent alone buys nothing")
    }

    @Test func takenIntentIsAPaymentForOneUnlessTheGameSaysHow() throws {
        var (queue, id) = try Self.intended()
        let (payment, effects) = try queue.take(intent: id, nil)
        #expect(effects.purchases == [Payment(productID: "coins")])
        #expect(effects.updates.map(\.paymentID) == [payment])
        #expect(queue.onlyState == .purchasing)
        #expect(queue.purchaseIntents.isEmpty)
    }

    @Test func takenIntentIsBoughtAsTheGameSays() throws {
        var (queue, id) = try Self.intended()
        let payment = Payment(productID: "coins", quantity: 3, appAccountToken: "token")
        #expect(try queue.take(intent: id, payment).effects.purchases == [payment])
    }

    @Test func offerOfTheIntentGoesIntoThePayment() throws {
        for payment in [nil, Payment(productID: "club", quantity: 2)] {
            var (queue, id) = try Self.intended("club", offerID: "come back")
            var expected = payment ?? Payment(productID: "club")
            expected.offer = .winBack(id: "come back")
            #expect(try queue.take(intent: id, payment).effects.purchases == [expected])
        }
    }

    @Test func paymentMayNameAnOfferIfTheIntentHasNone() throws {
        var (queue, id) = try Self.intended("club")
        var payment = Payment(productID: "club")
        payment.offer = .promotional(id: "loyal", .jws("a.b.c"))
        #expect(try queue.take(intent: id, payment).effects.purchases == [payment])
    }

    @Test func paymentThatDoesNotFitTheIntentIsRefusedAndTheIntentStays() throws {
        var (queue, id) = try Self.intended("caf\u{E9}", offerID: "come back")
        // Swift's `String` compares the second spelling as equal. The store does not.
        for other in ["gems", "cafe\u{301}"] {
            #expect(
                Self.status { _ = try queue.take(intent: id, Payment(productID: other)) } == .invalidArgument)
        }
        var offered = Payment(productID: "caf\u{E9}")
        offered.offer = .winBack(id: "come back")
        #expect(Self.status { _ = try queue.take(intent: id, offered) } == .invalidArgument)
        #expect(queue.purchaseIntents.map(\.id) == [id])
        #expect(queue.transactions.isEmpty)
        #expect(try queue.take(intent: id, nil).effects.purchases.count == 1)
    }

    @Test func decidedIntentIsGone() throws {
        var (queue, id) = try Self.intended()
        var declined = queue
        try declined.decline(intent: id)
        _ = try queue.take(intent: id, nil)
        for var queue in [queue, declined] {
            #expect(queue.purchaseIntents.isEmpty && !queue.isUndecided(intent: id))
            #expect(Self.status { _ = try queue.take(intent: id, nil) } == .notFound)
            #expect(Self.status { try queue.defer(intent: id) } == .notFound)
            #expect(Self.status { try queue.decline(intent: id) } == .notFound)
            queue.markTold(intent: id)
            #expect(queue.repeatIntents() == [])
        }
        #expect(declined.transactions.isEmpty)
    }

    @Test func deferredIntentStaysListedAndIsNotReportedAgain() throws {
        var (queue, id) = try Self.intended()
        queue.markTold(intent: id)
        try queue.defer(intent: id)
        #expect(queue.purchaseIntents.map(\.isDeferred) == [true])
        #expect(!queue.isUndecided(intent: id))
        #expect(queue.repeatIntents() == [])
        try queue.defer(intent: id)
        #expect(try queue.take(intent: id, nil).effects.purchases.count == 1)
    }

    @Test func intentIsRepeatedOnlyAfterItsEvent() throws {
        var (queue, id) = try Self.intended()
        #expect(queue.repeatIntents() == [], "the event is already in the queue")
        queue.markTold(intent: id)
        #expect(queue.repeatIntents().intents.map(\.id) == [id])
        #expect(queue.repeatIntents() == [], "the event is in the queue again")
        queue.markTold(intent: id)
        #expect(queue.repeatIntents().intents.map(\.id) == [id])
    }

    @Test func intentsAreRepeatedInTheirOrder() {
        var queue = PaymentQueue()
        for product in ["a", "b", "c"] {
            for intent in queue.apply(.purchaseIntended(PurchaseIntent(productID: product))).intents {
                queue.markTold(intent: intent.id)
            }
        }
        #expect(queue.repeatIntents().intents.map(\.productID) == ["a", "b", "c"])
    }

    @Test func unknownIntentIsNotFound() {
        var queue = PaymentQueue()
        #expect(Self.status { _ = try queue.take(intent: 1, nil) } == .notFound)
        #expect(Self.status { try queue.defer(intent: 0) } == .notFound)
        #expect(Self.status { try queue.decline(intent: .max) } == .notFound)
        queue.markTold(intent: 1)
        #expect(!queue.isUndecided(intent: 1))
    }
}
