import IAPModel
import Testing

@testable import IAPPaymentQueue

/// The decision for every combination of journal record, extra verification and inventory. The expected values follow
/// from the rules in `Sources/Documentation/Delivery.md`, and from "WHAT IS GRANTED" in
/// `Include/iap/iap_inventory.h`.
///
/// The queue never offers or restores a revoked transaction. Therefore these tests have none.
struct DeliveryRulesTests {
    private static let id: UInt64 = 7
    private static let bought = Transaction.sold(id)
    private static let revocationDate: Int64 = 5000
    private static let revoked = Transaction.sold(id, revokedAt: revocationDate)

    private static func rules(isHeld: Bool) -> DeliveryRules {
        DeliveryRules(heldProducts: isHeld ? [ExactText(bought.productID)] : [])
    }

    // MARK: Offers

    private enum Offered {
        /// R5: no delivery before the verdict.
        case ask
        /// R3: a finished transaction is never offered again.
        case finished
        case deliver(Int, DeliveryState)
        /// The first delivery of a product whose grants the library holds.
        case grant
    }

    /// Columns for each past: unverified and not held, unverified and held, verified and not held, verified and held.
    private static let offers: [Past: [Offered]] = [
        .unknown: [.ask, .ask, .deliver(1, .new), .grant],
        .anotherStore: [.ask, .ask, .deliver(1, .new), .grant],
        // A verdict stays valid while the purchase is the same. The library does not grant what earlier versions of the
        // game granted.
        .delivered: [.deliver(2, .seen), .deliver(2, .seen), .deliver(2, .seen), .deliver(2, .seen)],
        .deliveredByOldVersion: [.ask, .ask, .deliver(2, .seen), .deliver(2, .seen)],
        .deliveredWithOtherQuantity: [.ask, .ask, .deliver(2, .seen), .deliver(2, .seen)],
        .deliveredUntilOtherDate: [.ask, .ask, .deliver(2, .seen), .deliver(2, .seen)],
        .granted: [.deliver(2, .granted), .deliver(2, .granted), .deliver(2, .granted), .deliver(2, .granted)],
        .finished: [.finished, .finished, .finished, .finished],
        .finishedInStore: [.finished, .finished, .finished, .finished],
        .rejected: [.finished, .finished, .finished, .finished],
        // The inventory does not return what a refund removed.
        .revoked: [.ask, .ask, .deliver(1, .new), .deliver(1, .new)],
        // The game received the purchase, but not as a delivery.
        .restored: [.deliver(1, .seen), .grant, .deliver(1, .seen), .grant],
        .restoredUnlocked: [.deliver(1, .seen), .grant, .deliver(1, .seen), .grant],
        // The finish of a restored delivery does not end the delivery of the purchase.
        .restoredFinished: [.deliver(1, .seen), .grant, .deliver(1, .seen), .grant],
        .restoredThenFinished: [.finished, .finished, .finished, .finished],
        .revokedGranted: [.deliver(2, .granted), .deliver(2, .granted), .deliver(2, .granted), .deliver(2, .granted)],
    ]

    @Test(arguments: Past.allCases, conditions) func offer(past: Past, condition: Condition) throws {
        let expected = try #require(Self.offers[past])[condition.column]
        let decision = Self.rules(isHeld: condition.isHeld).decide(
            .offer(Self.bought, isVerified: condition.isVerified), past.record)
        switch expected {
        case .ask:
            #expect(decision.outcome == .verify(attempts: 0, due: 0))
            #expect(decision.record == past.record && decision.actions.isEmpty)
        case .finished:
            #expect(decision.outcome == .alreadyFinished)
            #expect(decision.record == past.record && decision.actions.isEmpty)
        case .deliver(let count, let state):
            #expect(decision.outcome == .deliver(count: count, state))
            #expect(decision.record.delivery?.count == count)
            #expect(decision.inventory.isEmpty)
        case .grant:
            #expect(decision.outcome == .deliver(count: 1, .granted))
            #expect(decision.record.delivery?.count == 1)
            #expect(decision.record.delivery?.isGranted == true, "the record is in the same commit as the grant")
            #expect(decision.inventory == [.grant(Self.bought)])
        }
    }

    // MARK: Restores

    private enum Restored {
        case ask
        /// The game grants it.
        case restore
        /// The library holds the grants. A restore grants the unlocks.
        case unlock
        /// The library holds the grants. The store revoked them.
        case held
    }

    /// The columns are those of `offers`.
    private static let restores: [Past: [Restored]] = [
        .unknown: [.ask, .ask, .restore, .unlock],
        .anotherStore: [.ask, .ask, .restore, .unlock],
        .delivered: [.restore, .unlock, .restore, .unlock],
        .deliveredByOldVersion: [.ask, .ask, .restore, .unlock],
        .deliveredWithOtherQuantity: [.ask, .ask, .restore, .unlock],
        .deliveredUntilOtherDate: [.ask, .ask, .restore, .unlock],
        .granted: [.restore, .unlock, .restore, .unlock],
        // R3: a finished transaction is offered as restored.
        .finished: [.restore, .unlock, .restore, .unlock],
        .finishedInStore: [.restore, .unlock, .restore, .unlock],
        .rejected: [.ask, .ask, .restore, .unlock],
        .revoked: [.ask, .ask, .restore, .held],
        .revokedGranted: [.restore, .held, .restore, .held],
        .restored: [.restore, .unlock, .restore, .unlock],
        .restoredUnlocked: [.restore, .unlock, .restore, .unlock],
        .restoredFinished: [.restore, .unlock, .restore, .unlock],
        .restoredThenFinished: [.restore, .unlock, .restore, .unlock],
    ]

    @Test(arguments: Past.allCases, conditions) func restore(past: Past, condition: Condition) throws {
        let expected = try #require(Self.restores[past])[condition.column]
        let decision = Self.rules(isHeld: condition.isHeld).decide(
            .restore(Self.bought, isVerified: condition.isVerified), past.record)
        switch expected {
        case .ask:
            #expect(decision.outcome == .verify(attempts: 0, due: 0))
            #expect(decision.record == past.record)
        case .restore: #expect(decision.outcome == .restore(.none))
        case .unlock, .held: #expect(decision.outcome == .restore(.granted))
        }
        if case .unlock = expected {
            #expect(decision.actions == [.grantUnlocks(Self.bought)])
        } else {
            #expect(decision.actions.isEmpty)
        }
        // A restore is not a delivery. It is not counted, and a finished transaction stays finished.
        if past != .anotherStore {
            #expect(decision.record.delivery?.count ?? 0 == past.record.delivery?.count ?? 0)
            #expect(decision.record.delivery?.stage ?? .offered == past.record.delivery?.stage ?? .offered)
        }
    }

    // MARK: Verification

    @Test(arguments: [JournalEntry.offer(bought, isVerified: false), .restore(bought, isVerified: false)])
    func verificationContinuesWithItsAttemptCount(entry: JournalEntry) {
        let pending = PendingVerification(purchaseDate: Self.bought.purchaseDate, attempts: 3, due: 9000)
        var record = DeliveryRecord(pendingVerification: pending)
        let rules = Self.rules(isHeld: false)
        #expect(rules.decide(entry, record).outcome == .verify(attempts: 3, due: 9000))
        record.pendingVerification?.purchaseDate += 1
        #expect(rules.decide(entry, record).outcome == .verify(attempts: 0, due: 0), "a purchase of another store")
    }

    @Test(arguments: [JournalEntry.offer(bought, isVerified: true), .restore(bought, isVerified: true)])
    func verdictEndsTheQuestionAndIsRemembered(entry: JournalEntry) {
        let pending = PendingVerification(purchaseDate: Self.bought.purchaseDate, attempts: 3, due: 9000)
        let rules = Self.rules(isHeld: false)
        let record = rules.decide(entry, DeliveryRecord(pendingVerification: pending)).record
        #expect(record.pendingVerification == nil)
        #expect(rules.decide(.offer(Self.bought, isVerified: false), record).outcome != .verify(attempts: 0, due: 0))
    }

    @Test(arguments: Past.allCases) func delayKeepsTheQuestionAndChangesNothingElse(past: Past) {
        let decision = Self.rules(isHeld: true).decide(.delay(Self.bought, attempts: 4, due: 8000), past.record)
        var expected = past.record
        expected.pendingVerification = PendingVerification(
            purchaseDate: Self.bought.purchaseDate, attempts: 4, due: 8000)
        #expect(decision.record == expected && decision.inventory.isEmpty && decision.outcome == .done)
    }

    @Test(arguments: Past.allCases) func rejectedTransactionIsNeverOfferedAndGrantsNothing(past: Past) {
        let rules = Self.rules(isHeld: true)
        let decision = rules.decide(.rejection(Self.bought, reason: "test"), past.record)
        #expect(decision.inventory.isEmpty && decision.outcome == .done)
        #expect(decision.record.delivery?.isRejected == true && decision.record.pendingVerification == nil)
        let later = rules.decide(.offer(Self.bought, isVerified: true), decision.record)
        #expect(later.outcome == .alreadyFinished && later.inventory.isEmpty)
    }

    // MARK: Finishing

    /// For each past: whether a finish grants what the library holds. It grants if no launch has delivered the
    /// transaction, because the player paid for it. R5: a rejected transaction never grants.
    private static let finishes: [Past: Bool] = [
        .unknown: true, .anotherStore: true,
        .delivered: false, .deliveredByOldVersion: false, .deliveredWithOtherQuantity: false,
        .deliveredUntilOtherDate: false, .granted: false, .finished: false, .finishedInStore: false,
        .revoked: false, .revokedGranted: false, .rejected: false,
        .restored: true, .restoredUnlocked: true, .restoredFinished: true, .restoredThenFinished: false,
    ]

    @Test(arguments: Past.allCases, [false, true])
    func finish(past: Past, isHeld: Bool) throws {
        let isGranting = try #require(Self.finishes[past] as Bool?) && isHeld
        let rules = Self.rules(isHeld: isHeld)
        let decision = rules.decide(.finish(Self.bought), past.record)
        #expect(decision.inventory == (isGranting ? [.grant(Self.bought)] : []))
        #expect(decision.outcome == .done)
        // R2: the record allows the store's finish. A finish that the store already knows stays recorded.
        let stage: Delivery.Stage = past == .finishedInStore ? .finishedInStore : .finishRecorded
        #expect(decision.record.delivery?.stage == stage)
        // R3
        #expect(rules.decide(.offer(Self.bought, isVerified: true), decision.record).outcome == .alreadyFinished)
    }

    /// It ends the restored delivery. A purchase that is unfinished is still delivered as purchased.
    @Test(arguments: Past.allCases, [false, true]) func finishRestored(past: Past, isHeld: Bool) throws {
        let rules = Self.rules(isHeld: isHeld)
        let decision = rules.decide(.finishRestored(Self.bought), past.record)
        #expect(decision.inventory.isEmpty && decision.outcome == .done)
        let delivery = try #require(decision.record.delivery)
        let before = past == .anotherStore ? nil : past.record.delivery
        #expect(delivery.restored == .finished && delivery.stage == before?.stage ?? .offered)
        #expect(delivery.count == before?.count ?? 0)
        let later = rules.decide(.offer(Self.bought, isVerified: true), decision.record)
        #expect((later.outcome == .alreadyFinished) == (before?.isFinished == true))
        // The game has received it.
        #expect(rules.decide(.revocation(Self.revoked), decision.record).outcome == .revoked(.granted))
    }

    /// The game has the purchase again. If the store still revokes it, the next launch reports that.
    @Test(arguments: [
        JournalEntry.offer(bought, isVerified: true), .restore(bought, isVerified: true),
    ]) func deliveryAfterARevocationMakesTheRevocationUnreported(entry: JournalEntry) throws {
        let rules = Self.rules(isHeld: false)
        let reported = rules.decide(
            .revocationReported(
                Self.bought.id, productID: Self.bought.productID, purchaseDate: Self.bought.purchaseDate, date: 5),
            DeliveryRecord())
        #expect(reported.record.delivery?.isRevocationReported == true)
        let delivery = try #require(rules.decide(entry, reported.record).record.delivery)
        #expect(!delivery.isRevocationReported && delivery.revocationDate == 5)
    }

    @Test func laterRestoreKeepsTheFinishOfTheEarlierOne() throws {
        let decision = Self.rules(isHeld: true).decide(
            .restore(Self.bought, isVerified: true), Past.restoredFinished.record)
        #expect(decision.record.delivery?.restored == .finished)
    }

    @Test(arguments: Past.allCases, [false, true])
    func finishOfARevokedTransactionGrantsNothing(past: Past, isHeld: Bool) {
        let rules = Self.rules(isHeld: isHeld)
        let decision = rules.decide(.finish(Self.revoked), past.record)
        #expect(decision.inventory.isEmpty)
        #expect(decision.record.delivery?.isFinished == true)
        // The amount that the game has received is unchanged.
        let state: DeliveryState =
            switch past {
            case .unknown, .anotherStore, .revoked, .rejected: .new
            default: .granted
            }
        #expect(rules.decide(.revocation(Self.revoked), decision.record).outcome == .revoked(state))
    }

    @Test(arguments: [Past.finished, .finishedInStore, .rejected]) func storeFinishIsNotedOnce(past: Past) {
        let decision = Self.rules(isHeld: true).decide(.storeFinish(Self.id), past.record)
        #expect(decision.record.delivery?.stage == .finishedInStore)
        #expect(decision.actions.count == (past == .finishedInStore ? 0 : 1))
        #expect(decision.inventory.isEmpty)
    }

    @Test func storeFinishOfAnUnknownTransactionIsNotNoted() {
        let decision = Self.rules(isHeld: true).decide(.storeFinish(Self.id), DeliveryRecord())
        #expect(decision.record == DeliveryRecord() && decision.actions.isEmpty)
    }

    @Test(arguments: Past.allCases.filter { $0 != .anotherStore })
    func recordedGrantChangesOnlyTheState(past: Past) {
        let rules = Self.rules(isHeld: true)
        let decision = rules.decide(.grant(Self.bought), past.record)
        #expect(decision.inventory.isEmpty && decision.outcome == .done)
        #expect(decision.record.delivery?.count ?? 0 == past.record.delivery?.count ?? 0)
        #expect(rules.decide(.revocation(Self.revoked), decision.record).outcome == .revoked(.granted))
    }

    // MARK: Entitlements

    private enum Entitled {
        /// R5: the account owns nothing before the verdict.
        case ask
        /// The verification rejected it, or the store revoked it.
        case not
        case owned
        /// The inventory adds the unlocks.
        case unlocked
    }

    /// The columns are those of `offers`.
    private static let entitlements: [Past: [Entitled]] = [
        .unknown: [.ask, .ask, .owned, .unlocked],
        .anotherStore: [.ask, .ask, .owned, .unlocked],
        // The game received this while the product had no grants. It may be in the game's own save.
        .delivered: [.owned, .owned, .owned, .owned],
        .deliveredByOldVersion: [.ask, .ask, .owned, .owned],
        .deliveredWithOtherQuantity: [.ask, .ask, .owned, .owned],
        .deliveredUntilOtherDate: [.ask, .ask, .owned, .owned],
        .granted: [.owned, .unlocked, .owned, .unlocked],
        .finished: [.owned, .unlocked, .owned, .unlocked],
        .finishedInStore: [.owned, .unlocked, .owned, .unlocked],
        .rejected: [.not, .not, .not, .not],
        .revoked: [.not, .not, .not, .not],
        .revokedGranted: [.not, .not, .not, .not],
        .restored: [.owned, .unlocked, .owned, .unlocked],
        .restoredUnlocked: [.owned, .unlocked, .owned, .unlocked],
        .restoredFinished: [.owned, .unlocked, .owned, .unlocked],
        .restoredThenFinished: [.owned, .unlocked, .owned, .unlocked],
    ]

    @Test(arguments: Past.allCases, conditions) func entitlement(past: Past, condition: Condition) throws {
        let entitlement = Entitlement(productID: Self.bought.productID, transactionID: Self.id, end: nil)
        let expected = try #require(Self.entitlements[past])[condition.column]
        let rules = Self.rules(isHeld: condition.isHeld)
        let decision = rules.decide(
            .entitlement(Self.bought, entitlement, isVerified: condition.isVerified), past.record)
        if past != .anotherStore {
            #expect(
                decision.record.delivery?.count ?? 0 == past.record.delivery?.count ?? 0,
                "an entitlement is not a delivery")
        }
        switch expected {
        case .ask:
            #expect(decision.outcome == .verify(attempts: 0, due: 0))
            #expect(decision.record == past.record && decision.actions.isEmpty)
        case .not:
            #expect(decision.outcome == .done)
            #expect(decision.record == past.record && decision.actions.isEmpty)
        case .owned:
            #expect(decision.outcome == .entitled)
            #expect(decision.actions == [.entitle(entitlement)])
        case .unlocked:
            #expect(decision.outcome == .entitled)
            #expect(decision.actions == [.grantUnlocks(Self.bought), .entitle(entitlement)])
            // An entitlement is not a delivery. The amount that the game has received is unchanged.
            let state = try #require(Self.revocations[past])
            #expect(rules.decide(.revocation(Self.revoked), decision.record).outcome == .revoked(state))
        }
    }

    @Test func unlockHoldsToTheEndOfTheGracePeriod() {
        var renewed = Self.bought
        renewed.expirationDate = 2000
        let entitlement = Entitlement(productID: renewed.productID, transactionID: Self.id, end: 3000)
        let decision = Self.rules(isHeld: true).decide(
            .entitlement(renewed, entitlement, isVerified: true), DeliveryRecord())
        var lasting = renewed
        lasting.expirationDate = 3000
        #expect(decision.actions == [.grantUnlocks(lasting), .entitle(entitlement)])
        // The verdict applies to what the store reported.
        #expect(decision.record.delivery?.verifiedAs == "1 2000")
    }

    // MARK: Revocations

    /// How much of the transaction the game has received. This tells whether there is something to take back.
    private static let revocations: [Past: DeliveryState] = [
        .unknown: .new, .anotherStore: .new,
        .delivered: .seen, .deliveredByOldVersion: .seen, .deliveredWithOtherQuantity: .seen,
        .deliveredUntilOtherDate: .seen, .granted: .granted, .finished: .granted, .finishedInStore: .granted,
        .rejected: .new, .revoked: .new, .revokedGranted: .granted,
        .restored: .seen, .restoredUnlocked: .granted, .restoredFinished: .granted,
        .restoredThenFinished: .granted,
    ]

    @Test(arguments: Past.allCases, [false, true]) func revocation(past: Past, isHeld: Bool) throws {
        let state = try #require(Self.revocations[past])
        var known = past.record
        known.isRevocationDoubted = true
        known.pendingVerification = PendingVerification(
            purchaseDate: Self.bought.purchaseDate, attempts: 1, due: 9000)
        let decision = Self.rules(isHeld: isHeld).decide(.revocation(Self.revoked), known)
        #expect(decision.outcome == .revoked(state))
        #expect(decision.inventory == [.endEntitlement(Self.id), .revokeGrants(Self.revoked)])
        #expect(decision.record.delivery?.revocationDate == Self.revocationDate)
        #expect(decision.record.delivery?.isRevocationReported == false)
        #expect(!decision.record.isRevocationDoubted)
        #expect(decision.record.pendingVerification == nil)
    }

    @Test(arguments: [-1, 0, 1]) func reportedRevocationDoesNotHideALaterOne(difference: Int64) {
        var record = Past.revokedGranted.record
        record.delivery?.revocationDate = Self.revocationDate
        let told = Self.revocationDate + difference
        let decision = Self.rules(isHeld: true).decide(
            .revocationReported(
                Self.id, productID: Self.bought.productID, purchaseDate: Self.bought.purchaseDate, date: told), record)
        #expect(decision.record.delivery?.isRevocationReported == (difference >= 0))
        #expect(decision.record.delivery?.revocationDate == max(told, Self.revocationDate))
        #expect(decision.inventory.isEmpty && decision.outcome == .done)
    }

    @Test(arguments: Past.allCases, [false, true]) func doubtAndTrustChangeNothingElse(past: Past, isDoubted: Bool) {
        var known = past.record
        known.isRevocationDoubted = isDoubted
        let rules = Self.rules(isHeld: true)
        var expected = past.record
        expected.isRevocationDoubted = true
        let doubt = rules.decide(.doubt(Self.revoked), known)
        #expect(doubt.record == expected && doubt.inventory.isEmpty)
        #expect(doubt.actions.count == (isDoubted ? 0 : 1), "a doubt is recorded once")
        expected.isRevocationDoubted = false
        #expect(rules.decide(.trust(Self.id), known).record == expected)
    }
}

extension DeliveryRulesTests {
    /// What the journal has recorded under the transaction's id.
    enum Past: CaseIterable {
        case unknown
        /// The id belongs to a finished purchase of another store.
        case anotherStore
        /// Delivered once and verified as valid. No grant is recorded.
        case delivered
        /// Like `delivered`, but the journal does not record what was verified.
        case deliveredByOldVersion
        /// Like `delivered`, but the store reported another quantity at that time.
        case deliveredWithOtherQuantity
        /// Like `delivered`, but the store reported an expiration date at that time.
        case deliveredUntilOtherDate
        case granted
        case finished
        case finishedInStore
        /// The extra verification rejected it.
        case rejected
        /// Revoked before its delivery.
        case revoked
        case revokedGranted
        /// Delivered by a restore.
        case restored
        /// Delivered by a restore, and the inventory has its unlocks.
        case restoredUnlocked
        /// Delivered by a restore and finished as restored.
        case restoredFinished
        /// Delivered by a restore. Then the game finished the purchase itself.
        case restoredThenFinished

        var record: DeliveryRecord {
            guard self != .unknown else { return DeliveryRecord() }
            var delivery = Delivery(
                productID: DeliveryRulesTests.bought.productID, purchaseDate: DeliveryRulesTests.bought.purchaseDate)
            (delivery.count, delivery.isVerified, delivery.verifiedAs) = (1, true, "1 ")
            switch self {
            case .unknown, .delivered: break
            case .anotherStore:
                delivery.purchaseDate += 1
                (delivery.stage, delivery.isGranted, delivery.count) = (.finishedInStore, true, 3)
            case .deliveredByOldVersion: delivery.verifiedAs = nil
            case .deliveredWithOtherQuantity: delivery.verifiedAs = "2 "
            case .deliveredUntilOtherDate: delivery.verifiedAs = "1 4000"
            case .granted: delivery.isGranted = true
            case .finished: delivery.stage = .finishRecorded
            case .finishedInStore: delivery.stage = .finishedInStore
            case .rejected:
                (delivery.count, delivery.isVerified, delivery.verifiedAs) = (0, false, nil)
                (delivery.stage, delivery.isRejected) = (.finishRecorded, true)
            case .revoked:
                (delivery.count, delivery.isVerified, delivery.verifiedAs) = (0, false, nil)
                delivery.revocationDate = 2000
            case .revokedGranted: (delivery.isGranted, delivery.revocationDate) = (true, 2000)
            case .restored: (delivery.count, delivery.restored) = (0, .handedOut)
            case .restoredUnlocked: (delivery.count, delivery.restored) = (0, .unlocked)
            case .restoredFinished: (delivery.count, delivery.restored) = (0, .finished)
            case .restoredThenFinished:
                (delivery.count, delivery.restored, delivery.stage) = (0, .unlocked, .finishRecorded)
            }
            return DeliveryRecord(delivery: delivery)
        }
    }

    struct Condition: Sendable {
        /// The extra verification has just returned valid, or there is no extra verification.
        var isVerified: Bool
        /// The library holds what the product grants.
        var isHeld: Bool

        var column: Int { (isVerified ? 2 : 0) + (isHeld ? 1 : 0) }
    }

    static let conditions = [false, true].flatMap { isVerified in
        [false, true].map { Condition(isVerified: isVerified, isHeld: $0) }
    }
}

extension DeliveryDecision {
    /// The actions that change the inventory.
    fileprivate var inventory: [Action] {
        actions.filter { if case .note = $0 { false } else { true } }
    }
}
