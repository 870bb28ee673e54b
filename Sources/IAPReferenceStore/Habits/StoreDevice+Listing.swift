internal import IAPDatabase
internal import IAPModel
internal import IAPPlatform

/// The list of the account's current entitlements, as the device has it.
extension StoreDevice {
    package func currentEntitlements() throws(StoreFailure) -> [LedgerTransaction] {
        if try isEmpty(.listsEmpty) { return [] }
        let listed = try read { ledger throws(DatabaseError) -> [LedgerTransaction] in
            let listed = try ledger.entitlements(of: account)
            let habits = try ledger.habits()
            if habits.changed.isEmpty { return listed }
            if habits[.nonGregorianEmpty] != 0 { return [] }
            let now = try self.store.now(ledger)
            var seen: [LedgerTransaction] = []
            for transaction in listed {
                if let known = try self.known(transaction, habits, now, ledger) { seen.append(known) }
            }
            seen += try self.stillListed(habits, now, ledger)
            // The list has each transaction once, in its first version.
            var ids: Set<UInt64> = []
            return seen.filter { ids.insert($0.id).inserted }.sorted { $0.id < $1.id }
        }
        return unread(listed)
    }

    /// Returns the list's version of an entitlement, which can be late.
    private func known(
        _ transaction: LedgerTransaction, _ habits: HabitValues, _ now: Int64, _ ledger: Ledger
    ) throws(DatabaseError) -> LedgerTransaction? {
        let age = now.clampedSubtracting(transaction.purchaseDate)
        // The list waits as long as the announcement.
        let wait = habits[.updatesCoalesce]
        if transaction.reason == .renewal {
            if age < habits[.renewalFlicker], habits[.renewalFlickerListingEmpty] != 0 { return nil }
            let lag = habits[.renewalBeforeListing] == 0 ? 0 : wait.clampedAdding(habits[.renewalBeforeListing])
            guard age < max(lag, habits[.renewalFlicker]) else { return transaction }
            return try ledger.period(before: transaction)
        }
        let announcedLag =
            habits[.announceBeforeListing] == 0 ? 0 : wait.clampedAdding(habits[.announceBeforeListing])
        guard age < max(habits[.listingLag], announcedLag) else { return transaction }
        let isAnnounced = try ledger.isAnnounced(transaction, to: name)
        return age < (isAnnounced ? announcedLag : habits[.listingLag]) ? nil : transaction
    }

    /// Returns transactions that are listed although the account may not use them.
    private func stillListed(
        _ habits: HabitValues, _ now: Int64, _ ledger: Ledger
    ) throws(DatabaseError) -> [LedgerTransaction] {
        var listed: [LedgerTransaction] = []
        let flickerEnd: Int64 = habits[.refundRelistFlicker] != 0 ? 2000 : 0
        let longest = max(habits[.refundLag], flickerEnd)
        if longest > 0 {
            for var transaction in try ledger.revoked(of: account, after: now.clampedSubtracting(longest)) {
                let age = now.clampedSubtracting(transaction.revocation?.date ?? now)
                let isBack =
                    transaction.productType == .nonRenewingSubscription && age >= flickerEnd / 2 && age < flickerEnd
                guard age < habits[.refundLag] || isBack else { continue }
                transaction.revocation = nil
                listed.append(transaction)
            }
        }
        if habits[.upgradedStillListed] != 0 {
            listed += try ledger.upgraded(of: account, at: now)
        }
        if habits[.retryListed] != 0 {
            for row in try ledger.subscriptions(of: account) where row.subscription.state == .inBillingRetry {
                if let latest = try ledger.transaction(row.subscription.period.transactionID) { listed.append(latest) }
            }
        }
        return listed
    }

    /// Removes purchases of this device that are missing from the next reads. This read counts.
    private func unread(_ listed: [LedgerTransaction]) -> [LedgerTransaction] {
        missingReads.withLock { missing in
            guard !missing.isEmpty else { return listed }
            let hidden = Set(missing.keys)
            for (id, reads) in missing { missing[id] = reads > 1 ? reads - 1 : nil }
            return listed.filter { !hidden.contains($0.id) }
        }
    }

    /// Makes the purchase missing from the next reads of the list.
    func noteBought(_ transaction: LedgerTransaction) throws(StoreFailure) {
        guard transaction.productType != .consumable else { return }
        let reads = try store.habit(.listingLagReads)
        if reads > 0 { missingReads.withLock { $0[transaction.id] = reads } }
    }
}

extension Ledger {
    /// Whether the device will receive the transaction without a request.
    fileprivate func isAnnounced(_ transaction: LedgerTransaction, to device: String) throws(DatabaseError) -> Bool {
        try !database.query(
            """
            SELECT 1 FROM transaction_update WHERE account = ? AND transaction_id = ? AND is_repeat = 0
            AND except_device IS NOT ? AND (only_device IS NULL OR only_device = ?) LIMIT 1
            """, [Value(transaction.account), Value(bits: transaction.id), Value(device), Value(device)]
        ) { $0.integer(0) }.isEmpty
    }

    /// Returns the period that precedes a renewal of the same subscription.
    func period(before transaction: LedgerTransaction) throws(DatabaseError) -> LedgerTransaction? {
        try transactions(
            "account = ? AND original_id = ? AND transaction_id < ? ORDER BY transaction_id DESC",
            [Value(transaction.account), Value(bits: transaction.originalID), Value(bits: transaction.id)]
        ).first
    }

    fileprivate func revoked(of account: String, after date: Int64) throws(DatabaseError) -> [LedgerTransaction] {
        try transactions(
            "account = ? AND product_type <> 'Consumable' AND revocation_ms > ?", [Value(account), .integer(date)])
    }

    fileprivate func upgraded(of account: String, at now: Int64) throws(DatabaseError) -> [LedgerTransaction] {
        try transactions(
            "account = ? AND is_upgraded = 1 AND revocation_ms IS NULL AND expiration_ms > ?",
            [Value(account), .integer(now)])
    }

    /// Only habits use this query, which scans the whole table.
    private func transactions(_ condition: String, _ values: [Value]) throws(DatabaseError) -> [LedgerTransaction] {
        let query = asHeard(
            transactions: "SELECT \(LedgerTransaction.columns) FROM ledger WHERE \(condition)", values)
        var found: [LedgerTransaction] = []
        for transaction in try database.query(query.text, query.values, LedgerTransaction.init)
        where try !isCopy(transaction.id) { found.append(transaction) }
        return found
    }
}
