import IAPModel
import Synchronization
import Testing

@testable import IAPReferenceStore

/// Collects the subscription statuses that a device receives while this object exists.
final class StatusListener {
    private final class Heard: Sendable {
        let list = Mutex<[LedgerStatus]>([])
    }

    private let heard = Heard()
    private let subscription: StoreSubscription

    init(_ device: StoreDevice) {
        subscription = device.listenForStatuses { [heard] status in heard.list.withLock { $0.append(status) } }
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
    /// Switches on each of these habits.
    func set(_ habits: [Habit: Int64]) throws {
        for (habit, value) in habits { try setHabit(habit, to: value) }
    }

    func pass(milliseconds: Int64) throws {
        guard case .moved = try advanceClock(by: milliseconds) else {
            throw StoreFailure(.unknown, "the clock did not move")
        }
    }

    /// The same commands produce the same store.
    func expectReplay(_ catalogue: String) throws {
        var options = ReferenceStore.Options()
        options.clock = .virtual(start: TestStore.start)
        let replayed = try ReferenceStore.replay(log, catalogue: Catalogue(catalogue), options: options)
        #expect(try replayed.stateText == stateText)
    }
}
