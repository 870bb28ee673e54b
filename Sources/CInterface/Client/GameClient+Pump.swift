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
        var left = monitor.withLock { limit == 0 ? queue.count : min(queue.count, Int(limit)) }
        var delivered: Int32 = 0
        while left > 0 {
            let observers = monitor.withLock {
                _ = platform_fetch_and(word, ~Bit.observersChanged)
                releaseHeldToPump()
                (batch, batchIndex) = (isClosed ? [] : queue.take(atMost: left), 0)
                return self.observers
            }
            guard !batch.isEmpty else { break }
            delivered += deliverBatch(to: observers, &left)
            dropBatch()
        }
        return delivered
    }

    /// Delivers the batch, until it is over, the client is closed, or the observers are others than at its beginning: then
    /// the rest goes back to where it came from.
    private func deliverBatch(to observers: [Observer], _ left: inout Int) -> Int32 {
        var delivered: Int32 = 0
        let word = word
        while batchIndex < batch.count {
            if platform_load_acquire(word) & (Bit.closed | Bit.observersChanged) != 0 {
                monitor.withLock { queue.prepend(batch[batchIndex...]) }
                return delivered
            }
            let event = batch[batchIndex]
            batchIndex += 1
            left -= 1
            if event.isCompletion {
                complete(event)
            } else if observers.isEmpty {
                monitor.withLock { held.append(event) }
                continue
            } else {
                tell(observers, event)
            }
            delivered += 1
        }
        return delivered
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
        return monitor.withLock { isClosed ? nil : queue.popFirst()?.handle }
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
            releaseHeldToPump()
            if queue.isEmpty {
                _ = platform_fetch_and(word, ~(Bit.work | Bit.observersChanged))
                if hasTurns?() == true { noteWork() }
            }
            _ = platform_fetch_and(word, ~Bit.pumping)
            monitor.broadcast()
            shouldWake = platform_load_acquire(word) & Bit.work != 0
            return shouldWake
        }
        if isWorkLeft { notify() }
    }

    private func startPolling() {
        let payments = monitor.withLock { () -> PaymentClient? in
            releaseHeldToPump()
            guard !isPolled else { return nil }
            isPolled = true
            return self.payments
        }
        payments?.startDelivery()
    }

    /// What was held comes first, if there is somebody to hear it. Only inside `monitor`.
    private func releaseHeldToPump() {
        guard !held.isEmpty, isPolled || !observers.isEmpty else { return }
        queue.prepend(held)
        held = []
    }

    // MARK: Delivery

    private func complete(_ event: QueuedEvent) {
        guard let completion = event.completion else { return }
        withError(event) { error in
            switch completion {
            case .products(let function, let userData):
                function?(userData, pointer, event.request, event.subject, error)
            case .transactions(let function, let userData):
                function?(userData, pointer, event.request, event.subject, error)
            case .storefront(let function, let userData):
                function?(userData, pointer, event.request, event.countryCode, event.identifier, error)
            case .restore: break
            }
        }
    }

    private func tell(_ observers: [Observer], _ event: QueuedEvent) {
        for observer in observers {
            // Somebody may have been removed, or everything closed, since the event was begun.
            if platform_load_acquire(word) & (Bit.closed | Bit.observersChanged) != 0 {
                guard monitor.withLock({ !observer.isRemoved && !isClosed }) else { continue }
            }
            tell(observer.functions, event)
        }
    }

    private func tell(_ observer: iap_observer, _ event: QueuedEvent) {
        let data = observer.user_data
        switch event.type {
        case IAP_EVENT_TRANSACTION_UPDATED: observer.transaction_updated?(data, pointer, event.subject)
        case IAP_EVENT_TRANSACTION_REMOVED: observer.transaction_removed?(data, pointer, event.subject)
        case IAP_EVENT_RESTORE_FINISHED: observer.restore_finished?(data, pointer, event.request)
        case IAP_EVENT_RESTORE_FAILED: withError(event) { observer.restore_failed?(data, pointer, event.request, $0) }
        case IAP_EVENT_ENTITLEMENT_REVOKED: observer.entitlement_revoked?(data, pointer, event.subject)
        case IAP_EVENT_STOREFRONT_CHANGED:
            observer.storefront_changed?(data, pointer, event.countryCode, event.identifier)
        case IAP_EVENT_PROBLEM_REPORTED: withError(event) { observer.problem_reported?(data, pointer, $0) }
        default: break
        }
    }

    private func withError(_ event: QueuedEvent, _ body: (UnsafePointer<iap_error>?) -> Void) {
        guard event.hasError else { return body(nil) }
        withUnsafePointer(to: value(of: event.handle.error)) { body($0) }
    }

    // MARK: Closing

    /// Ends all work, and the requests that are open with CANCELLED on this thread.
    func close() throws(IAPError) {
        let thread = UInt(platform_thread())
        let wasClosed = platform_fetch_or(word, Bit.closed) & Bit.closed != 0
        if wasClosed { throw .clientClosed }
        let (payments, onClose) = monitor.withLock {
            monitor.broadcast()
            return (self.payments, self.onClose)
        }
        payments?.close()
        let (open, observers) = monitor.withLock { () -> ([(id: UInt64, completion: Completion)], [Observer]) in
            // A callback that runs on another thread is waited for; on this thread it is the caller.
            while platform_load_acquire(word) & Bit.pumping != 0, pumpingThread != thread { monitor.wait() }
            waitForWakes()
            defer {
                (self.payments, turn, hasTurns, discard, self.onClose) = (nil, nil, nil, nil, nil)
                (completions, self.observers, held) = ([:], [], [])
            }
            // Those without an answer, and those whose answer has not been delivered.
            var open = completions.map { (id: $0.key, completion: $0.value) }
            for event in batch.dropFirst(batchIndex) + held + queue.removeAll() {
                if let completion = event.completion { open.append((id: event.request, completion: completion)) }
            }
            batchIndex = batch.count
            return (open.sorted { $0.id < $1.id }, self.observers)
        }
        onClose?()
        for (id, completion) in open { cancel(id, completion, observers) }
    }

    private func cancel(_ id: UInt64, _ completion: Completion, _ observers: [Observer]) {
        let error = IAPError(.cancelled, "the client was closed before the request had its answer")
        let event: Event =
            switch completion {
            case .products: .productsReceived(request: id, .failure(error))
            case .transactions: .transactionsReceived(request: id, .failure(error))
            case .storefront: .storefrontReceived(request: id, .failure(error))
            case .restore: .restoreFailed(request: id, error)
            }
        let queued = QueuedEvent(EventHandle(event), completion: completion)
        if case .restore = completion {
            for observer in observers { tell(observer.functions, queued) }
        } else {
            complete(queued)
        }
    }
}

extension IAPError {
    fileprivate static var reentrant: IAPError {
        IAPError(.reentrant, "events of this client are being processed further up on this thread")
    }
}
