internal import Platform
internal import ReferenceStore

/// The account's news for this device, from the moment of its making until its task is cancelled.
final class UpdateFeed: Sendable {
    private let device: StoreDevice
    private let feed: NewsFeed
    private let news: NewsStream<NewsFeed.Item>
    /// What was handed out last. Whoever asks for the next one has dealt with it.
    private let last = Guarded<NewsFeed.Item?>(nil)

    init(_ device: StoreDevice) {
        self.device = device
        news = NewsStream(retryingOn: device)
        feed = device.listenAndAcknowledge { [news] in news.report($0) }
    }

    deinit { feed.stop() }

    func next() async -> VerificationResult<Transaction>? {
        if let heard = last.withLock({ $0 }) {
            // What the listener has set going for it, such as a note on disk, comes first.
            await Task.yield()
            // A task that was cancelled has not dealt with it.
            if Task.isCancelled { return nil }
            device.store.reach(.afterUpdate)
            feed.acknowledge(heard)
            last.withLock { $0 = nil }
        }
        while true {
            // What counts as heard is one number for all that came before, so that nothing may be handed out past an item that
            // cannot be signed now.
            let next = await news.next { item throws(StoreFailure) in try ready(item) }
            guard let next else { return nil }
            guard let result = next else { continue }
            device.store.reach(.beforeUpdate)
            return result
        }
    }

    /// Nil if it is nobody's news any more who is signed in.
    private func ready(_ item: NewsFeed.Item) throws(StoreFailure) -> VerificationResult<Transaction>? {
        if feed.isForeign(item) { return nil }
        let result = try Transaction.verify(item.transaction, on: device)
        last.withLock { $0 = item }
        return result
    }
}
