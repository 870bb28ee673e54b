internal import Platform
internal import ReferenceStore

/// The account's news for this device, from the moment of its making until its task is cancelled.
final class UpdateFeed: Sendable {
    private let device: StoreDevice
    private let feed: NewsFeed
    private let stream: AsyncStream<NewsFeed.Item>
    /// What was handed out last. Whoever asks for the next one has dealt with it.
    private let last = Guarded<NewsFeed.Item?>(nil)

    init(_ device: StoreDevice) {
        self.device = device
        let (stream, input) = AsyncStream.makeStream(of: NewsFeed.Item.self)
        self.stream = stream
        feed = device.listenAndAcknowledge { input.yield($0) }
    }

    deinit { feed.stop() }

    func next() async -> VerificationResult<Transaction>? {
        if let heard = last.withLock({ $0 }) {
            // What the listener has set going for it, such as a note on disk, comes first.
            await Task.yield()
            // A task that was cancelled has not dealt with it.
            if Task.isCancelled { return nil }
            feed.acknowledge(heard)
            last.withLock { $0 = nil }
        }
        var iterator = stream.makeAsyncIterator()
        while let item = await iterator.next() {
            do throws(StoreFailure) {
                let result = try Transaction.verify(item.transaction, on: device)
                last.withLock { $0 = item }
                return result
            } catch {
                // It stays unheard and comes again at the next launch.
                continue
            }
        }
        return nil
    }
}
