internal import IAPDatabase
internal import Foundation
package import IAPModel
internal import IAPPlatform
internal import IAPSignedData

/// The App Store of a game under test: one catalogue, one ledger, any number of accounts and devices.
///
/// Each command is one transaction of the ledger's file: it happens completely or not at all, even after a kill. Several
/// processes may open the same file; the memory never holds a newer state than the file.
package final class ReferenceStore: @unchecked Sendable {  // `monitor` guards `state`; the rest is constant.
    package struct Options: Sendable {
        package var statePath: String?
        package var bundleID = "com.example.game"
        /// The source of everything random; 0 for a random seed. Only for a new state file.
        package var seed: UInt64 = 0
        /// The App Store environment. Only for a new state file.
        package var environment = SigningEnvironment.sandbox
        /// The OCSP address in the certificates; nil for none. ASCII. Only for a new state file.
        package var ocspURL: String?
        /// Nil continues with the previous clock of the state file, and uses the real clock for a new file.
        package var clock: StoreClock? = .real
        /// The machine's time in milliseconds since 1970, for the clocks that follow it.
        package var machineTime: @Sendable () -> Int64 = { Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)) }

        /// The beginning of the log to replay; nil for a store without a replay.
        var beginning: LogBeginning?

        package init() {}
    }

    package let catalogue: Catalogue
    /// Whether other processes can change it.
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
        /// Nil if the file may have changed since the last read.
        var timetable: Timetable?
        let settings = SettingMemory()
        let subscriptions = SubscriptionMemory()
        let habits = HabitMemory()
        let notices = NoticeList()
        var listeners: [Int: Listener] = [:]
        var lastListener = 0
        /// The time during the replay of a log.
        var replayedTime: Int64?
        /// Whether the current command charged renewals.
        var hasRenewed = false
        /// The time of the current command: the whole command happens at one time.
        var commandTime: Int64?
    }

    struct Timetable {
        var virtualTime: Int64
        /// The next due time.
        var due: Int64?
    }

    struct Listener {
        /// The tables that it reads; nil for all.
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
            throw IAPError(DatabaseError(error.kind, "\(error.description); make a new store with another path"))
        } catch let error as DatabaseError {
            throw IAPError(error)
        } catch let error as IAPError {
            throw error
        } catch {
            throw IAPError(.internalFailure, "the store cannot make its keys: \(error)")
        }
        self.catalogue = catalogue
        isShared = options.statePath != nil
        guard options.beginning == nil else { return }
        do throws(StoreFailure) { try adoptTimeRate(of: clock) } catch { throw IAPError(.storage, error.detail) }
    }

    /// Closes the file. Each later call fails.
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
                throw IAPError(.internalFailure, "the store cannot make its certificates: \(error)")
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

    /// Prepares a store on its first use: its identity, and the first settings of the file.
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

    /// Reads an up-to-date state of one moment, even if another process changes the file. Changes that are due happen before
    /// the read.
    func read<Result>(_ body: (Ledger) throws(DatabaseError) -> Result) throws(StoreFailure) -> Result {
        let result = try readAsItIs { ledger throws(DatabaseError) -> Result? in
            try self.isBehind(ledger) ? nil : try body(ledger)
        }
        if let result { return result }
        try change(.settle) { _ in }
        return try readAsItIs(body)
    }

    /// Reads without calling listeners. Due changes are not included.
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

    /// Whether a due change of a subscription has not happened yet.
    private func isBehind(_ ledger: Ledger) throws(DatabaseError) -> Bool {
        guard let due = try ledger.nextDueDate() else { return false }
        return due <= (try now(ledger))
    }

    /// Makes all of the body's changes or none, after the due changes. Then it calls the listeners.
    ///
    /// - Parameter command: The entry of the log, with everything that a replay needs. It is evaluated inside the transaction:
    ///   it names the account that is then signed in.
    func change<Result>(
        _ command: @autoclosure () -> StoreCommand, _ body: (Ledger) throws(DatabaseError) -> Result
    ) throws(StoreFailure) -> Result {
        do {
            let (result, written) = try changeQuietly(command()) { ledger throws(DatabaseError) in
                let command = command()
                try self.settle(ledger)
                let result = try body(ledger)
                // The body can plan something that is due immediately.
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

    /// Makes changes that listeners need not look for. Due changes wait.
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

    /// Call this inside a transaction.
    private func ledger(_ database: Database) throws(DatabaseError) -> Ledger {
        try state.settings.refresh(database)
        var ledger = Ledger(
            database: database, settings: state.settings, subscriptionMemory: state.subscriptions,
            habitMemory: state.habits)
        if try ledger.text(.notificationURL) != nil { ledger.notices = state.notices }
        return ledger
    }

    private func open() throws(DatabaseError) -> Database {
        guard let database = state.database else { throw DatabaseError(.failed, "the store is closed") }
        return database
    }
}
