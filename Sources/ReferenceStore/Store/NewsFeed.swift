internal import Database
internal import IAPModel
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

    package struct Item: Sendable {
        package var transaction: LedgerTransaction
        /// The number up to which all news has been heard once this and what came before it has been; nil if it adds nothing.
        var number: Int64?
    }

    /// What is new at one look, in order.
    private struct Edition {
        var items: [Item]
        /// The number of the last news that was looked at.
        var heard: Int64
        /// The number up to which there is nothing to hear.
        var oldNews: Int64?

        init(_ news: [News], heard before: Int64, unfinished: [LedgerTransaction] = []) {
            items = unfinished.map { Item(transaction: $0, number: nil) }
            heard = news.last?.number ?? before
            var places = Dictionary(unfinished.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
            // The place of the last item that news up to here is told by.
            var last = -1
            for item in news where !item.transaction.isUsedUp {
                let place = places[item.transaction.id] ?? items.count
                if place == items.count { items.append(Item(transaction: item.transaction, number: nil)) }
                places[item.transaction.id] = place
            }
            for item in news {
                last = max(last, places[item.transaction.id] ?? -1)
                if last < 0 { oldNews = item.number } else { items[last].number = item.number }
            }
        }
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
        do {
            let edition: Edition
            if let heard = state.heard {
                edition = try device.store.readAsItIs { ledger throws(DatabaseError) in
                    Edition(try ledger.news(for: device.name, of: device.account, after: heard), heard: heard)
                }
            } else {
                edition = try firstEdition()
                if let number = edition.oldNews { setHeard(number) }
            }
            state.waiting += edition.items
            state.heard = edition.heard
        } catch {
            // What cannot be read now is looked for again at the next change.
            return
        }
    }

    /// At a launch everything unfinished comes once; news about the same transactions adds nothing.
    private func firstEdition() throws -> Edition {
        let edition = try device.store.readAsItIs { ledger throws(DatabaseError) -> Edition? in
            guard let heard = try ledger.newsHeard(by: device.name, of: device.account) else { return nil }
            return Edition(
                try ledger.news(for: device.name, of: device.account, after: heard), heard: heard,
                unfinished: try ledger.unfinished(of: device.account))
        }
        if let edition { return edition }
        // A device that is not in the file any more is a new one.
        return try device.store.changeQuietly(device.command(.register)) { ledger throws(DatabaseError) in
            try ledger.addDevice(device.name, of: device.account)
            let heard = try ledger.newsHeard(by: device.name, of: device.account) ?? 0
            return Edition([], heard: heard, unfinished: try ledger.unfinished(of: device.account))
        }
    }

    /// The device has heard of this for good. If that cannot be noted, it hears of it again at the next launch, which is
    /// allowed: whoever listens tells transactions apart by their ids.
    package func acknowledge(_ item: Item) {
        if let number = item.number { setHeard(number) }
    }

    private func setHeard(_ number: Int64) {
        do {
            try device.store.changeQuietly(device.command(.hear(number: number))) { ledger throws(DatabaseError) in
                try ledger.setNewsHeard(number, by: device.name, of: device.account)
            }
        } catch {
            return
        }
    }
}

extension LedgerTransaction {
    /// A consumable that was granted is nobody's any more.
    fileprivate var isUsedUp: Bool { productType == .consumable && isFinished && revocation == nil }
}
