package import IAPModel

/// The outcome of a purchase, as the store returns it.
package enum PurchaseOutcome: Sendable, Hashable {
    case purchased(Transaction)
    /// The account already owns it through this transaction, and was not charged.
    case owned(Transaction)
    case cancelled
    case pending
    /// The signature of the response is invalid. The account may have been charged.
    case unverified(Verification, IAPError)
    case failed(IAPError)

    /// The same outcome. It is `unverified` if the signature of the transaction is invalid.
    var checked: Self {
        switch self {
        case .purchased(let transaction), .owned(let transaction):
            guard case .failed(let failure) = transaction.verification else { return self }
            return .unverified(transaction.verification, IAPError(unverified: transaction, failure))
        case .cancelled, .pending, .unverified, .failed: return self
        }
    }
}
