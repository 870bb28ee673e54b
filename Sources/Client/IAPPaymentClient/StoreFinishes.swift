internal import IAPPaymentQueue
internal import IAPPlatform

/// Finishes transactions in the store. The store sometimes forgets a finish: it then reports the transaction again, also after further
/// finishes. The waits grow, and so a flood of reports costs very little.
final class StoreFinishes: Sendable {
    private struct State {
        /// How often each transaction was finished in the store in this run.
        var counts: [UInt64: Int] = [:]
        /// The transactions whose next finish waits. Another report during the wait starts no second wait.
        var waiting: Set<UInt64> = []
    }

    private let store: any StoreConnection
    private let runner: any TaskRunner
    private let state = Guarded(State())

    /// In milliseconds. The numbers are a choice.
    private static let backoff = Backoff(minimum: 1000, maximum: 600_000)

    init(_ store: any StoreConnection, _ runner: any TaskRunner) { (self.store, self.runner) = (store, runner) }

    /// - Returns: Whether the store has finished it now. False if another call does it, or if the client closes: then the
    ///   next launch finishes it again.
    func finish(_ id: UInt64) async -> Bool {
        let wait = state.withLock { state -> Int64? in
            guard !state.waiting.contains(id) else { return nil }
            let count = state.counts[id, default: 0]
            state.counts[id] = count + 1
            guard count > 0 else { return 0 }
            state.waiting.insert(id)
            return Self.backoff.wait(attempt: count, id: id)
        }
        guard let wait else { return false }
        if wait > 0 {
            guard await runner.pause(until: runner.now + wait) else { return false }
            state.withLock { _ = $0.waiting.remove(id) }
        }
        await store.finish(id)
        // A cancelled task may have found nothing to finish.
        return !Task.isCancelled
    }
}
