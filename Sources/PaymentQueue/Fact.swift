package import IAPModel
package import Journal

/// What happened outside of the queue.
package enum Fact: Sendable {
    case purchaseEnded(payment: UInt64, PurchaseOutcome)
    /// From the list of what is unfinished.
    case unfinishedListed(Transaction)
    /// From the stream of updates.
    case transactionUpdated(Transaction)
    /// A signature that does not hold. It grants nothing and is not finished.
    case unverifiedTransaction(Transaction, IAPError)
    case storefrontChanged(Storefront)
    case subscriptionStatusChanged(SubscriptionStatus)
    case purchaseIntended(PurchaseIntent)
    case messageReceived(StoreMessage)
    /// Something went wrong that no request waits for.
    case problemOccurred(IAPError)

    case productsAnswered(request: UInt64, Result<ProductsAnswer, IAPError>)
    case transactionsAnswered(request: UInt64, Result<TransactionPage, IAPError>)
    case answered(request: UInt64, StoreRequest.AnswerKind, Result<Answer, IAPError>)
    case storefrontAnswered(request: UInt64, Result<Storefront, IAPError>)
    case entitlementsRestored(request: UInt64, Result<[Transaction], IAPError>)

    case recorded(JournalEntry, JournalOutcome)
    case recordFailed(JournalEntry, IAPError)
    case finishedInStore(UInt64)
    /// The time has come to ask the game itself.
    case verificationDue(UInt64)
    /// What the game's verification says.
    ///
    /// - Parameter retryAt: when to ask again if it could not decide.
    case verdictGiven(UInt64, Verdict, retryAt: Int64)
    /// The time has come to try again what could not be recorded.
    case retryDue
}
