internal import IAPModel
internal import SignedData

/// What is new for a device at one look, in the order in which it is told.
struct NewsEdition: Sendable {
    let session: StoreDevice.Session
    private(set) var items: [NewsFeed.Item]
    /// The number of the last news that was looked at.
    private(set) var heard: Int64
    /// The number up to which there is nothing to hear.
    private(set) var oldNews: Int64?

    /// - Parameters:
    ///   - session: the sign-in that it is for.
    ///   - unfinished: what is told first; news about the same transactions adds nothing.
    init(
        _ news: [News], heard before: Int64, unfinished: [LedgerTransaction] = [], session: StoreDevice.Session
    ) {
        self.session = session
        items = unfinished.map { NewsFeed.Item(transaction: $0, session: session, number: nil) }
        heard = news.last?.number ?? before
        var places = Dictionary(unfinished.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
        // The place of the last item that news up to here is told by.
        var last = -1
        for item in news where !item.transaction.isUsedUp {
            let place = places[item.transaction.id] ?? items.count
            if place == items.count {
                items.append(NewsFeed.Item(transaction: item.transaction, session: session, number: nil))
            }
            places[item.transaction.id] = place
        }
        for item in news {
            last = max(last, places[item.transaction.id] ?? -1)
            if last < 0 { oldNews = item.number } else { items[last].number = item.number }
        }
    }

    /// Only when all of a reordered edition has been dealt with has anything of it been heard: one number stands for everything
    /// that came before.
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
    /// A consumable that was granted is nobody's any more.
    fileprivate var isUsedUp: Bool { productType == .consumable && isFinished && revocation == nil }
}
