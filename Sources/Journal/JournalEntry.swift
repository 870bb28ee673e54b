package import IAPModel

/// What has to be on disk before the queue goes on.
package enum JournalEntry: Sendable, Hashable {
    /// The transaction is to be handed to the game.
    ///
    /// - Parameter isVerified: whether the game's verification has just found it valid, or is not to be asked at all.
    case offer(Transaction, isVerified: Bool)
    /// The transaction is to be handed to the game as restored.
    case restore(Transaction, isVerified: Bool)
    /// The game's verification has found it invalid.
    case rejection(Transaction, reason: String)
    /// The game's verification could not decide.
    case delay(Transaction, attempts: Int, due: Int64)
    /// The game has granted it.
    case grant(Transaction)
    case finish(Transaction)
    case storeFinish(UInt64, productID: String?)
    case revocation(Transaction)
    /// The store is said to have taken the purchase back, and what says so is not verified.
    case doubt(Transaction)
    /// What was in doubt has turned out to be in force.
    case trust(UInt64)
    case revocationTold(UInt64, productID: String, purchaseDate: Int64, date: Int64)
    /// The game has heard that the journal was damaged.
    case damageTold
    /// What the store says of products, to be shown when it cannot be asked.
    case products([Product])
    /// The prices are those of another country now.
    case productsOutdated
    /// For the audit log alone.
    case note(AuditLine)

    /// Whether money depends on it. Everything else may be lost with the last moments before a power failure; it comes again
    /// or is not missed.
    var isPrecious: Bool {
        switch self {
        case .offer, .restore, .rejection, .grant, .finish, .revocation, .doubt: true
        case .trust, .delay, .storeFinish, .revocationTold, .damageTold, .products, .productsOutdated, .note: false
        }
    }
}

/// What came of writing an entry.
package enum JournalOutcome: Sendable, Hashable {
    case done
    case offered(Journal.Offer)
    /// What the game has had of the transaction that was taken back.
    case revoked(DeliveryState)
}
