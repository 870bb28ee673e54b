internal import IAPDatabase
package import IAPModel

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

/// The functions of Xcode's transaction manager, and a test's changes of single transactions.
package struct Transactions: Sendable {
    let file: LedgerFile

    /// Returns the ids in their order. Without an account it returns the ids of all accounts.
    package func ids(of account: String?) throws -> [UInt64] {
        try file.read { ledger in try ledger.transactionIDs(of: account, at: try ledger.now) }
    }

    package func listed(_ id: UInt64) throws -> ListedTransaction? {
        try file.read { ledger in
            if var transaction = try ledger.transaction(id) {
                let flags = try self.subscriptionFlags(of: transaction, ledger)
                if try ledger.isCopy(id) { transaction.price.milliunits = 0 }
                return .charged(transaction, flags)
            }
            return try ledger.attempt(id, at: try ledger.now).map(ListedTransaction.attempt)
        }
    }

    /// Deletes the transaction and everything that belongs to it. The first transaction of a subscription is deleted with the
    /// whole subscription.
    package func delete(_ id: UInt64) throws {
        try file.change { ledger in
            if let transaction = try ledger.transaction(id) {
                return try self.delete(transaction, ledger)
            }
            guard try ledger.attempt(id, at: try ledger.now) != nil else { throw IAPError(unknownTransaction: id) }
            try ledger.removeAttempt(id)
        }
    }

    package func find(_ id: UInt64) throws -> LedgerTransaction? {
        try file.read { ledger in try ledger.transaction(id) }
    }

    package var totals: LedgerTotals { get throws { try file.read { ledger in try ledger.totals() } } }

    /// Makes the account's devices receive the transaction again.
    package func repeatUpdate(_ id: UInt64) throws {
        try file.change { ledger in
            guard let transaction = try ledger.transaction(id) else { throw IAPError(unknownTransaction: id) }
            try ledger.announce(transaction)
        }
    }

    /// Enters the purchase again with another id, unfinished and without a charge.
    ///
    /// - Returns: The other id.
    package func copy(_ id: UInt64) throws -> UInt64 {
        try file.change { ledger in
            guard let transaction = try ledger.transaction(id) else { throw IAPError(unknownTransaction: id) }
            return try ledger.enterCopy(of: transaction)
        }
    }

    package func clear() throws { try file.change { ledger in try ledger.clearPurchasesAndKeepListings() } }

    private func delete(_ transaction: LedgerTransaction, _ ledger: Ledger) throws {
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
    private func rollBack(_ groupID: String, from deleted: LedgerTransaction, _ ledger: Ledger) throws {
        guard deleted.sharedFrom == nil,
            var row = try ledger.subscription(ofGroup: groupID, account: deleted.account),
            row.subscription.period.transactionID == deleted.id
        else { return }
        let latest = try ledger.latestPeriod(ofGroup: groupID, originalID: deleted.originalID, account: deleted.account)
        guard let latest else { return try ledger.removeSubscription(ofGroup: groupID, account: deleted.account) }
        try ledger.markNotUpgraded(latest.id)
        row.subscription.goBack(to: latest, at: try ledger.now)
        try ledger.set(row)
    }

    private func subscriptionFlags(of transaction: LedgerTransaction, _ ledger: Ledger) throws -> SubscriptionFlags {
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

extension IAPError {
    package init(unknownTransaction id: UInt64) { self.init(.notFound, "the store has no transaction \(id)") }
}

/// Changes of the ledger by a test. No device can request them.
extension Ledger {
    /// Returns the ids in their order, including those of attempts. Without an account it returns the ids of all accounts.
    func transactionIDs(of account: String?, at now: Int64) throws -> [UInt64] {
        let isWanted = account == nil ? "" : "account = ? AND"
        let values = account.map { [Value($0)] } ?? []
        return try database.query(
            """
            SELECT transaction_id FROM ledger WHERE \(isWanted) TRUE
            UNION ALL SELECT id FROM attempt WHERE \(isWanted) \(Self.isOpenAttempt) ORDER BY 1
            """, values + values + [Self.endOfApprovals(at: now)]
        ) { $0.bits(0) }
    }

    // MARK: Deleting

    /// Deletes a transaction, everything that concerns only this transaction, and the transactions of family members who share
    /// it.
    func deleteTransaction(_ id: UInt64) throws {
        let shared = try database.query("SELECT transaction_id FROM ledger WHERE shared_from = ?", [Value(bits: id)]) {
            $0.bits(0)
        }
        for copy in shared { try deleteTransaction(copy) }
        for table in [
            "transaction_update", "later_update", "refund_request", "transaction_copy", "heard_transaction",
            "consumption",
            "ledger",
        ] { try database.run("DELETE FROM \(table) WHERE transaction_id = ?", [Value(bits: id)]) }
    }

    /// Returns the ids of all periods of an account's subscription in a group, including copies.
    func periods(ofGroup groupID: String, originalID: UInt64, account: String) throws -> [UInt64] {
        try database.query(
            "SELECT transaction_id FROM ledger WHERE account = ? AND group_id = ? AND original_id = ?",
            [Value(account), Value(groupID), Value(bits: originalID)]
        ) { $0.bits(0) }
    }

    func removeSubscription(ofGroup groupID: String, account: String) throws {
        try database.run(
            "DELETE FROM subscription WHERE account = ? AND group_id = ?", [Value(account), Value(groupID)])
    }

    /// Returns the newest period of a subscription.
    func latestPeriod(ofGroup groupID: String, originalID: UInt64, account: String) throws -> LedgerTransaction? {
        for id in try periods(ofGroup: groupID, originalID: originalID, account: account).sorted(by: >) {
            if try !isCopy(id) { return try transaction(id) }
        }
        return nil
    }

    /// Reverts an upgrade: the subscription is no longer replaced, and has no refund for its rest.
    func markNotUpgraded(_ id: UInt64) throws {
        try database.run(
            """
            UPDATE ledger SET is_upgraded = 0, change_number = \(Self.currentChange),
            refunded_milliunits = CASE WHEN revocation_ms IS NULL THEN 0 ELSE refunded_milliunits END
            WHERE (transaction_id = ? OR shared_from = ?) AND is_upgraded = 1
            """, [Value(bits: id), Value(bits: id)])
    }

    /// The tables that purchases write.
    private static let tablesOfPurchases = [
        "ledger", "attempt", "subscription", "transaction_update", "later_update", "refund_request", "intent",
        "transaction_copy",
        "heard_transaction", "heard_subscription", "notification", "send_attempt", "consumption", "extension",
        "mass_extension", "stale_entitlement",
    ]

    /// The tables that tests change, without the table of settings.
    private static let tablesOfTests = [
        "simulated_error", "unsupported_feature", "script", "sheet_answer", "sheet_count", "removed_product", "network",
        "heard_transaction", "heard_subscription", "stale_entitlement",
    ]

    /// Deletes all purchases. The store does not use their numbers again.
    func clearPurchases() throws {
        for table in Self.tablesOfPurchases { try database.run("DELETE FROM \(table)") }
        try database.run("DELETE FROM server_object WHERE kind = 'seat'")
    }

    /// Resets everything that a test can set.
    func clearSettings() throws {
        for table in Self.tablesOfTests { try database.run("DELETE FROM \(table)") }
        // Quirks no longer change the transactions. Announcements that wait are kept.
        try database.run(
            "DELETE FROM later_update WHERE kind IN (?, ?)",
            [.integer(LaterUpdate.Kind.repeated.rawValue), .integer(LaterUpdate.Kind.unfinish.rawValue)])
        for setting in Setting.allCases where !setting.isLasting { try remove(setting) }
    }
}

/// A device that was opened at some time.
package struct ListedDevice: Sendable, Hashable {
    /// The account with which it was opened.
    package var account: String
    package var name: String
    package var network: NetworkConditions
}

/// An overview of all accounts, for a person who looks at the store.
package struct Accounts: Sendable {
    let file: LedgerFile

    /// The accounts that have a device or a transaction, in order.
    package var all: [String] { get throws { try file.readAsItIs { ledger in try ledger.accounts() } } }

    /// By account, then by name.
    package var devices: [ListedDevice] { get throws { try file.readAsItIs { ledger in try ledger.devices() } } }
}

extension Ledger {
    fileprivate func devices() throws -> [ListedDevice] {
        let devices = try database.query("SELECT account, name FROM device ORDER BY account, name") {
            (account: $0.text(0), name: $0.text(1))
        }
        return try devices.map {
            ListedDevice(
                account: $0.account, name: $0.name,
                network: try network(of: $0.name, account: $0.account).conditions)
        }
    }

    func accounts() throws -> [String] {
        try database.query("SELECT account FROM ledger UNION SELECT account FROM device ORDER BY account") {
            $0.text(0)
        }
    }
}
