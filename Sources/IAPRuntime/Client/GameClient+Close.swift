import CIAP
import IAPBoundary
package import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPPlatform

extension GameClient {
    /// Ends all work, and ends the open requests with CANCELLED on this thread.
    package func close() throws(IAPError) {
        let (begins, payments, onClose) = try monitor.withLock {
            () throws(IAPError) -> (Bool, PaymentClient?, (@Sendable () -> Void)?) in
            if isClosed { throw .clientClosed }
            let begins = try beginPumping()
            state.insert(.closed)
            monitor.broadcast()
            watch.runner = nil
            return (begins, self.payments, self.onClose)
        }
        defer { if begins { endPumping() } }
        var unheard = Unheard(payments)
        payments?.close()
        let observers = monitor.withLock { () -> [Observer] in
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
                return (id, completion)
            }
            guard let (id, completion) = next else { return }
            end(id, completion, error, observers)
        }
    }
}
