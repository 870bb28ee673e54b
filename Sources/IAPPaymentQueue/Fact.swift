package import IAPModel

/// Something that happened outside the queue.
package enum Fact: Sendable {
    case purchaseEnded(payment: UInt64, PurchaseOutcome)
    /// From the list of unfinished transactions.
    case unfinishedListed(Transaction)
    /// From the stream of updates.
    case transactionUpdated(Transaction)
    /// The signature is invalid. The transaction grants nothing and is not finished.
    case unverifiedTransaction(Transaction, IAPError)
    /// The store has not completed a payment for a minute after it reported this transaction of the same product.
    case responseOverdue(UInt64)
    case storefrontChanged(Storefront)
    /// The storefront at the launch.
    case storefrontRead(Storefront)
    case subscriptionStatusChanged(SubscriptionStatus)
    /// The app is in the foreground again, or the network is back. The account's purchases may have changed without a
    /// report.
    case storeReachable
    case purchaseIntended(PurchaseIntent)
    case messageReceived(StoreMessage)
    /// Something failed that no request waits for.
    case problemOccurred(IAPError)

    case answered(request: UInt64, Result<Answer, IAPError>)

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
