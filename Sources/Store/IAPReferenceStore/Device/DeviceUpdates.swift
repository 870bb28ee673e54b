internal import IAPDatabase
internal import IAPModel
internal import IAPPlatform
internal import IAPSignatures

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
        var listener: StoreSubscription?
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
        var session: DeviceSession.State
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
        let listener = device.store.file.listeners.add { [weak self] in self?.look() }
        state.withLock { $0.listener = listener }
        look()
    }

    package func stop() {
        let listener = state.withLock { state in
            state.isStopped = true
            state.waiting = []
            return state.listener
        }
        listener?.cancel()
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
        while let items = takeWaiting() {
            for item in items where !state.withLock(\.isStopped) {
                report(item)
                if acknowledgesAtOnce { acknowledge(item) }
            }
        }
    }

    /// Nil when nothing waits. Then the next look reports.
    private func takeWaiting() -> [Item]? {
        state.withLock { state in
            defer { state.waiting = [] }
            if state.waiting.isEmpty { state.isReporting = false }
            return state.waiting.isEmpty ? nil : state.waiting
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
        try device.store.file.changeQuietly { ledger in
            if let account = device.session.current.account { try ledger.addDevice(device.name, of: account) }
        }
        return try readUpdates(state)
    }

    private func readUpdates(_ state: State) throws -> Look? {
        try device.store.file.readAsItIs { ledger -> Look? in
            guard try device.network.deliversUpdates(ledger) else { return nil }
            let order = try device.network.updateOrder(ledger)
            guard order != .held else { return nil }
            let session = device.session.current
            let service = Service(session: session.number, restarts: try ledger.restarts())
            guard let account = session.account else {
                return Look(service: service, batch: UpdateBatch([], after: 0, session: session))
            }
            let isBeginning = state.service != service
            let last = isBeginning ? try ledger.lastAcknowledgedUpdate(by: device.name, of: account) : state.last
            guard let last else { return Look(service: service) }
            let quirks = try ledger.quirks()
            let beginsWithUnfinished = isBeginning && quirks[.launchReplaysUnfinished] != 0
            var batch = UpdateBatch(
                try ledger.updates(for: device.name, of: account, after: last), after: last,
                unfinished: beginsWithUnfinished ? try ledger.unfinished(of: account) : [], session: session)
            if isBeginning { try batch.arrangeMissedRenewals(quirks, ledger) }
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
    package func isForAnotherSession(_ item: Item) -> Bool { item.session.number != device.session.current.number }

    private func acknowledgeUpdates(through number: Int64, of session: DeviceSession.State) {
        guard let account = session.account else { return }
        do {
            try device.store.file.changeQuietly { ledger in
                try ledger.acknowledgeUpdates(through: number, by: device.name, of: account)
            }
        } catch {
            return
        }
    }
}

/// The updates that one look finds for a device, in the order in which the device receives them.
struct UpdateBatch: Sendable {
    let session: DeviceSession.State
    private(set) var items: [DeviceUpdateFeed.Item]
    /// The number of the last processed update.
    private(set) var last: Int64
    /// The updates up to this number need no item, and therefore no acknowledgement by the device.
    private(set) var skipped: Int64?
    /// In the order of their numbers.
    private let updates: [(number: Int64, transactionID: UInt64)]

    /// - Parameters:
    ///   - last: The number of the last update that was processed before.
    ///   - unfinished: These come first; an update about one of them adds no item.
    ///   - session: The sign-in that the updates are for.
    init(
        _ updates: [TransactionUpdate], after last: Int64, unfinished: [LedgerTransaction] = [],
        session: DeviceSession.State
    ) {
        self.session = session
        self.last = updates.last?.number ?? last
        self.updates = updates.map { ($0.number, $0.transaction.id) }
        items = unfinished.map { DeviceUpdateFeed.Item(transaction: $0, session: session, number: nil) }
        var ids = Set(unfinished.map(\.id))
        for update in updates where update.isRepeat || !update.transaction.isUsedUp {
            guard ids.insert(update.transaction.id).inserted else { continue }
            items.append(DeviceUpdateFeed.Item(transaction: update.transaction, session: session, number: nil))
        }
        numberItems()
    }

    /// Numbers the items. The item with an update's transaction acknowledges the update, but only after the delivery of all
    /// updates before it: one number covers everything before it.
    private mutating func numberItems() {
        for index in items.indices { items[index].number = nil }
        let places = Dictionary(items.enumerated().map { ($0.element.transaction.id, $0.offset) }) { first, _ in first }
        skipped = nil
        var place = -1
        for update in updates {
            place = max(place, places[update.transactionID] ?? -1)
            if place < 0 { skipped = update.number } else { items[place].number = update.number }
        }
    }

    /// Reorders the batch. Its last item acknowledges the whole batch: one number covers everything before it.
    mutating func reorder(_ order: UpdateOrder, seed: [UInt8]) {
        guard items.count > 1 else { return }
        switch order {
        case .inOrder, .held: return
        case .newestFirst: items.reverse()
        case .shuffled:
            var random = RandomSource(seed: seed)
            items.shuffle(using: &random)
        }
        let number = items.compactMap(\.number).max()
        for index in items.indices { items[index].number = index == items.count - 1 ? number : nil }
    }

    // MARK: Missed renewals

    /// Applies the quirks to renewals that came while the game was closed: whether their originals come with them, their order
    /// and repeats.
    mutating func arrangeMissedRenewals(_ quirks: QuirkValues, _ ledger: Ledger) throws {
        guard !quirks.changed.isEmpty else { return }
        if quirks[.missedIncludesOriginal] != 0 {
            for id in missedSubscriptions {
                guard let original = try ledger.transaction(id), original.isFinished,
                    ExactText(original.account) == ExactText(session.account ?? "")
                else { continue }
                includeOriginal(original)
            }
        }
        if quirks[.missedNewestFirst] != 0 { orderRenewalsNewestFirst() }
        if quirks[.missedNewestTwice] != 0 { repeatNewestRenewals() }
    }

    /// The original ids of the subscriptions whose renewals the device has not received, each once.
    var missedSubscriptions: [UInt64] {
        var ids: [UInt64] = []
        for renewal in missedRenewals where !ids.contains(renewal.originalID) { ids.append(renewal.originalID) }
        return ids
    }

    /// Renewals that the device missed. A renewal that is only unfinished was received before.
    private var missedRenewals: [LedgerTransaction] {
        let updated = Set(updates.map(\.transactionID))
        return items.map(\.transaction).filter { $0.isRenewal && updated.contains($0.id) }
    }

    /// Adds the first purchase of a subscription before its renewals, unless the batch has it already.
    mutating func includeOriginal(_ original: LedgerTransaction) {
        guard !items.contains(where: { $0.transaction.id == original.id }),
            let place = items.firstIndex(where: {
                $0.transaction.isRenewal && $0.transaction.originalID == original.id
            })
        else { return }
        items.insert(DeviceUpdateFeed.Item(transaction: original, session: session, number: nil), at: place)
        numberItems()
    }

    /// Reverses the order of renewals, and of the first purchases that come with them. The rest keeps its place.
    mutating func orderRenewalsNewestFirst() {
        let originals = Set(missedSubscriptions)
        let places = items.indices.filter {
            let transaction = items[$0].transaction
            return transaction.isRenewal || originals.contains(transaction.id)
        }
        let newestFirst = places.map { items[$0] }.sorted { $1.transaction.isOlder(than: $0.transaction) }
        for (place, item) in zip(places, newestFirst) { items[place] = item }
        numberItems()
    }

    /// Repeats the newest missed renewal of each subscription.
    mutating func repeatNewestRenewals() {
        for id in missedSubscriptions {
            let renewals = missedRenewals.filter { $0.originalID == id }
            guard let newest = renewals.max(by: { $0.isOlder(than: $1) }),
                let place = items.firstIndex(where: { $0.transaction.id == newest.id })
            else { continue }
            items.insert(DeviceUpdateFeed.Item(transaction: newest, session: session, number: nil), at: place + 1)
        }
        numberItems()
    }
}

extension LedgerTransaction {
    /// Whether it is a granted consumable, which is not delivered again.
    fileprivate var isUsedUp: Bool { productType == .consumable && isFinished && revocation == nil }

    fileprivate var isRenewal: Bool { reason == .renewal && revocation == nil }

    fileprivate func isOlder(than other: LedgerTransaction) -> Bool {
        (purchaseDate, id) < (other.purchaseDate, other.id)
    }
}

/// Transactions that devices receive without a request.
extension Ledger {
    /// Enters an update that devices receive now. `announce` decides when they should receive it.
    func enterUpdate(
        of transaction: LedgerTransaction, _ exceptDevice: String?, _ onlyDevice: String?, isRepeat: Bool = false
    ) throws {
        try database.run(
            """
            INSERT INTO transaction_update (account, transaction_id, except_device, only_device, is_repeat)
            VALUES (?, ?, ?, ?, ?)
            """,
            [
                Value(transaction.account), Value(bits: transaction.id), Value(exceptDevice), Value(onlyDevice),
                Value(isRepeat),
            ])
    }

    static let updatesQuery = """
        SELECT number, transaction_id, is_repeat FROM transaction_update
        WHERE account = ? AND number > ? AND except_device IS NOT ? AND (only_device IS NULL OR only_device = ?)
        ORDER BY number
        """

    func updates(for device: String, of account: String, after number: Int64) throws -> [TransactionUpdate] {
        let rows = try database.query(
            Self.updatesQuery, [Value(account), .integer(number), Value(device), Value(device)]
        ) { (number: $0.integer(0), id: $0.bits(1), isRepeat: $0.bool(2)) }
        var updates: [TransactionUpdate] = []
        for row in rows {
            if let transaction = try transaction(row.id) {
                updates.append(TransactionUpdate(number: row.number, transaction: transaction, isRepeat: row.isRepeat))
            }
        }
        return updates
    }

    /// Adds a device. A new device receives the updates from now on; a known one continues where it was.
    func addDevice(_ device: String, of account: String) throws {
        try database.run(
            """
            INSERT INTO device (account, name, acknowledged_update)
            VALUES (?, ?, (SELECT coalesce(max(number), 0) FROM transaction_update)) ON CONFLICT DO NOTHING
            """, [Value(account), Value(device)])
    }

    /// Returns nil for an unknown device.
    func lastAcknowledgedUpdate(by device: String, of account: String) throws -> Int64? {
        try database.query(
            "SELECT acknowledged_update FROM device WHERE account = ? AND name = ?", [Value(account), Value(device)]
        ) { $0.integer(0) }.first
    }

    /// Acknowledges updates. A lower number than the last one changes nothing: two processes can listen with the same device
    /// name.
    func acknowledgeUpdates(through number: Int64, by device: String, of account: String) throws {
        try database.run(
            "UPDATE device SET acknowledged_update = max(acknowledged_update, ?) WHERE account = ? AND name = ?",
            [.integer(number), Value(account), Value(device)])
    }
}
