internal import IAPModel
internal import Journal
internal import Platform

/// What waits to be written. The library's own thread writes all of it in one commit; whoever brings it goes on.
struct Recorder: Sendable {
    var entries: [JournalEntry] = []
    /// The revocations that are to be written.
    var revocations: Set<UInt64> = []
    var waiters: [UInt64: [CheckedContinuation<Void, Never>]] = [:]
    /// Who waits until everything that waits now is written.
    var readers: [CheckedContinuation<Void, Never>] = []
    var isRunning = false
    /// Nothing more is taken.
    var hasEnded = false
    /// Nothing more is written.
    var isOver = false
}

/// Tells the one who writes that there is something to write. Sent with no lock held, as it may reach the game's wake
/// function.
struct RecordSignals: Sendable {
    let arrivals: AsyncStream<Void>
    private let input: AsyncStream<Void>.Continuation

    init() {
        // One signal stands for all that came before it.
        (arrivals, input) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func send() { input.yield() }
    func end() { input.finish() }
}

extension PaymentClient {
    /// How long the close waits for the journal, in milliseconds. What a broken disk did not take comes again at the next
    /// launch.
    private static let patience: UInt32 = 10_000

    /// Has entries written, in order. It costs no wait.
    ///
    /// - Returns: false if the client closes and takes no more.
    func record(_ entries: [JournalEntry]) -> Bool {
        let isTaken = monitor.withLock { enqueue(entries) }
        signals.send()
        return isTaken
    }

    /// The same, only inside `monitor`; the signal is to be sent after it.
    func enqueue(_ entries: [JournalEntry]) -> Bool {
        guard !entries.isEmpty else { return true }
        guard !recorder.hasEnded else { return false }
        recorder.entries += entries
        for id in entries.compactMap(\.revokedID) { recorder.revocations.insert(id) }
        return true
    }

    func startRecording() {
        monitor.withLock { recorder.isRunning = true }
        _ = record([.note(AuditLine("client_opened"))])
        runner.start { [self] in
            for await _ in signals.arrivals {
                // What is ready to run may bring more, and then both are one commit.
                if monitor.withLock({ recorder.entries.allSatisfy(\.isForTheLog) }) { await Task.yield() }
                writeAll()
            }
            writeAll()
            // The file is written a last time when it is closed, and so on this thread.
            journal.close()
            monitor.withLock {
                recorder.isRunning = false
                monitor.broadcast()
            }
        }
    }

    func endRecording() {
        _ = record([.note(AuditLine("client_closed"))])
        monitor.withLock { recorder.hasEnded = true }
        signals.end()
        runner.turn()
        let deadline = Deadline(milliseconds: Self.patience)
        monitor.withLock {
            while recorder.isRunning, let left = deadline.left { _ = monitor.wait(milliseconds: left) }
        }
        let waiters = monitor.withLock {
            recorder.isOver = true
            defer { (recorder.waiters, recorder.readers) = ([:], []) }
            return recorder.waiters.values.flatMap { $0 } + recorder.readers
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns when the journal holds the revocation, as soon as the disk takes it; false if the client closes before.
    func isRevocationRecorded(_ id: UInt64) async -> Bool {
        await withCheckedContinuation { continuation in
            let isDone = monitor.withLock {
                guard recorder.revocations.contains(id), !recorder.isOver else { return true }
                recorder.waiters[id, default: []].append(continuation)
                return false
            }
            if isDone { continuation.resume() }
        }
        return monitor.withLock { !recorder.revocations.contains(id) }
    }

    /// Returns when everything has been written, or tried, that waits to be.
    func writeWhatWaits() async {
        await withCheckedContinuation { continuation in
            let isOver = monitor.withLock {
                if !recorder.isOver { recorder.readers.append(continuation) }
                return recorder.isOver
            }
            if isOver { continuation.resume() } else { signals.send() }
        }
    }

    private func noteRecorded(_ entry: JournalEntry) {
        guard let id = entry.revokedID else { return }
        let waiters = monitor.withLock {
            recorder.revocations.remove(id)
            return recorder.waiters.removeValue(forKey: id) ?? []
        }
        for waiter in waiters { waiter.resume() }
    }

    private func writeAll() {
        while true {
            let (entries, readers) = monitor.withLock {
                () -> ([JournalEntry], [CheckedContinuation<Void, Never>]) in
                defer { recorder.entries = [] }
                guard recorder.entries.isEmpty else { return (recorder.entries, []) }
                defer { recorder.readers = [] }
                return ([], recorder.readers)
            }
            for reader in readers { reader.resume() }
            guard !entries.isEmpty else { return }
            var hasFailed = false
            for (entry, result) in zip(entries, journal.write(entries)) {
                switch result {
                case .success(let outcome):
                    apply(.recorded(entry, outcome))
                    noteRecorded(entry)
                case .failure(let error):
                    apply(.recordFailed(entry, error))
                    hasFailed = true
                }
            }
            if hasFailed { scheduleRetry() }
        }
    }
}

extension JournalEntry {
    /// Whether the store, having told it, would not tell it again.
    var isNews: Bool {
        switch self {
        case .note, .damageTold, .products, .productsOutdated: false
        default: true
        }
    }

    /// The transaction of which the store must not take the news for heard before this is written.
    fileprivate var revokedID: UInt64? {
        switch self {
        case .revocation(let transaction), .doubt(let transaction): transaction.id
        default: nil
        }
    }

    /// Whether nobody but the audit log has use for it now.
    fileprivate var isForTheLog: Bool {
        switch self {
        case .note, .storeFinish: true
        default: false
        }
    }

    /// What the journal notes of an event beside what made it.
    static func entries(about event: Event) -> [JournalEntry] {
        switch event {
        case .transactionUpdated(let item): AuditLine(item).map { [.note($0)] } ?? []
        case .restoreFailed(_, let error): [.note(AuditLine("restore_failed", error))]
        case .problemReported(let error): [.note(AuditLine("problem_reported", error))]
        case .verificationRequested(let item):
            item.transaction.map { [.note(AuditLine("verification_requested", $0))] } ?? []
        case .storefrontChanged: [.productsOutdated, .note(AuditLine("storefront_changed"))]
        default: []
        }
    }
}

extension AuditLine {
    /// Nil for what the journal notes when it writes it.
    fileprivate init?(_ item: QueuedTransaction) {
        switch item.state {
        case .purchasing: self.init("payment_added", paymentID: item.paymentID, productID: item.productID)
        case .deferred: self.init("payment_deferred", paymentID: item.paymentID, productID: item.productID)
        case .failed(let error):
            let event = error.status.category == .cancelled ? "payment_cancelled" : "payment_failed"
            self.init(event, error, paymentID: item.paymentID, productID: item.productID)
        case .unverified(let error):
            self.init("transaction_unverified", error, paymentID: item.paymentID, productID: item.productID)
            transactionID = item.transaction.map { String($0.id) }
        case .restored:
            self.init("transaction_restored", transactionID: item.transaction?.id, productID: item.productID)
            paymentID = item.paymentID == 0 ? nil : item.paymentID
        case .purchased, .revoked, .rejected: return nil
        }
    }
}
