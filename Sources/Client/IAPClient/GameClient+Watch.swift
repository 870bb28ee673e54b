import Dispatch
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPPlatform

/// The log messages about the game's mistakes that no function can report.
extension GameClient {
    /// Checks whether the game processes its events.
    struct Watch {
        /// Runs the check. Nil after the close, and in manual mode, in which nothing waits without a pump.
        var runner: (any TaskRunner)?
        var isRunning = false
        /// How often the game has processed events. Calls that find nothing to do do not count.
        var pumps: UInt64 = 0
        /// How often waits have found events since the game last processed events.
        var waits = 0
        var hasWarnedOfPump = false
        var hasWarnedOfObserver = false
    }

    /// How long events may wait, in milliseconds.
    private static let longestWait: UInt32 = 5000
    /// How many waits may find events that the game does not process. A game that calls the wait in each frame reaches
    /// this after some seconds, and a loop without a pump at once.
    private static let mostWaits = 1000

    /// Checks in some seconds whether the events that wait now have been processed. Called with no lock held.
    func watchPump() {
        let isUnset = Log.isUnset
        guard Log.isOn(.warning) || isUnset else { return }
        let started = monitor.withLock { () -> (runner: any TaskRunner, pumps: UInt64)? in
            guard let runner = watch.runner, !watch.isRunning, !isClosed else { return nil }
            guard !watch.hasWarnedOfPump || !watch.hasWarnedOfObserver && !isUnset else { return nil }
            watch.isRunning = true
            return (runner, watch.pumps)
        }
        guard let (runner, pumps) = started else { return }
        guard Log.isOn(.warning) else {
            // Without a log, the machine's clock counts: a test that moves a store's clock far forward, and processes
            // events afterwards, makes no mistake. A sleeping task would keep more memory than a block when a test opens
            // and closes thousands of clients.
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(Self.longestWait))) { [weak self] in
                self?.endWatch(hasPassed: true, since: pumps)
            }
            return
        }
        // With a log, a test of a game may move the store's clock to see the warning.
        runner.start { [weak self] in
            let hasPassed = await runner.pause(milliseconds: Self.longestWait)
            self?.endWatch(hasPassed: hasPassed, since: pumps)
        }
    }

    private func endWatch(hasPassed: Bool, since pumps: UInt64) {
        if hasPassed { tellWhatWaits(since: pumps) }
        let isAgain = monitor.withLock {
            watch.isRunning = false
            return hasPassed && state.contains(.work)
        }
        if isAgain { watchPump() }
    }

    private func tellWhatWaits(since pumps: UInt64) {
        guard let payments = monitor.withLock({ self.payments }) else { return }
        let transactions = payments.waitingForObserver
        let (unpumped, unheard) = monitor.withLock { () -> (Int, Int) in
            guard !isClosed else { return (0, 0) }
            let unpumped = watch.pumps == pumps && !watch.hasWarnedOfPump ? queue.count : 0
            let unheard =
                observers.isEmpty && !isPolled && !watch.hasWarnedOfObserver
                ? max(held.count, transactions) : 0
            if unpumped > 0 { watch.hasWarnedOfPump = true }
            if unheard > 0 { watch.hasWarnedOfObserver = true }
            return (unpumped, unheard)
        }
        if unpumped > 0 {
            Log.write(
                .warning, evenIfUnset: true,
                "events have waited for \(Self.longestWait / 1000) seconds (\(unpumped) now); call iap_client_process_events() in each frame"
            )
        }
        if unheard > 0 {
            Log.write(
                .warning,
                "transactions or other events wait for an observer (\(unheard) now); call iap_add_observer() after iap_client_open()"
            )
        }
    }

    /// In manual mode nothing runs that could watch the pump. A loop that waits and never processes events would wait for
    /// ever, because each wait ends at once. Counts such a wait.
    ///
    /// - Returns: whether the game is warned now. Call it only inside `monitor`.
    func countWait() -> Bool {
        watch.waits += 1
        guard turns != nil, watch.waits == Self.mostWaits, !watch.hasWarnedOfPump else { return false }
        watch.hasWarnedOfPump = true
        return true
    }

    /// Called with no lock held.
    func tellOfWaits() {
        Log.write(
            .warning, evenIfUnset: true,
            "iap_client_wait_events() has found events \(Self.mostWaits) times, and nobody has processed them; call iap_client_process_events() in each frame"
        )
    }

    /// What the game does not receive any more when the client is closed.
    struct Unheard {
        private var purchases: Int
        private let openPayments: Int
        private var hasNeverPumped = false

        init(_ payments: PaymentClient?) {
            purchases = payments?.waitingForObserver ?? 0
            openPayments = payments?.transactions.filter { $0.state == .purchasing }.count ?? 0
        }

        /// Call it only inside the client's `monitor`.
        mutating func add(eventsOf client: GameClient) {
            let rest = client.held + client.queue + client.batch.dropFirst(client.batchIndex)
            purchases += rest.filter { $0.queued?.state == .purchased }.count
            // In manual mode the response to a request becomes an event only inside the pump.
            let hasWork = !client.queue.isEmpty || client.turns != nil && !client.completions.isEmpty
            hasNeverPumped = client.watch.pumps == 0 && hasWork && !client.watch.hasWarnedOfPump
        }

        /// Called with no lock held.
        func log() {
            if hasNeverPumped {
                Log.write(
                    .warning, evenIfUnset: true,
                    "the client is closed, and it has never processed events; call iap_client_process_events() in each frame"
                )
            }
            if purchases > 0 {
                Log.write(
                    .warning,
                    "the client is closed before the game has received paid transactions (\(purchases)); they come again at the next launch"
                )
            }
            if openPayments > 0 {
                Log.write(
                    .warning,
                    "the client is closed while payments are open (\(openPayments)); the next launch delivers the paid ones as transactions"
                )
            }
        }
    }
}
