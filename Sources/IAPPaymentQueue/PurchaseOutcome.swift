package import IAPModel

/// How a purchase ended, as the store answers.
package enum PurchaseOutcome: Sendable, Hashable {
    case purchased(Transaction)
    /// The account has it already, by this transaction, and was not charged.
    case owned(Transaction)
    case cancelled
    case pending
    /// The signature of the answer does not hold; the account may have been charged.
    case unverified(Verification, IAPError)
    case failed(IAPError)

    /// The same; `unverified` if the signature of the transaction does not hold.
    var checked: Self {
        switch self {
        case .purchased(let transaction), .owned(let transaction):
            guard case .failed(let failure) = transaction.verification else { return self }
            return .unverified(transaction.verification, IAPError(unverified: transaction, failure))
        case .cancelled, .pending, .unverified, .failed: return self
        }
    }
}
