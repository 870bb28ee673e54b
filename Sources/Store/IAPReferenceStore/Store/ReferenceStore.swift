internal import Foundation
internal import IAPDatabase
package import IAPModel
internal import IAPPlatform
internal import IAPSignatures

/// The App Store of a game under test: one catalogue, one ledger, any number of accounts and devices.
/// It is made of parts, which share the file.
package final class ReferenceStore: Sendable {
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

        package init() {}
    }

    package let catalogue: Catalogue
    package let identity: StoreIdentity
    package let file: LedgerFile
    package let clock: StoreTime
    package let controls: StoreControls
    package let quirks: StoreQuirks
    package let shelf: ProductShelf
    package let sheets: SheetScript
    package let purchases: Purchases
    package let transactions: Transactions
    package let refunds: Refunds
    package let subscriptions: Subscriptions
    package let families: Families
    package let accounts: Accounts
    package let receipts: Receipts
    package let notifications: Notifications
    package let serverKeys: ServerKeys
    package let server: ServerRequests
    package let serverFaults: ServerFaults

    package init(catalogue: Catalogue, options: Options = Options()) throws(IAPError) {
        let serverKey: ServerKey
        let statuses = SubscriptionStatuses(catalogue: catalogue)
        let keeper: SubscriptionKeeper
        do {
            let database = try Database(path: options.statePath, format: LedgerSchema.format)
            let ledger = Ledger(database: database, settings: SettingMemory())
            let kind: StoreClock
            (identity, kind) = try database.transaction { () throws(any Error) in
                let identity = try Self.settle(ledger, catalogue: catalogue, options: options)
                return (identity, try ledger.keep(options.clock))
            } wrap: {
                $0
            }
            serverKey = try Self.serverKey(catalogue, identity)
            let writer = NotificationWriter(identity: identity, statuses: statuses)
            let killSwitch = KillSwitch()
            keeper = SubscriptionKeeper(statuses: statuses, notifications: writer, killSwitch: killSwitch)
            file = try LedgerFile(
                database, clock: TimeSource(kind: kind, machineTime: options.machineTime),
                isShared: options.statePath != nil, killSwitch: killSwitch,
                duties: LedgerFile.Duties(settle: keeper.settle, notify: writer.write))
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
        clock = StoreTime(file: file)
        controls = StoreControls(file: file, catalogue: catalogue)
        quirks = StoreQuirks(file: file)
        shelf = ProductShelf(file: file, catalogue: catalogue)
        sheets = SheetScript(file: file, catalogue: catalogue)
        serverKeys = ServerKeys(file: file, identity: identity, own: serverKey)
        families = Families(file: file, catalogue: catalogue)
        purchases = Purchases(file: file, keeper: keeper, families: families, keys: serverKeys)
        transactions = Transactions(file: file)
        refunds = Refunds(file: file, keeper: keeper)
        subscriptions = Subscriptions(file: file, keeper: keeper, purchases: purchases)
        accounts = Accounts(file: file)
        receipts = Receipts(file: file, identity: identity, statuses: statuses)
        notifications = Notifications(file: file, writer: keeper.notifications)
        server = ServerRequests(
            file: file, writer: keeper.notifications, keeper: keeper,
            objects: ServerObjects(file: file, identity: identity))
        serverFaults = ServerFaults(file: file)
        do { try clock.adoptRate(catalogue) } catch { throw IAPError(.storage, StoreFailure(error).detail) }
    }

    /// Closes the file. Each later call fails.
    package func close() { file.close() }

    private static func serverKey(_ catalogue: Catalogue, _ identity: StoreIdentity) throws(IAPError) -> ServerKey {
        do throws(SignedDataError) {
            return try ServerKey(catalogue.offersKeyPair, seed: identity.seed)
        } catch {
            throw IAPError(
                .invalidStoreFile, "\(catalogue.file): subscriptionOffersKeyPair.privateKey: \(error.description)")
        }
    }

    /// Prepares a store on its first use: its identity, and the first settings of the file.
    private static func settle(_ ledger: Ledger, catalogue: Catalogue, options: Options) throws -> StoreIdentity {
        if let seed = try ledger.blob(.seed), let bundleID = try ledger.text(.bundleID) {
            return StoreIdentity(
                seed: seed, bundleID: bundleID,
                environment: try ledger.text(.environment).flatMap(SigningEnvironment.init) ?? .sandbox,
                certificates: StoreCertificates(
                    seed: seed, ocspURL: try ledger.text(.ocspURL), now: options.machineTime))
        }
        let seed = options.seed == 0 ? try SystemRandom.bytes(32) : Digest.sha256(Array("seed \(options.seed)".utf8))
        try ledger.set(.seed, .blob(seed))
        if let ocspURL = options.ocspURL { try ledger.set(.ocspURL, Value(ocspURL)) }
        try ledger.set(.bundleID, Value(options.bundleID))
        let environment = options.environment
        try ledger.set(.environment, Value(environment.rawValue))
        try ledger.set(.virtualTime, .integer(options.clock?.start ?? options.machineTime()))
        var random = RandomSource(seed: seed)
        let first = environment.firstTransactionID + Int64(random.next() % 1_000_000) * 1_000_000
        try ledger.set(.nextTransactionID, .integer(first + 1))
        try ledger.set(.nextOrderLineID, .integer(first + 1))
        try ledger.set(.nextTokenNumber, .integer(1))
        try ledger.set(.nextRequestNumber, .integer(1))
        try StoreControls.resetSettings(ledger, to: catalogue.settings)
        let certificates = StoreCertificates(seed: seed, ocspURL: options.ocspURL, now: options.machineTime)
        return StoreIdentity(
            seed: seed, bundleID: options.bundleID, environment: environment, certificates: certificates)
    }
}
