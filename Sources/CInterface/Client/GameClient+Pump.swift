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
        while left > 0, let next = monitor.withLock({ takeNext() }) {
            left -= 1
            if case .held = next { continue }
            deliver(next)
            delivered += 1
        }
        return delivered
    }

    /// The next event for a host that polls.
    func nextEvent() throws(IAPError) -> EventHandle? {
        try beginPumping()
        defer { endPumping() }
        startPolling()
        turn?()
        return monitor.withLock {
            guard !isClosed, let event = queue.popFirst() else { return nil }
            if event.isCompletion || event.type == IAP_EVENT_RESTORE_FINISHED || event.type == IAP_EVENT_RESTORE_FAILED
            {
                completions[event.request] = nil
            }
            return event
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
            if queue.isEmpty {
                _ = platform_fetch_and(word, ~Bit.work)
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
            guard !isPolled else { return nil }
            isPolled = true
            releaseHeld()
            return self.payments
        }
        payments?.startDelivery()
    }

    // MARK: Delivery

    private enum Delivery {
        case completion(EventHandle, Completion?)
        case news(EventHandle, [Observer])
        case held
    }

    /// Only inside `monitor`.
    private func takeNext() -> Delivery? {
        guard !isClosed, let event = queue.popFirst() else { return nil }
        if event.isCompletion { return .completion(event, completions.removeValue(forKey: event.request)) }
        guard !observers.isEmpty else {
            held.append(event)
            return .held
        }
        if event.request != 0 { completions[event.request] = nil }
        return .news(event, observers)
    }

    private func deliver(_ delivery: Delivery) {
        switch delivery {
        case .completion(let event, let completion?): complete(completion, event)
        case .completion, .held: break
        case .news(let event, let observers):
            for observer in observers where monitor.withLock({ !observer.isRemoved && !isClosed }) {
                tell(observer.functions, event)
            }
        }
    }

    private func complete(_ completion: Completion, _ event: EventHandle) {
        withError(event.error) { error in
            switch completion {
            case .products(let function, let userData):
                function?(userData, pointer, event.request, event.products?.borrowed, error)
            case .transactions(let function, let userData):
                function?(userData, pointer, event.request, event.transactions?.borrowed, error)
            case .storefront(let function, let userData):
                function?(userData, pointer, event.request, event.storefront?[0], event.storefront?[1], error)
            case .restore: break
            }
        }
    }

    private func tell(_ observer: iap_observer, _ event: EventHandle) {
        let data = observer.user_data
        switch event.type {
        case IAP_EVENT_TRANSACTION_UPDATED: observer.transaction_updated?(data, pointer, event.transaction?.borrowed)
        case IAP_EVENT_TRANSACTION_REMOVED: observer.transaction_removed?(data, pointer, event.transaction?.borrowed)
        case IAP_EVENT_RESTORE_FINISHED: observer.restore_finished?(data, pointer, event.request)
        case IAP_EVENT_RESTORE_FAILED:
            withError(event.error) { observer.restore_failed?(data, pointer, event.request, $0) }
        case IAP_EVENT_ENTITLEMENT_REVOKED: observer.entitlement_revoked?(data, pointer, event.transaction?.borrowed)
        case IAP_EVENT_STOREFRONT_CHANGED:
            observer.storefront_changed?(data, pointer, event.storefront?[0], event.storefront?[1])
        case IAP_EVENT_PROBLEM_REPORTED: withError(event.error) { observer.problem_reported?(data, pointer, $0) }
        default: break
        }
    }

    private func withError(_ error: IAPError?, _ body: (UnsafePointer<iap_error>?) -> Void) {
        guard let error else { return body(nil) }
        withUnsafePointer(to: value(of: error)) { body($0) }
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
                (self.payments, turn, hasTurns, self.onClose) = (nil, nil, nil, nil)
                (completions, self.observers, held) = ([:], [], [])
                queue.removeAll()
            }
            return (completions.sorted { $0.key < $1.key }.map { (id: $0.key, completion: $0.value) }, self.observers)
        }
        onClose?()
        for (id, completion) in open { cancel(id, completion, observers) }
    }

    private func cancel(_ id: UInt64, _ completion: Completion, _ observers: [Observer]) {
        let error = IAPError(.cancelled, "the client was closed before the request had its answer")
        switch completion {
        case .products: complete(completion, EventHandle(.productsReceived(request: id, .failure(error))))
        case .transactions: complete(completion, EventHandle(.transactionsReceived(request: id, .failure(error))))
        case .storefront: complete(completion, EventHandle(.storefrontReceived(request: id, .failure(error))))
        case .restore:
            let event = EventHandle(.restoreFailed(request: id, error))
            for observer in observers { tell(observer.functions, event) }
        }
    }
}

extension IAPError {
    fileprivate static var reentrant: IAPError {
        IAPError(.reentrant, "events of this client are being processed further up on this thread")
    }
}
