import CIAP
import CPlatform
import IAPModel
import PaymentQueue
import Platform

extension GameClient {
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
                (self.payments, turn, hasTurns, hasRetries, discard, self.onClose) = (nil, nil, nil, nil, nil, nil)
                (completions, self.observers, held, unheard) = ([:], [], [], [])
            }
            // Those without an answer, and those whose answer has not been delivered.
            var open = completions.map { (id: $0.key, completion: $0.value) }
            for event in batch.dropFirst(batchIndex) + held + queue.removeAll() {
                if let completion = event.content.completion {
                    open.append((id: event.content.request, completion: completion))
                }
            }
            batchIndex = batch.count
            hasEndedRequests = true
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
            case .done: .answerReceived(request: id, .done, .failure(error))
            case .flag: .answerReceived(request: id, .flag, .failure(error))
            case .text: .answerReceived(request: id, .text, .failure(error))
            case .statuses: .answerReceived(request: id, .statuses, .failure(error))
            case .appTransaction: .answerReceived(request: id, .appTransaction, .failure(error))
            case .promotions: .answerReceived(request: id, .promotions, .failure(error))
            case .restore: .restoreFailed(request: id, error)
            }
        let queued = QueuedEvent(EventHandle(event, of: number), completion: completion)
        withError(queued.content, queued) { error in
            if case .restore = completion {
                for observer in observers { tell(observer.functions, queued.content, error) }
            } else {
                complete(queued.content, error)
            }
        }
    }
}
