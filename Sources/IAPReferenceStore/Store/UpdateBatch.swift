internal import IAPModel
internal import IAPSignedData

/// The updates that one look finds for a device, in the order in which the device receives them.
struct UpdateBatch: Sendable {
    let session: StoreDevice.Session
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
        session: StoreDevice.Session
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
