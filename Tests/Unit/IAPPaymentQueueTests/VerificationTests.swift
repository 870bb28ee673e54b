import IAPModel
import Testing

@testable import IAPPaymentQueue

/// The game's own verification before a delivery.
struct VerificationTests {
    private static let undecided = Verdict.undecided(IAPError(.server, "busy", isRetryable: true), retryAfter: nil)
    private static let offer = JournalEntry.offer(.sold(7), isVerified: false)
    private static let verifiedOffer = JournalEntry.offer(.sold(7), isVerified: true)

    /// A queue that verifies and has observers. The store responded to a payment with transaction 7, and the journal
    /// requires a verdict for it.
    private static func asking() -> (queue: PaymentQueue, payment: UInt64) {
        var queue = PaymentQueue(PaymentQueue.Policy(isVerifying: true))
        _ = queue.startDelivery()
        let payment = queue.pay()
        #expect(queue.apply(.purchaseEnded(payment: payment, .purchased(.sold(7)))) == [.record(Self.offer)])
        #expect(
            queue.apply(.recorded(Self.offer, .verify(attempts: 0, due: 0)))
                == [.verify(.sold(7), attempts: 0, due: 0)])
        return (queue, payment)
    }

    @Test func validPurchaseIsDeliveredAfterTheJournalRecordsIt() throws {
        var (queue, payment) = Self.asking()
        #expect(queue.apply(.verdictGiven(7, .valid, retryAt: 0)) == [.record(Self.verifiedOffer)])
        let updates = queue.apply(.recorded(Self.verifiedOffer, .deliver(count: 1, .new))).updates
        #expect(updates.map(\.state) == [.purchased])
        #expect(updates.map(\.paymentID) == [payment] && updates.map(\.deliveryState) == [.new])
        #expect(try queue.finish(.store(7)) == [.record(.finish(.sold(7)))])
    }

    @Test func invalidPurchaseIsRejectedAndFinishedByTheLibrary() throws {
        var (queue, payment) = Self.asking()
        let rejection = JournalEntry.rejection(.sold(7), reason: "stolen")
        #expect(queue.apply(.verdictGiven(7, .invalid(reason: "stolen"), retryAt: 0)) == [.record(rejection)])
        let effects = queue.apply(.recorded(rejection))
        let item = try #require(effects.updates.first)
        guard case .rejected(let error) = item.state else {
            Issue.record("\(item.state)")
            return
        }
        #expect(error.status == .verification && error.reason == "stolen")
        #expect(item.paymentID == payment && item.transaction?.id == 7)
        #expect(effects.storeFinishes == [7] && effects.updates.count == 1)
        #expect(queue.transactions.isEmpty)
    }

    @Test func forgedPurchaseIsUnverifiedAndNeverFinished() throws {
        var (queue, payment) = Self.asking()
        let effects = queue.apply(.verdictGiven(7, .forged(.invalidSignature), retryAt: 0))
        #expect(effects.updates.map(\.verification) == [.forged] && effects.updates.map(\.paymentID) == [payment])
        #expect(effects.storeFinishes.isEmpty && effects.records.isEmpty)
        #expect(queue.transactions.isEmpty)
    }

    @Test func errorOfAForgedPurchaseGivesTheAdvice() throws {
        var (queue, _) = Self.asking()
        let effects = queue.apply(.verdictGiven(7, .forged(.invalidSignature, advice: "look here"), retryAt: 0))
        guard case .unverified(let error)? = effects.updates.first?.state else {
            Issue.record("\(effects.updates)")
            return
        }
        #expect(error.status == .verification && error.message.hasSuffix("do not grant it: look here"))
    }

    @Test func undecidedPurchaseIsDeferredOnceAndRetried() {
        var (queue, payment) = Self.asking()
        for attempts in 1...3 {
            let due = Int64(attempts) * 1000
            let effects = queue.apply(.verdictGiven(7, Self.undecided, retryAt: due))
            #expect(effects.updates.map(\.state) == (attempts == 1 ? [.deferred] : []))
            #expect(effects.updates.allSatisfy { $0.paymentID == payment && $0.transaction == nil })
            let problems = effects.events.filter { if case .problemReported = $0 { true } else { false } }
            #expect(problems.count == (attempts == 1 ? 1 : 0), "an unavailable server is reported only once")
            #expect(
                effects.suffix(2) == [
                    .record(.delay(.sold(7), attempts: attempts, due: due)),
                    .verify(.sold(7), attempts: attempts, due: due),
                ])
        }
        #expect(queue.transactions.map(\.transaction?.id) == [7], "the purchase is not lost")
        #expect(queue.apply(.verdictGiven(7, .valid, retryAt: 0)) == [.record(Self.verifiedOffer)])
    }

    @Test func paymentThatWaitedForApprovalIsNotDeferredAgain() {
        var queue = PaymentQueue(PaymentQueue.Policy(isVerifying: true))
        _ = queue.startDelivery()
        let payment = queue.pay()
        #expect(queue.apply(.purchaseEnded(payment: payment, .pending)).updates.map(\.state) == [.deferred])
        #expect(queue.apply(.transactionUpdated(.sold(7))) == [.record(Self.offer)])
        _ = queue.apply(.recorded(Self.offer, .verify(attempts: 0, due: 0)))
        #expect(queue.apply(.verdictGiven(7, Self.undecided, retryAt: 9)).updates.isEmpty)
        _ = queue.apply(.verdictGiven(7, .valid, retryAt: 0))
        let updates = queue.apply(.recorded(Self.verifiedOffer, .deliver(count: 1, .new))).updates
        #expect(updates.map(\.state) == [.purchased] && updates.map(\.paymentID) == [payment])
    }

    /// The store responds to the account's other payment with the same purchase before the verdict could be recorded.
    @Test func validPurchaseIsNotVerifiedAgainWhileTheDiskIsFull() {
        var (queue, payment) = Self.asking()
        _ = queue.apply(.verdictGiven(7, .valid, retryAt: 0))
        _ = queue.apply(.recordFailed(Self.verifiedOffer, .diskFull))
        let second = queue.pay()
        let effects = queue.apply(.purchaseEnded(payment: second, .owned(.sold(7))))
        #expect(effects.updates.map(\.failure) == [.unfinishedPurchase] && effects.count == 1)
        #expect(queue.apply(.retryDue) == [.record(Self.verifiedOffer)])
        let updates = queue.apply(.recorded(Self.verifiedOffer, .deliver(count: 1, .new))).updates
        #expect(updates.map(\.paymentID) == [payment])
    }

    @Test func transactionWithoutAVerdictCannotBeFinished() {
        var (queue, _) = Self.asking()
        for _ in 1...2 {
            #expect(throws: IAPError.self) { try queue.finish(.store(7)) }
            #expect(throws: IAPError.self) { try queue.finish(transactionID: 7) }
            #expect(throws: IAPError.self) { try queue.recordGrant(.store(7)) }
            _ = queue.apply(.verdictGiven(7, Self.undecided, retryAt: 0))
        }
    }

    @Test func thereIsOneQuestionAboutATransactionAtATime() {
        var (queue, _) = Self.asking()
        #expect(queue.apply(.unfinishedListed(.sold(7))) == [])
        #expect(queue.apply(.transactionUpdated(.sold(7))) == [])
        #expect(queue.apply(.recorded(Self.offer, .verify(attempts: 0, due: 0))) == [])
    }

    @Test func revocationEndsTheQuestionAndThePayment() {
        var (queue, payment) = Self.asking()
        let updates = queue.revoke(.transactionUpdated(.sold(7, revokedAt: 5))).updates
        #expect(updates.map(\.paymentID) == [payment] && updates.map(\.transaction) == [nil])
        for verdict in [Verdict.valid, .invalid(reason: ""), Self.undecided, .forged(.invalidSignature)] {
            #expect(queue.apply(.verdictGiven(7, verdict, retryAt: 0)) == [])
        }
    }

    @Test func unexpectedVerdictChangesNothing() {
        var queue = PaymentQueue(PaymentQueue.Policy(isVerifying: true))
        #expect(queue.apply(.verdictGiven(7, .valid, retryAt: 0)) == [])
        #expect(queue.apply(.verificationDue(7)) == [])
    }

    // MARK: The game decides

    @Test func gameVerifiesOnceAndItsFirstVerdictCounts() throws {
        var (queue, _) = Self.asking()
        #expect(throws: IAPError.self, "there is no verification request") { try queue.openVerdictRequest(7) }
        let events = queue.apply(.verificationDue(7)).events
        guard case .verificationRequested(let item)? = events.first, events.count == 1 else {
            Issue.record("\(events)")
            return
        }
        #expect(item.state == .purchased && item.transaction?.id == 7 && item.deliveryCount == 0)
        #expect(queue.apply(.verificationDue(7)) == [])
        #expect(try queue.openVerdictRequest(7) == 0)
        _ = queue.apply(.verdictGiven(7, .valid, retryAt: 0))
        #expect(throws: IAPError.self, "the request is already complete") { try queue.openVerdictRequest(7) }
    }

    @Test func undecidedGameIsRetriedLater() throws {
        var (queue, _) = Self.asking()
        _ = queue.apply(.verificationDue(7))
        _ = queue.apply(.verdictGiven(7, Self.undecided, retryAt: 9))
        #expect(throws: IAPError.self, "the next request has not been made") { try queue.openVerdictRequest(7) }
        #expect(queue.apply(.verificationDue(7)).events.count == 1)
        #expect(try queue.openVerdictRequest(7) == 1)
    }
}

/// Restored transactions are verified and granted too. The restore ends after that.
struct VerifiedRestoreTests {
    private static let restored = JournalEntry.restore(.sold(7), isVerified: false)
    private static let undecided = Verdict.undecided(IAPError(.server, "busy", isRetryable: true), retryAfter: nil)

    /// A restore to which the store responded with transaction 7.
    private static func restoring(_ policy: PaymentQueue.Policy) -> (queue: PaymentQueue, request: UInt64) {
        var queue = PaymentQueue(policy)
        _ = queue.startDelivery()
        let request = queue.open(.restore).id
        let effects = queue.apply(.responded(request: request, .success(.entitlements([.sold(7)]))))
        #expect(effects == [.record(.restore(.sold(7), isVerified: !policy.isVerifying))])
        return (queue, request)
    }

    @Test func restoreEndsAfterTheDeliveryOfTheInventorysPurchases() {
        var (queue, request) = Self.restoring(PaymentQueue.Policy())
        let effects = queue.apply(.recorded(.restore(.sold(7), isVerified: true), .restore(.granted)))
        #expect(effects.updates.map(\.state) == [.restored] && effects.updates.map(\.deliveryState) == [.granted])
        #expect(effects.last == .emit(.restoreFinished(request: request)) && effects.count == 2)
    }

    @Test func restoreDoesNotWaitForAVerdictThatCannotBeHad() {
        var (queue, request) = Self.restoring(PaymentQueue.Policy(isVerifying: true))
        #expect(
            queue.apply(.recorded(Self.restored, .verify(attempts: 0, due: 0)))
                == [.verify(.sold(7), attempts: 0, due: 0)])
        let effects = queue.apply(.verdictGiven(7, Self.undecided, retryAt: 9))
        #expect(effects.contains(.emit(.restoreFinished(request: request))) && effects.updates.isEmpty)
        // The transaction is delivered after its verdict.
        let entry = JournalEntry.restore(.sold(7), isVerified: true)
        #expect(queue.apply(.verdictGiven(7, .valid, retryAt: 0)) == [.record(entry)])
        #expect(queue.apply(.recorded(entry, .restore(.none))).updates.map(\.state) == [.restored])
    }

    /// The verification request comes from an earlier restore or an earlier launch, or the game never responds to it.
    @Test(arguments: [true, false]) func laterRestoreDoesNotWaitForAnOldQuestion(isOfAnEarlierRun: Bool) {
        var (queue, request) = Self.restoring(PaymentQueue.Policy(isVerifying: true))
        let attempts = isOfAnEarlierRun ? 3 : 0
        var effects = queue.apply(.recorded(Self.restored, .verify(attempts: attempts, due: 99)))
        if !isOfAnEarlierRun {
            #expect(!effects.contains(.emit(.restoreFinished(request: request))))
            effects = queue.apply(.verificationDue(7))
        }
        #expect(effects.contains(.emit(.restoreFinished(request: request))))
        let second = queue.open(.restore).id
        let response = queue.apply(.responded(request: second, .success(.entitlements([.sold(7)]))))
        #expect(response == [.emit(.restoreFinished(request: second))])
        let entry = JournalEntry.restore(.sold(7), isVerified: true)
        #expect(queue.apply(.verdictGiven(7, .valid, retryAt: 0)) == [.record(entry)])
    }

    @Test func paymentThatComesToAnOldQuestionIsDeferred() {
        var (queue, _) = Self.restoring(PaymentQueue.Policy(isVerifying: true))
        _ = queue.apply(.recorded(Self.restored, .verify(attempts: 3, due: 99)))
        let payment = queue.pay()
        let updates = queue.apply(.purchaseEnded(payment: payment, .owned(.lasting(7)))).updates
        #expect(updates.map(\.state) == [.deferred] && updates.map(\.paymentID) == [payment])
    }

    /// The approval arrives while the account's restored purchase is being verified, or it leads to a purchase that was
    /// finished before.
    @Test(arguments: [false, true]) func paymentThatWaitedForApprovalIsNotDeferredByAnOldQuestion(isFinished: Bool) {
        var queue = PaymentQueue(PaymentQueue.Policy(isVerifying: true))
        _ = queue.startDelivery()
        let payment = queue.pay()
        #expect(queue.apply(.purchaseEnded(payment: payment, .pending)).updates.map(\.state) == [.deferred])
        if isFinished {
            var owned = Transaction.sold(7)
            owned.productType = .nonConsumable
            _ = queue.apply(.transactionUpdated(owned))
            let restored = JournalEntry.restore(owned, isVerified: false)
            let offer = JournalEntry.offer(owned, isVerified: false)
            #expect(queue.apply(.recorded(offer, .alreadyFinished)).records == [restored])
            #expect(queue.apply(.recorded(restored, .verify(attempts: 3, due: 99))).updates.isEmpty)
        } else {
            let request = queue.open(.restore).id
            _ = queue.apply(.responded(request: request, .success(.entitlements([.sold(7)]))))
            _ = queue.apply(.recorded(Self.restored, .verify(attempts: 3, due: 99)))
            #expect(queue.apply(.transactionUpdated(.sold(7))).updates.isEmpty)
        }
        #expect(queue.apply(.verdictGiven(7, Self.undecided, retryAt: 9)).updates.isEmpty)
    }

    @Test func refusedOneIsNotRestoredAndTheRestoreEnds() {
        var (queue, request) = Self.restoring(PaymentQueue.Policy(isVerifying: true))
        _ = queue.apply(.recorded(Self.restored, .verify(attempts: 0, due: 0)))
        let rejection = JournalEntry.rejection(.sold(7), reason: "")
        #expect(queue.apply(.verdictGiven(7, .invalid(reason: ""), retryAt: 0)) == [.record(rejection)])
        let effects = queue.apply(.recorded(rejection))
        #expect(effects.updates.count == 1 && effects.contains(.emit(.restoreFinished(request: request))))
        #expect(queue.transactions.isEmpty)
    }

    @Test func restoreEndsThoughTheDiskIsFull() {
        var (queue, request) = Self.restoring(PaymentQueue.Policy())
        let entry = JournalEntry.restore(.sold(7), isVerified: true)
        let effects = queue.apply(.recordFailed(entry, .diskFull))
        #expect(effects.contains(.emit(.restoreFinished(request: request))))
        #expect(queue.apply(.retryDue) == [.record(entry)])
        #expect(queue.apply(.recorded(entry, .restore(.granted))).updates.count == 1)
    }

    @Test func restoreEndsThoughTheDiskCannotRecordARejection() {
        var (queue, request) = Self.restoring(PaymentQueue.Policy(isVerifying: true))
        _ = queue.apply(.recorded(.restore(.sold(7), isVerified: false), .verify(attempts: 0, due: 0)))
        let rejection = JournalEntry.rejection(.sold(7), reason: "test")
        #expect(queue.apply(.verdictGiven(7, .invalid(reason: "test"), retryAt: 0)) == [.record(rejection)])
        #expect(
            queue.apply(.recordFailed(rejection, .diskFull)).contains(.emit(.restoreFinished(request: request))))
    }

    @Test func revocationEndsTheWait() {
        var (queue, request) = Self.restoring(PaymentQueue.Policy())
        let effects = queue.revoke(.transactionUpdated(.sold(7, revokedAt: 5)))
        #expect(effects.contains(.emit(.restoreFinished(request: request))))
        let entry = JournalEntry.restore(.sold(7), isVerified: true)
        #expect(queue.apply(.recorded(entry, .restore(.granted))) == [])
    }

    /// The store responds to two payments with a purchase that the account already has.
    @Test func eachPaymentHasItsOutcomeOnce() {
        var queue = PaymentQueue(PaymentQueue.Policy())
        _ = queue.startDelivery()
        let payments = [queue.pay(), queue.pay()]
        let entry = JournalEntry.restore(.lasting(7), isVerified: true)
        #expect(queue.apply(.purchaseEnded(payment: payments[0], .owned(.lasting(7)))).records == [entry])
        #expect(queue.apply(.purchaseEnded(payment: payments[1], .owned(.lasting(7)))) == [])
        #expect(throws: IAPError.self, "the purchase is not delivered yet") { try queue.finish(.restored(7)) }
        let updates = queue.apply(.recorded(entry, .restore(.granted))).updates
        #expect(updates.map(\.paymentID) == payments && updates.allSatisfy { $0.state == .restored })
    }
}

/// What the journal records and reports about a grant.
struct GrantTests {
    @Test func grantIsRecordedOnceAndReported() throws {
        var queue = PaymentQueue.delivering()
        queue.deliver(.sold(7))
        #expect(try queue.recordGrant(.store(7)) == [.record(.grant(.sold(7)))])
        #expect(queue.transactions.map(\.deliveryState) == [.new], "the grant is not on disk yet")
        #expect(queue.apply(.recorded(.grant(.sold(7)))) == [])
        #expect(queue.transactions.map(\.deliveryState) == [.granted])
        #expect(try queue.recordGrant(.store(7)) == [])
    }

    @Test func onlyDeliveredTransactionsCanBeGranted() {
        var queue = PaymentQueue.delivering()
        #expect(throws: IAPError.self) { try queue.recordGrant(.store(7)) }
        _ = queue.apply(.unfinishedListed(.sold(7)))
        #expect(throws: IAPError.self) { try queue.recordGrant(.store(7)) }
        let payment = queue.pay(for: "gems")
        #expect(throws: IAPError.self) { try queue.recordGrant(.payment(payment)) }
    }

    @Test(arguments: [DeliveryState.new, .seen, .granted])
    func revocationReportsHowMuchTheGameHasReceived(state: DeliveryState) throws {
        var queue = PaymentQueue.delivering()
        let revoked = Transaction.sold(7, revokedAt: 5)
        #expect(queue.apply(.transactionUpdated(revoked)) == [.record(.revocation(revoked))])
        let item = try #require(queue.apply(.revocationRecorded(revoked, state)).revocations.first)
        #expect(item.deliveryState == state && item.state == .revoked)
    }
}
