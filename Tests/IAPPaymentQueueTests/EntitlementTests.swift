import IAPModel
import Testing

@testable import IAPPaymentQueue

struct EntitlementTests {
    private static func bought(_ id: UInt64 = 7, until end: Int64? = nil) -> Transaction {
        var transaction = Transaction.sold(id, of: "sword")
        transaction.productType = end == nil ? .nonConsumable : .autoRenewableSubscription
        transaction.expirationDate = end
        return transaction
    }

    /// The queue after the journal has recorded the queue's entries.
    private static func owning(_ transactions: [Transaction], graceEnds: [ExactText: Int64] = [:]) -> PaymentQueue {
        var queue = PaymentQueue()
        for case .record(let entry) in queue.entitle(transactions, graceEnds: graceEnds) {
            _ = queue.apply(.recorded(entry, .entitled))
        }
        return queue
    }

    @Test func nothingIsOwnedBeforeTheJournalHasIt() {
        var queue = PaymentQueue()
        let effects = queue.entitle([Self.bought()])
        #expect(effects.count == 1 && !queue.owns("sword", at: 0))
        for case .record(let entry) in effects { _ = queue.apply(.recorded(entry, .entitled)) }
        #expect(queue.owns("sword", at: 0) && !queue.owns("Sword", at: 0))
    }

    /// The account owns it for ten more seconds, because a renewal may arrive late.
    @Test func subscriptionIsOwnedToItsEndOrToThatOfItsGrace() {
        let plain = Self.owning([Self.bought(until: 1000)])
        #expect(plain.owns("sword", at: 10_999) && !plain.owns("sword", at: 11_000))
        let grace = Self.owning([Self.bought(until: 1000)], graceEnds: [ExactText("sword"): 1500])
        #expect(grace.owns("sword", at: 11_499) && !grace.owns("sword", at: 11_500))
    }

    @Test func consumablesUpgradedRevokedAndUnverifiedOnesAreNotOwned() {
        var upgraded = Self.bought()
        upgraded.isUpgraded = true
        var revoked = Self.bought()
        revoked.revocation = Transaction.Revocation(date: 1, reason: 0)
        var queue = PaymentQueue()
        #expect(queue.entitle([.sold(7), upgraded, revoked, Self.bought().forged]).isEmpty)
    }

    @Test func sameListingIsRecordedOnceInARun() {
        var queue = Self.owning([Self.bought()])
        #expect(queue.entitle([Self.bought()]).isEmpty)
        #expect(queue.entitlements(missingIn: []).map(\.transactionID) == [7])
        #expect(queue.endEntitlement(7) == [.record(.entitlementEnd(7, unlocksEnd: nil))])
        #expect(!queue.owns("sword", at: 0) && queue.endEntitlement(7).isEmpty)
        #expect(queue.entitle([Self.bought()]).count == 1, "the store listed it again")
    }

    @Test func entitlementOfAnEarlierLaunchIsLostWithAnInvalidVerdict() {
        var queue = PaymentQueue(PaymentQueue.Policy(isVerifying: true))
        queue.setEntitlements([Entitlement(productID: "sword", transactionID: 7, end: nil)])
        #expect(queue.owns("sword", at: 0))
        for case .record(let entry) in queue.entitle([Self.bought()]) {
            _ = queue.apply(.recorded(entry, .verify(attempts: 0, due: 0)))
        }
        var effects: [Effect] = []
        for case .record(let entry) in queue.apply(.verdictGiven(7, .invalid(reason: "unpaid"), retryAt: 0)) {
            effects += queue.apply(.recorded(entry, .done))
        }
        #expect(!queue.owns("sword", at: 0) && effects.contains(.record(.entitlementEnd(7, unlocksEnd: nil))))
    }
}
