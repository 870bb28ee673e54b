import CIAP
import CPlatform
import IAPModel
import Journal
import PaymentQueue
import Platform
import StoreKitBridge

#if os(Linux)
    import ReferenceStore
#endif

extension GameClient {
    static func open(_ options: iap_client_options) throws(IAPError) -> GameClient {
        guard options.execution == IAP_EXECUTION_BACKGROUND || options.execution == IAP_EXECUTION_MANUAL else {
            throw IAPError(.invalidArgument, "execution is \(options.execution), which is no IAP_EXECUTION_… value")
        }
        let path = try Input.optionalText(options.journal_path, "journal_path", limit: Input.pathLimit)
        let preparation = Preparation(
            journalPath: path, grants: try Input.grantTable(options.inventory),
            verification: try Input.verification(options.verification), auditLimit: Int(options.audit_limit_bytes),
            handlesMessages: options.handles_messages != 0)
        #if os(Linux)
            guard options.device != nil else {
                throw IAPError(
                    .unsupported, "on Linux a client needs a device of a reference store, see <iap/iap_store.h>")
            }
            return try open(options, on: try DeviceHandle.at(options.device), preparation)
        #else
            guard options.device == nil, options.execution == IAP_EXECUTION_BACKGROUND else {
                throw IAPError(.unsupported, "reference stores and manual execution exist on Linux only")
            }
            let client = GameClient(wake: options.wake, wakeUserData: options.wake_user_data)
            let runner = SystemRunner()
            client.start(with: runner, journal: try preparation.openJournal { runner.now }, preparation)
            return client
        #endif
    }

    /// What the options come to.
    struct Preparation {
        let journalPath: String?
        let grants: GrantTable?
        let verification: PaymentVerification
        /// In bytes; 0 for the usual one.
        let auditLimit: Int
        let handlesMessages: Bool

        func openJournal(clock: @escaping @Sendable () -> Int64) throws(IAPError) -> Journal {
            try Journal(
                path: journalPath, grants: grants, auditLimit: auditLimit == 0 ? AuditLog.usualLimit : auditLimit,
                clock: clock)
        }
    }

    func start(with runner: any TaskRunner, journal: Journal, _ preparation: Preparation) {
        let payments = PaymentClient(
            store: runner.call { StoreKitConnection() }, journal: journal, runner: runner,
            handlesMessages: preparation.handlesMessages, verification: preparation.verification,
            lists: GameServerLists(),
            post: { [unowned self] in post($0) }, notify: { [unowned self] in notify() })
        monitor.withLock { self.payments = payments }
        OpenHandles.keep(self)
        payments.start()
    }

    #if os(Linux)
        private static func open(
            _ options: iap_client_options, on handle: DeviceHandle, _ preparation: Preparation
        ) throws(IAPError) -> GameClient {
            let device = try handle.beginRunning()
            do throws(IAPError) {
                let journal = try preparation.openJournal { [store = device.store] in store.time }
                let client = GameClient(wake: options.wake, wakeUserData: options.wake_user_data)
                let isManual = options.execution == IAP_EXECUTION_MANUAL
                let runner = DeviceRunner(device: device, isManual: isManual) { [unowned client] in client.noteTurn() }
                guard isManual || runner.executor.startThread() else {
                    throw IAPError(.internalFailure, "the system has no thread for the client", isRetryable: true)
                }
                if isManual {
                    client.turn = { runner.turn() }
                    client.hasTurns = { runner.executor.hasJobs }
                    // Other processes are looked for at each turn, so each call of the pump is one.
                    let isShared = device.store.isShared
                    client.hasRetries = { isShared || runner.hasPauses }
                    if isShared { _ = platform_fetch_or(client.word, Bit.retry) }
                }
                if !isManual { client.discard = { events in runner.executor.free(events) } }
                client.onClose = { handle.endRunning() }
                client.start(with: runner, journal: journal, preparation)
                return client
            } catch {
                handle.endRunning()
                throw error
            }
        }
    #endif
}
