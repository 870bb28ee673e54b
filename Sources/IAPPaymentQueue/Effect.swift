package import IAPModel

/// A task that the queue gives to its owner. The queue has no side effects. The owner reports the result as a `Fact`.
package enum Effect: Sendable, Hashable {
    case emit(Event)
    case ask(request: UInt64, Request)
    case buy(payment: UInt64, Payment)
    /// The transaction waits for the response to the payment at the store. Report `responseOverdue` after a minute.
    case awaitResponse(UInt64)
    /// Finish it in the store. The record that allows it is on disk.
    case finishInStore(UInt64)
    case record(JournalEntry)
    /// Run the extra verification, not before `due`.
    ///
    /// - Parameter attempts: The number of attempts so far that ended without a verdict.
    case verify(Transaction, attempts: Int, due: Int64)
}
