package import IAPModel

/// What happened outside of the queue.
package enum Fact: Sendable {
    case purchaseEnded(payment: UInt64, PurchaseOutcome)
    /// From the list of unfinished transactions.
    case unfinishedListed(Transaction)
    /// From the stream of updates.
    case transactionUpdated(Transaction)
    /// The signature does not hold. The transaction grants nothing and is not finished.
    case unverifiedTransaction(Transaction, IAPError)
    case storefrontChanged(Storefront)
    case subscriptionStatusChanged(SubscriptionStatus)
    /// The app is in front again, or the network is back: what the account owns may have changed unheard.
    case storeReachable
    case purchaseIntended(PurchaseIntent)
    case messageReceived(StoreMessage)
    /// Something failed that no request waits for.
    case problemOccurred(IAPError)

    case answered(request: UInt64, Result<Answer, IAPError>)

    case recorded(JournalEntry, JournalOutcome)
    case recordFailed(JournalEntry, IAPError)
    case finishedInStore(UInt64)
    /// The game itself is to be asked for its verdict now.
    case verificationDue(UInt64)
    /// The verdict of the extra verification.
    ///
    /// - Parameter retryAt: when to ask again if it could not decide.
    case verdictGiven(UInt64, Verdict, retryAt: Int64)
    /// What could not be recorded is to be tried again now.
    case retryDue
}
