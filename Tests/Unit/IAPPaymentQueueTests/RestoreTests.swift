import IAPModel
import Testing

@testable import IAPPaymentQueue

/// Restored entries, and requests in general.
struct RestoreTests {
    private static func restore(_ queue: inout PaymentQueue, _ transactions: [Transaction]) -> [Effect] {
        let request = queue.open(.restore).id
        return queue.recordRestores(
            queue.apply(.responded(request: request, .success(.entitlements(transactions)))))
    }

    @Test func eachEntitlementIsReportedAndThenTheEndOnce() {
        var queue = PaymentQueue.delivering()
        let (request, asked) = queue.open(.restore)
        #expect(asked == [.ask(request: request, .restore)])
        let recorded = queue.apply(
            .responded(request: request, .success(.entitlements([.sold(7, of: "editor"), .sold(5, of: "club")]))))
        #expect(recorded.events.isEmpty, "the game receives nothing that the journal does not hold")
        let effects = queue.recordRestores(recorded)
        #expect(effects.updates.map(\.state) == [.restored, .restored])
        #expect(effects.updates.map { $0.transaction?.id } == [7, 5])
        #expect(effects.updates.allSatisfy { $0.paymentID == 0 && $0.deliveryCount == 0 })
        #expect(effects.last == .emit(.restoreFinished(request: request)))
        #expect(
            effects.records == [
                .restore(.sold(7, of: "editor"), isVerified: true), .restore(.sold(5, of: "club"), isVerified: true),
            ])
        #expect(effects.count == 5)
        #expect(queue.transactions.map { $0.transaction?.id } == [7, 5])
    }

    @Test func restoreOfNothingEndsAsWell() {
        var queue = PaymentQueue.delivering()
        let request = queue.open(.restore).id
        #expect(
            queue.apply(.responded(request: request, .success(.entitlements([]))))
                == [.emit(.restoreFinished(request: request))])
    }

    @Test func failedRestoreEndsOnceWithItsError() {
        var queue = PaymentQueue.delivering()
        let request = queue.open(.restore).id
        #expect(
            queue.apply(.responded(request: request, .failure(.offline)))
                == [.emit(.restoreFailed(request: request, .offline))])
        #expect(queue.apply(.responded(request: request, .success(.entitlements([.sold(7)])))) == [])
        #expect(queue.transactions.isEmpty)
    }

    @Test func finishOfARestoredTransactionIsRecordedAndNotSentToTheStore() throws {
        var queue = PaymentQueue.delivering()
        let item = try #require(Self.restore(&queue, [.sold(7)]).updates.first)
        #expect(try queue.finish(transactionID: 7) == [.record(.finishRestored(.sold(7)))])
        #expect(try queue.finish(transactionID: 7) == [], "the finish is already in progress")
        #expect(queue.apply(.recorded(.finishRestored(.sold(7)))) == [.emit(.transactionRemoved(item))])
        #expect(queue.transactions.isEmpty)
    }

    @Test func restoredTransactionCanBeGranted() throws {
        var queue = PaymentQueue.delivering()
        _ = Self.restore(&queue, [.sold(7)])
        #expect(try queue.recordGrant(.restored(7)) == [.record(.grant(.sold(7)))])
        #expect(queue.apply(.recorded(.grant(.sold(7)))) == [])
        #expect(queue.transactions.map(\.deliveryState) == [.granted])
        #expect(try queue.recordGrant(.restored(7)) == [])
    }

    @Test func waitingPurchaseIsNotAlsoRestored() {
        var queue = PaymentQueue.delivering()
        queue.deliver(.sold(7))
        let effects = Self.restore(&queue, [.sold(7), .sold(5, of: "club")])
        #expect(effects.updates.map { $0.transaction?.id } == [5])
        #expect(queue.transactions.map(\.state) == [.purchased, .restored])
    }

    /// Its record as restored would make the next launch deliver it as seen, although the game never received it.
    @Test func purchaseThatWaitsForTheEndOfAPaymentIsNotRecordedAsRestored() {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        _ = queue.apply(.transactionUpdated(.sold(7)))
        #expect(Self.restore(&queue, [.sold(7)]).records == [])
        #expect(queue.apply(.purchaseEnded(payment: payment, .cancelled)).records == [.offer(7, productID: "coins")])
    }

    @Test func purchaseThatWaitsForTheEndOfAPaymentAndWasFinishedEarlierIsRestored() {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        let owned = Transaction.lasting(7)
        _ = queue.apply(.transactionUpdated(owned))
        _ = Self.restore(&queue, [owned])
        let offered = queue.apply(.purchaseEnded(payment: payment, .cancelled)).records
        let effects = queue.apply(.recorded(offered[0], .alreadyFinished))
        #expect(effects.records == [.restore(owned, isVerified: true)])
        #expect(effects.last == .finishInStore(7))
    }

    @Test func revokedTransactionIsNotRestored() {
        var queue = PaymentQueue.delivering()
        #expect(Self.restore(&queue, [.sold(7, revokedAt: 5)]).updates.isEmpty)
    }

    /// The request to the store is older than the revocation. The response arrives after it.
    @Test func purchaseRevokedMeanwhileIsNotRestored() {
        var queue = PaymentQueue.delivering()
        let request = queue.open(.restore).id
        #expect(queue.revoke(.transactionUpdated(.sold(7, revokedAt: 5))).revocations.count == 1)
        let effects = queue.recordRestores(
            queue.apply(.responded(request: request, .success(.entitlements([.sold(7), .sold(8)])))))
        #expect(effects.updates.map { $0.transaction?.id } == [8])
        #expect(effects.last == .emit(.restoreFinished(request: request)))
        #expect(queue.transactions.map { $0.transaction?.id } == [8])
    }

    @Test func unverifiedEntitlementIsReportedAndNotRestored() {
        var queue = PaymentQueue.delivering()
        let effects = Self.restore(&queue, [Transaction.sold(7).forged, .sold(5)])
        #expect(effects.updates.map { $0.transaction?.id } == [7, 5])
        #expect(effects.updates.last?.state == .restored)
        #expect(queue.transactions.map { $0.transaction?.id } == [5])
    }

    @Test func secondRestoreReportsAgainWithoutASecondEntry() {
        var queue = PaymentQueue.delivering()
        _ = Self.restore(&queue, [.sold(7, of: "editor"), .sold(5, of: "club")])
        #expect(Self.restore(&queue, [.sold(5, of: "club"), .sold(7, of: "editor")]).updates.count == 2)
        #expect(queue.transactions.map { $0.transaction?.id } == [7, 5], "each transaction keeps its place")
    }

    /// The journal may take long to record the second delivery, for example while the disk is full.
    @Test func deliveredTransactionCanBeFinishedWhileAnotherRestoreWaitsForItsRecord() throws {
        var queue = PaymentQueue.delivering()
        _ = Self.restore(&queue, [.lasting(7)])
        let request = queue.open(.restore).id
        let waiting = queue.apply(.responded(request: request, .success(.entitlements([.lasting(7)]))))
        #expect(try queue.recordGrant(.restored(7)) == [.record(.grant(.lasting(7)))])
        #expect(try queue.finish(.restored(7)) == [.record(.finishRestored(.lasting(7)))])
        #expect(queue.apply(.recorded(.finishRestored(.lasting(7)))).removals.map { $0.transaction?.id } == [7])
        #expect(queue.recordRestores(waiting).updates.map(\.state) == [.restored], "the second delivery still comes")
        #expect(try queue.finish(.restored(7)) == [.record(.finishRestored(.lasting(7)))])
    }

    @Test func restoreDuringAFinishLetsTheFinishEnd() throws {
        var queue = PaymentQueue.delivering()
        _ = Self.restore(&queue, [.lasting(7)])
        #expect(try queue.finish(.restored(7)) == [.record(.finishRestored(.lasting(7)))])
        #expect(Self.restore(&queue, [.lasting(7)]).updates.map(\.state) == [.restored])
        #expect(try queue.finish(.restored(7)) == [], "the finish is already in progress")
        #expect(queue.apply(.recorded(.finishRestored(.lasting(7)))).removals.map { $0.transaction?.id } == [7])
        #expect(queue.transactions.isEmpty)
    }

    @Test func restoreAfterAPaymentDoesNotTellItsOutcomeAgain() throws {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        let effects = queue.recordRestores(queue.apply(.purchaseEnded(payment: payment, .owned(.lasting(7)))))
        #expect(effects.updates.map(\.paymentID) == [payment])
        #expect(Self.restore(&queue, [.lasting(7)]).updates.map(\.paymentID) == [0])
        #expect(queue.transactions.map(\.paymentID) == [payment], "the queue knows the payment of the transaction")
        _ = try queue.finish(.restored(7))
        #expect(
            queue.apply(.recorded(.finishRestored(.lasting(7)))).removals.map(\.paymentID) == [payment])
    }

    /// A game that keeps only the id finishes the delivery that it has received.
    @Test func finishByIDMeansWhatTheGameHasReceived() throws {
        var queue = PaymentQueue.delivering()
        _ = Self.restore(&queue, [.sold(7)])
        _ = queue.apply(.unfinishedListed(.sold(7)))
        var waiting = queue
        #expect(try waiting.finish(transactionID: 7) == [.record(.finishRestored(.sold(7)))])
        _ = queue.apply(.offerRecorded(7, .deliver(count: 1)))
        #expect(try queue.finish(transactionID: 7) == [.record(.finish(7, productID: "coins"))])
    }
}

/// Each request ends exactly once.
struct RequestTests {
    static let product = Product(
        id: "coins", type: .consumable, displayName: "Coins", description: "",
        price: Money(milliunits: 990, currencyCode: "USD"), displayPrice: "$0.99", isFamilyShareable: false,
        subscription: nil)
    static let requests: [Request] =
        [.products(["coins"]), .transactions(TransactionQuery(.all, productID: nil)), .restore]
        + [.store(.show(.review, nil))]

    static func response(_ id: UInt64, _ request: Request, isFailure: Bool) -> Fact {
        let response: Response =
            switch request {
            case .products, .productList, .cachedProducts:
                .products(ProductsResponse(products: [product], invalidIDs: ["gems"]))
            case .transactions: .transactions(TransactionPage([.sold(7)]))
            case .restore: .entitlements([])
            case .inventory, .auditCopy, .store: .done
            case .inventoryExport: .text("{}")
            }
        return .responded(request: id, isFailure ? .failure(.offline) : .success(response))
    }

    @Test(arguments: requests, [false, true]) func requestEndsExactlyOnce(request: Request, isFailure: Bool) {
        var queue = PaymentQueue()
        let (id, effects) = queue.open(request)
        #expect(effects == [.ask(request: id, request)])
        #expect(queue.apply(Self.response(id, request, isFailure: isFailure)).events.count == 1)
        #expect(queue.apply(Self.response(id, request, isFailure: isFailure)) == [])
        #expect(queue.apply(Self.response(id, request, isFailure: !isFailure)) == [])
    }

    @Test(arguments: requests) func responseWithoutARequestIsIgnored(request: Request) {
        var queue = PaymentQueue()
        #expect(queue.apply(Self.response(9, request, isFailure: false)) == [])
    }

    @Test func responsesThatComeAfterTheCloseEndNothing() {
        var queue = PaymentQueue()
        let ids = Self.requests.map { queue.open($0).id }
        queue.close()
        for (id, request) in zip(ids, Self.requests) {
            #expect(queue.apply(Self.response(id, request, isFailure: false)) == [])
        }
    }

    @Test func answeredTransactionsAreNoDelivery() {
        var queue = PaymentQueue.delivering()
        let id = queue.open(.transactions(TransactionQuery(.all, productID: nil))).id
        let (sold, revoked) = (Transaction.sold(7), Transaction.sold(8, revokedAt: 5))
        let forged = Transaction.sold(9).forged
        let response = Response.transactions(TransactionPage([sold, revoked, forged]))
        #expect(
            queue.apply(.responded(request: id, .success(response)))
                == [.emit(.requestEnded(request: id, .transactions, .success(response)))])
        #expect(queue.transactions.isEmpty)
    }

    @Test func reportedTransactionHasTheStateOfTheStore() {
        let (sold, revoked) = (Transaction.sold(7), Transaction.sold(8, revokedAt: 5))
        let forged = Transaction.sold(9).forged
        #expect(QueuedTransaction(reported: sold).state == .purchased)
        #expect(QueuedTransaction(reported: revoked).state == .revoked)
        #expect(
            QueuedTransaction(reported: forged).state == .unverified(IAPError(unverified: forged, .invalidSignature)))
    }

    @Test func restoreWithAnotherResponseFails() {
        var queue = PaymentQueue.delivering()
        let id = queue.open(.restore).id
        let events = queue.apply(.responded(request: id, .success(.done))).events
        guard case .restoreFailed(id, let error)? = events.first else {
            Issue.record("\(events)")
            return
        }
        #expect(error.status == .internalFailure && events.count == 1)
    }
}
