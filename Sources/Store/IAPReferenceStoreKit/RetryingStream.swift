internal import IAPPlatform
internal import IAPReferenceStore

/// The reports of a device since the creation of the stream, for one task that iterates. The listener stops with the stream.
///
/// If an element cannot be prepared now, for example signed, the stream retries it at each change of the store, before later
/// elements.
final class RetryingStream<Element: Sendable>: Sendable {
    private struct Backlog {
        var elements: [Element] = []
        /// The first element could not be prepared.
        var isStuck = false
    }

    /// Nil is a change of the store. The stream reports it only while the backlog is stuck.
    private let stream: AsyncStream<Element?>
    private let input: AsyncStream<Element?>.Continuation
    private let backlog = Guarded(Backlog())
    private let subscriptions: [StoreSubscription]

    /// - Parameters:
    ///   - device: The device whose store's changes trigger retries; nil for elements that need no preparation.
    ///   - listen: Starts a listener that reports; nil if there is nothing to listen to.
    init(
        retryingOn device: StoreDevice? = nil,
        _ listen: (@escaping @Sendable (Element) -> Void) -> StoreSubscription? = { _ in nil }
    ) {
        let (stream, input) = AsyncStream.makeStream(of: Element?.self)
        (self.stream, self.input) = (stream, input)
        let changes = device?.store.file.listeners.add { [backlog] in
            if backlog.withLock({ $0.isStuck }) { input.yield(nil) }
        }
        let reports = listen { input.yield($0) }
        subscriptions = [changes, reports].compactMap(\.self)
    }

    deinit { for subscription in subscriptions { subscription.cancel() } }

    func report(_ element: Element) { input.yield(element) }

    /// Returns nil when the task is cancelled.
    func next() async -> Element? { await next { $0 } }

    /// Returns the next element after its preparation; nil when the task is cancelled.
    func next<Ready: Sendable>(_ prepare: (Element) throws -> Ready) async -> Ready? {
        var iterator = stream.makeAsyncIterator()
        while true {
            if let first = backlog.withLock({ $0.elements.first }) {
                do {
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
                    // The stream does not report a change that came before the backlog was marked as stuck.
                    if !wasStuck { continue }
                }
            }
            guard let element = await iterator.next() else { return nil }
            if let element { backlog.withLock { $0.elements.append(element) } }
        }
    }
}

/// A sequence that never ends, for the sequences of StoreKit that report changes.
public struct StoreSequence<Element: Sendable>: AsyncSequence, Sendable {
    let read: @Sendable () async -> Element?

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(read: read) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        let read: @Sendable () async -> Element?

        public mutating func next() async -> Element? { await read() }
    }
}

/// The account's transaction updates for this device. The feed runs from its creation until its task is cancelled.
final class UpdateFeed: Sendable {
    private let device: StoreDevice
    private let feed: DeviceUpdateFeed
    private let stream: RetryingStream<DeviceUpdateFeed.Item>
    /// The last returned item. The request for the next item means that the listener has processed this one.
    private let last = Guarded<DeviceUpdateFeed.Item?>(nil)

    init(_ device: StoreDevice) {
        self.device = device
        stream = RetryingStream(retryingOn: device)
        feed = device.listenAndAcknowledge { [stream] in stream.report($0) }
    }

    deinit { feed.stop() }

    func next() async -> VerificationResult<Transaction>? {
        if let item = last.withLock({ $0 }) {
            // The listener's own work for the item, such as a record on disk, comes first.
            await Task.yield()
            // A cancelled task has not processed the item.
            if Task.isCancelled { return nil }
            device.store.file.killSwitch.reach(.afterUpdate)
            feed.acknowledge(item)
            last.withLock { $0 = nil }
        }
        while true {
            // An acknowledgement is one number for everything before it. The stream therefore returns no item before one that
            // cannot be signed now.
            let next = await stream.next { item in try ready(item) }
            guard let next else { return nil }
            guard let result = next else { continue }
            device.store.file.killSwitch.reach(.beforeUpdate)
            return result
        }
    }

    /// Returns nil if another account has signed in since the item.
    private func ready(_ item: DeviceUpdateFeed.Item) throws -> VerificationResult<Transaction>? {
        if feed.isForAnotherSession(item) { return nil }
        let result = try Transaction.verify(item.transaction, on: device)
        last.withLock { $0 = item }
        return result
    }
}
