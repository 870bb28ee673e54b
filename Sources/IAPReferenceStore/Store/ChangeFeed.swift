internal import IAPPlatform

/// Reports new items to one listener after each change of the store. It reports one item after the other, in order, without a
/// lock, on the thread that made the change.
final class ChangeFeed<Item: Sendable>: Sendable {
    private struct State {
        var isReporting = false
        /// The store changed during a report.
        var isBehind = false
        var hasLooked = false
        var isStopped = false
        var listener: Int?
    }

    private let store: ReferenceStore
    private let tables: Set<String>
    /// Takes the next item to report. Only one thread at a time calls it.
    private let next: @Sendable () -> Item?
    private let report: @Sendable (Item) -> Void
    private let state = Guarded(State())

    /// - Parameter tables: The tables on which the next item depends, in addition to those of every feed.
    init(
        store: ReferenceStore, tables: Set<String>, next: @escaping @Sendable () -> Item?,
        report: @escaping @Sendable (Item) -> Void
    ) {
        self.store = store
        self.tables = tables.union(LedgerSchema.tablesOfEveryFeed)
        self.next = next
        self.report = report
    }

    /// Starts with the items that exist. The feed runs until the subscription is cancelled.
    func start() -> StoreSubscription {
        let listener = store.addListener(to: tables) { self.look() }
        state.withLock { $0.listener = listener }
        look()
        return StoreSubscription { self.stop() }
    }

    private func stop() {
        let listener = state.withLock { state in
            state.isStopped = true
            return state.listener
        }
        if let listener { store.removeListener(listener) }
    }

    private func look() {
        let isOurs = state.withLock { state in
            guard !state.isStopped else { return false }
            guard !state.isReporting else {
                state.isBehind = true
                return false
            }
            state.isReporting = true
            return true
        }
        guard isOurs else { return }
        while goesOn() {
            while !state.withLock({ $0.isStopped }), let item = next() { report(item) }
        }
    }

    /// Whether there can be more items. If not, it ends the reporting.
    private func goesOn() -> Bool {
        state.withLock { state in
            if state.hasLooked, !state.isBehind || state.isStopped {
                state.isReporting = false
                state.hasLooked = false
                return false
            }
            state.hasLooked = true
            state.isBehind = false
            return true
        }
    }
}

/// Stops a listener.
package final class StoreSubscription: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    package func cancel() { end() }
}
