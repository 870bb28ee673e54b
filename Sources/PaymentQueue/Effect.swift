package import IAPModel
package import Journal

/// What the queue wants done. It does nothing itself; whoever runs it answers with a `Fact`.
package enum Effect: Sendable, Hashable {
    case emit(Event)
    case ask(request: UInt64, Request)
    case buy(payment: UInt64, Payment)
    /// Tell the store; the record that allows it is on disk.
    case finishInStore(UInt64)
    case record(JournalEntry)
    /// Ask the game's verification, which was asked so often before, and not before this time.
    case verify(Transaction, attempts: Int, due: Int64)
}

/// How a purchase ended, as the store tells the one who asked for it.
package enum PurchaseOutcome: Sendable, Hashable {
    case purchased(Transaction)
    /// The account has it already, by this transaction, and was not charged.
    case owned(Transaction)
    case cancelled
    case pending
    /// Maybe charged: the answer's signature does not hold.
    case unverified(Verification, IAPError)
    case failed(IAPError)
}
