import IAPJournal
import IAPModel
import IAPPaymentQueue
import IAPPlatform
import Testing

@testable import IAPPaymentClient

/// The owner of a queue without a client. It notes what a part reports.
private final class Owner: QueueOwner, @unchecked Sendable {  // The monitor guards the mutable state.
    private let monitor = Monitor()
    private var queue = PaymentQueue(PaymentQueue.Policy())
    private var noted: [String] = []
    private var renewal: Transaction?

    var facts: [String] { monitor.withLock { noted } }

    /// The store reports the transaction after the next look that finds an entitlement settled.
    func renew(with transaction: Transaction) { monitor.withLock { renewal = transaction } }

    func look<Value>(_ body: (PaymentQueue) -> Value) -> Value {
        let (value, renewal) = monitor.withLock { () -> (Value, Transaction?) in
            let value = body(queue)
            guard value as? Bool == true else { return (value, nil) }
            defer { self.renewal = nil }
            return (value, self.renewal)
        }
        if let renewal { change { $0.entitle([renewal]) } }
        return value
    }

    /// The journal of this owner accepts each entitlement immediately.
    func change(_ body: (inout PaymentQueue) -> [Effect]) {
        monitor.withLock {
            for case .record(let entry) in body(&queue) { _ = queue.apply(.recorded(entry, .entitled)) }
        }
    }

    func apply(_ fact: Fact) -> Bool {
        monitor.withLock {
            switch fact {
            case .unfinishedListed(let transaction, _): noted.append("unfinished \(transaction.id)")
            case .subscriptionStatusChanged(let status): noted.append("status \(status.state.rawValue)")
            default: noted.append("another fact")
            }
            _ = queue.apply(fact)
        }
        return true
    }
}

/// A disk that does not answer until the test says so. A journal asks its clock while it writes.
private final class StuckDisk: @unchecked Sendable {  // The monitor guards the mutable state.
    private let monitor = Monitor()
    private var isStuck = false
    private var hasBegun = false

    var isAsked: Bool { monitor.withLock { hasBegun } }

    func write() -> Int64 {
        monitor.withLock {
            hasBegun = isStuck
            while isStuck { monitor.wait() }
        }
        return 0
    }

    func set(isStuck: Bool) {
        monitor.withLock {
            self.isStuck = isStuck
            monitor.broadcast()
        }
    }
}

/// Each part of the client works without the client.
@Suite struct PartsTests {
    private let runner = PlainRunner()
    private let owner = Owner()

    /// Ends the tasks of a part.
    private func end() async {
        runner.stop()
        await runner.end()
    }

    @Test func firstFinishIsImmediateAndTheNextOneWaits() async throws {
        let store = FakeStore()
        let finishes = StoreFinishes(store, runner)
        #expect(await finishes.finish(7))
        #expect(store.calls == ["finish 7"])
        async let second = finishes.finish(7)
        var pauses = runner.begunPauses.makeAsyncIterator()
        _ = await pauses.next()
        #expect(await !finishes.finish(7), "the second finish waits, and stands for the third one")
        #expect(await finishes.finish(8), "another transaction does not wait")
        runner.endPause()
        #expect(await second)
        #expect(store.calls == ["finish 7", "finish 8", "finish 7"])
    }

    @Test func unfinishedListSkipsWhatIsNewerThanTheLaunchAndWasNotLeft() async throws {
        var old = Transaction.sold(7)
        old.purchaseDate = -1
        let store = FakeStore(
            unfinished: [
                old, .sold(8, of: "coins"), .sold(9, of: "helmet"), .sold(10, of: "coins"), .sold(11, of: "coins"),
            ],
            isListing: false)
        let earlier = UnfinishedList(store, runner, path: "a journal")
        // An old purchase of the same product does not take the place of the new one.
        earlier.begin(1, for: "coins")
        earlier.begin(2, for: "coins")
        earlier.begin(3, for: "helmet")
        earlier.end(3)
        earlier.leavePayments()
        let other = UnfinishedList(store, runner, path: "another journal")
        other.begin(1, for: "helmet")
        other.leavePayments()
        let list = UnfinishedList(store, runner, path: "a journal")
        list.start(for: owner)
        list.refresh()
        while owner.facts.count < 3 { await Task.yield() }
        await end()
        #expect(owner.facts == ["unfinished 7", "unfinished 8", "unfinished 10"])
    }

    /// The store's time is 5000 at the launch, whatever the device's clock says.
    @Test func unfinishedListTakesTheTimeOfTheLaunchFromTheStore() async throws {
        var transactions = [(7, 4999), (8, 5000), (9, 5500)].map { (id: UInt64, date: Int64) in
            var transaction = Transaction.sold(id)
            (transaction.purchaseDate, transaction.signedDate) = (date, 5600)
            return transaction
        }
        // A forged signature names another time.
        transactions.append(.sold(20).forged)
        transactions[3].signedDate = 9000
        let list = UnfinishedList(FakeStore(unfinished: transactions, isListing: false), runner, path: nil)
        runner.set(600)
        list.start(for: owner)
        list.refresh()
        while owner.facts.count < 2 { await Task.yield() }
        await end()
        #expect(owner.facts == ["unfinished 20", "unfinished 7"])
    }

    @Test func endDoesNotWaitForADiskThatDoesNotAnswer() async throws {
        let disk = StuckDisk()
        let journal = try Journal(path: nil, clock: { disk.write() })
        let recorder = Recorder(journal, runner, timeout: 10)
        disk.set(isStuck: true)
        recorder.start { _, _ in }
        while !disk.isAsked { await Task.yield() }
        #expect(!recorder.end(), "the journal cannot be closed now")
        disk.set(isStuck: false)
        await runner.end()
        #expect(recorder.end(), "the task of the writes has closed it")
    }

    @Test func unfinishedListAmongSomeNamesOnlyThose() async {
        let store = FakeStore(unfinished: [.sold(7), .sold(8)], isListing: false)
        let list = UnfinishedList(store, runner, path: nil)
        await list.read(among: [.sold(8)], for: owner)
        await list.read(among: [], for: owner)
        #expect(owner.facts == ["unfinished 8"])
    }

    @Test func endThatLastsIsReportedAfterTheTolerance() async {
        var sold = Transaction.sold(7, of: "club")
        (sold.expirationDate, sold.subscriptionGroupID) = (1000, "group")
        let info = RenewalInfo(originalTransactionID: 7, productID: "club", willAutoRenew: true)
        let status = SubscriptionStatus(state: .expired, groupID: "group", transaction: sold, renewalInfo: info)
        let store = FakeStore(responses: [.subscriptionStatuses(groupID: "group"): .success(.statuses([status]))])
        let moments = RenewalMoments(store, runner)
        runner.set(1000)
        #expect(moments.holdsBack(status, from: owner))
        #expect(moments.holdsBack(status, from: owner), "the first wait stands for the second one")
        #expect(owner.facts == [])
        runner.endPause()
        while owner.facts.isEmpty { await Task.yield() }
        await end()
        #expect(owner.facts == ["status \(SubscriptionStatus.State.expired.rawValue)"])
    }

    @Test func endWithAReasonIsNotHeldBack() {
        var sold = Transaction.sold(7, of: "club")
        (sold.expirationDate, sold.subscriptionGroupID) = (1000, "group")
        var info = RenewalInfo(originalTransactionID: 7, productID: "club", willAutoRenew: false)
        info.expirationReason = RenewalInfo.ExpirationReason(rawValue: 1)
        let status = SubscriptionStatus(state: .expired, groupID: "group", transaction: sold, renewalInfo: info)
        runner.set(1000)
        #expect(!RenewalMoments(FakeStore(), runner).holdsBack(status, from: owner))
    }

    @Test func entitlementsAreListedAndAbsenceEndsNothing() async {
        var sword = Transaction.sold(7, of: "sword")
        sword.productType = .nonConsumable
        let reader = EntitlementReader(FakeStore(owned: .success([sword])), runner)
        reader.start(for: owner)
        while !owner.look({ $0.owns("sword", at: 0) }) { await Task.yield() }
        let empty = EntitlementReader(
            FakeStore(responses: [.appTransaction(isRefresh: false): .failure(.offline)]), runner)
        empty.start(for: owner)
        var pauses = runner.begunPauses.makeAsyncIterator()
        _ = await pauses.next()
        await end()
        #expect(owner.look { $0.owns("sword", at: 0) }, "an empty list is read again, and ends nothing")
    }

    /// The reader has decided that the subscription has ended, and then the store reports its grace period.
    @Test func reportBetweenTheDecisionAndTheEndStays() async {
        var club = Transaction.sold(7, of: "club")
        (club.productType, club.expirationDate, club.subscriptionGroupID) = (.autoRenewableSubscription, 1000, "group")
        owner.change { $0.entitle([club]) }
        club.expirationDate = 90_000
        owner.renew(with: club)
        runner.set(20_000)
        let store = FakeStore(
            owned: .success([]), responses: [.appTransaction(isRefresh: false): .failure(.offline)])
        EntitlementReader(store, runner).start(for: owner)
        var pauses = runner.begunPauses.makeAsyncIterator()
        _ = await pauses.next()
        await end()
        #expect(owner.look { $0.owns("club", at: 50_000) })
    }
}
