import CIAP
import CIAPPlatform
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPPlatform

/// What the log tells of the game's own mistakes, which nobody else tells it.
extension GameClient {
    /// Looks whether the game processes its events.
    struct Watch {
        /// Runs the look; nil in manual mode, where nothing waits while nobody pumps, and after the close.
        var runner: (any TaskRunner)?
        var isRunning = false
        /// How often the game has processed events.
        var pumps: UInt64 = 0
        var hasToldOfPump = false
        var hasToldOfObserver = false
    }

    /// How long events may wait, in milliseconds.
    private static let patience: UInt32 = 5000

    /// Looks in some seconds whether what waits now has been processed. Called with no lock held.
    func watchPump() {
        guard Log.isOn(.warning) else { return }
        let started = monitor.withLock { () -> (runner: any TaskRunner, pumps: UInt64)? in
            guard let runner = watch.runner, !watch.isRunning, !isClosed else { return nil }
            guard !(watch.hasToldOfPump && watch.hasToldOfObserver) else { return nil }
            watch.isRunning = true
            return (runner, watch.pumps)
        }
        guard let (runner, pumps) = started else { return }
        runner.start { [weak self] in
            let hasPassed = await runner.pause(milliseconds: Self.patience)
            guard let self else { return }
            if hasPassed { tellWhatWaits(since: pumps) }
            let isAgain = monitor.withLock {
                watch.isRunning = false
                return hasPassed && platform_state(word) & Bit.work != 0
            }
            if isAgain { watchPump() }
        }
    }

    private func tellWhatWaits(since pumps: UInt64) {
        guard let payments = monitor.withLock({ self.payments }) else { return }
        let transactions = payments.waitingForObserver
        let (unpumped, unheard) = monitor.withLock { () -> (Int, Int) in
            guard !isClosed else { return (0, 0) }
            let unpumped = watch.pumps == pumps && !watch.hasToldOfPump ? queue.count : 0
            let unheard =
                observers.isEmpty && !isPolled && !watch.hasToldOfObserver
                ? max(held.count, transactions) : 0
            if unpumped > 0 { watch.hasToldOfPump = true }
            if unheard > 0 { watch.hasToldOfObserver = true }
            return (unpumped, unheard)
        }
        if unpumped > 0 {
            Log.write(
                .warning,
                "events have waited for \(Self.patience / 1000) seconds (\(unpumped) now); call iap_client_process_events() in each frame"
            )
        }
        if unheard > 0 {
            Log.write(
                .warning,
                "transactions or other news wait for an observer (\(unheard) now); call iap_add_observer() after iap_client_open()"
            )
        }
    }

    /// Says what the game does not hear any more.
    func logClose(_ payments: PaymentClient?) {
        guard Log.isOn(.warning), let payments else { return }
        let (unheard, hasPumped) = monitor.withLock {
            ((held + queue.all).filter(\.tellsOfMoney).count, watch.pumps > 0)
        }
        let open = payments.transactions.filter { $0.state == .purchasing }.count
        let waiting = payments.waitingForObserver
        if !hasPumped {
            Log.write(
                .warning,
                "the client is closed, and it has never processed events; call iap_client_process_events() in each frame"
            )
        }
        if unheard + waiting > 0 {
            Log.write(
                .warning,
                "the client is closed before the game has heard of paid transactions (\(unheard + waiting)); they come again at the next launch"
            )
        }
        if open > 0 {
            Log.write(
                .warning,
                "the client is closed while payments are open (\(open)); what is paid comes as a transaction at the next launch"
            )
        }
    }
}

extension EventHandle {
    /// Whether the event hands out a purchase.
    fileprivate var tellsOfMoney: Bool {
        type == IAP_EVENT_TRANSACTION_UPDATED && transaction.map { $0.revocation == nil } == true
    }
}
