import CIAP
import CIAPPlatform
import IAPBoundary
package import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPPlatform

extension GameClient {
    /// Ends all work, and the requests that are open with CANCELLED on this thread.
    package func close() throws(IAPError) {
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
                (self.payments, turns, self.onClose) = (nil, nil, nil)
                (completions, self.observers, held, unheard) = ([:], [], [], [])
            }
            // Those without an answer, and those whose answer has not been delivered.
            var open = completions.map { (id: $0.key, completion: $0.value) }
            for event in batch.dropFirst(batchIndex) + held + queue.takeAll() {
                if let completion = event.completion { open.append((id: event.handle.request, completion: completion)) }
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
        let kind = completion.answerKind
        let event: Event =
            kind == .entitlements
            ? .restoreFailed(request: id, error) : .requestEnded(request: id, kind, .failure(error))
        let handle = EventHandle(event, of: number)
        withError(of: handle) { error in
            completion.call(pointer, handle, error)
            if !handle.isAnswer { for observer in observers { observer.tell(handle, pointer, error) } }
        }
    }
}
