import CIAP
import CPlatform
import IAPModel
import PaymentQueue
import Platform

/// The only place that calls the game's functions, but for the end of open requests at the close.
extension GameClient {
    /// - Returns: how many events were delivered.
    func processEvents(atMost limit: UInt32) throws(IAPError) -> Int32 {
        try beginPumping()
        defer { endPumping() }
        turn?()
        // What is held or not worth telling any more is no delivery, but was looked at.
        var unseen = monitor.withLock { queue.count }
        let most = limit == 0 ? unseen : min(unseen, Int(limit))
        var delivered = 0
        while unseen > 0, delivered < most {
            let (observers, newest) = monitor.withLock {
                _ = platform_fetch_and(word, ~Bit.observersChanged)
                releaseHeldToObservers()
                (batch, batchIndex) = (isClosed ? [] : queue.take(atMost: min(unseen, most - delivered)), 0)
                return (self.observers, lastObserver)
            }
            guard !batch.isEmpty else { break }
            delivered += deliverBatch(to: observers, newest, &unseen)
            dropBatch()
        }
        return Int32(clamping: delivered)
    }

    /// Delivers the batch, until it is over, the client is closed, or the observers are others than at its beginning: then
    /// the rest goes back to where it came from.
    ///
    /// - Parameter newest: the observer that had come last when the batch began.
    private func deliverBatch(to observers: [Observer], _ newest: UInt64, _ unseen: inout Int) -> Int {
        var delivered = 0
        let (word, events, functions) = (word, batch, observers.map(\.functions))
        for index in events.indices {
            if platform_load_acquire(word) & (Bit.closed | Bit.observersChanged) != 0 {
                // A close inside the last callback has taken the rest.
                if batchIndex == index { monitor.withLock { queue.prepend(events[index...]) } }
                batchIndex = events.count
                return delivered
            }
            batchIndex = index + 1
            unseen -= 1
            let content = events[index].content
            if content.isCompletion {
                withError(content, events[index]) { complete(content, $0) }
            } else if functions.isEmpty {
                monitor.withLock { held.append(events[index]) }
                continue
            } else if !isStillNews(events[index], content.type) {
                continue
            } else {
                var isHeard = false
                withError(content, events[index]) { error in
                    for place in functions.indices {
                        // The one before may have removed this one, or decided on the intent.
                        guard place == 0 || isListening(observers[place]) && isStillNews(events[index], content.type)
                        else { continue }
                        tell(functions[place], content, error)
                        if functions[place].hears(content.type) { isHeard = true }
                    }
                }
                if isHeard {
                    noteDelivery(of: events[index], content.type, newest)
                } else if content.type == IAP_EVENT_ENTITLEMENT_REVOKED {
                    // Whoever has come meanwhile may have a function for it.
                    monitor.withLock {
                        if lastObserver == newest { unheard.append(events[index]) } else { held.append(events[index]) }
                    }
                }
            }
            delivered += 1
        }
        return delivered
    }

    /// Whether an event is still worth telling: a game that has decided on a purchase intent hears no more of it.
    private func isStillNews(_ event: @autoclosure () -> QueuedEvent, _ type: iap_event_type) -> Bool {
        guard type == IAP_EVENT_PURCHASE_INTENT_RECEIVED, let intent = event().handle.subject as? PurchaseIntentHandle
        else { return true }
        return monitor.withLock { payments }?.isUndecided(intent: intent.intent.id) ?? false
    }

    /// A revocation and a damage of the journal that the game has heard of need not be told again at the next launch, and a
    /// purchase intent only to observers that come later.
    private func noteDelivery(of event: @autoclosure () -> QueuedEvent, _ type: iap_event_type, _ newest: UInt64) {
        switch type {
        case IAP_EVENT_ENTITLEMENT_REVOKED:
            guard let transaction = (event().handle.subject as? TransactionHandle)?.item.transaction else { return }
            monitor.withLock { payments }?.noteRevocationTold(transaction)
        case IAP_EVENT_PURCHASE_INTENT_RECEIVED:
            guard let intent = (event().handle.subject as? PurchaseIntentHandle)?.intent else { return }
            let (payments, hasNewObserver) = monitor.withLock { (self.payments, lastObserver != newest) }
            payments?.noteTold(intent: intent.id)
            // Whoever came while it was told was too late to hear it and too early to have it repeated.
            if hasNewObserver { payments?.repeatIntents() }
        case IAP_EVENT_PROBLEM_REPORTED where event().handle.error?.status == .storageDamaged:
            monitor.withLock { payments }?.noteDamageTold()
        default: break
        }
    }

    /// Somebody may have been removed, or everything closed, since the event was begun.
    private func isListening(_ observer: Observer) -> Bool {
        guard platform_load_acquire(word) & (Bit.closed | Bit.observersChanged) != 0 else { return true }
        return monitor.withLock { !observer.isRemoved && !isClosed }
    }

    /// A few events are freed sooner than handed over.
    private func dropBatch() {
        let events = batch
        batch = []
        if events.count > 32 { discard?(events) }
    }

    /// The next event for a host that polls.
    func nextEvent() throws(IAPError) -> EventHandle? {
        try beginPumping()
        defer { endPumping() }
        startPolling()
        turn?()
        while true {
            let (event, newest) = monitor.withLock { (isClosed ? nil : queue.popFirst(), lastObserver) }
            guard let event else { return nil }
            guard isStillNews(event, event.content.type) else { continue }
            noteDelivery(of: event, event.content.type, newest)
            return event.handle
        }
    }

    /// - Returns: whether there is something to process.
    func waitForEvents(milliseconds: UInt32) throws(IAPError) -> Bool {
        let deadline = Deadline(milliseconds: milliseconds)
        return try monitor.withLock { () throws(IAPError) in
            while true {
                let word = platform_load_acquire(self.word)
                if word & Bit.closed != 0 { throw .clientClosed }
                if word & Bit.pumping != 0, pumpingThread == UInt(platform_thread()) { throw .reentrant }
                if word & Bit.work != 0 { return true }
                guard let left = deadline.left else { return false }
                _ = monitor.wait(milliseconds: left)
            }
        }
    }

    // MARK: Turns of the pump

    private func beginPumping() throws(IAPError) {
        let thread = UInt(platform_thread())
        try monitor.withLock { () throws(IAPError) in
            let word = platform_load_acquire(self.word)
            if word & Bit.closed != 0 { throw .clientClosed }
            if word & Bit.pumping != 0 {
                if pumpingThread == thread { throw .reentrant }
                throw IAPError(.wrongThread, "another thread is processing events of this client")
            }
            _ = platform_fetch_or(self.word, Bit.pumping)
            pumpingThread = thread
        }
    }

    private func endPumping() {
        let isWorkLeft = monitor.withLock {
            pumpingThread = 0
            // Whoever posts sets the bit after what it stands for, so a look after clearing it misses nothing.
            releaseHeldToObservers()
            if queue.isEmpty {
                _ = platform_fetch_and(word, ~(Bit.work | Bit.observersChanged))
                if hasTurns?() == true { noteWork() }
            } else {
                // What was held has come with no work of its own.
                noteWork()
            }
            _ = platform_fetch_and(word, ~Bit.retry)
            if hasRetries?() == true { _ = platform_fetch_or(word, Bit.retry) }
            _ = platform_fetch_and(word, ~Bit.pumping)
            monitor.broadcast()
            shouldWake = platform_load_acquire(word) & Bit.work != 0
            return shouldWake
        }
        if isWorkLeft { notify() }
    }

    private func startPolling() {
        let payments = monitor.withLock { () -> PaymentClient? in
            holdUnheard()
            takeBackHeld()
            guard !isPolled else { return nil }
            isPolled = true
            return self.payments
        }
        payments?.startDelivery()
    }

    /// Only inside `monitor`.
    private func releaseHeldToObservers() {
        if !observers.isEmpty { takeBackHeld() }
    }

    /// What was held comes first. Only inside `monitor`, by the pump itself.
    private func takeBackHeld() {
        guard !held.isEmpty else { return }
        queue.prepend(held)
        held = []
    }

    // MARK: Delivery

    func complete(_ event: QueuedEvent.Content, _ error: UnsafePointer<iap_error>?) {
        switch event.completion {
        case .products(let function, let userData):
            function?(userData, pointer, event.request, event.subject, error)
        case .transactions(let function, let userData):
            function?(userData, pointer, event.request, event.subject, error)
        case .storefront(let function, let userData):
            function?(userData, pointer, event.request, event.text, event.identifier, error)
        case .done(let function, let userData):
            function?(userData, pointer, event.request, error)
        case .flag(let function, let userData):
            function?(userData, pointer, event.request, event.flag ? 1 : 0, error)
        case .text(let function, let userData):
            function?(userData, pointer, event.request, event.text, error)
        case .statuses(let function, let userData):
            function?(userData, pointer, event.request, event.subject, error)
        case .appTransaction(let function, let userData):
            function?(userData, pointer, event.request, event.subject, error)
        case .promotions(let function, let userData):
            function?(userData, pointer, event.request, event.subject, error)
        case .restore, nil: break
        }
    }

    func tell(_ observer: iap_observer, _ event: QueuedEvent.Content, _ error: UnsafePointer<iap_error>?) {
        let data = observer.user_data
        switch event.type {
        case IAP_EVENT_TRANSACTION_UPDATED: observer.transaction_updated?(data, pointer, event.subject)
        case IAP_EVENT_TRANSACTION_REMOVED: observer.transaction_removed?(data, pointer, event.subject)
        case IAP_EVENT_RESTORE_FINISHED: observer.restore_finished?(data, pointer, event.request)
        case IAP_EVENT_RESTORE_FAILED: observer.restore_failed?(data, pointer, event.request, error)
        case IAP_EVENT_ENTITLEMENT_REVOKED: observer.entitlement_revoked?(data, pointer, event.subject)
        case IAP_EVENT_STOREFRONT_CHANGED:
            observer.storefront_changed?(data, pointer, event.text, event.identifier)
        case IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED: observer.subscription_status_changed?(data, pointer, event.subject)
        case IAP_EVENT_PURCHASE_INTENT_RECEIVED: observer.purchase_intent_received?(data, pointer, event.subject)
        case IAP_EVENT_MESSAGE_RECEIVED: observer.message_received?(data, pointer, event.subject)
        case IAP_EVENT_VERIFICATION_REQUESTED: observer.verification_requested?(data, pointer, event.subject)
        case IAP_EVENT_PROBLEM_REPORTED: observer.problem_reported?(data, pointer, error)
        default: break
        }
    }

    func withError(
        _ content: QueuedEvent.Content, _ event: @autoclosure () -> QueuedEvent,
        _ body: (UnsafePointer<iap_error>?) -> Void
    ) {
        guard content.hasError else { return body(nil) }
        withUnsafePointer(to: value(of: event().handle.error)) { body($0) }
    }
}

extension iap_observer {
    /// Whether a function is called for what is to be told until it is heard; for anything else it does not matter.
    fileprivate func hears(_ type: iap_event_type) -> Bool {
        switch type {
        case IAP_EVENT_ENTITLEMENT_REVOKED: entitlement_revoked != nil
        case IAP_EVENT_PROBLEM_REPORTED: problem_reported != nil
        default: true
        }
    }
}

extension IAPError {
    fileprivate static var reentrant: IAPError {
        IAPError(.reentrant, "events of this client are being processed further up on this thread")
    }
}
