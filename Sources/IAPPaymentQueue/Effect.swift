package import IAPModel

/// What the queue asks its owner to do. The queue has no side effects; the owner answers with a `Fact`.
package enum Effect: Sendable, Hashable {
    case emit(Event)
    case ask(request: UInt64, Request)
    case buy(payment: UInt64, Payment)
    /// Finish it in the store. The record that allows it is on disk.
    case finishInStore(UInt64)
    case record(JournalEntry)
    /// Ask the extra verification, not before `due`.
    ///
    /// - Parameter attempts: how often it could not decide so far.
    case verify(Transaction, attempts: Int, due: Int64)
}
