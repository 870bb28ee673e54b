internal import Foundation
internal import IAPDatabase
internal import IAPModel
internal import IAPPlatform

/// The clock of the store.
package struct StoreTime: Sendable {
    let file: LedgerFile

    /// The end of the year 9998: calendars and certificates support only one later year.
    package static let latest: Int64 = 253_370_764_800_000

    /// The store's time, after the due changes.
    package var now: Int64 { get throws { try file.read { ledger in try ledger.now } } }

    /// The store's time as of the last look for changes. It is the machine's time if the ledger cannot be read.
    package var lastKnown: Int64 { file.lastKnownTime }

    /// In milliseconds since 1970.
    package var machineTime: Int64 { file.clock.machineTime() }

    package var isVirtual: Bool { file.clock.isVirtual }

    /// Moves a virtual clock forward.
    package func advance(by milliseconds: Int64) throws {
        try move { now in now.addingReportingOverflow(milliseconds) }
    }

    /// Sets a virtual clock forward or back.
    package func set(to time: Int64) throws { try move { _ in (time, false) } }

    private func move(to time: (Int64) -> (Int64, overflow: Bool)) throws {
        guard isVirtual else {
            throw IAPError(
                .invalidState,
                "the store uses the machine's clock, which cannot be changed; open or create it with a virtual clock")
        }
        try file.change { ledger in
            let (time, overflow) = time(try ledger.now)
            guard !overflow, (0..<Self.latest).contains(time) else {
                throw IAPError(.invalidArgument, "the store's clock cannot go before 1970 or past the year 9998")
            }
            try file.setNow(time, ledger)
        }
    }

    package func setRate(_ rate: TimeRate) throws { try file.set(.timeRate, Value(rate.rawValue)) }

    /// Adopts the rate of the clock, if the store was opened with another clock before. This replaces the rate that a test
    /// chose.
    func adoptRate(_ catalogue: Catalogue) throws {
        let rate = file.clock.kind.timeRate(catalogue)
        let last = try file.readAsItIs { ledger in try ledger.integer(.openedTimeRate) }
        guard last != Int64(rate.rawValue) else { return }
        try file.change { ledger in
            try ledger.set(.openedTimeRate, Value(rate.rawValue))
            try ledger.remove(.timeRate)
        }
    }
}

/// Where the store's time comes from.
struct TimeSource: Sendable {
    var kind: StoreClock
    /// The machine's time in milliseconds since 1970.
    var machineTime: @Sendable () -> Int64

    var isVirtual: Bool { if case .virtual = kind { true } else { false } }
}

/// How time passes in a store.
package enum StoreClock: Sendable {
    /// The machine's time and real subscription periods.
    case real
    /// The machine's time and shortened subscription periods; nil uses the rate of the `.storekit` file.
    case accelerated(TimeRate?)
    /// The clock stands still until a command moves it. A new state file starts at this time; an existing file continues at its
    /// last time.
    case virtual(start: Int64, rate: TimeRate = .realTime)

    var start: Int64? {
        if case .virtual(let start, _) = self { return start }
        return nil
    }

    /// The name in the file.
    fileprivate var keptName: String {
        switch self {
        case .real: "real"
        case .accelerated: "accelerated"
        case .virtual: "virtual"
        }
    }

    func timeRate(_ catalogue: Catalogue) -> TimeRate {
        switch self {
        case .real: .realTime
        case .accelerated(let rate): rate ?? catalogue.settings.timeRate
        case .virtual(_, let rate): rate
        }
    }
}

extension Ledger {
    var timeRate: TimeRate {
        get throws {
            let chosen = try integer(.timeRate)
            let rate = if let chosen { chosen } else { try integer(.openedTimeRate) ?? 0 }
            return TimeRate(rawValue: Int(rate)) ?? .realTime
        }
    }

    /// Returns the clock of a store that opens: the given clock, which the file then keeps, or the previous one.
    func keep(_ given: StoreClock?) throws -> StoreClock {
        let kept = try text(.openedClock)
        if let given {
            if kept != given.keptName { try set(.openedClock, Value(given.keptName)) }
            return given
        }
        let rate = try integer(.openedTimeRate).flatMap { TimeRate(rawValue: Int($0)) } ?? .realTime
        return switch kept {
        case "virtual": .virtual(start: 0, rate: rate)
        case "accelerated": .accelerated(rate)
        default: .real
        }
    }
}

/// A point at which a test can kill this process. The numbers are those of the C header's `IAP_STORE_POINT_…`.
package enum KillPoint: Int32, Sendable, Hashable, CaseIterable {
    case beforeCharge = 1
    case afterCharge = 2
    case beforeResponse = 3
    case beforeUpdate = 4
    case afterUpdate = 5
    case beforeFinish = 6
    case afterFinish = 7
    case beforeRenewal = 8
    case afterRenewal = 9
}

/// Kills this process at a chosen point, as a phone without power stops: it writes nothing more.
package final class KillSwitch: Sendable {
    private struct Order {
        var point: KillPoint
        var count: UInt32
    }

    private let order = Guarded<Order?>(nil)

    /// - Parameter count: How often the process reaches the point before the kill, including the last time. It begins with 1.
    package func set(_ point: KillPoint?, count: UInt32) {
        order.withLock { $0 = point.map { Order(point: $0, count: count) } }
    }

    package func reach(_ point: KillPoint) {
        let isDue = order.withLock { order in
            guard let current = order, current.point == point else { return false }
            guard current.count > 1 else { return true }
            order?.count = current.count - 1
            return false
        }
        if isDue { kill(getpid(), SIGKILL) }
    }
}
