package import IAPModel

/// What the queue wants done. It does nothing itself; whoever runs it answers with a `Fact`.
package enum Effect: Sendable, Hashable {
    case emit(Event)
    case ask(request: UInt64, Request)
    case buy(payment: UInt64, Payment)
    /// Tell the store; the record that allows it is on disk.
    case finishInStore(UInt64)
    case record(JournalEntry)
}

/// What has to be on disk before the queue goes on.
package enum JournalEntry: Sendable, Hashable {
    case offer(UInt64, productID: String)
    case finish(UInt64, productID: String)
    case storeFinish(UInt64)
    case revocation(UInt64, productID: String, date: Int64)
    case revocationTold(UInt64, productID: String, date: Int64)
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
