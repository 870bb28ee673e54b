import IAPModel
import Synchronization

@testable import IAPReferenceStore

/// One launch of the game on a device, and what it hears. Reports come inside the call that makes the change.
final class Launch: Sendable {
    private let heard = Heard()
    private let feed: DeviceUpdateFeed

    private final class Heard: Sendable {
        let list = Mutex<[LedgerTransaction]>([])
    }

    init(_ device: StoreDevice) {
        feed = device.listen { [heard] transaction in heard.list.withLock { $0.append(transaction) } }
    }

    /// What was received since the last call.
    func received() -> [LedgerTransaction] {
        heard.list.withLock { list in
            defer { list = [] }
            return list
        }
    }

    func ids() -> [UInt64] { received().map(\.id) }
    func end() { feed.stop() }
}
