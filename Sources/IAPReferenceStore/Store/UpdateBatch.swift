internal import IAPModel
internal import IAPSignedData

/// The updates that one look finds for a device, in the order in which the device receives them.
struct UpdateBatch: Sendable {
    let session: StoreDevice.Session
    private(set) var items: [DeviceUpdateFeed.Item]
    /// The number of the last update that was looked at.
    private(set) var last: Int64
    /// The updates up to this number need no item, and so no acknowledgement by the device.
    private(set) var skipped: Int64?

    /// - Parameters:
    ///   - last: the number of the last update that was looked at before.
    ///   - unfinished: come first; an update about one of them adds no item.
    ///   - session: the sign-in for which the updates are.
    init(
        _ updates: [TransactionUpdate], after last: Int64, unfinished: [LedgerTransaction] = [],
        session: StoreDevice.Session
    ) {
        self.session = session
        self.last = updates.last?.number ?? last
        items = unfinished.map { DeviceUpdateFeed.Item(transaction: $0, session: session, number: nil) }
        var places = Dictionary(unfinished.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
        for update in updates
        where (update.isRepeat || !update.transaction.isUsedUp) && places[update.transaction.id] == nil {
            places[update.transaction.id] = items.count
            items.append(DeviceUpdateFeed.Item(transaction: update.transaction, session: session, number: nil))
        }
        // An update is acknowledged with the item that has its transaction, and not before any item in front of that one.
        var place = -1
        for update in updates {
            place = max(place, places[update.transaction.id] ?? -1)
            if place < 0 { skipped = update.number } else { items[place].number = update.number }
        }
    }

    /// The last item of a reordered batch acknowledges all of it: one number stands for everything that came before.
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
}

extension LedgerTransaction {
    /// A consumable that was granted is not delivered again.
    fileprivate var isUsedUp: Bool { productType == .consumable && isFinished && revocation == nil }
}
