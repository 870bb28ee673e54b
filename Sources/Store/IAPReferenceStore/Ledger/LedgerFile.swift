internal import IAPDatabase
internal import IAPModel
internal import IAPPlatform

/// The store's file, and what this process remembers of it.
///
/// Each command is one transaction: it happens completely or not at all, even after a kill. Several processes may open the same
/// file; the memory never holds a newer state than the file.
package final class LedgerFile: @unchecked Sendable {  // `monitor` guards `state`; the rest is constant.
    /// What each command does besides its own change. The parts that do it know more than the file.
    struct Duties: Sendable {
        /// Carries out everything that is due.
        var settle: @Sendable (Ledger) throws -> Void = { _ in }
        /// Writes the notifications about the command's changes.
        var notify: @Sendable (Ledger) throws -> Void = { _ in }
    }

    private struct State {
        var database: Database?
        var dataVersion: Int64
        /// Nil if the file may have changed since the last read.
        var timetable: Timetable?
        /// Nil outside of a command.
        var command: Moment?
        let settings = SettingMemory()
        let subscriptions = SubscriptionMemory()
        let quirks = QuirkMemory()
        let notices = NoticeList()
    }

    private struct Timetable {
        var virtualTime: Int64
        /// The next due time.
        var due: Int64?
    }

    /// Whether other processes can change it.
    package let isShared: Bool
    let clock: TimeSource
    package let listeners = StoreListeners()
    package let killSwitch: KillSwitch
    private let duties: Duties
    private let monitor = Monitor()
    private var state: State

    init(
        _ database: Database, clock: TimeSource, isShared: Bool = false, killSwitch: KillSwitch = KillSwitch(),
        duties: Duties = Duties()
    ) throws {
        state = State(database: database, dataVersion: try database.dataVersion())
        self.clock = clock
        self.isShared = isShared
        self.killSwitch = killSwitch
        self.duties = duties
    }

    /// Closes the file. Each later call fails.
    func close() {
        monitor.withLock {
            state.database?.close()
            state.database = nil
        }
        listeners.removeAll()
    }

    // MARK: Reads

    /// Reads an up-to-date state of one moment, even if another process changes the file. Changes that are due happen before
    /// the read.
    func read<Result>(_ body: (Ledger) throws -> Result) throws -> Result {
        let result = try readAsItIs { ledger -> Result? in
            if try isDue(ledger) { return nil }
            return try body(ledger)
        }
        if let result { return result }
        try settle()
        return try readAsItIs(body)
    }

    private func isDue(_ ledger: Ledger) throws -> Bool {
        guard let due = try ledger.nextDueDate() else { return false }
        return due <= (try ledger.now)
    }

    /// Reads without calling listeners. Due changes are not included.
    func readAsItIs<Result>(_ body: (Ledger) throws -> Result) throws -> Result {
        do {
            return try monitor.withLock {
                let database = try open()
                return try database.snapshot { Swift.Result { try body(try ledger(database)) } }.get()
            }
        } catch {
            throw Self.failure(error)
        }
    }

    /// The number of the last command. It rises with each change by any process.
    package var lastCommand: Int64 { get throws { try readAsItIs { ledger in try ledger.lastCommand() } } }

    // MARK: Commands

    /// Makes all of the body's changes or none, after the due changes. Then it calls the listeners.
    func change<Result>(_ body: (Ledger) throws -> Result) throws -> Result {
        let (result, hasRenewed) = try changeQuietly { ledger in
            try duties.settle(ledger)
            let result = try body(ledger)
            // The body can plan something that is due immediately.
            if try isDue(ledger) { try duties.settle(ledger) }
            return (result, ledger.moment.hasRenewed)
        }
        if hasRenewed { killSwitch.reach(.afterRenewal) }
        listeners.tell()
        return result
    }

    /// Carries out everything that is due.
    func settle() throws { try change { _ in } }

    /// Moves a virtual clock, and carries out due changes.
    func setNow(_ time: Int64, _ ledger: Ledger) throws {
        ledger.moment.time = time
        try ledger.set(.virtualTime, .integer(time))
        try duties.settle(ledger)
    }

    /// Writes one setting.
    func set(_ setting: Setting, _ value: Value) throws { try change { ledger in try ledger.set(setting, value) } }

    /// Makes changes that listeners need not look for. Due changes wait.
    func changeQuietly<Result>(_ body: (Ledger) throws -> Result) throws -> Result {
        try monitor.withLock {
            let database = try open()
            do {
                return try database.transaction { () throws(any Error) in
                    let ledger = try ledger(database)
                    ledger.moment.time = try ledger.now
                    state.command = ledger.moment
                    defer {
                        state.command = nil
                        state.timetable = nil
                    }
                    try ledger.beginCommand()
                    let result = try body(ledger)
                    try duties.notify(ledger)
                    return result
                } wrap: {
                    $0
                }
            } catch {
                state.settings.forget()
                _ = state.notices.take()
                throw Self.failure(error)
            }
        }
    }

    /// Call this inside a transaction.
    private func ledger(_ database: Database) throws -> Ledger {
        try state.settings.refresh(database)
        var ledger = Ledger(
            database: database, settings: state.settings, subscriptionMemory: state.subscriptions,
            quirkMemory: state.quirks, moment: state.command ?? Moment(clock))
        if try ledger.text(.notificationURL) != nil { ledger.notices = state.notices }
        return ledger
    }

    private func open() throws -> Database {
        guard let database = state.database else { throw DatabaseError(.failed, "the store is closed") }
        return database
    }

    /// A refusal keeps its type. Anything else comes from the file.
    private static func failure(_ error: any Error) -> any Error { error is IAPError ? error : StoreFailure(error) }

    // MARK: Time, and changes by other processes

    /// How often the store polls a file that other processes can change, in milliseconds. SQLite does not report another
    /// process's commit; polling reads only the file's header.
    private static let lookInterval: Int64 = 250
    /// The shortest time between two looks. It keeps a file that cannot be written from occupying a thread.
    private static let shortestLookInterval: Int64 = 10

    /// How long a thread may sleep before it must call `lookForChanges()` again, in milliseconds of the machine's time. Nil if
    /// only calls in this process change the store: each of them calls the listeners, and none of them shortens this time
    /// without a notification.
    package var timeToNextLook: Int64? {
        let interval = isShared ? Self.lookInterval : nil
        // A virtual clock stands still until a call moves it. Due changes happen in that call.
        guard !clock.isVirtual, let due = try? timetable().due else { return interval }
        let wait = max(due.clampedSubtracting(clock.machineTime()), Self.shortestLookInterval)
        return min(wait, interval ?? wait)
    }

    /// Carries out due changes, and calls the listeners if another process changed the file since the last look.
    package func lookForChanges() {
        let isChanged = monitor.withLock {
            // If the file cannot be read now, the next look reads it. Calls that need the file report the error.
            guard let version = try? state.database?.dataVersion(), version != state.dataVersion else { return false }
            state.dataVersion = version
            state.timetable = nil
            return true
        }
        if isChanged { listeners.tell() }
        // If the file cannot be written now, the next look carries out the changes.
        guard let due = try? timetable().due, due <= lastKnownTime else { return }
        try? settle()
    }

    /// The store's time, without carrying out due changes, as of the last look for changes. It is the machine's time if the
    /// ledger cannot be read.
    var lastKnownTime: Int64 {
        guard clock.isVirtual, let timetable = try? timetable() else { return clock.machineTime() }
        return timetable.virtualTime
    }

    /// The timetable at the last look at the file.
    private func timetable() throws -> Timetable {
        if let known = monitor.withLock({ state.timetable }) { return known }
        return try readAsItIs { ledger in
            let timetable = Timetable(virtualTime: try ledger.integer(.virtualTime) ?? 0, due: try ledger.nextDueDate())
            // The body runs with the lock held.
            state.timetable = timetable
            return timetable
        }
    }
}

/// The time of one read or command, which happens at one moment.
final class Moment {
    private let clock: TimeSource?
    /// Nil before the first use in a read.
    var time: Int64?
    /// Whether the command charged renewals.
    var hasRenewed = false

    init(_ clock: TimeSource? = nil) { self.clock = clock }

    func now(_ ledger: Ledger) throws -> Int64 {
        if let time { return time }
        let now = clock?.isVirtual == false ? clock?.machineTime() : try ledger.integer(.virtualTime)
        time = now
        return now ?? 0
    }
}
