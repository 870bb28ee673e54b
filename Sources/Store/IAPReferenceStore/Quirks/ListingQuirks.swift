internal import IAPDatabase
internal import IAPModel
internal import IAPPlatform

/// The list of the account's current entitlements, as the device has it.
struct DeviceEntitlements: Sendable {
    let session: DeviceSession
    let network: DeviceNetwork
    /// Purchases of this device, with the number of next reads that omit them.
    private let missingReads = Guarded<[UInt64: Int64]>([:])

    func list() throws -> [LedgerTransaction] {
        let listed = try network.read { ledger -> [LedgerTransaction] in
            let listed = try ledger.entitlements(of: session.account)
            let quirks = try ledger.quirks()
            if quirks.changed.isEmpty { return listed }
            if quirks[.nonGregorianEmpty] != 0 { return [] }
            let now = try ledger.now
            var seen: [LedgerTransaction] = []
            for transaction in listed {
                if let known = try self.known(transaction, quirks, now, ledger) { seen.append(known) }
            }
            seen += try self.stillListed(quirks, now, ledger)
            // The list has each transaction once, in its first version.
            var ids: Set<UInt64> = []
            return seen.filter { ids.insert($0.id).inserted }.sorted { $0.id < $1.id }
        }
        return unread(listed)
    }

    /// Returns the list's version of an entitlement, which can be late.
    private func known(
        _ transaction: LedgerTransaction, _ quirks: QuirkValues, _ now: Int64, _ ledger: Ledger
    ) throws -> LedgerTransaction? {
        let age = now.clampedSubtracting(transaction.purchaseDate)
        // The list waits as long as the announcement.
        let wait = quirks[.updatesCoalesce]
        if transaction.reason == .renewal {
            if age < quirks[.renewalFlicker], quirks[.renewalFlickerListingEmpty] != 0 { return nil }
            let lag = quirks[.renewalBeforeListing] == 0 ? 0 : wait.clampedAdding(quirks[.renewalBeforeListing])
            guard age < max(lag, quirks[.renewalFlicker]) else { return transaction }
            return try ledger.period(before: transaction)
        }
        let announcedLag = quirks[.announceBeforeListing] == 0 ? 0 : wait.clampedAdding(quirks[.announceBeforeListing])
        guard age < max(quirks[.listingLag], announcedLag) else { return transaction }
        let isAnnounced = try ledger.isAnnounced(transaction, to: session.name)
        return age < (isAnnounced ? announcedLag : quirks[.listingLag]) ? nil : transaction
    }

    /// Returns transactions that are listed although the account may not use them.
    private func stillListed(_ quirks: QuirkValues, _ now: Int64, _ ledger: Ledger) throws -> [LedgerTransaction] {
        var listed: [LedgerTransaction] = []
        let flickerEnd: Int64 = quirks[.refundRelistFlicker] != 0 ? 2000 : 0
        let longest = max(quirks[.refundLag], flickerEnd)
        if longest > 0 {
            for var transaction in try ledger.revoked(of: session.account, after: now.clampedSubtracting(longest)) {
                let age = now.clampedSubtracting(transaction.revocation?.date ?? now)
                let isBack =
                    transaction.productType == .nonRenewingSubscription && age >= flickerEnd / 2 && age < flickerEnd
                guard age < quirks[.refundLag] || isBack else { continue }
                transaction.revocation = nil
                listed.append(transaction)
            }
        }
        if quirks[.upgradedStillListed] != 0 { listed += try ledger.upgraded(of: session.account, at: now) }
        if quirks[.retryListed] != 0 {
            for row in try ledger.subscriptions(of: session.account) where row.subscription.state == .inBillingRetry {
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
    func noteBought(_ transaction: LedgerTransaction) throws {
        guard transaction.productType != .consumable else { return }
        let reads = try network.file.readAsItIs { ledger in try ledger.quirk(.listingLagReads) }
        if reads > 0 { missingReads.withLock { $0[transaction.id] = reads } }
    }
}

extension Ledger {
    /// Whether the device will receive the transaction without a request.
    fileprivate func isAnnounced(_ transaction: LedgerTransaction, to device: String) throws -> Bool {
        try exists(
            """
            transaction_update WHERE account = ? AND transaction_id = ? AND is_repeat = 0
            AND except_device IS NOT ? AND (only_device IS NULL OR only_device = ?)
            """, [Value(transaction.account), Value(bits: transaction.id), Value(device), Value(device)])
    }

    /// Returns the period that precedes a renewal of the same subscription.
    func period(before transaction: LedgerTransaction) throws -> LedgerTransaction? {
        try transactions(
            "account = ? AND original_id = ? AND transaction_id < ? ORDER BY transaction_id DESC",
            [Value(transaction.account), Value(bits: transaction.originalID), Value(bits: transaction.id)]
        ).first
    }

    fileprivate func revoked(of account: String, after date: Int64) throws -> [LedgerTransaction] {
        try transactions(
            "account = ? AND product_type <> 'Consumable' AND revocation_ms > ?", [Value(account), .integer(date)])
    }

    fileprivate func upgraded(of account: String, at now: Int64) throws -> [LedgerTransaction] {
        try transactions(
            "account = ? AND is_upgraded = 1 AND revocation_ms IS NULL AND expiration_ms > ?",
            [Value(account), .integer(now)])
    }

    /// Only quirks use this query, which scans the whole table.
    private func transactions(_ condition: String, _ values: [Value]) throws -> [LedgerTransaction] {
        let query = asHeard(transactions: "SELECT \(LedgerTransaction.columns) FROM ledger WHERE \(condition)", values)
        var found: [LedgerTransaction] = []
        for transaction in try database.query(query.text, query.values, LedgerTransaction.init)
        where try !isCopy(transaction.id) { found.append(transaction) }
        return found
    }
}

extension LedgerTransaction {
    /// The ages in milliseconds at which the list of unfinished transactions omits it. Measured on macOS 26.6.
    private static let unlistedAges: [Range<Int64>] = [0..<500, 1500..<2000]

    func isMissingFromUnfinished(at now: Int64) -> Bool {
        let age = now.clampedSubtracting(purchaseDate)
        return Self.unlistedAges.contains { $0.contains(age) }
    }
}

/// Entitlements that devices still list after the store's purchases are cleared. The store itself does not know them: the
/// account can buy the product again, and it is neither renewed nor shared.
extension Ledger {
    /// Clears all purchases. With the quirk, devices continue to list what their account had.
    func clearPurchasesAndKeepListings() throws {
        var listed: [LedgerTransaction] = []
        if try has(.staleAfterClear) {
            let accounts = try database.query(
                "SELECT account FROM ledger UNION SELECT account FROM stale_entitlement ORDER BY account"
            ) { $0.text(0) }
            for account in accounts { listed += try entitlements(of: account) }
        }
        try clearPurchases()
        for transaction in listed { try database.run(LedgerTransaction.staleInsertion, transaction.values) }
    }

    /// The stale entitlements of an account; none without the quirk.
    func staleEntitlements(of account: String) throws -> [LedgerTransaction] {
        guard try has(.staleAfterClear) else { return [] }
        return try database.query(
            "SELECT \(LedgerTransaction.columns) FROM stale_entitlement WHERE account = ? ORDER BY transaction_id",
            [Value(account)], LedgerTransaction.init)
    }

    /// Removes them: the account's device is up to date again.
    func forgetStaleEntitlements(of account: String) throws {
        try database.run("DELETE FROM stale_entitlement WHERE account = ?", [Value(account)])
    }
}
