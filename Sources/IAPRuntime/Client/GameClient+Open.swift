package import CIAP
import IAPBoundary
package import IAPJournal
package import IAPModel
package import IAPPaymentClient
import IAPPlatform
import IAPStoreKitBridge

extension GameClient {
    /// The options of a client.
    package struct Options {
        /// Nil keeps the journal in memory.
        package var journalPath: String?
        package var grants: GrantTable?
        package var verification = PaymentVerification()
        package var integrity = JournalIntegrity()
        /// In bytes.
        package var auditLimit = AuditLog.usualLimit
        package var handlesMessages = false
        /// The token of the player who is signed in: a lowercase UUID. Nil if the game names no player.
        package var player: String?
        package var isManual = false
        package var wake: iap_wake_function?
        package var wakeUserData: UnsafeMutableRawPointer?

        package init() {}
    }

    /// - Parameter device: The device that runs the client. Nil for the system itself, with the system's store.
    package static func open(
        _ options: Options, on device: (any ClientDevice)?
    ) throws(IAPError) -> GameClient {
        let client = try GameClient(wake: options.wake, wakeUserData: options.wakeUserData)
        let run =
            try device?.run(isManual: options.isManual) { [weak client] in client?.setTurnWork() }
            ?? ClientRun(runner: SystemRunner())
        do throws(IAPError) {
            try client.start(run, options)
        } catch {
            run.runner.stop()
            run.end()
            throw error
        }
        return client
    }

    /// Opens the journal. Uses a key from the keychain if the game gives none and the system has a keychain.
    private static func journal(_ options: Options, clock: @escaping @Sendable () -> Int64) throws(IAPError) -> Journal
    {
        var integrity = options.integrity
        func open() throws(IAPError) -> Journal {
            try Journal(
                path: options.journalPath, grants: options.grants, auditLimit: options.auditLimit, integrity: integrity,
                believesVerdicts: !options.verification.looksAgain, clock: clock)
        }
        #if canImport(Security)
            guard integrity.key == nil, let path = options.journalPath else { return try open() }
            let (keychain, name) = (Keychain(), Keychain.name(of: path))
            let key = JournalKey.read(name, in: keychain)
            switch key {
            case .key(let bytes, let hasSealed):
                (integrity.key, integrity.adopts) = (bytes, !hasSealed || integrity.adopts)
            case .none: break
            case .notNow(let code):
                throw IAPError(
                    .storage,
                    "the keychain cannot be read now, and the journal needs its key from there; try again later",
                    isRetryable: true,
                    storeDomain: "Security", storeCode: code)
            }
            let journal = try open()
            key.noteSealed(name, in: keychain)
            return journal
        #else
            return try open()
        #endif
    }

    private func start(_ run: ClientRun, _ options: Options) throws(IAPError) {
        let runner = run.runner
        let journal = try Self.journal(options, clock: { runner.now })
        let payments = PaymentClient(
            store: runner.call { StoreKitConnection() }, journal: journal, runner: runner,
            handlesMessages: options.handlesMessages, player: options.player, verification: options.verification,
            lists: GameServerLists(),
            onEvent: { [weak self] in self?.append($0) }, wake: { [weak self] in self?.wakeGame() })
        turns = run.turns
        onClose = run.end
        monitor.withLock {
            self.payments = payments
            watch.runner = run.turns == nil ? runner : nil
            if turns?.hasRetries() == true { state.insert(.retry) }
            state.remove(.opening)
        }
        slot.open(self)
        payments.start()
        watchPump()
    }
}
