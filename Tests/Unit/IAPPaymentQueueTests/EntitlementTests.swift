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

    /// The disk could not record the end, and then records that the store lists it again.
    @Test func endThatWaitsForTheDiskDoesNotFollowANewerEntry() {
        let end = JournalEntry.entitlementEnd(7, unlocksEnd: .at(5))
        var queue = Self.owning([Self.bought()])
        #expect(queue.endEntitlement(7, unlocksEnd: .at(5)) == [.record(end)])
        _ = queue.apply(.recordFailed(end, .diskFull))
        var waiting = queue
        let entry = queue.entitle([Self.bought()]).records
        #expect(entry.count == 1 && queue.apply(.retryDue) == [])
        #expect(queue.apply(.recorded(entry[0], .entitled)) == [] && queue.owns("sword", at: 0))
        #expect(waiting.apply(.retryDue) == [.record(end)])
    }

    /// An entry from before the end says the same as the one that follows it.
    @Test func entitlementThatIsListedAgainWaitsForItsOwnEntry() {
        var queue = PaymentQueue(PaymentQueue.Policy(isVerifying: true))
        queue.setEntitlements([Entitlement(Self.bought())])
        func verified(_ effects: [Effect]) -> [Effect] {
            var effects = effects
            for entry in effects.records {
                effects = queue.apply(.recorded(entry, .verify(attempts: 0, due: 0)))
                effects = queue.apply(.verdictGiven(7, .valid, retryAt: 0))
            }
            return effects
        }
        let first = verified(queue.entitle([Self.bought()]))
        #expect(queue.endEntitlement(7).records == [.entitlementEnd(7, unlocksEnd: nil)])
        let again = queue.entitle([Self.bought()])
        for entry in first.records { #expect(queue.apply(.recorded(entry, .entitled)) == []) }
        #expect(!queue.owns("sword", at: 0), "the journal has ended it after this entry")
        let last = verified(again).records
        #expect(last.count == 1)
        for entry in last { _ = queue.apply(.recorded(entry, .entitled)) }
        #expect(queue.owns("sword", at: 0))
    }

    /// The store lists an ended period as long as the game has not finished it. The game has heard of the end.
    @Test func periodThatHasEndedIsNotRecordedAgain() {
        var queue = PaymentQueue()
        #expect(queue.entitle([Self.bought(until: 1000)], at: 11_000).isEmpty)
        #expect(queue.entitle([Self.bought(until: 1000)], graceEnds: [ExactText("sword"): 1500], at: 11_000).count == 1)
    }

    // MARK: Events

    private static func changes(_ effects: [Effect]) -> [String] {
        effects.events.compactMap {
            if case .entitlementChanged(let product, let isOwned) = $0 { (isOwned ? "+" : "-") + product } else { nil }
        }
    }

    @Test func changeOfWhatTheAccountOwnsIsReportedOnce() {
        var queue = Self.owning([Self.bought(), Self.bought(8)])
        #expect(Self.changes(queue.tellOwnership(at: 0)) == ["+sword"], "two purchases are one product")
        #expect(queue.tellOwnership(at: 0) == [])
        _ = queue.endEntitlement(7)
        #expect(queue.tellOwnership(at: 0) == [], "the other purchase is in force")
        _ = queue.endEntitlement(8)
        #expect(Self.changes(queue.tellOwnership(at: 0)) == ["-sword"])
        #expect(queue.tellOwnership(at: 0) == [])
    }

    @Test func endOfASubscriptionIsReportedWhenItIsNotOwnedAnyMore() {
        var queue = Self.owning([Self.bought(until: 1000)])
        #expect(Self.changes(queue.tellOwnership(at: 0)) == ["+sword"])
        #expect(queue.owns("sword", at: 10_999) && queue.tellOwnership(at: 10_999) == [])
        #expect(!queue.owns("sword", at: 11_000) && Self.changes(queue.tellOwnership(at: 11_000)) == ["-sword"])
        #expect(queue.tellOwnership(at: 20_000) == [])
    }

    @Test func launchReportsWhatHasEndedSinceTheLastOne() {
        var queue = PaymentQueue()
        queue.setEntitlements([
            Entitlement(productID: "club", transactionID: 8, end: 1000),
            Entitlement(productID: "sword", transactionID: 7, end: nil),
        ])
        #expect(Self.changes(queue.tellOwnership(at: 11_000)) == ["-club"], "the sword is known")
    }

    @Test func revocationIsAChangeOfWhatTheAccountOwns() {
        var queue = Self.owning([Self.bought()])
        _ = queue.tellOwnership(at: 0)
        var revoked = Self.bought()
        revoked.revocation = Transaction.Revocation(date: 5, reason: 0)
        _ = queue.apply(.transactionUpdated(revoked))
        #expect(Self.changes(queue.tellOwnership(at: 0)) == ["-sword"])
    }

    // MARK: Periods

    /// A later period of the same subscription.
    private static func renewal(of productID: String = "sword") -> Transaction {
        var renewal = bought(8, until: 2000)
        (renewal.originalID, renewal.productID, renewal.purchaseDate) = (7, productID, 2_000)
        return renewal
    }

    private static func renewed(_ renewal: Transaction) -> (queue: PaymentQueue, ends: [JournalEntry]) {
        var queue = owning([bought(until: 1000)])
        var ends: [JournalEntry] = []
        for entry in queue.entitle([renewal]).records { ends += queue.apply(.recorded(entry, .entitled)).records }
        return (queue, ends)
    }

    @Test func renewalEndsTheEarlierPeriodWithoutAnEvent() {
        var queue = Self.owning([Self.bought(until: 1000)])
        _ = queue.tellOwnership(at: 0)
        for entry in queue.entitle([Self.renewal()]).records { _ = queue.apply(.recorded(entry, .entitled)) }
        #expect(queue.tellOwnership(at: 0) == [] && queue.owns("sword", at: 0))
        let ends = Self.renewed(Self.renewal()).ends
        #expect(ends == [.entitlementEnd(7, unlocksEnd: .at(2000 - Entitlement.renewalTolerance))])
        #expect(queue.entitlements(missingIn: []).map(\.transactionID) == [8])
    }

    /// The tolerance for a late renewal does not apply.
    @Test func otherPlanEndsTheEarlierOneAndItsUnlocksImmediately() {
        let (queue, ends) = Self.renewed(Self.renewal(of: "crown"))
        #expect(ends == [.entitlementEnd(7, unlocksEnd: .at(2000 - Entitlement.renewalTolerance))])
        #expect(queue.owns("crown", at: 0) && !queue.owns("sword", at: 0))
    }

    @Test func periodOfAnotherSubscriptionEndsNothing() {
        var other = Self.renewal()
        other.originalID = 6
        #expect(Self.renewed(other).ends.isEmpty)
    }

    @Test func entitlementNamesThePurchaseBehindIt() {
        var transaction = Self.bought(8, until: 1000)
        (transaction.originalID, transaction.subscriptionGroupID) = (7, "2001")
        (transaction.appTransactionID, transaction.appAccountToken) = ("app", "token")
        let entitlement = Entitlement(transaction)
        #expect(entitlement.originalID == 7 && entitlement.purchaseDate == 1000 && entitlement.end == 1000)
        #expect(entitlement.subscriptionGroupID == "2001" && entitlement.appTransactionID == "app")
        #expect(entitlement.appAccountToken == "token" && entitlement.transactionID == 8)
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
        let end = UnlocksEnd.at(1000 - Entitlement.renewalTolerance)
        #expect(!queue.owns("sword", at: 0) && effects.contains(.record(.entitlementEnd(7, unlocksEnd: end))))
    }
}
