internal import Database
internal import Platform

/// What one launch of a game on a device hears of the account's transactions without having asked.
package final class NewsFeed: Sendable {
    private struct State {
        /// The number of the last news heard; nil until the launch has listed what is unfinished.
        var heard: Int64?
        var waiting: [LedgerTransaction] = []
        var isReporting = false
        var isStopped = false
        var listener: Int?
    }

    private let device: StoreDevice
    private let report: @Sendable (LedgerTransaction) -> Void
    private let state = Guarded(State())

    init(device: StoreDevice, report: @escaping @Sendable (LedgerTransaction) -> Void) {
        self.device = device
        self.report = report
    }

    func start() {
        let listener = device.store.addListener { [weak self] in self?.look() }
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
            let next = state.withLock { state -> LedgerTransaction? in
                guard !state.waiting.isEmpty else {
                    state.isReporting = false
                    return nil
                }
                return state.waiting.removeFirst()
            }
            guard let next else { return }
            report(next)
        }
    }

    private func takeNews(_ state: inout State) {
        let (device, heard) = (device, state.heard)
        do {
            let (fresh, last) = try device.store.read { ledger throws(DatabaseError) in
                // At a launch everything unfinished comes once; news about the same transactions adds nothing.
                let unfinished = heard == nil ? try ledger.unfinished(of: device.account) : []
                let before = if let heard { heard } else { try ledger.newsHeard(by: device.name, of: device.account) }
                let news = try ledger.news(for: device.name, of: device.account, after: before)
                let known = Set(unfinished.map(\.id))
                return (
                    unfinished + news.map(\.transaction).filter { !known.contains($0.id) }, news.last?.number ?? before
                )
            }
            state.waiting += fresh
            state.heard = last
            guard !fresh.isEmpty else { return }
            try device.store.changeQuietly { ledger throws(DatabaseError) in
                try ledger.setNewsHeard(last, by: device.name, of: device.account)
            }
        } catch {
            // What cannot be read or noted now is looked for again at the next change; news may then come twice, which is
            // allowed: whoever listens tells transactions apart by their ids.
            return
        }
    }
}
