internal import IAPDatabase
internal import IAPPlatform

/// The transactions that one launch of a game on a device receives without a request: first the unfinished ones, and then each
/// update.
package final class DeviceUpdateFeed: Sendable {
    private struct State {
        /// The number of the last processed update.
        var last: Int64 = 0
        /// Nil before the feed has taken the unfinished transactions.
        var service: Service?
        var waiting: [Item] = []
        var isReporting = false
        var isStopped = false
        var listener: Int?
    }

    /// Unfinished transactions come again after a sign-in and after a restart of the store's service.
    private struct Service: Equatable {
        var session: Int
        var restarts: Int64
    }

    /// The result of one look.
    private struct Look {
        var service: Service
        /// Nil if the ledger does not have the device for this account.
        var batch: UpdateBatch?
    }

    package struct Item: Sendable {
        package var transaction: LedgerTransaction
        /// The sign-in that the item is for.
        var session: StoreDevice.Session
        /// This item acknowledges the updates up to this number; nil if it adds none.
        var number: Int64?
    }

    private let device: StoreDevice
    private let acknowledgesAtOnce: Bool
    private let report: @Sendable (Item) -> Void
    private let state = Guarded(State())

    init(device: StoreDevice, acknowledgesAtOnce: Bool, report: @escaping @Sendable (Item) -> Void) {
        self.device = device
        self.acknowledgesAtOnce = acknowledgesAtOnce
        self.report = report
    }

    func start() {
        let tables = LedgerSchema.tablesOfEveryFeed.union(["transaction_update"])
        let listener = device.store.addListener(to: tables) { [weak self] in self?.look() }
        state.withLock { $0.listener = listener }
        look()
    }

    package func stop() {
        let listener = state.withLock { state in
            state.isStopped = true
            state.waiting = []
            return state.listener
        }
        if let listener { device.store.removeListener(listener) }
    }

    /// Takes the waiting updates. It reports them one at a time, in order, without a lock, on any thread.
    private func look() {
        let isFirst = state.withLock { state in
            guard !state.isStopped else { return false }
            takeUpdates(&state)
            guard !state.isReporting else { return false }
            state.isReporting = true
            return true
        }
        guard isFirst else { return }
        while true {
            let next = state.withLock { state -> Item? in
                guard !state.waiting.isEmpty else {
                    state.isReporting = false
                    return nil
                }
                return state.waiting.removeFirst()
            }
            guard let next else { return }
            report(next)
            if acknowledgesAtOnce { acknowledge(next) }
        }
    }

    private func takeUpdates(_ state: inout State) {
        do {
            guard let look = try findUpdates(state), let batch = look.batch else { return }
            if state.service != look.service, let number = batch.skipped {
                acknowledgeUpdates(through: number, of: batch.session)
            }
            state.service = look.service
            state.last = batch.last
            state.waiting += batch.items
        } catch {
            // The next change causes another read.
            return
        }
    }

    /// Returns nil while the network delivers nothing.
    private func findUpdates(_ state: State) throws -> Look? {
        let look = try readUpdates(state)
        guard let look, look.batch == nil else { return look }
        // A device that is no longer in the ledger starts as a new one.
        try device.store.changeQuietly(device.command(.register)) { ledger throws(DatabaseError) in
            if let account = device.currentSession.account { try ledger.addDevice(device.name, of: account) }
        }
        return try readUpdates(state)
    }

    private func readUpdates(_ state: State) throws -> Look? {
        try device.store.readAsItIs { ledger throws(DatabaseError) -> Look? in
            guard try device.deliversUpdates(ledger) else { return nil }
            let order = try device.updateOrder(ledger)
            guard order != .held else { return nil }
            let session = device.currentSession
            let service = Service(session: session.number, restarts: try ledger.restarts())
            guard let account = session.account else {
                return Look(service: service, batch: UpdateBatch([], after: 0, session: session))
            }
            let isBeginning = state.service != service
            let last = isBeginning ? try ledger.lastAcknowledgedUpdate(by: device.name, of: account) : state.last
            guard let last else { return Look(service: service) }
            let habits = try ledger.habits()
            let beginsWithUnfinished = isBeginning && habits[.launchReplaysUnfinished] != 0
            var batch = UpdateBatch(
                try ledger.updates(for: device.name, of: account, after: last), after: last,
                unfinished: beginsWithUnfinished ? try ledger.unfinished(of: account) : [], session: session)
            if isBeginning { try device.arrangeMissedRenewals(&batch, habits, ledger) }
            let seed = device.store.identity.derived("news \(account)\0\(device.name)\0\(last)")
            batch.reorder(order, seed: seed)
            return Look(service: service, batch: batch)
        }
    }

    /// Acknowledges an item: the device does not receive it again. If the write fails, the item comes again at the next launch.
    /// This is permitted: listeners recognize transactions by their ids.
    package func acknowledge(_ item: Item) {
        if let number = item.number { acknowledgeUpdates(through: number, of: item.session) }
    }

    /// Whether another account has signed in since the item.
    package func isForAnotherSession(_ item: Item) -> Bool { item.session.number != device.currentSession.number }

    private func acknowledgeUpdates(through number: Int64, of session: StoreDevice.Session) {
        guard let account = session.account else { return }
        do {
            let command = device.command(.acknowledgeUpdates(number: number), account: account)
            try device.store.changeQuietly(command) { ledger throws(DatabaseError) in
                try ledger.acknowledgeUpdates(through: number, by: device.name, of: account)
            }
        } catch {
            return
        }
    }
}
