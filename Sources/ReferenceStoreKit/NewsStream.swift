internal import Platform
internal import ReferenceStore

/// What happens on a device from the moment of its making, for one who iterates; the listening ends with it.
///
/// News that cannot be made ready now, such as signed, is tried again before what came after it, at each change of the store.
final class NewsStream<News: Sendable>: Sendable {
    private struct Backlog {
        var news: [News] = []
        /// The first one could not be made ready.
        var isStuck = false
    }

    /// Nil is a change of the store, told only while something is stuck.
    private let stream: AsyncStream<News?>
    private let input: AsyncStream<News?>.Continuation
    private let backlog = Guarded(Backlog())
    private let subscriptions: [StoreSubscription]

    /// - Parameters:
    ///   - device: whose store's changes tell when to try again; nil for news that are always ready.
    ///   - listen: begins to listen and reports; nil if there is nothing to listen to.
    init(
        retryingOn device: StoreDevice? = nil,
        _ listen: (@escaping @Sendable (News) -> Void) -> StoreSubscription? = { _ in nil }
    ) {
        let (stream, input) = AsyncStream.makeStream(of: News?.self)
        (self.stream, self.input) = (stream, input)
        let changes = device?.listenForChanges { [backlog] in
            if backlog.withLock({ $0.isStuck }) { input.yield(nil) }
        }
        let news = listen { input.yield($0) }
        subscriptions = [changes, news].compactMap(\.self)
    }

    deinit { for subscription in subscriptions { subscription.cancel() } }

    func report(_ news: News) { input.yield(news) }

    /// Nil when the task is cancelled.
    func next() async -> News? { await next { $0 } }

    /// The next news, made ready. Nil when the task is cancelled.
    func next<Ready: Sendable>(_ prepare: (News) throws(StoreFailure) -> Ready) async -> Ready? {
        var iterator = stream.makeAsyncIterator()
        while true {
            if let first = backlog.withLock({ $0.news.first }) {
                do throws(StoreFailure) {
                    let ready = try prepare(first)
                    backlog.withLock { backlog in
                        backlog.news.removeFirst()
                        backlog.isStuck = false
                    }
                    return ready
                } catch {
                    let wasStuck = backlog.withLock { backlog in
                        defer { backlog.isStuck = true }
                        return backlog.isStuck
                    }
                    // A change that came before anybody waited for one was not told.
                    if !wasStuck { continue }
                }
            }
            guard let news = await iterator.next() else { return nil }
            if let news { backlog.withLock { $0.news.append(news) } }
        }
    }
}
