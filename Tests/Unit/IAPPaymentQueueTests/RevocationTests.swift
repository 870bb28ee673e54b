import IAPModel
import Testing

@testable import IAPPaymentQueue

/// The store revokes a purchase. The revocation is a separate event with the purchase's id.
struct RevocationTests {
    @Test(arguments: UpdateTests.Source.allCases)
    func revocationIsRecordedAndAnnouncedOncePerDate(source: UpdateTests.Source) {
        var queue = PaymentQueue.delivering()
        let effects = queue.revoke(source.fact(.sold(7, revokedAt: 5)))
        #expect(effects.records == [.revocation(7, productID: "coins", date: 5)])
        #expect(effects.revocations.map(\.state) == [.revoked])
        #expect(effects.revocations.map { $0.transaction?.revocation?.date } == [5])
        #expect(effects.count == 2)
        #expect(queue.apply(source.fact(.sold(7, revokedAt: 5))) == [])
        // The purchase is revoked, reinstated and revoked again. Family Sharing can cause this.
        #expect(queue.revoke(source.fact(.sold(7, revokedAt: 6))).revocations.count == 1)
    }

    /// The game received the revocation in an earlier run. The store's list is older than the revocation.
    @Test func deliveryMakesAReportedRevocationNewsAgain() {
        var queue = PaymentQueue.delivering()
        queue.setReportedRevocations([7: 5])
        queue.deliver(.sold(7))
        #expect(queue.revoke(.transactionUpdated(.sold(7, revokedAt: 5))).revocations.count == 1)
        #expect(queue.revoke(.transactionUpdated(.sold(7, revokedAt: 5))).revocations.isEmpty)
    }

    @Test func restoredDeliveryMakesAReportedRevocationNewsAgain() {
        var queue = PaymentQueue.delivering()
        queue.setReportedRevocations([7: 5])
        let request = queue.open(.restore).id
        let effects = queue.apply(.responded(request: request, .success(.entitlements([.lasting(7)]))))
        #expect(queue.recordRestores(effects).updates.map(\.state) == [.restored])
        #expect(queue.revoke(.transactionUpdated(.sold(7, revokedAt: 5))).revocations.count == 1)
    }

    /// The game received the revocation in an earlier run. The store revokes the purchase again while the journal writes its
    /// delivery, and the game does not receive the delivery.
    @Test func deliveryThatTheGameDoesNotReceiveMakesNoNews() {
        let reported = JournalEntry.revocationReported(7, productID: "coins", date: 5)
        var queue = PaymentQueue.delivering()
        queue.setReportedRevocations([7: 5])
        _ = queue.apply(.unfinishedListed(.sold(7)))
        #expect(queue.apply(.transactionUpdated(.sold(7, revokedAt: 5))) == [])
        #expect(queue.apply(.offerRecorded(7, .deliver(count: 2))) == [.record(reported)])
        queue = PaymentQueue.delivering()
        queue.setReportedRevocations([7: 5])
        let request = queue.open(.restore).id
        let effects = queue.apply(.responded(request: request, .success(.entitlements([.sold(7)]))))
        #expect(queue.apply(.transactionUpdated(.sold(7, revokedAt: 5))).records == [])
        #expect(queue.recordRestores(effects).records.last == reported)
    }

    /// The store repeats a finished transaction while a payment waits for an approval, and revokes the transaction.
    @Test func paymentThatEndedWithARevocationDoesNotWaitAgain() {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        _ = queue.apply(.purchaseEnded(payment: payment, .pending))
        _ = queue.apply(.transactionUpdated(.sold(7)))
        let effects = queue.apply(.transactionUpdated(.sold(7, revokedAt: 5)))
        #expect(effects.updates.map(\.failure) == [.store] && effects.updates.map(\.paymentID) == [payment])
        _ = queue.apply(.offerRecorded(7, .alreadyFinished))
        #expect(queue.item(.payment(payment))?.failure == .store)
        _ = queue.apply(.transactionUpdated(.sold(8)))
        #expect(queue.apply(.offerRecorded(8, .deliver(count: 1))).updates.map(\.paymentID) == [0])
    }

    /// The game received the revocation in an earlier run, and what waits for a verdict of this run ends.
    @Test func reportedRevocationEndsARestoreAndAPaymentThatWait() {
        var queue = PaymentQueue(PaymentQueue.Policy(isVerifying: true))
        _ = queue.startDelivery()
        queue.setReportedRevocations([7: 5])
        let payment = queue.pay()
        _ = queue.apply(.purchaseEnded(payment: payment, .owned(.lasting(7))))
        let request = queue.open(.restore).id
        _ = queue.apply(.responded(request: request, .success(.entitlements([.lasting(7)]))))
        _ = queue.apply(.recorded(.restore(.lasting(7), isVerified: false), .verify(attempts: 0, due: 0)))
        var revoked = Transaction.lasting(7)
        revoked.revocation = Transaction.Revocation(date: 5, reason: 0)
        let effects = queue.apply(.transactionUpdated(revoked))
        #expect(effects.updates.map(\.paymentID) == [payment] && effects.updates.map(\.failure) == [.store])
        #expect(effects.contains(.emit(.restoreFinished(request: request))) && effects.revocations.isEmpty)
    }

    @Test func revocationOfAQueuedTransactionKeepsItsPlaceAndCanBeFinished() throws {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        _ = queue.apply(.purchaseEnded(payment: payment, .purchased(.sold(7))))
        _ = queue.apply(.offerRecorded(7, .deliver(count: 3)))
        let item = try #require(queue.revoke(.transactionUpdated(.sold(7, revokedAt: 5))).revocations.first)
        #expect(item.state == .revoked && item.paymentID == payment && item.deliveryCount == 3)
        #expect(queue.transactions == [item])
        #expect(try queue.finish(.store(7)) == [.record(.finish(.sold(7, revokedAt: 5)))])
        #expect(queue.apply(.recorded(.finish(7, productID: "coins"))) == [.finishInStore(7)])
        #expect(queue.apply(.finishedInStore(7)).removals == [item])
    }

    @Test func revocationAfterTheFinishIsAnnouncedAndNotQueued() throws {
        var queue = PaymentQueue.delivering()
        queue.deliver(.sold(7))
        _ = try queue.finish(.store(7))
        _ = queue.apply(.recorded(.finish(7, productID: "coins")))
        _ = queue.apply(.finishedInStore(7))
        #expect(queue.revoke(.transactionUpdated(.sold(7, revokedAt: 5))).revocations.count == 1)
        #expect(queue.transactions.isEmpty)
    }

    /// The game has lost count of what it has finished. That is no mistake.
    @Test func finishOfARevokedTransactionThatHasLeftTheQueueDoesNothing() throws {
        var queue = PaymentQueue.delivering()
        queue.deliver(.sold(7))
        _ = try queue.finish(.store(7))
        _ = queue.apply(.recorded(.finish(7, productID: "coins")))
        _ = queue.apply(.finishedInStore(7))
        #expect(throws: IAPError.self) { try queue.finish(.store(7)) }
        #expect(queue.revoke(.transactionUpdated(.sold(7, revokedAt: 5))).revocations.count == 1)
        #expect(try queue.finish(.store(7)) == [] && queue.finish(.restored(7)) == [])
        #expect(try queue.finish(transactionID: 7) == [])
        #expect(throws: IAPError.self) { try queue.finish(.store(8)) }
        #expect(throws: IAPError.self) { try queue.finish(.payment(7)) }
        // The game received the revocation in an earlier run.
        var later = PaymentQueue.delivering()
        later.setReportedRevocations([7: 5])
        #expect(try later.finish(transactionID: 7) == [])
    }

    /// The store has taken the refund back. A finish that comes too early must not pass for a finish of the purchase.
    @Test func finishOfAPurchaseThatWaitsForItsPaymentIsRefusedDespiteAnEarlierRevocation() throws {
        var queue = PaymentQueue.delivering()
        queue.setReportedRevocations([7: 5])
        let payment = queue.pay()
        _ = queue.apply(.transactionUpdated(.sold(7)))
        let error = #expect(throws: IAPError.self) { try queue.finish(.store(7)) }
        #expect(error?.status == .invalidState)
        _ = queue.apply(.purchaseEnded(payment: payment, .purchased(.sold(7))))
        #expect(queue.apply(.offerRecorded(7, .deliver(count: 1))).updates.map(\.state) == [.purchased])
    }

    @Test func revocationDuringTheFinishIsAnnouncedAndTheFinishGoesOn() throws {
        var queue = PaymentQueue.delivering()
        queue.deliver(.sold(7))
        _ = try queue.finish(.store(7))
        #expect(queue.revoke(.transactionUpdated(.sold(7, revokedAt: 5))).revocations.count == 1)
        #expect(try queue.finish(.store(7)) == [], "the finish is already in progress")
        #expect(queue.apply(.recorded(.finish(7, productID: "coins"))) == [.finishInStore(7)])
        #expect(queue.apply(.finishedInStore(7)).removals.count == 1)
    }

    @Test func transactionRevokedBeforeItsDeliveryIsNotDelivered() {
        var queue = PaymentQueue.delivering()
        _ = queue.apply(.unfinishedListed(.sold(7)))
        #expect(queue.revoke(.transactionUpdated(.sold(7, revokedAt: 5))).revocations.count == 1)
        #expect(queue.apply(.offerRecorded(7, .deliver(count: 1))).updates.isEmpty)
    }

    /// The payment bought nothing, but it still needs an outcome.
    @Test func paymentFailsIfItsPurchaseIsRevokedBeforeTheDelivery() throws {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        _ = queue.apply(.purchaseEnded(payment: payment, .purchased(.sold(7))))
        let effects = queue.revoke(.transactionUpdated(.sold(7, revokedAt: 5)))
        let failed = try #require(effects.updates.first)
        guard case .failed(let error) = failed.state else {
            Issue.record("\(failed.state)")
            return
        }
        #expect(error.status == .store && failed.paymentID == payment && failed.transaction == nil)
        #expect(effects.updates.count == 1)
        #expect(effects.revocations.map(\.paymentID) == [0], "the outcome is reported once")
        #expect(queue.apply(.offerRecorded(7, .deliver(count: 1))) == [])
        #expect(try queue.finish(.payment(payment)) == [.emit(.transactionRemoved(failed))])
        #expect(queue.onlyState == .revoked)
    }

    @Test func transactionRevokedBeforeTheGameListensIsNotOffered() {
        var queue = PaymentQueue()
        _ = queue.apply(.unfinishedListed(.sold(7)))
        #expect(queue.revoke(.transactionUpdated(.sold(7, revokedAt: 5))).revocations.count == 1)
        #expect(queue.startDelivery() == [])
    }

    /// The stream and the listing run in parallel. Either may report the revocation first.
    @Test(arguments: [UpdateTests.Source.allCases, UpdateTests.Source.allCases.reversed()])
    func revokedUnfinishedTransactionIsQueuedInEitherOrder(order: [UpdateTests.Source]) {
        var queue = PaymentQueue.delivering()
        var announced = 0
        for source in order { announced += queue.revoke(source.fact(.sold(7, revokedAt: 5))).revocations.count }
        #expect(announced == 1)
        #expect(queue.onlyState == .revoked, "it is unfinished in the store and can be finished")
    }

    @Test func revocationRemovesTheRestoredEntry() {
        var queue = PaymentQueue.delivering()
        let request = queue.open(.restore).id
        _ = queue.apply(.responded(request: request, .success(.entitlements([.sold(7)]))))
        #expect(queue.revoke(.transactionUpdated(.sold(7, revokedAt: 5))).revocations.count == 1)
        #expect(queue.transactions.isEmpty)
    }

    @Test(arguments: UpdateTests.Source.allCases)
    func newsFromBeforeTheRevocationDoesNotDeliverIt(source: UpdateTests.Source) {
        var queue = PaymentQueue.delivering()
        _ = queue.apply(.transactionUpdated(.sold(7, revokedAt: 5)))
        var updates = queue.apply(source.fact(.sold(7))).updates
        updates += queue.apply(.offerRecorded(7, .deliver(count: 1))).updates
        #expect(!updates.contains { $0.state == .purchased })
    }

    @Test func heldUpdateThatIsRevokedMeanwhileIsNotDelivered() {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        _ = queue.apply(.transactionUpdated(.sold(7)))
        #expect(queue.revoke(.transactionUpdated(.sold(7, revokedAt: 5))).revocations.count == 1)
        var updates = queue.apply(.purchaseEnded(payment: payment, .cancelled)).updates
        updates += queue.apply(.offerRecorded(7, .deliver(count: 1))).updates
        #expect(!updates.contains { $0.state == .purchased })
    }

    /// The transaction is known from an earlier launch. The store revokes it before the journal responds.
    @Test func revokedTransactionIsNotReportedAsRestored() {
        var queue = PaymentQueue.delivering()
        let payment = queue.pay()
        _ = queue.apply(.purchaseEnded(payment: payment, .purchased(.sold(7))))
        _ = queue.apply(.transactionUpdated(.sold(7, revokedAt: 5)))
        let effects = queue.apply(.offerRecorded(7, .alreadyFinished))
        #expect(!effects.updates.contains { $0.state == .restored })
    }
}

/// Entries that the journal cannot write at the moment.
struct RecordTests {
    static let entries: [JournalEntry] = [
        .offer(7, productID: "coins"), .finish(7, productID: "coins"), .storeFinish(7),
        .revocation(7, productID: "coins", date: 5),
    ]

    @Test(arguments: entries) func failedRecordIsReportedOnceAndTriedAgain(entry: JournalEntry) {
        var queue = PaymentQueue.delivering()
        _ = queue.apply(.unfinishedListed(.sold(7)))
        #expect(queue.apply(.recordFailed(entry, .diskFull)) == [.emit(.problemReported(.diskFull))])
        #expect(queue.apply(.retryDue) == [.record(entry)])
        #expect(queue.apply(.recordFailed(entry, .diskFull)) == [], "a full disk is reported only once")
        #expect(queue.apply(.retryDue) == [.record(entry)])
        #expect(queue.apply(.retryDue) == [], "the record is already in progress")
    }

    @Test func failedRecordsAreTriedAgainInTheirOrder() {
        var queue = PaymentQueue.delivering()
        _ = queue.apply(.unfinishedListed(.sold(7)))
        for entry in Self.entries { _ = queue.apply(.recordFailed(entry, .diskFull)) }
        #expect(queue.apply(.retryDue) == Self.entries.map { .record($0) })
    }

    @Test func fullDiskIsReportedOnceForAllWaitingEntries() {
        var queue = PaymentQueue.delivering()
        for id in 7...9 as ClosedRange<UInt64> { _ = queue.apply(.unfinishedListed(.sold(id))) }
        let entries = [9, 7, 8].map { JournalEntry.offer($0, productID: "coins") }
        let problems = entries.flatMap { queue.apply(.recordFailed($0, .diskFull)) }
        #expect(problems == [.emit(.problemReported(.diskFull))])
        // The order is that of the queue. The game receives the transactions in this order.
        #expect(
            queue.apply(.retryDue) == ([7, 8, 9] as [UInt64]).map { .record(.offer($0, productID: "coins")) })
        _ = queue.apply(.offerRecorded(7, .deliver(count: 1)))
        #expect(queue.apply(.recordFailed(entries[2], .diskFull)) == [], "a full disk is reported only once")
        let broken = IAPError(.storage, "the disk has an error")
        #expect(queue.apply(.recordFailed(entries[0], broken)) == [.emit(.problemReported(broken))])
    }

    /// The queue does not record a transaction that was revoked meanwhile. The next failure is reported again.
    @Test func failureOfARevokedTransactionIsForgotten() {
        var queue = PaymentQueue.delivering()
        _ = queue.apply(.unfinishedListed(.sold(7)))
        _ = queue.apply(.recordFailed(.offer(7, productID: "coins"), .diskFull))
        _ = queue.revoke(.transactionUpdated(.sold(7, revokedAt: 5)))
        #expect(queue.apply(.retryDue) == [])
        _ = queue.apply(.unfinishedListed(.sold(8)))
        #expect(
            queue.apply(.recordFailed(.offer(8, productID: "coins"), .diskFull)) == [.emit(.problemReported(.diskFull))]
        )
    }

    @Test(arguments: entries) func failureAfterASuccessIsReportedAgain(entry: JournalEntry) {
        var queue = PaymentQueue.delivering()
        _ = queue.apply(.unfinishedListed(.sold(7)))
        _ = queue.apply(.recordFailed(entry, .diskFull))
        _ = queue.apply(.retryDue)
        // This is how the journal responds to each kind of entry.
        if case .offer(let transaction, _) = entry {
            _ = queue.apply(.offerRecorded(transaction.id, .deliver(count: 1)))
        } else {
            _ = queue.apply(.recorded(entry))
        }
        #expect(queue.apply(.recordFailed(entry, .diskFull)) == [.emit(.problemReported(.diskFull))])
    }

    @Test func storeReceivesNoFinishThatCannotBeRecorded() throws {
        var queue = PaymentQueue.delivering()
        queue.deliver(.sold(7))
        let entry = JournalEntry.finish(7, productID: "coins")
        _ = try queue.finish(.store(7))
        #expect(queue.apply(.recordFailed(entry, .diskFull)).storeFinishes.isEmpty)
        #expect(queue.apply(.retryDue) == [.record(entry)])
        #expect(queue.transactions.count == 1)
        #expect(queue.apply(.recorded(entry)) == [.finishInStore(7)])
    }

    /// The history that ends a doubt is older than the next doubt.
    @Test func endOfADoubtIsNotRetriedAfterTheNextDoubt() {
        var queue = PaymentQueue.delivering()
        _ = queue.apply(.recordFailed(.trust(7), .diskFull))
        var doubting = queue
        _ = doubting.apply(.unverifiedTransaction(.sold(7, revokedAt: 5).forged, .forged))
        #expect(queue.apply(.retryDue) == [.record(.trust(7))] && doubting.apply(.retryDue) == [])
    }

    @Test func offerOfARevokedTransactionIsNotRetried() {
        var queue = PaymentQueue.delivering()
        _ = queue.apply(.unfinishedListed(.sold(7)))
        _ = queue.apply(.recordFailed(.offer(7, productID: "coins"), .diskFull))
        #expect(queue.revoke(.transactionUpdated(.sold(7, revokedAt: 5))).revocations.count == 1)
        #expect(queue.apply(.retryDue) == [])
    }

    @Test func transactionIsNotDeliveredIfItsOfferCannotBeRecorded() {
        var queue = PaymentQueue.delivering()
        _ = queue.apply(.unfinishedListed(.sold(7)))
        #expect(queue.apply(.recordFailed(.offer(7, productID: "coins"), .diskFull)).updates.isEmpty)
        #expect(queue.apply(.retryDue) == [.record(.offer(7, productID: "coins"))])
        #expect(queue.apply(.offerRecorded(7, .deliver(count: 1))).updates.count == 1)
    }
}
