package import IAPModel

/// What has to be on disk before the queue goes on.
package enum JournalEntry: Sendable, Hashable {
    /// The transaction is to be delivered to the game.
    ///
    /// - Parameter isVerified: true if the extra verification has just found it valid, or if there is none.
    case offer(Transaction, isVerified: Bool)
    /// The transaction is to be delivered to the game as restored.
    case restore(Transaction, isVerified: Bool)
    /// The extra verification has found it invalid.
    case rejection(Transaction, reason: String)
    /// The extra verification could not decide.
    case delay(Transaction, attempts: Int, due: Int64)
    /// The game has granted it.
    case grant(Transaction)
    case finish(Transaction)
    /// The game has finished what a restore handed out, and the store does not list it as unfinished.
    case finishRestored(Transaction)
    case storeFinish(UInt64, productID: String?)
    case revocation(Transaction)
    /// The store seems to have taken the purchase back, but the signature does not hold.
    case doubt(Transaction)
    /// A doubt is resolved: the purchase is in force.
    case trust(UInt64)
    case revocationTold(UInt64, productID: String, purchaseDate: Int64, date: Int64)
    /// The account may use it.
    ///
    /// - Parameter isUnlocking: the inventory grants its unlocks now.
    case entitlement(Transaction, Entitlement, isVerified: Bool, isUnlocking: Bool)
    /// The account may not use it any more.
    ///
    /// - Parameter unlocksEnd: when the inventory's unlocks of a subscription end that the store has ended early; nil if they end
    ///   by themselves.
    case entitlementEnd(UInt64, unlocksEnd: Int64?)
    /// The game has heard that the journal was damaged.
    case damageTold

    /// Whether money depends on it. A power failure may lose the last ones of all others; they come again or are not missed.
    package var isPrecious: Bool {
        switch self {
        case .offer, .restore, .rejection, .grant, .finish, .finishRestored, .revocation, .doubt: true
        case .trust, .delay, .storeFinish, .revocationTold, .damageTold, .entitlement, .entitlementEnd: false
        }
    }

    /// The transaction that the entry is about; nil if it is about none.
    package var transactionID: UInt64? {
        switch self {
        case .offer(let transaction, _), .restore(let transaction, _), .rejection(let transaction, _),
            .delay(let transaction, _, _), .grant(let transaction), .finish(let transaction),
            .finishRestored(let transaction), .revocation(let transaction), .doubt(let transaction),
            .entitlement(let transaction, _, _, _):
            transaction.id
        case .storeFinish(let id, _), .trust(let id), .revocationTold(let id, _, _, _), .entitlementEnd(let id, _): id
        case .damageTold: nil
        }
    }
}

/// What follows from an entry that is on disk.
package enum JournalOutcome: Sendable, Hashable {
    case done
    /// Deliver the transaction. `count` includes this delivery.
    case deliver(count: Int, DeliveryState)
    /// Deliver the transaction as restored.
    case restore(DeliveryState)
    /// The account may use it.
    case entitled
    /// Ask the extra verification first, not before `due`.
    case verify(attempts: Int, due: Int64)
    /// The game has finished it in an earlier run; the store may not have heard of it.
    case alreadyFinished
    /// The store has taken it back; what the game has had of it.
    case revoked(DeliveryState)
}
