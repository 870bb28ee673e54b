package import IAPModel

/// What must be on disk before the queue continues.
package enum JournalEntry: Sendable, Hashable {
    /// The transaction is ready for delivery to the game.
    ///
    /// - Parameter isVerified: true if the extra verification has just found it valid, or if there is no extra
    ///   verification.
    case offer(Transaction, isVerified: Bool)
    /// The transaction is ready for delivery to the game as restored.
    case restore(Transaction, isVerified: Bool)
    /// The extra verification has found it invalid.
    case rejection(Transaction, reason: String)
    /// The extra verification is undecided.
    case delay(Transaction, attempts: Int, due: Int64)
    /// The game has granted it.
    case grant(Transaction)
    case finish(Transaction)
    /// The game has finished a restored delivery. The purchase itself may still wait for its delivery.
    case finishRestored(Transaction)
    case storeFinish(UInt64, productID: String?)
    case revocation(Transaction)
    /// The store seems to have revoked the purchase, but the signature is invalid.
    case doubt(Transaction)
    /// A doubt is resolved: the purchase is in force.
    case trust(UInt64)
    case revocationTold(UInt64, productID: String, purchaseDate: Int64, date: Int64)
    /// The account may use it, and the inventory grants its unlocks.
    case entitlement(Transaction, Entitlement, isVerified: Bool)
    /// The account may no longer use it.
    ///
    /// - Parameter unlocksEnd: How the inventory's unlocks end, if the store ended the entitlement early. Nil if they end
    ///   at their normal time.
    case entitlementEnd(UInt64, unlocksEnd: UnlocksEnd?)
    /// The game has received the report that the journal was damaged.
    case damageTold

    /// Whether money depends on the entry. A power loss may lose the newest of the other entries. The store reports
    /// them again, or the loss does no harm.
    package var isPrecious: Bool {
        switch self {
        case .offer, .restore, .rejection, .grant, .finish, .finishRestored, .revocation, .doubt: true
        case .trust, .delay, .storeFinish, .revocationTold, .damageTold, .entitlement, .entitlementEnd: false
        }
    }

    /// The transaction of the entry. Nil if it has none.
    package var transactionID: UInt64? {
        switch self {
        case .offer(let transaction, _), .restore(let transaction, _), .rejection(let transaction, _),
            .delay(let transaction, _, _), .grant(let transaction), .finish(let transaction),
            .finishRestored(let transaction), .revocation(let transaction), .doubt(let transaction),
            .entitlement(let transaction, _, _):
            transaction.id
        case .storeFinish(let id, _), .trust(let id), .revocationTold(let id, _, _, _), .entitlementEnd(let id, _): id
        case .damageTold: nil
        }
    }
}

/// How the unlocks of an entitlement end that the store ended early.
package enum UnlocksEnd: Sendable, Hashable {
    /// At this time, unless they ended earlier.
    case at(Int64)
    /// By the policy of each unlock, because the store revoked the purchase.
    case revoked
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
    /// Run the extra verification first, not before `due`.
    case verify(attempts: Int, due: Int64)
    /// The game has finished it in an earlier run. The store may not know about the finish.
    case alreadyFinished
    /// The store has revoked it. The state tells what the game has received of it.
    case revoked(DeliveryState)
}
