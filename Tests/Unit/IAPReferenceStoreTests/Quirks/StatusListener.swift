import IAPModel
import Synchronization

@testable import IAPReferenceStore

/// Collects the subscription statuses that a device receives while this object exists.
final class StatusListener {
    private final class Heard: Sendable {
        let list = Mutex<[LedgerStatus]>([])
    }

    private let heard = Heard()
    private let subscription: StoreSubscription

    init(_ device: StoreDevice) {
        subscription = device.statuses.listen { [heard] status in heard.list.withLock { $0.append(status) } }
    }

    deinit { subscription.cancel() }

    /// Returns the states received since the last call.
    func states() -> [SubscriptionStatus.State] {
        heard.list.withLock { list in
            defer { list = [] }
            return list.map(\.state)
        }
    }
}

extension ReferenceStore {
    /// Switches on each of these quirks.
    func set(_ quirks: [Quirk: Int64]) throws {
        for (quirk, value) in quirks { try self.quirks.set(quirk, to: value) }
    }

    func pass(milliseconds: Int64) throws {
        try clock.advance(by: milliseconds)
    }
}
