package import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPPlatform

/// How requests end: through the pump, a cancel or the close. Each of these takes the completion out of the list and
/// calls it.
extension GameClient {
    /// Cancels a request on this thread. When this returns without WRONG_THREAD, no thread calls its completion any more.
    package func cancel(request id: UInt64) throws(IAPError) {
        let (begins, completion, payments) = try monitor.withLock {
            () throws(IAPError) -> (Bool, Completion?, PaymentClient?) in
            let begins = try beginPumping()
            let payments = isClosed ? nil : self.payments
            // The close reports the end of a restore to the observers.
            guard completions[id]?.answerKind != .entitlements else { return (begins, nil, payments) }
            return (begins, completions.removeValue(forKey: id), payments)
        }
        defer { if begins { endPumping() } }
        if let completion {
            return end(id, completion, IAPError(.cancelled, "the game cancelled the request"), [])
        }
        guard let payments else { throw .clientClosed }
        guard payments.cancel(restore: id) else {
            throw IAPError(
                .notFound,
                "no request \(id) is open; either its completion was already called, or it is a payment, which cannot be cancelled"
            )
        }
    }

    package func cancel(payment id: UInt64) throws(IAPError) {
        let payments = try monitor.withLock { () throws(IAPError) in
            try checkThread()
            return self.payments
        }
        guard let payments else { throw .clientClosed }
        try payments.cancel(payment: id)
    }

    /// Ends a request on this thread.
    ///
    /// - Parameter observers: They receive the end of a restore.
    func end(_ id: UInt64, _ completion: Completion, _ error: IAPError, _ observers: [Observer]) {
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
