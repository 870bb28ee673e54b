import IAPModel
import Synchronization

@testable import IAPReferenceStore

/// One launch of the game on a device, and the updates that it receives. Updates arrive inside the call that changes
/// the store.
final class Launch: Sendable {
    private let heard = Heard()
    private let feed: DeviceUpdateFeed

    private final class Heard: Sendable {
        let list = Mutex<[LedgerTransaction]>([])
    }

    init(_ device: StoreDevice) {
        feed = device.listen { [heard] transaction in heard.list.withLock { $0.append(transaction) } }
    }

    /// Returns what was received since the last call.
    func received() -> [LedgerTransaction] {
        heard.list.withLock { list in
            defer { list = [] }
            return list
        }
    }

    func ids() -> [UInt64] { received().map(\.id) }
    func end() { feed.stop() }
}
