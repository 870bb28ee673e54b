import IAPModel
import Testing

@testable import IAPPaymentQueue

/// Payments that wait for another person's approval.
struct DeferredTests {
    private static func deferring(_ payments: [Payment]) -> (queue: PaymentQueue, ids: [UInt64]) {
        var queue = PaymentQueue.delivering()
        var ids: [UInt64] = []
        for payment in payments {
            let id = queue.pay(payment)
            _ = queue.apply(.purchaseEnded(payment: id, .pending))
            ids.append(id)
        }
        return (queue, ids)
    }

    @Test(arguments: UpdateTests.Source.allCases)
    func approvedTransactionIsTheDeferredPayments(source: UpdateTests.Source) throws {
        var (queue, ids) = Self.deferring([Payment(productID: "coins", quantity: 2, appAccountToken: "a")])
        #expect(
            queue.apply(source.fact(.sold(7, quantity: 2, token: "a")))
                == [.record(.offer(.sold(7, quantity: 2, token: "a"), isVerified: true))])
        let item = try #require(queue.apply(.offerRecorded(7, .deliver(count: 1))).updates.first)
        #expect(item.state == .purchased && item.paymentID == ids[0])
        #expect(queue.transactions == [item], "the purchase replaces the deferred payment")
    }

    static let strangers: [Transaction] = [
        .sold(7, of: "gems", quantity: 2, token: "a"), .sold(7, quantity: 1, token: "a"),
        .sold(7, quantity: 2, token: "b"), .sold(7, quantity: 2),
    ]

    @Test(arguments: strangers) func transactionThatDiffersIsNotTheDeferredPayments(transaction: Transaction) {
        var (queue, _) = Self.deferring([Payment(productID: "coins", quantity: 2, appAccountToken: "a")])
        _ = queue.apply(.transactionUpdated(transaction))
        #expect(queue.transactions.map(\.state) == [.deferred, .purchased])
        #expect(queue.transactions[1].paymentID == 0)
    }

    /// An expired or upgraded transaction is not the result of an approval. The store has only repeated it.
    @Test(arguments: [true, false]) func finishedExpiredTransactionLeavesThePaymentDeferred(isUpgraded: Bool) {
        var (queue, ids) = Self.deferring([Payment(productID: "coins", quantity: 2, appAccountToken: "a")])
        let before = queue.transactions
        var old = Transaction.sold(7, quantity: 2, token: "a")
        (old.isUpgraded, old.signedDate, old.expirationDate) = (isUpgraded, 100, isUpgraded ? 200 : 100)
        _ = queue.apply(.transactionUpdated(old))
        let told = Fact.recorded(.offer(old, isVerified: true), .alreadyFinished)
        #expect(queue.apply(told) == [.finishInStore(7)])
        #expect(queue.transactions == before)
        _ = queue.apply(.transactionUpdated(.sold(8, quantity: 2, token: "a")))
        #expect(queue.transactions.map(\.paymentID) == ids && queue.transactions.map { $0.transaction?.id } == [8])
    }

    /// The waiting payment stays unchanged. It keeps its own quantity and token, and it is still a payment that the
    /// game server signed.
    @Test func signedPaymentStaysUnchangedWhileItWaits() {
        var signed = Payment(productID: "coins")
        signed.advancedCommerceJWS = "a.b.c"
        var (queue, ids) = Self.deferring([signed])
        let before = queue.transactions
        var old = Transaction.sold(7, quantity: 2, token: "a")
        old.advancedCommerceInfo = "{}"
        _ = queue.apply(.transactionUpdated(old))
        _ = queue.apply(.recorded(.offer(old, isVerified: true), .alreadyFinished))
        #expect(queue.transactions == before)
        var approved = Transaction.sold(8, quantity: 3, token: "b")
        approved.advancedCommerceInfo = "{}"
        _ = queue.apply(.transactionUpdated(approved))
        #expect(queue.transactions.map(\.paymentID) == ids && queue.transactions.map { $0.transaction?.id } == [8])
    }

    /// If the account already owns the product when the purchase is approved, the payment is restored.
    @Test func finishedOwnedTransactionEndsThePayment() {
        var (queue, ids) = Self.deferring([Payment(productID: "coins", quantity: 2, appAccountToken: "a")])
        var owned = Transaction.sold(7, quantity: 2, token: "a")
        (owned.signedDate, owned.expirationDate, owned.productType) = (100, 101, .autoRenewableSubscription)
        _ = queue.apply(.transactionUpdated(owned))
        let effects = queue.apply(.recorded(.offer(owned, isVerified: true), .alreadyFinished))
        let updates = queue.recordRestores(effects).updates
        #expect(updates.map(\.state) == [.restored] && updates.map(\.paymentID) == ids)
    }

    /// The payment names all seats, and the transaction has those that the payment has added.
    @Test func approvedTransactionHasTheNewSeats() {
        var seats = Payment(productID: "coins", appAccountToken: "a")
        seats.seats = 8
        var (queue, ids) = Self.deferring([seats])
        _ = queue.apply(.transactionUpdated(.sold(6, quantity: 3, token: "b")))
        _ = queue.apply(.transactionUpdated(.sold(7, quantity: 3, token: "a")))
        #expect(queue.transactions.map(\.paymentID) == [ids[0], 0])
        #expect(queue.transactions.map { $0.transaction?.id } == [7, 6])
    }

    @Test func subscriptionThatTheFamilySharesLeavesThePaymentDeferred() {
        var (queue, _) = Self.deferring([Payment(productID: "coins")])
        var shared = Transaction.sold(7)
        (shared.ownership, shared.productType) = (.familyShared, .autoRenewableSubscription)
        _ = queue.apply(.transactionUpdated(shared))
        #expect(queue.transactions.map(\.state) == [.deferred, .purchased])
        #expect(queue.transactions.last?.paymentID == 0)
    }

    @Test func paymentWithoutATokenIsNotMatchedByATransactionWithOne() {
        var (queue, _) = Self.deferring([Payment(productID: "coins")])
        _ = queue.apply(.transactionUpdated(.sold(7, token: "a")))
        #expect(queue.transactions.map(\.state) == [.deferred, .purchased])
    }

    /// The game server signed the quantity and the token. The payment does not know them.
    @Test func approvedAdvancedCommerceTransactionIsThatOfItsProduct() {
        var signed = Payment(productID: "coins")
        signed.advancedCommerceJWS = "a.b.c"
        let plain = Payment(productID: "coins", quantity: 2, appAccountToken: "a")
        var (queue, ids) = Self.deferring([plain, signed])
        var approved = Transaction.sold(7, quantity: 2, token: "a")
        approved.advancedCommerceInfo = "{}"
        _ = queue.apply(.transactionUpdated(approved))
        #expect(queue.transactions.map(\.state) == [.deferred, .purchased])
        #expect(queue.transactions.map(\.paymentID) == ids)
        _ = queue.apply(.transactionUpdated(.sold(8, quantity: 2, token: "a")))
        #expect(queue.transactions.map { $0.transaction?.id } == [8, 7])
        #expect(queue.transactions.map(\.paymentID) == ids)
    }

    @Test func plainTransactionIsNotThatOfAnAdvancedCommercePayment() {
        var signed = Payment(productID: "coins")
        signed.advancedCommerceJWS = "a.b.c"
        var (queue, _) = Self.deferring([signed])
        _ = queue.apply(.transactionUpdated(.sold(7)))
        #expect(queue.transactions.map(\.state) == [.deferred, .purchased])
        #expect(queue.transactions[1].paymentID == 0)
    }

    @Test func oldestOfEqualPaymentsIsApprovedFirst() {
        var (queue, ids) = Self.deferring(Array(repeating: Payment(productID: "coins"), count: 3))
        for id in [7, 8, 9] as [UInt64] {
            _ = queue.apply(.transactionUpdated(.sold(id)))
        }
        #expect(queue.transactions.map(\.paymentID) == ids)
        #expect(queue.transactions.map { $0.transaction?.id } == [7, 8, 9])
    }

    @Test func repeatedApprovalTakesNoSecondPayment() {
        var (queue, ids) = Self.deferring(Array(repeating: Payment(productID: "coins"), count: 2))
        _ = queue.apply(.transactionUpdated(.sold(7)))
        #expect(queue.apply(.transactionUpdated(.sold(7))) == [])
        #expect(queue.transactions.map(\.state) == [.purchased, .deferred])
        #expect(queue.transactions.map(\.paymentID) == ids)
    }

    /// The approval may arrive before the response that it is needed.
    @Test func approvalThatCameBeforeTheResponseIsNotLost() {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        _ = queue.apply(.transactionUpdated(.sold(7)))
        let effects = queue.apply(.purchaseEnded(payment: payment, .pending))
        #expect(effects.updates.map(\.state) == [.deferred])
        #expect(effects.records == [.offer(7, productID: "coins")])
        #expect(queue.onlyState == .purchased)
        #expect(queue.transactions[0].paymentID == payment)
    }

    @Test func deferredPaymentThatIsNeverAnsweredStaysListedAndCannotBeFinished() {
        var (queue, ids) = Self.deferring([Payment(productID: "coins")])
        _ = queue.apply(.retryDue)
        _ = queue.startDelivery()
        #expect(queue.onlyState == .deferred)
        #expect(throws: IAPError.self) { try queue.finish(.payment(ids[0])) }
        #expect(queue.onlyState == .deferred)
    }

    /// A late list brings a purchase of an earlier run. It is no approval of a payment of this run.
    @Test func purchaseFromBeforeTheLaunchLeavesThePaymentDeferred() {
        var (queue, ids) = Self.deferring([Payment(productID: "coins")])
        _ = queue.apply(.unfinishedListed(.sold(7), isFromBefore: true))
        #expect(queue.transactions.map(\.state) == [.deferred, .purchased])
        #expect(queue.transactions.map(\.paymentID) == [ids[0], 0])
    }

    /// The purchase was taken for that of the overdue payment, whose response says otherwise.
    @Test(arguments: [PurchaseOutcome.cancelled, .pending, .purchased(.sold(8))])
    func purchaseThatIsNotTheOverduePaymentsIsTheApproval(outcome: PurchaseOutcome) {
        var (queue, ids) = Self.deferring([Payment(productID: "coins")])
        let overdue = queue.pay()
        _ = queue.pay(for: "gems")
        _ = queue.apply(.turnOverdue(payment: overdue))
        _ = queue.apply(.transactionUpdated(.sold(7)))
        #expect(queue.transactions.first { $0.transaction?.id == 7 }?.paymentID == overdue)
        _ = queue.apply(.purchaseEnded(payment: overdue, outcome))
        #expect(queue.transactions.first { $0.transaction?.id == 7 }?.paymentID == ids[0])
        #expect(queue.transactions.map(\.paymentID).sorted() == [ids[0], overdue, overdue + 1], "each is listed once")
    }

    /// The response of an overdue payment has come. Other payments have waited longer for their approval.
    @Test func paymentWhoseResponseIsLateWaitsForItsApprovalInItsTurn() {
        var (queue, ids) = Self.deferring([Payment(productID: "coins")])
        let overdue = queue.pay()
        _ = queue.pay(for: "gems")
        _ = queue.apply(.turnOverdue(payment: overdue))
        _ = queue.apply(.purchaseEnded(payment: overdue, .pending))
        _ = queue.apply(.transactionUpdated(.sold(7)))
        #expect(queue.transactions.first { $0.transaction?.id == 7 }?.paymentID == ids[0])
    }

    /// The approval of a payment is a repeated report of a finished season, which the player has restored, too.
    @Test func finishedSeasonThatARestoreHasFoundIsRestored() throws {
        var (queue, ids) = Self.deferring([Payment(productID: "coins")])
        var season = Transaction.sold(7)
        season.productType = .nonRenewingSubscription
        _ = queue.apply(.transactionUpdated(season))
        let request = queue.open(.restore).id
        _ = queue.apply(.responded(request: request, .success(.entitlements([season]))))
        var effects = queue.apply(.recorded(.offer(season, isVerified: true), .alreadyFinished))
        #expect(effects.storeFinishes == [7])
        effects = queue.recordRestores(effects)
        #expect(effects.updates.map(\.state) == [.restored] && effects.updates.map(\.paymentID) == [0])
        #expect(effects.events.last == .restoreFinished(request: request))
        #expect(queue.transactions.first { $0.state == .deferred }?.paymentID == ids[0])
    }

    /// A new payment for the same product does not take the approval from the waiting payment.
    @Test func approvalDuringAnotherPaymentGoesToTheOneThatWaits() {
        var (queue, ids) = Self.deferring([Payment(productID: "coins")])
        let second = queue.pay()
        #expect(queue.apply(.transactionUpdated(.sold(7))) == [.awaitResponse(7)])
        _ = queue.apply(.purchaseEnded(payment: second, .purchased(.sold(8))))
        #expect(queue.transactions.map { $0.transaction?.id } == [7, 8])
        #expect(queue.transactions.map(\.paymentID) == [ids[0], second])
    }
}
