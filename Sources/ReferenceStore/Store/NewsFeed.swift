internal import Database
internal import Platform

/// What one launch of a game on a device hears of transactions without having asked.
package final class NewsFeed: Sendable {
    private struct State {
        /// The number of the last news that was looked at.
        var heard: Int64 = 0
        /// Nil until what is unfinished has been told.
        var service: Service?
        var waiting: [Item] = []
        var isReporting = false
        var isStopped = false
        var listener: Int?
    }

    /// What hands out the unfinished transactions: they come again when somebody signs in and when the service is started again.
    private struct Service: Equatable {
        var session: Int
        var restarts: Int64
    }

    /// What was found at one look.
    private struct Look {
        var service: Service
        /// Nil if the account does not know the device.
        var edition: NewsEdition?
    }

    package struct Item: Sendable {
        package var transaction: LedgerTransaction
        /// The sign-in that it is news for.
        var session: StoreDevice.Session
        /// The number up to which all news has been heard once this and what came before it has been; nil if it adds nothing.
        var number: Int64?
    }

    private let device: StoreDevice
    private let isHeardAtOnce: Bool
    private let report: @Sendable (Item) -> Void
    private let state = Guarded(State())

    init(device: StoreDevice, isHeardAtOnce: Bool, report: @escaping @Sendable (Item) -> Void) {
        self.device = device
        self.isHeardAtOnce = isHeardAtOnce
        self.report = report
    }

    func start() {
        let tables = LedgerSchema.tablesOfAnyFeed.union(["news"])
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

    /// Takes what is new. Reports are made one at a time, in order and with no lock held, on whatever thread looks.
    private func look() {
        let isOurs = state.withLock { state in
            guard !state.isStopped else { return false }
            takeNews(&state)
            guard !state.isReporting else { return false }
            state.isReporting = true
            return true
        }
        guard isOurs else { return }
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
            if isHeardAtOnce { acknowledge(next) }
        }
    }

    private func takeNews(_ state: inout State) {
        do {
            guard let look = try lookAround(state), let edition = look.edition else { return }
            if state.service != look.service, let number = edition.oldNews { setHeard(number, of: edition.session) }
            state.service = look.service
            state.heard = edition.heard
            state.waiting += edition.items
        } catch {
            // What cannot be read now is looked for again at the next change.
            return
        }
    }

    /// Nil while nothing comes through.
    private func lookAround(_ state: State) throws -> Look? {
        let look = try readNews(state)
        guard let look, look.edition == nil else { return look }
        // A device that is not in the file any more is a new one.
        try device.store.changeQuietly(device.command(.register)) { ledger throws(DatabaseError) in
            if let account = device.currentSession.account { try ledger.addDevice(device.name, of: account) }
        }
        return try readNews(state)
    }

    private func readNews(_ state: State) throws -> Look? {
        try device.store.readAsItIs { ledger throws(DatabaseError) -> Look? in
            guard try device.bringsNews(ledger) else { return nil }
            let order = try device.updateOrder(ledger)
            guard order != .held else { return nil }
            let session = device.currentSession
            let service = Service(session: session.number, restarts: try ledger.restarts())
            guard let account = session.account else {
                return Look(service: service, edition: NewsEdition([], heard: 0, session: session))
            }
            let isBeginning = state.service != service
            let known = isBeginning ? try ledger.newsHeard(by: device.name, of: account) : state.heard
            guard let heard = known else { return Look(service: service) }
            var edition = NewsEdition(
                try ledger.news(for: device.name, of: account, after: heard), heard: heard,
                unfinished: isBeginning ? try ledger.unfinished(of: account) : [], session: session)
            let seed = device.store.identity.derived("news \(account)\0\(device.name)\0\(heard)")
            edition.reorder(order, seed: seed)
            return Look(service: service, edition: edition)
        }
    }

    /// The device has heard of this for good. If that cannot be noted, it hears of it again at the next launch, which is
    /// allowed: whoever listens tells transactions apart by their ids.
    package func acknowledge(_ item: Item) {
        if let number = item.number { setHeard(number, of: item.session) }
    }

    /// Whether another one than the one for whom it is news is signed in by now.
    package func isForeign(_ item: Item) -> Bool { item.session.number != device.currentSession.number }

    private func setHeard(_ number: Int64, of session: StoreDevice.Session) {
        guard let account = session.account else { return }
        do {
            let command = device.command(.hear(number: number), account: account)
            try device.store.changeQuietly(command) { ledger throws(DatabaseError) in
                try ledger.setNewsHeard(number, by: device.name, of: account)
            }
        } catch {
            return
        }
    }
}
