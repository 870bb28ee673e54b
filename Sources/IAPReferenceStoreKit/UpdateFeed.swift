internal import IAPPlatform
internal import IAPReferenceStore

/// The account's transaction updates for this device, from the making of the feed until its task is cancelled.
final class UpdateFeed: Sendable {
    private let device: StoreDevice
    private let feed: DeviceUpdateFeed
    private let stream: RetryingStream<DeviceUpdateFeed.Item>
    /// The item that was returned last. The request for the next one says that it has been dealt with.
    private let last = Guarded<DeviceUpdateFeed.Item?>(nil)

    init(_ device: StoreDevice) {
        self.device = device
        stream = RetryingStream(retryingOn: device)
        feed = device.listenAndAcknowledge { [stream] in stream.report($0) }
    }

    deinit { feed.stop() }

    func next() async -> VerificationResult<Transaction>? {
        if let item = last.withLock({ $0 }) {
            // Work that the listener has started for it, such as a record on disk, comes first.
            await Task.yield()
            // A task that was cancelled has not dealt with it.
            if Task.isCancelled { return nil }
            device.store.reach(.afterUpdate)
            feed.acknowledge(item)
            last.withLock { $0 = nil }
        }
        while true {
            // An acknowledgement is one number for all that came before, so no item may be returned before one that cannot be
            // signed now.
            let next = await stream.next { item throws(StoreFailure) in try ready(item) }
            guard let next else { return nil }
            guard let result = next else { continue }
            device.store.reach(.beforeUpdate)
            return result
        }
    }

    /// Nil if another account has signed in since.
    private func ready(_ item: DeviceUpdateFeed.Item) throws(StoreFailure) -> VerificationResult<Transaction>? {
        if feed.isForAnotherSession(item) { return nil }
        let result = try Transaction.verify(item.transaction, on: device)
        last.withLock { $0 = item }
        return result
    }
}
