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
        var listener: StoreSubscription?
    }

    private let listeners: StoreListeners
    /// Takes the next item to report. Only one thread at a time calls it.
    private let next: @Sendable () -> Item?
    private let report: @Sendable (Item) -> Void
    private let state = Guarded(State())

    init(
        _ listeners: StoreListeners, next: @escaping @Sendable () -> Item?, report: @escaping @Sendable (Item) -> Void
    ) {
        self.listeners = listeners
        self.next = next
        self.report = report
    }

    /// Starts with the items that exist. The feed runs until the subscription is cancelled.
    func start() -> StoreSubscription {
        let listener = listeners.add { self.look() }
        state.withLock { $0.listener = listener }
        look()
        return StoreSubscription { self.stop() }
    }

    private func stop() {
        let listener = state.withLock { state in
            state.isStopped = true
            return state.listener
        }
        listener?.cancel()
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
        while goesOn() { while !state.withLock({ $0.isStopped }), let item = next() { report(item) } }
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

/// Those who want to know of changes of the store.
package final class StoreListeners: Sendable {
    private let listeners = Guarded<(all: [Int: @Sendable () -> Void], last: Int)>(([:], 0))

    /// Calls the listener after each change, on the thread that made or saw the change. It notices changes of another process
    /// once `lookForChanges()` of the file has seen them.
    package func add(_ look: @escaping @Sendable () -> Void) -> StoreSubscription {
        let id = listeners.withLock { listeners in
            listeners.last += 1
            listeners.all[listeners.last] = look
            return listeners.last
        }
        return StoreSubscription { [listeners] in listeners.withLock { $0.all[id] = nil } }
    }

    func removeAll() { listeners.withLock { $0.all = [:] } }

    func tell() {
        for look in listeners.withLock({ $0.all.sorted { $0.key < $1.key }.map(\.value) }) { look() }
    }
}
