internal import IAPDatabase
internal import IAPPlatform

/// The transactions that one launch of a game on a device receives without having asked: what is unfinished, and then each update.
package final class DeviceUpdateFeed: Sendable {
    private struct State {
        /// The number of the last update that was looked at.
        var last: Int64 = 0
        /// Nil until the unfinished transactions have been taken.
        var service: Service?
        var waiting: [Item] = []
        var isReporting = false
        var isStopped = false
        var listener: Int?
    }

    /// The unfinished transactions come again when an account signs in and when the store's service starts again.
    private struct Service: Equatable {
        var session: Int
        var restarts: Int64
    }

    /// What one look finds.
    private struct Look {
        var service: Service
        /// Nil if the ledger does not have the device for this account.
        var batch: UpdateBatch?
    }

    package struct Item: Sendable {
        package var transaction: LedgerTransaction
        /// The sign-in for which it is.
        var session: StoreDevice.Session
        /// With this item the updates up to this number are acknowledged; nil if it adds none.
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

    /// Takes the updates that are there. They are reported one at a time, in order and with no lock held, on any thread.
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
            // What cannot be read now is read after the next change.
            return
        }
    }

    /// Nil while nothing comes through the network.
    private func findUpdates(_ state: State) throws -> Look? {
        let look = try readUpdates(state)
        guard let look, look.batch == nil else { return look }
        // A device that is not in the ledger any more begins as a new one.
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

    /// The device does not receive this again. If that cannot be written, the item comes again at the next launch, which is
    /// allowed: listeners tell transactions apart by their ids.
    package func acknowledge(_ item: Item) {
        if let number = item.number { acknowledgeUpdates(through: number, of: item.session) }
    }

    /// Whether another account has signed in since.
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
