internal import ReferenceStore

/// What happens on a device from the moment of its making, for one who iterates; the listening ends with it.
final class NewsStream<News: Sendable>: Sendable {
    private let stream: AsyncStream<News>
    private let subscription: StoreSubscription?

    /// - Parameter listen: begins to listen and reports; nil if there is nothing to listen to.
    init(_ listen: (@escaping @Sendable (News) -> Void) -> StoreSubscription?) {
        let (stream, input) = AsyncStream.makeStream(of: News.self)
        self.stream = stream
        subscription = listen { input.yield($0) }
    }

    deinit { subscription?.cancel() }

    /// Nil when the task is cancelled.
    func next() async -> News? {
        var iterator = stream.makeAsyncIterator()
        return await iterator.next()
    }
}
