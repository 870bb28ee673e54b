package import IAPModel

/// Something that happened outside the queue.
package enum Fact: Sendable {
    case purchaseEnded(payment: UInt64, PurchaseOutcome)
    /// - Parameter isFromBefore: The store has sold it before this client's start, and the list at the start lacked it.
    case unfinishedListed(Transaction, isFromBefore: Bool = false)
    case transactionUpdated(Transaction)
    /// The signature is invalid. The transaction grants nothing and is not finished.
    case unverifiedTransaction(Transaction, IAPError)
    /// The store has not completed a payment for a minute after it reported this transaction of the same product.
    case responseOverdue(UInt64)
    /// The store has not completed a payment for a long time, and others wait for their turn.
    case turnOverdue(payment: UInt64)
    case storefrontChanged(Storefront)
    /// The storefront at the start. The owner of the queue compares it with the one of the last launch.
    case storefrontRead(Storefront)
    case subscriptionStatusChanged(SubscriptionStatus)
    /// The app is in the foreground again, or the network is back. The account's purchases may have changed without a
    /// report.
    case storeReachable
    case purchaseIntended(PurchaseIntent)
    case messageReceived(StoreMessage)
    case problemOccurred(IAPError)

    case responded(request: UInt64, Result<Response, IAPError>)

    case recorded(JournalEntry, JournalOutcome)
    case recordFailed(JournalEntry, IAPError)
    case finishedInStore(UInt64)
    /// The game must verify the transaction now.
    case verificationDue(UInt64)
    /// The verdict of the extra verification.
    ///
    /// - Parameter retryAt: When to retry if the verification is undecided.
    case verdictGiven(UInt64, Verdict, retryAt: Int64)
    /// It is time to write again what could not be recorded.
    case retryDue
}

package enum PurchaseOutcome: Sendable, Hashable {
    /// The signature of the transaction is valid.
    case purchased(Transaction)
    /// The account already owns it through this transaction, whose signature is valid, and was not charged.
    case owned(Transaction)
    case cancelled
    case pending
    /// The signature of the response is invalid. The account may have been charged.
    case unverified(Verification, IAPError)
    case failed(IAPError)
}

/// A task that the queue gives to its owner. The queue has no side effects. The owner reports the result as a `Fact`.
package enum Effect: Sendable, Hashable {
    case emit(Event)
    case ask(request: UInt64, Request)
    case buy(payment: UInt64, Payment)
    /// The transaction waits for the response to the payment at the store. Report `responseOverdue` after a minute.
    case awaitResponse(UInt64)
    /// A payment waits for its turn behind this one. Report `turnOverdue` after ten minutes.
    case awaitTurn(behind: UInt64)
    /// Finish it in the store. The record that allows it is on disk.
    case finishInStore(UInt64)
    case record(JournalEntry)
    /// Run the extra verification, not before `due`.
    ///
    /// - Parameter attempts: The number of attempts so far that ended without a verdict.
    case verify(Transaction, attempts: Int, due: Int64)
}

/// The events that the game receives, in the order in which they happened.
package enum Event: Sendable, Hashable {
    case requestEnded(request: UInt64, Response.Kind, Result<Response, IAPError>)
    case transactionUpdated(QueuedTransaction)
    case transactionRemoved(QueuedTransaction)
    case restoreFinished(request: UInt64)
    case restoreFailed(request: UInt64, IAPError)
    case entitlementRevoked(QueuedTransaction)
    case verificationRequested(QueuedTransaction)
    case storefrontChanged(Storefront)
    case subscriptionStatusChanged(SubscriptionStatus)
    case purchaseIntentReceived(PurchaseIntent)
    case messageReceived(StoreMessage)
    case problemReported(IAPError)
    case entitlementChanged(productID: String, isOwned: Bool)
}

/// What must be on disk before the queue continues.
package enum JournalEntry: Sendable, Hashable {
    /// The transaction is ready for delivery to the game.
    ///
    /// - Parameter isVerified: true if the extra verification has just found it valid, or if there is no extra
    ///   verification.
    case offer(Transaction, isVerified: Bool)
    /// The transaction is ready for delivery to the game as restored.
    case restore(Transaction, isVerified: Bool)
    case rejection(Transaction, reason: String)
    case delay(Transaction, attempts: Int, due: Int64)
    case grant(Transaction)
    case finish(Transaction)
    /// The game has finished a restored delivery. The purchase itself may still wait for its delivery.
    case finishRestored(Transaction)
    case storeFinish(UInt64)
    case revocation(Transaction)
    /// The store seems to have revoked the purchase, but the signature is invalid.
    case doubt(Transaction)
    /// A doubt is resolved: the purchase is in force.
    case trust(UInt64)
    case revocationReported(UInt64, productID: String, purchaseDate: Int64, date: Int64)
    /// The account may use it, and the inventory grants its unlocks.
    case entitlement(Transaction, Entitlement, isVerified: Bool)
    /// The account may no longer use it.
    ///
    /// - Parameter unlocksEnd: How the inventory's unlocks end, if the store ended the entitlement early. Nil if they end
    ///   at their normal time.
    case entitlementEnd(UInt64, unlocksEnd: UnlocksEnd?)
    /// The game has received the report that the journal was damaged.
    case damageReported

    /// Whether money depends on the entry. Such an entry is on disk when its commit returns. A power loss may lose the
    /// newest entries on which no money depends: the store reports them again, or the loss does no harm.
    package var isPrecious: Bool {
        switch self {
        case .offer, .restore, .rejection, .grant, .finish, .finishRestored, .revocation, .doubt: true
        case .trust, .delay, .storeFinish, .revocationReported, .damageReported, .entitlement, .entitlementEnd: false
        }
    }

    package var transactionID: UInt64? {
        switch self {
        case .offer(let transaction, _), .restore(let transaction, _), .rejection(let transaction, _),
            .delay(let transaction, _, _), .grant(let transaction), .finish(let transaction),
            .finishRestored(let transaction), .revocation(let transaction), .doubt(let transaction),
            .entitlement(let transaction, _, _):
            transaction.id
        case .storeFinish(let id), .trust(let id), .revocationReported(let id, _, _, _), .entitlementEnd(let id, _):
            id
        case .damageReported: nil
        }
    }
}

/// How the unlocks of an entitlement end that the store ended early.
package enum UnlocksEnd: Sendable, Hashable {
    case at(Int64)
    /// By the policy of each unlock, because the store revoked the purchase.
    case revoked
}

/// What follows from an entry that is on disk.
package enum JournalOutcome: Sendable, Hashable {
    case done
    /// Deliver the transaction. `count` includes this delivery.
    case deliver(count: Int, DeliveryState)
    case restore(DeliveryState)
    case entitled
    /// Run the extra verification first, not before `due`.
    case verify(attempts: Int, due: Int64)
    /// The game has finished it in an earlier run. The store may not know about the finish.
    case alreadyFinished
    /// The store has revoked it. The state tells what the game has received of it.
    case revoked(DeliveryState)
}

extension Transaction {
    /// Whether it is a new purchase, by the store's own clock: the store signs the response within a minute of the
    /// purchase.
    package var isNew: Bool { signedDate - purchaseDate < 60_000 }
}
