internal import Foundation
internal import IAPPlatform

/// A point at which a test can kill this process. The numbers are those of the C header's `IAP_STORE_POINT_…`.
package enum KillPoint: Int32, Sendable, Hashable, CaseIterable {
    case beforeCharge = 1
    case afterCharge = 2
    case beforeAnswer = 3
    case beforeUpdate = 4
    case afterUpdate = 5
    case beforeFinish = 6
    case afterFinish = 7
    case beforeRenewal = 8
    case afterRenewal = 9
}

/// Kills this process at a chosen point, as a phone without power stops: it writes nothing more.
final class KillSwitch: Sendable {
    private struct Order {
        var point: KillPoint
        var count: UInt32
    }

    private let order = Guarded<Order?>(nil)

    /// - Parameter count: How often the process reaches the point before the kill, including the last time. It begins with 1.
    func set(_ point: KillPoint?, count: UInt32) {
        order.withLock { $0 = point.map { Order(point: $0, count: count) } }
    }

    func reach(_ point: KillPoint) {
        let isDue = order.withLock { order in
            guard let current = order, current.point == point else { return false }
            guard current.count > 1 else { return true }
            order?.count = current.count - 1
            return false
        }
        if isDue { kill(getpid(), SIGKILL) }
    }
}

extension ReferenceStore {
    package func kill(at point: KillPoint?, count: UInt32) { killSwitch.set(point, count: count) }

    /// Marks that the process has reached this point.
    package func reach(_ point: KillPoint) { killSwitch.reach(point) }
}
