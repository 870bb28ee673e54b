internal import Database
internal import Foundation
package import IAPModel
internal import Platform
internal import SignedData

/// The App Store of a game under test: one catalogue, one ledger, any number of accounts and devices.
///
/// Each command is one transaction of the ledger's file: it has happened wholly or not at all, also after a kill. Several
/// processes may have the same file open; nothing of it is kept in memory.
package final class ReferenceStore: @unchecked Sendable {  // `monitor` guards `state`; the rest is constant.
    package struct Options: Sendable {
        package var statePath: String?
        package var bundleID = "com.example.game"
        /// Everything random comes from it; 0 takes one at random. Only for a new state file.
        package var seed: UInt64 = 0
        /// Where certificates say that their status is told; nil for nowhere. ASCII. Only for a new state file.
        package var ocspURL: String?
        package var clock = StoreClock.real
        /// The machine's time in milliseconds since 1970, for the clocks that follow it.
        package var machineTime: @Sendable () -> Int64 = { Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)) }

        /// What a log that is played back says of the beginning; nil for a store that begins by itself.
        var beginning: LogBeginning?

        package init() {}
    }

    package let catalogue: Catalogue
    /// Whether other processes may change it.
    package let isShared: Bool
    let identity: StoreIdentity
    let serverKey: ServerKey
    private let clock: StoreClock
    private let machineTime: @Sendable () -> Int64
    let prices = PriceFormatter()
    let killSwitch = KillSwitch()
    private let monitor = Monitor()
    private var state: State

    private struct State {
        var database: Database?
        var dataVersion: Int64
        /// What was last read of the time; nil once the file may say something else.
        var timetable: Timetable?
        let settings = SettingMemory()
        var listeners: [Int: Listener] = [:]
        var lastListener = 0
        /// The time while a log is played back.
        var replayedTime: Int64?
        /// The command that is being carried out has charged renewals.
        var hasRenewed = false
        /// The time of the command that is being carried out: all of it happens at one moment.
        var commandTime: Int64?
    }

    private struct Timetable {
        var virtualTime: Int64
        /// When something falls due next.
        var due: Int64?
    }

    private struct Listener {
        /// What it looks at; nil if it looks at anything.
        var tables: Set<String>?
        var look: @Sendable () -> Void
    }

    package init(catalogue: Catalogue, options: Options = Options()) throws(IAPError) {
        do {
            let database = try Database(path: options.statePath, format: LedgerSchema.format)
            let ledger = Ledger(database: database, settings: SettingMemory())
            let machineTime = options.machineTime
            identity = try database.transaction { () throws(any Error) in
                try Self.settle(ledger, catalogue: catalogue, options: options, machineTime: machineTime())
            } wrap: {
                $0
            }
            serverKey = try Self.serverKey(catalogue, identity)
            state = State(database: database, dataVersion: try database.dataVersion())
            self.machineTime = machineTime
        } catch let error as DatabaseError {
            throw IAPError(error)
        } catch let error as IAPError {
            throw error
        } catch {
            throw IAPError(.internalFailure, "the store's keys cannot be made: \(error)")
        }
        self.catalogue = catalogue
        isShared = options.statePath != nil
        clock = options.clock
        guard options.beginning == nil else { return }
        do throws(StoreFailure) { try adoptTimeRate(of: clock) } catch { throw IAPError(.storage, error.detail) }
    }

    /// Lets the file go; each later call fails.
    package func close() {
        monitor.withLock {
            state.database?.close()
            state.database = nil
            state.listeners = [:]
        }
    }

    package var rootCertificate: [UInt8] {
        get throws(IAPError) {
            do throws(SignedDataError) { return try identity.certificates.chain.root } catch {
                throw IAPError(.internalFailure, "the store's certificates cannot be made: \(error)")
            }
        }
    }

    private static func serverKey(
        _ catalogue: Catalogue, _ identity: StoreIdentity
    ) throws(IAPError) -> ServerKey {
        do throws(SignedDataError) {
            return try ServerKey(catalogue.offersKeyPair, seed: identity.seed)
        } catch {
            throw IAPError(
                .invalidStoreFile, "\(catalogue.file): subscriptionOffersKeyPair.privateKey: \(error.description)")
        }
    }

    /// What a store needs once: its identity, and the settings that the file starts with.
    private static func settle(
        _ ledger: Ledger, catalogue: Catalogue, options: Options, machineTime: Int64
    ) throws -> StoreIdentity {
        if let seed = try ledger.blob(.seed), let bundleID = try ledger.text(.bundleID) {
            let source: StoreCertificates.Source =
                if let chain = try ledger.blob(.certificateChain) {
                    .stored(chain)
                } else {
                    .derived(seed: seed, ocspURL: try ledger.text(.ocspURL))
                }
            return StoreIdentity(
                seed: seed, bundleID: bundleID, certificates: StoreCertificates(source, now: options.machineTime))
        }
        let beginning = try options.beginning ?? LogBeginning(catalogue, options, machineTime: machineTime)
        let (seed, start) = (beginning.seed, beginning.start)
        try ledger.log(beginning)
        try ledger.set(.seed, .blob(seed))
        if let ocspURL = beginning.ocspURL { try ledger.set(.ocspURL, Value(ocspURL)) }
        try ledger.set(.bundleID, Value(beginning.bundleID))
        try ledger.set(.virtualTime, .integer(start))
        // Sixteen digits from 2000000000000000 on, as the sandbox has them.
        var random = RandomSource(seed: seed)
        let first = 2_000_000_000_000_000 + Int64(random.next() % 1_000_000) * 1_000_000
        try ledger.set(.nextTransactionID, .integer(first + 1))
        try ledger.set(.nextOrderLineID, .integer(first + 1))
        try ledger.set(.nextTokenNumber, .integer(1))
        try ledger.set(.nextRequestNumber, .integer(1))
        try Self.resetSettings(ledger, to: catalogue.settings)
        let certificates = StoreCertificates(
            .derived(seed: seed, ocspURL: beginning.ocspURL), now: options.machineTime)
        return StoreIdentity(seed: seed, bundleID: beginning.bundleID, certificates: certificates)
    }

    // MARK: Access to the file

    /// Everything that the body reads is of one moment, also when another process changes the file, and up to date: what has
    /// fallen due since the last look happens first.
    func read<Result>(_ body: (Ledger) throws(DatabaseError) -> Result) throws(StoreFailure) -> Result {
        let result = try readAsItIs { ledger throws(DatabaseError) -> Result? in
            try self.isBehind(ledger) ? nil : try body(ledger)
        }
        if let result { return result }
        try change(.settle) { _ in }
        return try readAsItIs(body)
    }

    /// The same for those who must not tell listeners. What has fallen due since the last look is not in it.
    func readAsItIs<Result>(_ body: (Ledger) throws(DatabaseError) -> Result) throws(StoreFailure) -> Result {
        do throws(DatabaseError) {
            return try monitor.withLock { () throws(DatabaseError) in
                let database = try open()
                return try database.snapshot { () throws(DatabaseError) in try body(try ledger(database)) }
            }
        } catch {
            throw StoreFailure(storage: error.description)
        }
    }

    /// Something of a subscription has fallen due and not happened.
    private func isBehind(_ ledger: Ledger) throws(DatabaseError) -> Bool {
        guard let due = try ledger.nextDueDate() else { return false }
        return due <= (try now(ledger))
    }

    /// All of the body's changes or none, after what has fallen due; then everybody who listens is told to look.
    ///
    /// - Parameter command: what the log says of it: enough to do the same again. It is asked for with the file in hand, so
    ///   that it names the account that is signed in then.
    func change<Result>(
        _ command: @autoclosure () -> StoreCommand, _ body: (Ledger) throws(DatabaseError) -> Result
    ) throws(StoreFailure) -> Result {
        do {
            let (result, written) = try changeQuietly(command()) { ledger throws(DatabaseError) in
                let command = command()
                try self.settle(ledger)
                let result = try body(ledger)
                return (result, command.changesOnlyTheFile ? ledger.database.written : nil)
            }
            if monitor.withLock({ state.hasRenewed }) { reach(.afterRenewal) }
            tellListeners(of: written)
            return result
        } catch {
            throw StoreFailure(storage: error.description)
        }
    }

    func change<Result>(
        _ control: StoreControl, _ body: (Ledger) throws(DatabaseError) -> Result
    ) throws(StoreFailure) -> Result {
        try change(.control(control), body)
    }

    /// The same for what nobody needs to look for, and what has fallen due may wait.
    func changeQuietly<Result>(
        _ command: @autoclosure () -> StoreCommand, _ body: (Ledger) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        try monitor.withLock { () throws(DatabaseError) in
            let database = try open()
            let unsaved = identity.certificates.unsaved
            do throws(DatabaseError) {
                let result = try database.transaction { () throws(DatabaseError) in
                    let ledger = try ledger(database)
                    if let unsaved { try ledger.set(.certificateChain, .blob(unsaved)) }
                    let time = try self.now(ledger)
                    state.commandTime = time
                    state.hasRenewed = false
                    database.written = []
                    defer {
                        state.commandTime = nil
                        if !database.written.isDisjoint(with: ["setting", "subscription"]) { state.timetable = nil }
                    }
                    try ledger.log(LogEntry(date: time, command: command()))
                    return try body(ledger)
                }
                if unsaved != nil { identity.certificates.noteSaved() }
                return result
            } catch {
                state.settings.forget()
                throw error
            }
        }
    }

    /// Inside a transaction.
    private func ledger(_ database: Database) throws(DatabaseError) -> Ledger {
        try state.settings.refresh(database)
        return Ledger(database: database, settings: state.settings)
    }

    private func open() throws(DatabaseError) -> Database {
        guard let database = state.database else { throw DatabaseError(.failed, "the store has been closed") }
        return database
    }

    // MARK: Listening

    /// Calls back after each change, also one by another process once `lookForChanges()` has seen it.
    ///
    /// - Parameter tables: what of the file the listener looks at; a purchase or a finish that leaves these alone does not call
    ///   back. Nil for anything.
    func addListener(to tables: Set<String>? = nil, _ listener: @escaping @Sendable () -> Void) -> Int {
        monitor.withLock {
            state.lastListener += 1
            state.listeners[state.lastListener] = Listener(tables: tables, look: listener)
            return state.lastListener
        }
    }

    func removeListener(_ id: Int) {
        monitor.withLock { state.listeners[id] = nil }
    }

    /// - Parameter written: all that has changed; nil if more than the file has.
    private func tellListeners(of written: Set<String>? = nil) {
        let listeners = monitor.withLock { state.listeners.sorted { $0.key < $1.key }.map(\.value) }
        for listener in listeners {
            if let written, let tables = listener.tables, tables.isDisjoint(with: written) { continue }
            listener.look()
        }
    }

    /// Whether another process has changed the file since the last look; if so, everybody who listens is told. To be
    /// called from time to time.
    package func lookForChanges() {
        let isChanged = monitor.withLock {
            // A file that cannot be read now tells nothing now; whoever uses the store gets its error.
            guard let version = try? state.database?.dataVersion(), version != state.dataVersion else { return false }
            state.dataVersion = version
            state.timetable = nil
            return true
        }
        if isChanged { tellListeners() }
        // What has fallen due happens now; what cannot be written now happens at the next look.
        guard let timetable = try? timetable(), let due = timetable.due, due <= currentTime(timetable) else { return }
        try? change(.settle) { _ in }
    }

    /// As it was when the file was last looked at.
    private func timetable() throws(StoreFailure) -> Timetable {
        if let known = monitor.withLock({ state.timetable }) { return known }
        return try readAsItIs { ledger throws(DatabaseError) in
            let timetable = Timetable(
                virtualTime: try ledger.integer(.virtualTime) ?? 0, due: try ledger.nextDueDate())
            // Whoever has a ledger in hand holds the lock.
            state.timetable = timetable
            return timetable
        }
    }

    private func currentTime(_ timetable: Timetable) -> Int64 {
        if let time = monitor.withLock({ state.replayedTime }) { return time }
        return if case .virtual = clock { timetable.virtualTime } else { machineTime() }
    }

    // MARK: Time and place

    package var now: Int64 {
        get throws(StoreFailure) { try read { ledger throws(DatabaseError) in try self.now(ledger) } }
    }

    /// The same without letting anything happen, as of the last look for changes; the machine's time if the ledger cannot be
    /// read.
    package var time: Int64 {
        guard isVirtual, let timetable = try? timetable() else { return machineTime() }
        return currentTime(timetable)
    }

    func now(_ ledger: Ledger) throws(DatabaseError) -> Int64 {
        // Whoever has a ledger in hand holds the lock.
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

    /// A store that is opened with another clock than before has that one's rate, whatever a test has chosen since.
    private func adoptTimeRate(of clock: StoreClock) throws(StoreFailure) {
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

    /// Whether the command that is being carried out has charged renewals. Whoever has a ledger in hand holds the lock.
    var hasRenewed: Bool {
        get { state.hasRenewed }
        set { state.hasRenewed = newValue }
    }

    /// Moves a virtual clock, and lets happen what falls due.
    func setNow(_ time: Int64, _ ledger: Ledger) throws(DatabaseError) {
        state.commandTime = time
        try ledger.set(.virtualTime, .integer(time))
        try settle(ledger)
    }

    package var isVirtual: Bool {
        if case .virtual = clock { return true }
        return monitor.withLock { state.replayedTime != nil }
    }

    /// The time of the next command of a log that is played back; nil when it has been.
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
    /// The machine's time and shortened subscription periods; nil takes the rate of the `.storekit` file.
    case accelerated(TimeRate?)
    /// Stands still until it is told to move. A new state file starts at this time; an old one goes on where it was.
    case virtual(start: Int64, rate: TimeRate = .realTime)

    var start: Int64? {
        if case .virtual(let start, _) = self { return start }
        return nil
    }

    func timeRate(_ catalogue: Catalogue) -> TimeRate {
        switch self {
        case .real: .realTime
        case .accelerated(let rate): rate ?? catalogue.settings.timeRate
        case .virtual(_, let rate): rate
        }
    }
}
