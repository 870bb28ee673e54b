import CIAP
import CIAPPlatform
import IAPBoundary
package import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPPlatform

extension GameClient {
    /// Ends all work, and ends the open requests with CANCELLED on this thread.
    package func close() throws(IAPError) {
        let wasClosed = platform_state_set(word, Bit.closed) & Bit.closed != 0
        if wasClosed { throw .clientClosed }
        let (payments, onClose) = monitor.withLock {
            monitor.broadcast()
            watch.runner = nil
            return (self.payments, self.onClose)
        }
        var unheard = Unheard(payments)
        payments?.close()
        let observers = monitor.withLock { () -> [Observer] in
            // Waits for a callback that runs on another thread. On this thread the callback is the caller.
            wait(for: .pump)
            waitForWakes()
            unheard.add(eventsOf: self)
            defer {
                (self.payments, turns, self.onClose) = (nil, nil, nil)
                (self.observers, held, self.unheard) = ([], [], [])
            }
            queue = EventQueue()
            batchIndex = batch.count
            hasEndedRequests = true
            return self.observers
        }
        onClose?()
        unheard.log()
        endRequests(observers)
        // A completion that a cancel calls on another thread ends before this returns.
        _ = monitor.withLock { wait(for: .allCompletions) }
        slot.close()
    }

    /// Ends the open requests, oldest first. Each one stays in the list until its turn, because a completion may cancel
    /// the next one.
    private func endRequests(_ observers: [Observer]) {
        let error = IAPError(.cancelled, "the client was closed before the request had its answer")
        while true {
            let next = monitor.withLock { () -> (UInt64, Completion)? in
                guard let id = completions.keys.min(), let completion = completions.removeValue(forKey: id) else {
                    return nil
                }
                willEnd(id)
                return (id, completion)
            }
            guard let (id, completion) = next else { return }
            end(id, completion, error, observers)
            didEnd(id)
        }
    }
}
