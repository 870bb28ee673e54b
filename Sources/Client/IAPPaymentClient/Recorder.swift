internal import IAPJournal
internal import IAPModel
internal import IAPPaymentQueue
internal import IAPPlatform

/// Writes the changes of the queue to the journal. One task writes all that wait in one commit. The calls of the inventory and
/// the lists of products write on their own.
final class Recorder: @unchecked Sendable {  // `monitor` guards what changes.
    private let monitor = Monitor()
    private let journal: Journal
    private let runner: any TaskRunner
    private let signals = Signals()
    private var writes: [JournalWrite] = []
    /// The transactions whose revocations wait to be written, and the continuations that wait for the write.
    private var revocations: Set<UInt64> = []
    private var revocationWaiters: [UInt64: [CheckedContinuation<Void, Never>]] = [:]
    /// The continuations that wait until all current writes are done.
    private var flushWaiters: [CheckedContinuation<Void, Never>] = []
    /// A close has three steps: no new changes are accepted (`hasEnded`), the last write is done (`isRunning` is false), and
    /// the waiters are released (`isOver`).
    private var isRunning = false
    private var isWriting = false
    private var hasEnded = false
    private var isOver = false

    /// How long the close waits for the journal, in milliseconds. A change that a broken disk did not store comes again
    /// at the next launch. In manual mode the write is on the calling thread, and has no limit.
    private let timeout: UInt32

    init(_ journal: Journal, _ runner: any TaskRunner, timeout: UInt32 = 10_000) {
        (self.journal, self.runner, self.timeout) = (journal, runner, timeout)
    }

    /// Queues a change for the journal. Returns immediately.
    func record(_ write: JournalWrite) {
        _ = enqueue([write])
        signal()
    }

    /// Queues changes in order. The caller may hold a lock, and calls `signal` when it holds none.
    ///
    /// - Returns: false if the client closes and accepts no more changes.
    func enqueue(_ writes: [JournalWrite]) -> Bool {
        if writes.isEmpty { return true }
        return monitor.withLock {
            guard !hasEnded else { return false }
            self.writes += writes
            for id in writes.compactMap(\.revokedID) { revocations.insert(id) }
            return true
        }
    }

    var hasWrites: Bool { monitor.withLock { !writes.isEmpty } }

    /// Starts the write of what was queued. It may call the game's wake function.
    func signal() { signals.send() }

    /// - Parameter report: Takes the outcome of each entry. Called with no lock held.
    func start(_ report: @escaping @Sendable (JournalEntry, Result<JournalOutcome, IAPError>) -> Void) {
        monitor.withLock { isRunning = true }
        record(.note(AuditLine("client_opened")))
        runner.start { [self] in
            for await _ in signals.arrivals {
                // Work that is ready to run may add more changes. Then one commit, with one flush of the disk, writes
                // all of them. What the game waits for is written at once.
                if monitor.withLock({ writes.allSatisfy(\.mayWait) }) { await Task.yield() }
                writeAll(report)
            }
            writeAll(report)
            // Closing writes the file one last time. So this task closes it.
            journal.close()
            monitor.withLock {
                (isRunning, isWriting) = (false, false)
                monitor.broadcast()
            }
        }
    }

    /// Writes what is queued, accepts no more, and waits for the last write.
    ///
    /// - Returns: False if a write still waits for the disk. Then the journal cannot be closed now. When the disk
    ///   answers, the task of the writes closes it.
    func end() -> Bool {
        record(.note(AuditLine("client_closed")))
        monitor.withLock { hasEnded = true }
        signals.end()
        runner.turn()
        let deadline = Deadline(milliseconds: timeout)
        monitor.withLock {
            while isRunning, let left = deadline.left { _ = monitor.wait(milliseconds: left) }
        }
        let waiters = monitor.withLock {
            isOver = true
            defer { (revocationWaiters, flushWaiters) = ([:], []) }
            return revocationWaiters.values.flatMap { $0 } + flushWaiters
        }
        for waiter in waiters { waiter.resume() }
        return monitor.withLock { !isWriting }
    }

    /// Returns true when the journal has recorded the revocation, and false if the client closes before.
    func waitUntilRecorded(revocationOf id: UInt64) async -> Bool {
        await withCheckedContinuation { continuation in
            let isDone = monitor.withLock {
                guard revocations.contains(id), !isOver else { return true }
                revocationWaiters[id, default: []].append(continuation)
                return false
            }
            if isDone { continuation.resume() }
        }
        return monitor.withLock { !revocations.contains(id) }
    }

    /// Returns when all changes that wait now were written or have failed.
    func flush() async {
        await withCheckedContinuation { continuation in
            let isOver = monitor.withLock {
                if !self.isOver { flushWaiters.append(continuation) }
                return self.isOver
            }
            if isOver { continuation.resume() } else { signal() }
        }
    }

    private func writeAll(_ report: (JournalEntry, Result<JournalOutcome, IAPError>) -> Void) {
        while true {
            let (writes, waiters) = monitor.withLock { () -> ([JournalWrite], [CheckedContinuation<Void, Never>]) in
                defer { self.writes = [] }
                // After the last write the task closes the journal, which writes, too.
                isWriting = !self.writes.isEmpty || hasEnded
                guard self.writes.isEmpty else { return (self.writes, []) }
                defer { flushWaiters = [] }
                return ([], flushWaiters)
            }
            for waiter in waiters { waiter.resume() }
            guard !writes.isEmpty else { return }
            for (write, result) in zip(writes, journal.write(writes)) {
                // Only entries are reported and tried again. A lost note, product or storefront does no harm.
                guard case .entry(let entry) = write else { continue }
                report(entry, result)
                if case .success = result, let id = entry.revokedID { endWaiting(forRevocationOf: id) }
            }
        }
    }

    private func endWaiting(forRevocationOf id: UInt64) {
        let waiters = monitor.withLock {
            revocations.remove(id)
            return revocationWaiters.removeValue(forKey: id) ?? []
        }
        for waiter in waiters { waiter.resume() }
    }
}

/// Signals a task that there is something to do. Send it with no lock held, because it may call the game's wake
/// function.
struct Signals: Sendable {
    let arrivals: AsyncStream<Void>
    private let input: AsyncStream<Void>.Continuation

    init() {
        // One signal stands for all signals that came since the task took the last one.
        (arrivals, input) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func send() { input.yield() }
    func end() { input.finish() }
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
