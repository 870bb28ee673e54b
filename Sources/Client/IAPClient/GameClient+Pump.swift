import CIAP
import CIAPPlatform
import IAPInterop
package import IAPModel
import IAPPaymentClient
import IAPPlatform

/// The only place that calls the game's functions, except for the end of an open request at its cancel and at the close.
extension GameClient {
    package func processEvents(atMost limit: UInt32) throws(IAPError) -> Int32 {
        try beginProcessing()
        defer { endProcessing() }
        turns?.turn()
        // Events that are held, or that nobody may receive any more, are counted as seen, but not delivered.
        var unseen = monitor.withLock { queue.count }
        let most = limit == 0 ? unseen : min(unseen, Int(limit))
        var delivered = 0
        while unseen > 0, delivered < most {
            let (observers, newest) = monitor.withLock {
                state.remove(.observersChanged)
                if !self.observers.isEmpty { queueHeld() }
                (batch, batchIndex) = (isClosed ? [] : queue.take(atMost: min(unseen, most - delivered)), 0)
                return (self.observers, lastObserver)
            }
            guard !batch.isEmpty else { break }
            delivered += deliverBatch(to: observers, newest, &unseen)
            batch = []
        }
        return Int32(clamping: delivered)
    }

    /// Delivers the batch until its end, until the client is closed, or until observers were added or removed. Then the
    /// rest returns to the queue.
    ///
    /// - Parameter newest: The newest observer when the batch began.
    private func deliverBatch(to observers: [Observer], _ newest: UInt64, _ unseen: inout Int) -> Int {
        var delivered = 0
        let events = batch
        for index in events.indices {
            let goesOn = monitor.withLock { () -> Bool in
                if state.isDisjoint(with: [.closed, .observersChanged]) { return true }
                // A close inside the last callback has already taken the rest.
                if batchIndex == index { queue.insert(contentsOf: events[index...], at: 0) }
                return false
            }
            guard goesOn else { return delivered }
            batchIndex = index + 1
            unseen -= 1
            if deliver(events[index], to: observers, newest) { delivered += 1 }
        }
        return delivered
    }

    /// - Returns: whether the event is delivered, even if no observer has a function for it.
    private func deliver(_ handle: EventHandle, to observers: [Observer], _ newest: UInt64) -> Bool {
        if handle.isResponse {
            // The game may have cancelled the request.
            guard let completion = monitor.withLock({ completions.removeValue(forKey: handle.request) }) else {
                return false
            }
            withError(of: handle) { completion.call(pointer, handle, $0) }
            handle.endBorrowing()
            return true
        }
        guard !observers.isEmpty else {
            monitor.withLock { held.append(handle) }
            return false
        }
        guard isOpen(handle) else { return false }
        var isHeard = false
        withError(of: handle) { error in
            for (index, observer) in observers.enumerated() {
                // The observer before may have removed this one, or decided on the intent.
                guard index == 0 || isListening(observer) && isUndecided(handle) else { continue }
                observer.tell(handle, pointer, error)
                if observer.hears(handle.type) { isHeard = true }
            }
        }
        handle.endBorrowing()
        if isHeard {
            markDelivered(handle, newest)
        } else if [IAP_EVENT_ENTITLEMENT_REVOKED, IAP_EVENT_VERIFICATION_REQUESTED].contains(handle.type) {
            // An observer that was added meanwhile may have a function for it.
            monitor.withLock { if lastObserver == newest { unheard.append(handle) } else { held.append(handle) } }
        }
        return true
    }

    /// False for a purchase intent on which the game has decided, and for the end of a restore that has ended.
    private func isOpen(_ event: EventHandle) -> Bool {
        if event.request != 0 { return monitor.withLock { completions.removeValue(forKey: event.request) } != nil }
        return isUndecided(event)
    }

    private func isUndecided(_ event: EventHandle) -> Bool {
        guard event.type == IAP_EVENT_PURCHASE_INTENT_RECEIVED, let intent = event.purchaseIntent else { return true }
        return monitor.withLock { payments }?.isUndecided(intent: intent.id) ?? false
    }

    /// Records what the game has received. A received revocation or damage report does not repeat at the next launch. A
    /// purchase intent repeats only for observers that are added later.
    private func markDelivered(_ event: EventHandle, _ newest: UInt64) {
        switch event.type {
        case IAP_EVENT_ENTITLEMENT_REVOKED:
            guard let transaction = event.transaction else { return }
            monitor.withLock { payments }?.markRevocationReported(transaction)
        case IAP_EVENT_PURCHASE_INTENT_RECEIVED:
            guard let intent = event.purchaseIntent else { return }
            let (payments, hasNewObserver) = monitor.withLock { (self.payments, lastObserver != newest) }
            payments?.markReported(intent: intent.id)
            // An observer that was added during the delivery did not receive it, and adding the observer did not repeat
            // it.
            if hasNewObserver { payments?.repeatIntents() }
        case IAP_EVENT_PROBLEM_REPORTED where event.error?.status == .storageDamaged:
            monitor.withLock { payments }?.markDamageReported()
        default: break
        }
    }

    /// False if the observer was removed, or the client closed, since the delivery of the event began.
    private func isListening(_ observer: Observer) -> Bool {
        monitor.withLock { !observer.isRemoved && !isClosed }
    }

    func withError(of event: EventHandle, _ body: (UnsafePointer<iap_error>?) -> Void) {
        guard let error = event.error else { return body(nil) }
        withUnsafePointer(to: value(of: error)) { body($0) }
    }

    // MARK: Polling and waiting

    package func nextEvent() throws(IAPError) -> EventHandle? {
        try beginProcessing()
        defer { endProcessing() }
        markPolledDelivered()
        startPolling()
        turns?.turn()
        while true {
            let (event, newest) = monitor.withLock { (isClosed ? nil : queue.take(atMost: 1).first, lastObserver) }
            guard let event else { return nil }
            guard isOpen(event) else { continue }
            // An intent ends with this run, so nothing would bring it again.
            if event.type == IAP_EVENT_PURCHASE_INTENT_RECEIVED {
                markDelivered(event, newest)
            } else {
                monitor.withLock { polled = event }
            }
            return event
        }
    }

    /// The host has dealt with the event that it took last, because it asks for the next one or closes the client. A
    /// host that ends before this receives the event again at its next launch, as after a callback that did not return.
    func markPolledDelivered() {
        let (last, newest) = monitor.withLock { () -> (EventHandle?, UInt64) in
            defer { polled = nil }
            return (polled, lastObserver)
        }
        if let last { markDelivered(last, newest) }
    }

    /// A host that polls is an observer of everything.
    private func startPolling() {
        let payments = monitor.withLock { () -> PaymentClient? in
            holdUnheard()
            queueHeld()
            guard !isPolled else { return nil }
            isPolled = true
            return self.payments
        }
        payments?.startDelivery()
    }

    package func waitForEvents(milliseconds: UInt32) throws(IAPError) -> Bool {
        let deadline = Deadline(milliseconds: milliseconds)
        let (hasWork, isWarned) = try monitor.withLock { () throws(IAPError) -> (Bool, Bool) in
            while true {
                if isClosed { throw .clientClosed }
                if isInCallback { throw .reentrant }
                if state.contains(.work) { return (true, countWait()) }
                guard let left = deadline.left else { return (false, false) }
                _ = monitor.wait(milliseconds: left)
            }
        }
        if isWarned { tellOfWaits() }
        return hasWork
    }

    // MARK: Start and end

    /// Whether this thread is inside a callback. Call it only inside `monitor`.
    private var isInCallback: Bool { state.contains(.pumping) && pumpingThread == UInt(platform_thread()) }

    /// While a thread calls functions of the game, only that thread may cancel, remove or close. Call it only inside
    /// `monitor`.
    func checkThread() throws(IAPError) {
        if state.contains(.pumping), !isInCallback { throw .wrongThread }
    }

    /// From now on this thread may call functions of the game. Call it only inside `monitor`.
    ///
    /// - Returns: false inside a callback, where the thread may do so already. Otherwise call `endPumping()`.
    func beginPumping() throws(IAPError) -> Bool {
        if isInCallback { return false }
        if isClosed { throw .clientClosed }
        try checkThread()
        state.insert(.pumping)
        pumpingThread = UInt(platform_thread())
        return true
    }

    /// The end of a cancel or a close. It delivers no events, so the reasons to wake the game stay.
    func endPumping() {
        monitor.withLock {
            if !observers.isEmpty, queueHeld() { setWork() }
            state.remove(.pumping)
        }
        wakeGame()
    }

    private func beginProcessing() throws(IAPError) {
        try monitor.withLock { () throws(IAPError) in
            if isClosed { throw .clientClosed }
            guard try beginPumping() else { throw .reentrant }
            watch.pumps += 1
            watch.waits = 0
        }
    }

    private func endProcessing() {
        let isWorkLeft = monitor.withLock {
            if !observers.isEmpty { queueHeld() }
            if queue.isEmpty {
                state.subtract([.work, .observersChanged])
                // Whoever adds a job lists it first and sets `.work` afterwards, under this lock. So hasWork() sees a
                // job whose `.work` is not set yet.
                if turns?.hasWork() == true { setWork() }
            } else {
                // queueHeld() adds events without setting `.work`.
                setWork()
            }
            state.subtract([.retry, .pumping])
            if turns?.hasRetries() == true { state.insert(.retry) }
            shouldWake = state.contains(.work)
            return shouldWake
        }
        if isWorkLeft { wakeGame() }
    }
}

extension IAPError {
    fileprivate static var reentrant: IAPError {
        IAPError(
            .reentrant,
            "events of this client are being processed further up on this thread; return from the callback first")
    }

    fileprivate static var wrongThread: IAPError {
        IAPError(
            .wrongThread,
            "another thread is processing events of this client; make this call on that thread, or when its call has returned"
        )
    }
}

extension [EventHandle] {
    /// Takes the first events, at most this many.
    mutating func take(atMost limit: Int) -> [EventHandle] {
        defer { removeFirst(Swift.min(limit, count)) }
        return Array(prefix(limit))
    }
}
