internal import IAPDatabase
internal import IAPModel

/// A row in the transaction list of a test session.
package enum ListedTransaction: Sendable, Hashable {
    case charged(LedgerTransaction, SubscriptionFlags)
    case attempt(Attempt)
}

/// The state of a transaction's subscription; all values are false for other products.
package struct SubscriptionFlags: Sendable, Hashable {
    package var isAutoRenewing = false
    package var hasPurchaseIssue = false
    package var isPendingPriceIncreaseConsent = false
}

/// The functions of Xcode's transaction manager.
extension ReferenceStore {
    /// Returns the ids in their order. Without an account it returns the ids of all accounts.
    package func transactionIDs(of account: String?) throws(StoreFailure) -> [UInt64] {
        try read { ledger throws(DatabaseError) in
            try ledger.transactionIDs(of: account, at: try self.now(ledger))
        }
    }

    package func listedTransaction(_ id: UInt64) throws(StoreFailure) -> ListedTransaction? {
        try read { ledger throws(DatabaseError) in
            if var transaction = try ledger.transaction(id) {
                let flags = try self.subscriptionFlags(of: transaction, ledger)
                if try ledger.isCopy(id) { transaction.price.milliunits = 0 }
                return .charged(transaction, flags)
            }
            return try ledger.attempt(id, at: try self.now(ledger)).map(ListedTransaction.attempt)
        }
    }

    /// Deletes the transaction and everything that belongs to it. The first transaction of a subscription is deleted with the
    /// whole subscription. Returns false if the transaction does not exist.
    package func deleteTransaction(_ id: UInt64) throws(StoreFailure) -> Bool {
        try change(.deleteTransaction(id: id)) { ledger throws(DatabaseError) in
            if let transaction = try ledger.transaction(id) {
                try self.delete(transaction, ledger)
                return true
            }
            guard try ledger.attempt(id, at: try self.now(ledger)) != nil else { return false }
            try ledger.removeAttempt(id)
            return true
        }
    }

    package func clearTransactions() throws(StoreFailure) {
        try change(.clearTransactions) { ledger throws(DatabaseError) in
            try ledger.clearPurchasesAndKeepListings()
        }
    }

    private func delete(_ transaction: LedgerTransaction, _ ledger: Ledger) throws(DatabaseError) {
        guard let groupID = transaction.subscriptionGroupID else { return try ledger.deleteTransaction(transaction.id) }
        guard transaction.id == transaction.originalID else {
            try ledger.deleteTransaction(transaction.id)
            return try rollBack(groupID, from: transaction, ledger)
        }
        let periods = try ledger.periods(ofGroup: groupID, originalID: transaction.id, account: transaction.account)
        for period in periods { try ledger.deleteTransaction(period) }
        if transaction.sharedFrom == nil {
            try ledger.removeSubscription(ofGroup: groupID, account: transaction.account)
        }
    }

    // MARK: Subscriptions

    /// Reverts a subscription after the deletion of a period. It returns to the state after the period before, with its renewal
    /// turned off. If the deleted period was not the newest one, the future does not change.
    private func rollBack(
        _ groupID: String, from deleted: LedgerTransaction, _ ledger: Ledger
    ) throws(DatabaseError) {
        guard deleted.sharedFrom == nil,
            var row = try ledger.subscription(ofGroup: groupID, account: deleted.account),
            row.subscription.period.transactionID == deleted.id
        else { return }
        let latest = try ledger.latestPeriod(
            ofGroup: groupID, originalID: deleted.originalID, account: deleted.account)
        guard let latest else {
            return try ledger.removeSubscription(ofGroup: groupID, account: deleted.account)
        }
        try ledger.markNotUpgraded(latest.id)
        row.subscription.goBack(to: latest, at: try now(ledger))
        try ledger.set(row)
    }

    private func subscriptionFlags(
        of transaction: LedgerTransaction, _ ledger: Ledger
    ) throws(DatabaseError) -> SubscriptionFlags {
        guard let subscription = try ledger.subscription(behind: transaction)?.subscription else {
            return SubscriptionFlags()
        }
        let state = subscription.state
        return SubscriptionFlags(
            isAutoRenewing: subscription.willAutoRenew,
            hasPurchaseIssue: state == .inGracePeriod || state == .inBillingRetry,
            isPendingPriceIncreaseConsent: subscription.priceIncrease?.isAgreed == false)
    }
}
