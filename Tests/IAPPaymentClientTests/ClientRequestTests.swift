import IAPModel
import IAPPaymentQueue
import Testing

@testable import IAPPaymentClient

/// Requests, purchase intents and messages between the store and the queue.
@Suite(.timeLimit(.minutes(60)))
struct ClientRequestTests {
    /// One request for each kind of response from the store.
    static let answers: [(request: StoreRequest, answer: Answer)] = [
        (.storefront, .storefront(Storefront(countryCode: "USA", id: "143441"))),
        (.transactionStatus(7), .statuses([])), (.introductoryOfferEligibility(groupID: "2001"), .flag(true)),
        (.appReceipt(isRefresh: false), .text("MIIB")), (.promotions, .promotions([])),
        (.setPromotionOrder(["gems", "coins"]), .done), (.show(.refund(7), nil), .done),
    ]

    @Test(arguments: Self.answers.indices) func storeReceivesTheRequestAndTheResponseIsReportedOnce(index: Int)
        async throws
    {
        let (request, answer) = Self.answers[index]
        let game = try Game(FakeStore(answers: [request: .success(answer)]))
        var registered: UInt64 = 0
        let id = game.client.open(.store(request)) { registered = $0 }
        #expect(registered == id)
        #expect(try await game.next() == .requestEnded(request: id, request.answerKind, .success(answer)))
        #expect(game.store.calls == ["answer \(request)"])
        await game.close()
        #expect(game.store.calls == ["answer \(request)", "listening ended"])
    }

    @Test(arguments: Self.answers.indices) func failureIsReportedWithTheKindOfTheResponse(index: Int)
        async throws
    {
        let request = Self.answers[index].request
        let game = try Game(FakeStore(answers: [request: .failure(.offline)]))
        let id = game.client.open(.store(request))
        #expect(try await game.next() == .requestEnded(request: id, request.answerKind, .failure(.offline)))
        await game.close()
    }

    /// The caller completes its open requests. The queue sends no event about them.
    @Test func requestsThatAreOpenAtTheCloseHaveNoAnswer() async throws {
        let game = try Game()
        for (request, _) in Self.answers { _ = game.client.open(.store(request)) }
        await game.close()
        #expect(game.store.calls.contains("listening ended"))
        #expect(await game.nextNow() == nil)
    }

    @Test func pagesFollowEachOtherToTheLast() async throws {
        let game = try Game(FakeStore(owned: .success([.sold(9), .sold(7), .sold(8)])))
        var (pages, mark): ([[UInt64]], TransactionPage.Mark?) = ([], nil)
        repeat {
            let id = game.client.open(
                .transactions(TransactionQuery(.all, productID: nil, limit: 2, page: mark)))
            guard case .requestEnded(id, _, .success(.transactions(let page))) = try await game.next() else {
                Issue.record("there is no response")
                break
            }
            pages.append(page.transactions.map(\.id))
            mark = page.next
        } while mark != nil
        #expect(pages == [[7, 8], [9]])
        await game.close()
    }

    @Test func featuresAreThoseOfTheStore() async throws {
        let game = try Game(FakeStore(features: [.messages, .promotions]))
        #expect(Feature.allCases.filter(game.client.supports) == [.messages, .promotions])
        await game.close()
    }

    @Test func intentOfTheStoreIsTakenWithItsOffer() async throws {
        let game = try Game(FakeStore(outcome: .cancelled))
        game.store.tell(.purchaseIntended(PurchaseIntent(productID: "club", offerID: "come back")))
        guard case .purchaseIntentReceived(let intent) = try await game.next() else {
            Issue.record("there is no purchase intent")
            return
        }
        #expect(game.client.purchaseIntents == [intent] && game.client.isUndecided(intent: intent.id))
        game.client.markTold(intent: intent.id)
        game.client.repeatIntents()
        #expect(try await game.next() == .purchaseIntentReceived(intent))
        let payment = try game.client.take(intent: intent.id, nil)
        #expect(try await game.nextUpdate().paymentID == payment)
        #expect(game.client.purchaseIntents.isEmpty)
        #expect(throws: IAPError.self) { try game.client.take(intent: intent.id, nil) }
        await game.close()
        #expect(game.store.calls.contains("buy club"))
    }

    @Test func deferredAndDeclinedIntentsAreNotBought() async throws {
        let game = try Game()
        for product in ["coins", "gems"] { game.store.tell(.purchaseIntended(PurchaseIntent(productID: product))) }
        for _ in 1...2 { _ = try await game.next() }
        let ids = game.client.purchaseIntents.map(\.id)
        try game.client.defer(intent: ids[0])
        try game.client.decline(intent: ids[1])
        #expect(game.client.purchaseIntents.map(\.isDeferred) == [true])
        #expect(throws: IAPError.self) { try game.client.decline(intent: ids[1]) }
        #expect(throws: IAPError.self) { try game.client.defer(intent: ids[1]) }
        await game.close()
        #expect(game.store.calls == ["listening ended"])
    }

    @Test func messageIsShownByTheStoreAndOnce() async throws {
        let request = StoreRequest.show(.message(3), nil)
        let game = try Game(FakeStore(answers: [request: .success(.done)]), handlesMessages: true)
        let message = StoreMessage(id: 3, reason: .priceIncreaseConsent)
        game.store.tell(.messageReceived(message))
        #expect(try await game.next() == .messageReceived(message))
        var registered: UInt64 = 0
        let id = try game.client.display(message: 3, nil) { registered = $0 }
        #expect(registered == id)
        #expect(try await game.next() == .requestEnded(request: id, .done, .success(.done)))
        #expect(throws: IAPError.self) {
            try game.client.display(message: 3, nil) { _ in Issue.record("a refused request must not be completed") }
        }
        await game.close()
        #expect(game.store.calls == ["messages are the game's", "answer \(request)", "listening ended"])
    }
}
