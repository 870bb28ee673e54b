internal import IAPJournal
internal import IAPModel
internal import IAPPaymentQueue
internal import IAPPlatform

/// The changes that wait to be written. One task writes all of them in one commit. No other task waits for the disk.
struct Recorder: Sendable {
    var writes: [JournalWrite] = []
    /// The transactions whose revocations wait to be written, and the continuations that wait for the write.
    var revocations: Set<UInt64> = []
    var revocationWaiters: [UInt64: [CheckedContinuation<Void, Never>]] = [:]
    /// The continuations that wait until all current writes are done.
    var flushWaiters: [CheckedContinuation<Void, Never>] = []
    var isRunning = false
    /// Accepts no more writes.
    var hasEnded = false
    /// Writes no more.
    var isOver = false
}

/// Signals the writing task that there is something to write. Send it with no lock held, because it may call the game's
/// wake function.
struct RecordSignals: Sendable {
    let arrivals: AsyncStream<Void>
    private let input: AsyncStream<Void>.Continuation

    init() {
        // One signal stands for all signals before it.
        (arrivals, input) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func send() { input.yield() }
    func end() { input.finish() }
}

extension PaymentClient {
    /// How long the close waits for the journal, in milliseconds. A change that a broken disk did not store comes again
    /// at the next launch.
    private static let patience: UInt32 = 10_000

    /// Queues a change for the journal. Returns immediately.
    ///
    /// - Returns: false if the client closes and accepts no more changes.
    @discardableResult
    func record(_ write: JournalWrite) -> Bool {
        let isTaken = monitor.withLock { enqueue([write]) }
        recordSignals.send()
        return isTaken
    }

    /// Queues changes in order. Call it only inside `monitor`, and send the signal after it.
    func enqueue(_ writes: [JournalWrite]) -> Bool {
        guard !writes.isEmpty else { return true }
        guard !recorder.hasEnded else { return false }
        recorder.writes += writes
        for id in writes.compactMap(\.revokedID) { recorder.revocations.insert(id) }
        return true
    }

    func startRecording() {
        monitor.withLock { recorder.isRunning = true }
        record(.note(AuditLine("client_opened")))
        runner.start { [self] in
            for await _ in recordSignals.arrivals {
                // Work that is ready to run may add more changes. Then one commit writes all of them.
                if monitor.withLock({ recorder.writes.allSatisfy(\.mayWait) }) { await Task.yield() }
                writeAll()
            }
            writeAll()
            // Closing writes the file one last time. So this task closes it.
            journal.close()
            monitor.withLock {
                recorder.isRunning = false
                monitor.broadcast()
            }
        }
    }

    func endRecording() {
        record(.note(AuditLine("client_closed")))
        monitor.withLock { recorder.hasEnded = true }
        recordSignals.end()
        runner.turn()
        let deadline = Deadline(milliseconds: Self.patience)
        monitor.withLock {
            while recorder.isRunning, let left = deadline.left { _ = monitor.wait(milliseconds: left) }
        }
        let waiters = monitor.withLock {
            recorder.isOver = true
            defer { (recorder.revocationWaiters, recorder.flushWaiters) = ([:], []) }
            return recorder.revocationWaiters.values.flatMap { $0 } + recorder.flushWaiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns true when the journal has recorded the revocation, and false if the client closes before.
    func waitUntilRecorded(revocationOf id: UInt64) async -> Bool {
        await withCheckedContinuation { continuation in
            let isDone = monitor.withLock {
                guard recorder.revocations.contains(id), !recorder.isOver else { return true }
                recorder.revocationWaiters[id, default: []].append(continuation)
                return false
            }
            if isDone { continuation.resume() }
        }
        return monitor.withLock { !recorder.revocations.contains(id) }
    }

    /// Returns when all changes that wait now were written or have failed.
    func flush() async {
        await withCheckedContinuation { continuation in
            let isOver = monitor.withLock {
                if !recorder.isOver { recorder.flushWaiters.append(continuation) }
                return recorder.isOver
            }
            if isOver { continuation.resume() } else { recordSignals.send() }
        }
    }

    private func writeAll() {
        while true {
            let (writes, waiters) = monitor.withLock { () -> ([JournalWrite], [CheckedContinuation<Void, Never>]) in
                defer { recorder.writes = [] }
                guard recorder.writes.isEmpty else { return (recorder.writes, []) }
                defer { recorder.flushWaiters = [] }
                return ([], recorder.flushWaiters)
            }
            for waiter in waiters { waiter.resume() }
            guard !writes.isEmpty else { return }
            for (write, result) in zip(writes, journal.write(writes)) {
                // Changes that are only convenient are not written a second time.
                if case .entry(let entry) = write { end(entry, result) }
            }
        }
    }

    private func end(_ entry: JournalEntry, _ result: Result<JournalOutcome, IAPError>) {
        switch result {
        case .success(let outcome):
            apply(.recorded(entry, outcome))
            if let id = entry.revokedID { endWaiting(forRevocationOf: id) }
        case .failure(let error):
            apply(.recordFailed(entry, error))
            scheduleRetry()
        }
    }

    private func endWaiting(forRevocationOf id: UInt64) {
        let waiters = monitor.withLock {
            recorder.revocations.remove(id)
            return recorder.revocationWaiters.removeValue(forKey: id) ?? []
        }
        for waiter in waiters { waiter.resume() }
    }
}

extension JournalEntry {
    /// The transaction whose revocation must be written before the store may count it as received.
    fileprivate var revokedID: UInt64? {
        switch self {
        case .revocation(let transaction), .doubt(let transaction): transaction.id
        default: nil
        }
    }
}

extension JournalWrite {
    fileprivate var revokedID: UInt64? { if case .entry(let entry) = self { entry.revokedID } else { nil } }

    /// Whether nothing depends on an immediate write.
    fileprivate var mayWait: Bool {
        switch self {
        case .note, .entry(.storeFinish): true
        default: false
        }
    }
}
