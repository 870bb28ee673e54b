internal import Database
internal import Platform

/// What one launch of a game on a device hears of the account's transactions without having asked.
package final class NewsFeed: Sendable {
    private struct State {
        /// The number of the last news heard; nil until the launch has listed what is unfinished.
        var heard: Int64?
        var waiting: [Item] = []
        var isReporting = false
        var isStopped = false
        var listener: Int?
    }

    /// A transaction to hear of, and its number in the news; what is merely unfinished has none.
    package struct Item: Sendable {
        package var transaction: LedgerTransaction
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
        let (device, heard) = (device, state.heard)
        do {
            let (fresh, last) = try device.store.read { ledger throws(DatabaseError) in
                // At a launch everything unfinished comes once; news about the same transactions adds nothing.
                let unfinished = heard == nil ? try ledger.unfinished(of: device.account) : []
                let before = if let heard { heard } else { try ledger.newsHeard(by: device.name, of: device.account) }
                let news = try ledger.news(for: device.name, of: device.account, after: before)
                let known = Set(unfinished.map(\.id))
                return (
                    unfinished.map { Item(transaction: $0, number: nil) }
                        + news.filter { !known.contains($0.transaction.id) }
                        .map { Item(transaction: $0.transaction, number: $0.number) },
                    news.last?.number ?? before
                )
            }
            state.waiting += fresh
            state.heard = last
        } catch {
            // What cannot be read now is looked for again at the next change.
            return
        }
    }

    /// The device has heard of this for good. If that cannot be noted, it hears of it again at the next launch, which is
    /// allowed: whoever listens tells transactions apart by their ids.
    package func acknowledge(_ item: Item) {
        guard let number = item.number else { return }
        do {
            try device.store.changeQuietly { ledger throws(DatabaseError) in
                try ledger.setNewsHeard(number, by: device.name, of: device.account)
            }
        } catch {
            return
        }
    }
}
