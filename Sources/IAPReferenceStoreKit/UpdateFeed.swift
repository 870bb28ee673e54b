internal import IAPPlatform
internal import IAPReferenceStore

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
            device.store.reach(.afterUpdate)
            feed.acknowledge(item)
            last.withLock { $0 = nil }
        }
        while true {
            // An acknowledgement is one number for everything before it. The stream therefore returns no item before one that
            // cannot be signed now.
            let next = await stream.next { item throws(StoreFailure) in try ready(item) }
            guard let next else { return nil }
            guard let result = next else { continue }
            device.store.reach(.beforeUpdate)
            return result
        }
    }

    /// Returns nil if another account has signed in since the item.
    private func ready(_ item: DeviceUpdateFeed.Item) throws(StoreFailure) -> VerificationResult<Transaction>? {
        if feed.isForAnotherSession(item) { return nil }
        let result = try Transaction.verify(item.transaction, on: device)
        last.withLock { $0 = item }
        return result
    }
}
