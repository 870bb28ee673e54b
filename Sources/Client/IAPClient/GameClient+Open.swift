package import CIAP
import CIAPPlatform
import Foundation
package import IAPInterop
package import IAPJournal
package import IAPModel
package import IAPPaymentClient
import IAPPlatform
import IAPStoreKitBridge

extension GameClient {
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
            case .key(let bytes, let hasChecksums):
                (integrity.key, integrity.adopts) = (bytes, !hasChecksums || integrity.adopts)
            case .none: break
            case .notNow(let code):
                throw IAPError(
                    .storage,
                    "the keychain cannot be read now, and the journal needs its key from there; try again later",
                    isRetryable: true,
                    storeDomain: "Security", storeCode: code)
            }
            let journal = try open()
            key.noteChecksums(name, in: keychain)
            return journal
        #else
            return try open()
        #endif
    }

    /// Folders of Apple's systems in which a journal does not last, or ends the app.
    private static func warn(about path: String, isInventory: Bool) {
        if isInventory, path.contains("/Library/Caches/") {
            Log.write(
                .warning,
                "the inventory is in \(path), a folder that the system can empty; keep a copy of iap_inventory_export() elsewhere, for example on your server"
            )
        }
        if path.contains("/Shared/AppGroup/") {
            Log.write(
                .warning,
                "the journal \(path) is in the container of an app group: iOS ends a suspended app that holds a lock there (0xdead10cc); use Application Support"
            )
        }
    }

    private func start(_ run: ClientRun, _ options: Options) throws(IAPError) {
        let runner = run.runner
        let journal = try Self.journal(options, clock: { runner.now })
        if let path = options.journalPath { Self.warn(about: path, isInventory: options.grants != nil) }
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

/// Runs a client's work as ordinary tasks, for Apple's StoreKit.
final class SystemRunner: TaskRunner {
    private let tasks = RunningTasks()

    /// The wait before a retry of the disk, in nanoseconds. A player who makes room expects the goods at once.
    private static let pause: UInt64 = 500_000_000
    /// In milliseconds.
    private static let piece: Int64 = 60_000

    func start(_ work: @escaping @Sendable () async -> Void) {
        tasks.start(work) { work in Task { await work() } }
    }

    func call<Value>(_ body: () -> Value) -> Value { body() }

    func turn() {}

    func pause() async -> Bool {
        do { try await Task.sleep(nanoseconds: Self.pause) } catch { return false }
        return true
    }

    func pause(milliseconds: UInt32) async -> Bool {
        do { try await Task.sleep(nanoseconds: UInt64(milliseconds) * 1_000_000) } catch { return false }
        return true
    }

    var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
    var uptime: Int64 { Int64(platform_monotonic_ms()) }

    func pause(until time: Int64) async -> Bool {
        let begin = now
        // Sleeps in pieces, because the clock may be set meanwhile.
        while now < time, now >= begin {
            let left = UInt64(min(time - now, Self.piece))
            do { try await Task.sleep(nanoseconds: left * 1_000_000) } catch { return false }
        }
        return !Task.isCancelled
    }

    /// Does not wait for the work to end: an open payment sheet does not end when its task is cancelled.
    func stop() { tasks.stop() }
}
