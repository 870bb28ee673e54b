internal import IAPDatabase
internal import Foundation
package import IAPModel
internal import IAPPlatform
internal import IAPSignedData

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
        /// What it stands for. Only for a new state file.
        package var environment = SigningEnvironment.sandbox
        /// The OCSP address in the certificates; nil for none. ASCII. Only for a new state file.
        package var ocspURL: String?
        /// Nil takes the clock with which the state file was opened before, and the real one for a new file.
        package var clock: StoreClock? = .real
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
    let clock: StoreClock
    package let machineTime: @Sendable () -> Int64
    let prices = PriceFormatter()
    let killSwitch = KillSwitch()
    let monitor = Monitor()
    var state: State

    struct State {
        var database: Database?
        var dataVersion: Int64
        /// Nil when the file may have changed since it was read.
        var timetable: Timetable?
        let settings = SettingMemory()
        let subscriptions = SubscriptionMemory()
        let habits = HabitMemory()
        let notices = NoticeList()
        var listeners: [Int: Listener] = [:]
        var lastListener = 0
        /// The time while a log is played back.
        var replayedTime: Int64?
        /// The command that is being carried out has charged renewals.
        var hasRenewed = false
        /// The time of the command that is being carried out: all of it happens at one moment.
        var commandTime: Int64?
    }

    struct Timetable {
        var virtualTime: Int64
        /// When something falls due next.
        var due: Int64?
    }

    struct Listener {
        /// What it looks at; nil if it looks at anything.
        var tables: Set<String>?
        var look: @Sendable () -> Void
    }

    package init(catalogue: Catalogue, options: Options = Options()) throws(IAPError) {
        do {
            let database = try Database(path: options.statePath, format: LedgerSchema.format)
            let ledger = Ledger(database: database, settings: SettingMemory())
            let machineTime = options.machineTime
            (identity, clock) = try database.transaction { () throws(any Error) in
                let identity = try Self.settle(
                    ledger, catalogue: catalogue, options: options, machineTime: machineTime())
                return (identity, try ledger.keep(options.clock))
            } wrap: {
                $0
            }
            serverKey = try Self.serverKey(catalogue, identity)
            state = State(database: database, dataVersion: try database.dataVersion())
            self.machineTime = machineTime
        } catch let error as DatabaseError where error.kind == .older {
            let remedy = "begin a new file, or write the log with the version that made this one and replay it"
            throw IAPError(DatabaseError(error.kind, "\(error.description); \(remedy)"))
        } catch let error as DatabaseError {
            throw IAPError(error)
        } catch let error as IAPError {
            throw error
        } catch {
            throw IAPError(.internalFailure, "the store's keys cannot be made: \(error)")
        }
        self.catalogue = catalogue
        isShared = options.statePath != nil
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
                seed: seed, bundleID: bundleID,
                environment: try ledger.text(.environment).flatMap(SigningEnvironment.init) ?? .sandbox,
                certificates: StoreCertificates(source, now: options.machineTime))
        }
        let beginning = try options.beginning ?? LogBeginning(catalogue, options, machineTime: machineTime)
        let (seed, start) = (beginning.seed, beginning.start)
        try ledger.log(beginning)
        try ledger.set(.seed, .blob(seed))
        if let ocspURL = beginning.ocspURL { try ledger.set(.ocspURL, Value(ocspURL)) }
        try ledger.set(.bundleID, Value(beginning.bundleID))
        let environment = beginning.environment ?? .sandbox
        try ledger.set(.environment, Value(environment.rawValue))
        try ledger.set(.virtualTime, .integer(start))
        var random = RandomSource(seed: seed)
        let first = environment.firstTransactionID + Int64(random.next() % 1_000_000) * 1_000_000
        try ledger.set(.nextTransactionID, .integer(first + 1))
        try ledger.set(.nextOrderLineID, .integer(first + 1))
        try ledger.set(.nextTokenNumber, .integer(1))
        try ledger.set(.nextRequestNumber, .integer(1))
        try Self.resetSettings(ledger, to: catalogue.settings)
        let certificates = StoreCertificates(
            .derived(seed: seed, ocspURL: beginning.ocspURL), now: options.machineTime)
        return StoreIdentity(
            seed: seed, bundleID: beginning.bundleID, environment: environment, certificates: certificates)
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

    /// The same without calling listeners. What has fallen due since the last look is not in it.
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

    /// Makes all of the body's changes or none, after what has fallen due; then calls the listeners.
    ///
    /// - Parameter command: what the log has of it, enough to do the same again. It is evaluated inside of the transaction, so
    ///   that it names the account that is signed in then.
    func change<Result>(
        _ command: @autoclosure () -> StoreCommand, _ body: (Ledger) throws(DatabaseError) -> Result
    ) throws(StoreFailure) -> Result {
        do {
            let (result, written) = try changeQuietly(command()) { ledger throws(DatabaseError) in
                let command = command()
                try self.settle(ledger)
                let result = try body(ledger)
                // What the body has planned may be due already.
                if ledger.database.written.contains("later_update") { try self.settle(ledger) }
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

    /// The same for changes that listeners need not look for. What has fallen due waits.
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
                        if !database.written.isDisjoint(with: ["setting", "subscription", "later_update"]) {
                            state.timetable = nil
                        }
                    }
                    try ledger.log(LogEntry(date: time, command: command()))
                    let result = try body(ledger)
                    try self.writeNotifications(ledger)
                    return result
                }
                if unsaved != nil { identity.certificates.noteSaved() }
                return result
            } catch {
                state.settings.forget()
                _ = state.notices.take()
                throw error
            }
        }
    }

    /// Inside a transaction.
    private func ledger(_ database: Database) throws(DatabaseError) -> Ledger {
        try state.settings.refresh(database)
        var ledger = Ledger(
            database: database, settings: state.settings, subscriptionMemory: state.subscriptions,
            habitMemory: state.habits)
        if try ledger.text(.notificationURL) != nil { ledger.notices = state.notices }
        return ledger
    }

    private func open() throws(DatabaseError) -> Database {
        guard let database = state.database else { throw DatabaseError(.failed, "the store has been closed") }
        return database
    }
}
