internal import IAPDatabase
internal import IAPModel
internal import IAPPlatform

/// The store's time and country.
extension ReferenceStore {
    package var now: Int64 {
        get throws(StoreFailure) { try read { ledger throws(DatabaseError) in try self.now(ledger) } }
    }

    /// The store's time, without carrying out due changes, as of the last look for changes. It is the machine's time if the
    /// ledger cannot be read.
    package var time: Int64 {
        guard isVirtual, let timetable = try? timetable() else { return machineTime() }
        return currentTime(timetable)
    }

    func now(_ ledger: Ledger) throws(DatabaseError) -> Int64 {
        // The caller is inside a transaction and holds the lock.
        if let time = state.commandTime ?? state.replayedTime { return time }
        switch clock {
        case .real, .accelerated: return machineTime()
        case .virtual: return try ledger.integer(.virtualTime) ?? 0
        }
    }

    func timeRate(_ ledger: Ledger) throws(DatabaseError) -> TimeRate {
        let chosen = try ledger.integer(.timeRate)
        let rate = if let chosen { chosen } else { try ledger.integer(.openedTimeRate) ?? 0 }
        return TimeRate(rawValue: Int(rate)) ?? .realTime
    }

    /// Adopts the rate of the clock, if the store was opened with another clock before. This replaces the rate that a test
    /// chose.
    func adoptTimeRate(of clock: StoreClock) throws(StoreFailure) {
        let rate = clock.timeRate(catalogue)
        let last = try readAsItIs { ledger throws(DatabaseError) in try ledger.integer(.openedTimeRate) }
        if last != Int64(rate.rawValue) { try adopt(rate) }
    }

    func adopt(_ rate: TimeRate) throws(StoreFailure) {
        try change(.open(rate: rate)) { ledger throws(DatabaseError) in
            try ledger.set(.openedTimeRate, Value(rate.rawValue))
            try ledger.remove(.timeRate)
        }
    }

    /// Whether the current command charged renewals. Use it inside a transaction, with the lock held.
    var hasRenewed: Bool {
        get { state.hasRenewed }
        set { state.hasRenewed = newValue }
    }

    /// Moves a virtual clock, and carries out due changes.
    func setNow(_ time: Int64, _ ledger: Ledger) throws(DatabaseError) {
        state.commandTime = time
        try ledger.set(.virtualTime, .integer(time))
        try settle(ledger)
    }

    package var isVirtual: Bool {
        if case .virtual = clock { return true }
        return monitor.withLock { state.replayedTime != nil }
    }

    /// Sets the time of the next command of a log during a replay; nil after the replay.
    func setReplayedTime(_ time: Int64?) {
        monitor.withLock { state.replayedTime = time }
    }

    func storefront(_ ledger: Ledger) throws(DatabaseError) -> StorefrontTable.Row {
        let code = try ledger.text(.storefront) ?? ""
        return StorefrontTable.row(code)
            ?? StorefrontTable.Row(countryCode: code, alpha2: "", currencyCode: "USD", storefrontID: nil)
    }
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
    /// Returns the clock of a store that opens: the given clock, which the file then keeps, or the previous one.
    func keep(_ given: StoreClock?) throws(DatabaseError) -> StoreClock {
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
