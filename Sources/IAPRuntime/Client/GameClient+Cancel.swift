import CIAPPlatform
package import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPPlatform

/// How requests end: through the pump, a cancel or the close. Each of these takes the completion out of the list and
/// calls it.
extension GameClient {
    /// Cancels a request on this thread. When this returns, even with an error, no thread calls its completion any
    /// more. One exception: a completion on a thread that waits for this one still ends later. For a restore, the
    /// observers receive the end later.
    package func cancel(request id: UInt64) throws(IAPError) {
        let (completion, payments) = monitor.withLock { () -> (Completion?, PaymentClient?) in
            wait(for: .completion(id))
            let payments = isClosed ? nil : self.payments
            // The close reports the end of a restore to the observers.
            guard completions[id]?.answerKind != .entitlements else { return (nil, payments) }
            let completion = completions.removeValue(forKey: id)
            if completion != nil { willEnd(id) }
            return (completion, payments)
        }
        if let completion {
            end(id, completion, IAPError(.cancelled, "the game cancelled the request"), [])
            return didEnd(id)
        }
        guard let payments else { throw .clientClosed }
        guard payments.cancel(restore: id) else {
            throw IAPError(
                .notFound,
                "no request \(id) is open; either its completion was already called, or it is a payment, which cannot be cancelled"
            )
        }
    }

    /// The completion of a request is about to run on this thread. Call it only inside `monitor`.
    func willEnd(_ id: UInt64) { endings.append((id, UInt(platform_thread()))) }

    func didEnd(_ id: UInt64) {
        let thread = UInt(platform_thread())
        monitor.withLock {
            if let index = endings.firstIndex(where: { $0.id == id && $0.thread == thread }) {
                endings.remove(at: index)
            }
            monitor.broadcast()
        }
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
