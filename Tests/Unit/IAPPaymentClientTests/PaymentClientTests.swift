import Foundation
import IAPJournal
import IAPModel
import IAPPaymentQueue
import Testing

@testable import IAPPaymentClient

/// The queue with its store, journal and tasks.
@Suite(.timeLimit(.minutes(60)))
struct PaymentClientTests {
    private static func product(_ id: String) -> Product {
        Product(
            id: id, type: .consumable, displayName: "Coins", description: "",
            price: Money(milliunits: 990, currencyCode: "USD"), displayPrice: "$0.99", isFamilyShareable: false,
            subscription: nil)
    }

    @Test func paymentGoesToTheStoreAndThroughTheJournalToTheGame() async throws {
        let game = try Game(FakeStore(outcome: .purchased(.sold(7))))
        game.client.startDelivery()
        let payment = try game.client.add(Payment(productID: "coins"))
        let first = try await game.nextUpdate()
        #expect(first.state == .purchasing && first.paymentID == payment)
        let second = try await game.nextUpdate()
        #expect(second.state == .purchased && second.paymentID == payment && second.deliveryCount == 1)
        #expect(
            try game.journal.offer(7)
                == .deliver(count: 2), "the journal has recorded the first delivery")

        try game.client.finish(.store(7))
        #expect(try await game.next() == .transactionRemoved(second))
        #expect(game.client.transactions.isEmpty)
        #expect(game.store.calls == ["buy coins", "finish 7"])
        #expect(
            try game.journal.offer(7)
                == .alreadyFinished)
        await game.close()
    }

    @Test func unfinishedTransactionsArriveInOrderAfterTheGameStartsToListen() async throws {
        let game = try Game(FakeStore(unfinished: [.sold(9), .sold(7), .sold(8)]))
        game.client.startDelivery()
        for id in [9, 7, 8] as [UInt64] { #expect(try await game.nextUpdate().transaction?.id == id) }
        #expect(game.client.transactions.map { $0.transaction?.id } == [9, 7, 8])
        await game.close()
    }

    @Test func unfinishedTransactionsAreListedAgainWhenTheStoreIsReachable() async throws {
        var earlier = Transaction.sold(7)
        earlier.purchaseDate = -1
        let store = FakeStore(unfinished: [.sold(8, of: "silver"), earlier], isListing: false)
        let game = try Game(store)
        game.client.startDelivery()
        store.tell(.storeReachable)
        #expect(try await game.nextUpdate().transaction?.id == 7)
        // Another device has bought the other one after this launch.
        #expect(game.client.transactions.map { $0.transaction?.id } == [7])
        await game.close()
    }

    /// The player's sheet was open while the game closed one client and opened the next one.
    @Test func purchaseOfAPaymentThatAnEarlierClientLeftIsListed() async throws {
        let folder = try Folder()
        let path = folder.path("journal")
        let first = try Game(FakeStore(), journal: Journal(path: path))
        first.client.startDelivery()
        _ = try first.client.add(Payment(productID: "elixir", quantity: 1, appAccountToken: nil))
        // The store never receives this payment, so the player has not paid for it here.
        _ = try first.client.add(Payment(productID: "ether", quantity: 1, appAccountToken: nil))
        #expect(try await first.nextUpdate().state == .purchasing)
        #expect(try await first.nextUpdate().state == .purchasing)
        await first.close()
        let store = FakeStore(
            unfinished: [.sold(7, of: "elixir"), .sold(8, of: "elixir"), .sold(9, of: "ether")], isListing: false)
        let game = try Game(store, journal: Journal(path: path))
        game.client.startDelivery()
        store.tell(.storeReachable)
        #expect(try await game.nextUpdate().transaction?.id == 7)
        #expect(game.client.transactions.map { $0.transaction?.id } == [7])
        await game.close()
    }

    /// The store responds in its own order, omits unknown ids, and may repeat products.
    @Test func productsArriveInTheRequestedOrderAndUnknownIDsAreNamed() async throws {
        let response = ["c", "a", "b", "a", "z"].map(Self.product)
        let game = try Game(FakeStore(products: .success(response)))
        let request = game.client.open(.products(["a", "x", "b", "y", "c"]))
        #expect(
            try await game.next()
                == .requestEnded(
                    request: request, .products,
                    .success(
                        .products(
                            ProductsResponse(products: ["a", "b", "c"].map(Self.product), invalidIDs: ["x", "y"]))))
        )
        await game.close()
    }

    /// Swift's `String` compares both spellings of é as equal. The store compares bytes.
    @Test func productIDsAreComparedByTheirBytes() async throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        let game = try Game(FakeStore(products: .success([Self.product(composed)])))
        let request = game.client.open(.products([decomposed, composed]))
        guard case .requestEnded(request, _, .success(.products(let response))) = try await game.next() else {
            Issue.record("there is no response")
            return
        }
        #expect(response.products.map { Array($0.id.utf8) } == [Array(composed.utf8)])
        #expect(response.invalidIDs.map { Array($0.utf8) } == [Array(decomposed.utf8)])
        await game.close()
    }

    /// This happens when the opening of a client fails half way. Otherwise the close would wait for the journal.
    @Test func clientThatWasNeverStartedClosesImmediately() throws {
        let client = PaymentClient(
            store: FakeStore(), journal: try Journal(path: nil), runner: PlainRunner(), lists: NoServer(),
            onEvent: { _ in }, wake: {})
        let start = ContinuousClock.now
        client.close()
        #expect(start.duration(to: .now) < .seconds(5), "the close waits for records that are never written")
    }

    @Test func idOfARequestIsKnownBeforeItsResponseCanCome() async throws {
        let game = try Game()
        var registered: UInt64 = 0
        let request = game.client.open(.restore) { registered = $0 }
        #expect(registered == request)
        #expect(try await game.next() == .restoreFinished(request: request))
        await game.close()
    }

    /// The list of unfinished transactions may arrive after the response to a payment.
    @Test func unfinishedPurchaseIsReportedAsPurchasedBeforeItIsListed() async throws {
        let sword = Transaction.sold(7, of: "sword")
        let game = try Game(FakeStore(outcome: .owned(sword), unfinished: [sword], isListing: false))
        game.client.startDelivery()
        let payment = try game.client.add(Payment(productID: "sword", quantity: 1, appAccountToken: nil))
        let told = [try await game.nextUpdate(), try await game.nextUpdate()]
        #expect(told.map(\.state) == [.purchasing, .purchased])
        #expect(told.last?.paymentID == payment)
        #expect(told.last?.deliveryCount == 1)
        await game.close()
    }

    @Test func unfinishedPurchaseIsNotRestoredBeforeItWasListed() async throws {
        let (sword, shield) = (Transaction.sold(7, of: "sword"), Transaction.sold(8, of: "shield"))
        let game = try Game(FakeStore(owned: .success([sword, shield]), unfinished: [sword], isListing: false))
        game.client.startDelivery()
        let restore = game.client.open(.restore)
        var states: [UInt64: QueuedTransaction.State] = [:]
        var isRestored = false
        while states.count < 2 || !isRestored {
            switch try await game.next() {
            case .transactionUpdated(let told): states[try #require(told.transaction?.id)] = told.state
            case .restoreFinished(restore): isRestored = true
            default: Issue.record("there was an unexpected event")
            }
        }
        #expect(states == [7: .purchased, 8: .restored])
        await game.close()
    }

    /// StoreKit may never complete a purchase, although the player has paid.
    @Test func purchaseWithoutAResponseIsDeliveredAfterAMinute() async throws {
        let game = try Game()
        game.client.startDelivery()
        let payment = try game.client.add(Payment(productID: "coins"))
        game.store.tell(.transactionUpdated(.sold(7)))
        #expect(try await game.nextUpdate().state == .purchasing)
        game.runner.endMinute()
        let told = try await game.nextUpdate()
        #expect(told.state == .purchased && told.paymentID == payment)
        await game.close()
    }

    @Test func paymentThatWaitsForItsTurnCanBeCancelled() async throws {
        let game = try Game()
        let first = try game.client.add(Payment(productID: "coins"))
        let second = try game.client.add(Payment(productID: "gems"))
        for _ in 1...2 { #expect(try await game.nextUpdate().state == .purchasing) }
        try game.client.cancel(payment: second)
        let told = try await game.nextUpdate()
        guard case .failed(let error) = told.state else {
            Issue.record("\(told.state)")
            return
        }
        #expect(error.status == .cancelled && told.paymentID == second)
        #expect(throws: IAPError.self) { try game.client.cancel(payment: first) }
        await game.close()
        #expect(!game.store.calls.contains("buy gems"))
    }

    private static let player = "11111111-1111-4111-8111-111111111111"

    /// The store reported it once, when another player was signed in.
    @Test(arguments: [true, false]) func revocationOfAnEarlierLaunchIsFoundAtTheLaunchOfItsPlayer(
        isFinished: Bool
    ) async throws {
        let journal = try Journal(path: nil)
        var bought = Transaction.sold(7)
        bought.appAccountToken = Self.player
        // A game may finish a transaction before its delivery.
        let entry = isFinished ? JournalEntry.finish(bought) : .offer(bought, isVerified: true)
        for result in journal.write([.entry(entry)]) { _ = try result.get() }
        bought.revocation = Transaction.Revocation(date: 5, reason: 0)
        let game = try Game(FakeStore(owned: .success([bought])), journal: journal, player: Self.player)
        guard case .entitlementRevoked(let item) = try await game.next() else {
            Issue.record("there is no revocation event")
            return
        }
        #expect(item.transaction?.id == 7)
        await game.close()
    }

    @Test func failedRequestsEndWithTheStoresError() async throws {
        let game = try Game(FakeStore(products: .failure(.offline), owned: .failure(.offline)))
        let products = game.client.open(.products(["coins"]))
        #expect(try await game.next() == .requestEnded(request: products, .products, .failure(.offline)))
        let list = game.client.open(.transactions(TransactionQuery(.all, productID: nil)))
        #expect(try await game.next() == .requestEnded(request: list, .transactions, .failure(.offline)))
        let restore = game.client.open(.restore)
        #expect(try await game.next() == .restoreFailed(request: restore, .offline))
        await game.close()
    }

    @Test(arguments: [false, true]) func paymentsAreAllowedAsTheStoreSays(isAllowed: Bool) async throws {
        let game = try Game(FakeStore(canMakePayments: isAllowed))
        #expect(game.client.canMakePayments == isAllowed)
        await game.close()
    }

    @Test func refusedFinishHasAReason() async throws {
        let game = try Game()
        #expect(throws: IAPError.self) { try game.client.finish(transactionID: 7) }
        #expect(throws: IAPError.self) { try game.client.finish(.store(7)) }
        await game.close()
    }

    @Test func everyEventIsFollowedByAWakeUp() async throws {
        let game = try Game()
        var wakeUps = game.wakeUps.makeAsyncIterator()
        _ = try game.client.add(Payment(productID: "coins"))
        #expect(await wakeUps.next() != nil)
        await game.close()
    }

    @Test func closeEndsAllWorkAndOpenRequestsHaveNoResponseThen() async throws {
        let game = try Game()
        _ = game.client.open(.store(.storefront))
        _ = try game.client.add(Payment(productID: "coins"))
        #expect(try await game.nextUpdate().state == .purchasing)
        await game.close()
        // After the close, the game receives neither the interrupted purchase nor a completion.
        #expect(game.store.calls.contains("listening ended"))
        #expect(throws: IAPError.self, "the journal is closed") {
            try game.journal.offer(7)
        }
    }

    /// A game may finish and quit in the same frame.
    @Test func finishBeforeTheCloseIsRecorded() async throws {
        let folder = try Folder()
        let game = try Game(
            FakeStore(unfinished: [.sold(7)]), journal: try Journal(path: folder.path("journal")))
        game.client.startDelivery()
        _ = try await game.nextUpdate()
        try game.client.finish(transactionID: 7)
        await game.close()
        let journal = try Journal(path: folder.path("journal"))
        #expect(
            try journal.offer(7) == .alreadyFinished
        )
    }

    @Test func failedRecordIsReportedOnceAndRetriedAfterEachPause() async throws {
        let game = try Game()
        var pauses = game.runner.begunPauses.makeAsyncIterator()
        game.client.startDelivery()
        game.journal.close()
        game.store.tell(.unfinishedListed(.sold(7)))
        guard case .problemReported(let error) = try await game.next() else {
            Issue.record("the problem was not reported")
            return
        }
        #expect(error.status == .storage && error.isRetryable)
        for _ in 1...3 {
            #expect(await pauses.next() != nil)
            game.runner.endPause()
        }
        #expect(await pauses.next() != nil)
        // The next event is this one. Therefore the retries were not reported.
        let storefront = Storefront(countryCode: "JPN", id: "143462")
        game.store.tell(.storefrontChanged(storefront))
        #expect(try await game.next() == .storefrontChanged(storefront))
        #expect(game.client.transactions.map(\.deliveryCount) == [0])
        await game.close()
    }

    /// The store reports it once.
    @Test(arguments: [
        Fact.transactionUpdated(.sold(7, revokedAt: 5)),
        .transactionUpdated(Transaction.sold(7, revokedAt: 5).forged),
        .unverifiedTransaction(Transaction.sold(7, revokedAt: 5).forged, .forged),
    ])
    func revocationIsNotReportedBeforeItIsRecorded(fact: Fact) async throws {
        let game = try Game()
        var pauses = game.runner.begunPauses.makeAsyncIterator()
        game.client.startDelivery()
        game.journal.close()
        game.store.tell(fact)
        for _ in 1...3 {
            #expect(await pauses.next() != nil)
            game.runner.endPause()
        }
        #expect(await pauses.next() != nil)
        #expect(game.store.heardCount == 0)
        await game.close()
    }

    /// The history that clears a doubt may be older than the next doubt.
    @Test(arguments: [false, true]) func doubtOfThisRunIsNotClearedByTheHistory(isDoubtedAgain: Bool) async throws {
        let folder = try Folder()
        let forged = Transaction.sold(7, revokedAt: 5).forged
        var journal = try Journal(path: folder.path("journal"))
        for result in journal.write([.entry(.doubt(forged))]) { _ = try result.get() }
        let store = FakeStore(owned: .success([.sold(7)]), history: Gate(isOpen: false))
        let game = try Game(store, journal: journal)
        game.client.startDelivery()
        if isDoubtedAgain {
            store.tell(.unverifiedTransaction(forged, .forged))
            _ = try await game.nextUpdate()
        }
        store.history.open()
        let request = game.client.open(.transactions(TransactionQuery(.all, productID: nil)))
        while true { if case .requestEnded(request, _, _) = try await game.next() { break } }
        await game.close()
        journal = try Journal(path: folder.path("journal"))
        #expect(try journal.doubts() == (isDoubtedAgain ? [7] : []))
    }
}
