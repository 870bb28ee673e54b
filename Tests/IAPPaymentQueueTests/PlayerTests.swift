import IAPModel
import Testing

@testable import IAPPaymentQueue

/// Several players share a device and an account of the store. A purchase with another player's token is left alone.
struct PlayerTests {
    private static let player = "11111111-1111-4111-8111-111111111111"
    private static let other = "22222222-2222-4222-8222-222222222222"

    private static func queue(player: String? = player) -> PaymentQueue {
        var queue = PaymentQueue(PaymentQueue.Policy(player: player))
        _ = queue.startDelivery()
        return queue
    }

    private static func problems(_ effects: [Effect]) -> [IAPError.Status] {
        effects.events.compactMap { if case .problemReported(let error) = $0 { error.status } else { nil } }
    }

    private static func lasting(token: String?) -> Transaction {
        var transaction = Transaction.lasting(7)
        transaction.appAccountToken = token
        return transaction
    }

    @Test func paymentGetsTheTokenOfThePlayer() throws {
        var queue = Self.queue()
        let (_, effects) = try queue.add(Payment(productID: "coins"))
        #expect(effects.purchases.map(\.appAccountToken) == [Self.player])
        #expect(effects.updates.map(\.appAccountToken) == [Self.player])
    }

    @Test func paymentWithTheTokenOfAnotherPlayerIsRefused() {
        var queue = Self.queue()
        let payment = Payment(productID: "coins", appAccountToken: Self.other)
        let status = FinishTests.status { () throws(IAPError) in try queue.add(payment).effects }
        #expect(status == .otherPlayer && queue.transactions.isEmpty)
    }

    @Test func withoutAPlayerEachPaymentHasItsOwnToken() throws {
        var queue = Self.queue(player: nil)
        for token in [Self.player, Self.other, nil] {
            let payment = queue.pay(token: token)
            #expect(queue.item(.payment(payment))?.appAccountToken == token)
        }
    }

    @Test func takenIntentWithTheTokenOfAnotherPlayerIsRefusedAndTheIntentStays() throws {
        var queue = Self.queue()
        _ = queue.apply(.purchaseIntended(PurchaseIntent(productID: "coins")))
        let id = try #require(queue.purchaseIntents.first).id
        #expect(throws: IAPError.self) {
            try queue.take(intent: id, Payment(productID: "coins", appAccountToken: Self.other))
        }
        #expect(queue.purchaseIntents.map(\.id) == [id])
        #expect(try queue.take(intent: id, nil).effects.purchases.map(\.appAccountToken) == [Self.player])
    }

    @Test(arguments: UpdateTests.Source.allCases) func purchaseOfAnotherPlayerIsReportedOnceAndLeftAlone(
        source: UpdateTests.Source
    ) {
        var queue = Self.queue()
        let effects = queue.apply(source.fact(.sold(7, token: Self.other)))
        #expect(Self.problems(effects) == [.otherPlayer] && effects.count == 1)
        #expect(queue.apply(.unfinishedListed(.sold(7, token: Self.other))) == [])
        #expect(queue.transactions.isEmpty)
        #expect(throws: IAPError.self) { try queue.finish(transactionID: 7) }
    }

    @Test(arguments: [player, nil]) func purchaseOfThePlayerOrOfNobodyIsDelivered(token: String?) {
        var queue = Self.queue()
        let effects = queue.apply(.unfinishedListed(.sold(7, token: token)))
        #expect(effects == [.record(.offer(.sold(7, token: token), isVerified: true))])
    }

    @Test(arguments: [player, other, nil]) func withoutAPlayerEachPurchaseIsDelivered(token: String?) {
        var queue = Self.queue(player: nil)
        #expect(queue.apply(.unfinishedListed(.sold(7, token: token))).records.count == 1)
    }

    @Test func purchaseOfAnotherPlayerIsNotRestored() {
        var queue = Self.queue()
        let request = queue.open(.restore).id
        let transactions = [Self.lasting(token: Self.other)]
        let effects = queue.apply(.answered(request: request, .success(.entitlements(transactions))))
        #expect(effects.updates.isEmpty && Self.problems(effects) == [.otherPlayer])
        #expect(effects.last == .emit(.restoreFinished(request: request)))
    }

    @Test(arguments: [PurchaseOutcome.purchased(lasting(token: other)), .owned(lasting(token: other))])
    func paymentForAPurchaseOfAnotherPlayerFails(outcome: PurchaseOutcome) {
        var queue = Self.queue()
        let payment = queue.pay()
        let effects = queue.apply(.purchaseEnded(payment: payment, outcome))
        #expect(effects.updates.map(\.failure) == [.otherPlayer] && effects.records.isEmpty)
        // The payment has reported it.
        #expect(queue.apply(.unfinishedListed(Self.lasting(token: Self.other))) == [])
    }

    @Test func purchaseOfAnotherPlayerIsNotOwned() {
        var queue = Self.queue()
        #expect(queue.entitle([Self.lasting(token: Self.other)]).isEmpty)
        var known = Entitlement(productID: "coins", transactionID: 7, end: nil)
        known.appAccountToken = Self.other
        queue.setEntitlements([known])
        #expect(!queue.owns("coins", at: 0) && queue.tellOwnership(at: 0) == [])
        #expect(queue.entitlements(missingIn: []).isEmpty, "its player decides about it")
        known.appAccountToken = Self.player
        queue.setEntitlements([known])
        #expect(queue.owns("coins", at: 0))
    }

    /// It is announced at a launch of its player.
    @Test(arguments: UpdateTests.Source.allCases) func revocationForAnotherPlayerIsNotRecorded(
        source: UpdateTests.Source
    ) {
        var queue = Self.queue()
        var revoked = Self.lasting(token: Self.other)
        revoked.revocation = Transaction.Revocation(date: 5, reason: 0)
        #expect(queue.apply(source.fact(revoked)) == [])
        #expect(queue.transactions.isEmpty)
    }
}
