internal import IAPPlatform
internal import IAPReferenceStore

/// What a device reports from the making of the stream on, for one task that iterates; the listening ends with the stream.
///
/// An element that cannot be prepared now, for example signed, is tried again at each change of the store, before those after it.
final class RetryingStream<Element: Sendable>: Sendable {
    private struct Backlog {
        var elements: [Element] = []
        /// The first one could not be prepared.
        var isStuck = false
    }

    /// Nil is a change of the store, reported only while the backlog is stuck.
    private let stream: AsyncStream<Element?>
    private let input: AsyncStream<Element?>.Continuation
    private let backlog = Guarded(Backlog())
    private let subscriptions: [StoreSubscription]

    /// - Parameters:
    ///   - device: the one whose store's changes say when to try again; nil for elements that need no preparation.
    ///   - listen: begins to listen and reports; nil if there is nothing to listen to.
    init(
        retryingOn device: StoreDevice? = nil,
        _ listen: (@escaping @Sendable (Element) -> Void) -> StoreSubscription? = { _ in nil }
    ) {
        let (stream, input) = AsyncStream.makeStream(of: Element?.self)
        (self.stream, self.input) = (stream, input)
        let changes = device?.listenForChanges { [backlog] in
            if backlog.withLock({ $0.isStuck }) { input.yield(nil) }
        }
        let reports = listen { input.yield($0) }
        subscriptions = [changes, reports].compactMap(\.self)
    }

    deinit { for subscription in subscriptions { subscription.cancel() } }

    func report(_ element: Element) { input.yield(element) }

    /// Nil when the task is cancelled.
    func next() async -> Element? { await next { $0 } }

    /// The next element, prepared. Nil when the task is cancelled.
    func next<Ready: Sendable>(_ prepare: (Element) throws(StoreFailure) -> Ready) async -> Ready? {
        var iterator = stream.makeAsyncIterator()
        while true {
            if let first = backlog.withLock({ $0.elements.first }) {
                do throws(StoreFailure) {
                    let ready = try prepare(first)
                    backlog.withLock { backlog in
                        backlog.elements.removeFirst()
                        backlog.isStuck = false
                    }
                    return ready
                } catch {
                    let wasStuck = backlog.withLock { backlog in
                        defer { backlog.isStuck = true }
                        return backlog.isStuck
                    }
                    // A change that came before the backlog was marked as stuck was not reported.
                    if !wasStuck { continue }
                }
            }
            guard let element = await iterator.next() else { return nil }
            if let element { backlog.withLock { $0.elements.append(element) } }
        }
    }
}
