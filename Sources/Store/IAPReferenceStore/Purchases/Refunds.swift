internal import IAPDatabase
internal import IAPModel

/// Refunds and revocations.
package struct Refunds: Sendable {
    let file: LedgerFile
    let keeper: SubscriptionKeeper

    /// - Parameter reason: 0 other, 1 an issue within the app.
    /// - Returns: The refunded transaction.
    package func refund(_ id: UInt64, _ kind: RefundKind = .full, reason: Int = 0) throws -> LedgerTransaction {
        try file.change { ledger in
            guard let transaction = try ledger.transaction(id) else { throw IAPError(unknownTransaction: id) }
            guard transaction.revocation == nil else {
                throw IAPError(.invalidState, "transaction \(id) was refunded or revoked before")
            }
            guard transaction.sharedFrom == nil else {
                throw IAPError(
                    .invalidState, "transaction \(id) is shared by a family member; refund the payer's transaction")
            }
            try self.refund(transaction, kind, reason: reason, ledger)
            return try ledger.transaction(id) ?? transaction
        }
    }

    /// Refunds a transaction. For a running period this ends the subscription; for a past period it only marks the transaction. A
    /// transaction that another member of the family paid for stays.
    func refund(
        _ transaction: LedgerTransaction, _ kind: RefundKind = .full, reason: Int = 0, _ ledger: Ledger
    ) throws {
        guard transaction.revocation == nil, transaction.sharedFrom == nil else { return }
        if try ledger.isCopy(transaction.id) {
            // Nobody paid for a copy; the purchase that it repeats stays.
            try revoke(transaction, kind, reason: reason, amount: 0, ledger)
        } else if let groupID = transaction.subscriptionGroupID,
            try ledger.subscription(ofGroup: groupID, account: transaction.account) != nil
        {
            let command = Self.command(for: transaction, kind, reason: reason)
            _ = try keeper.perform(command, ofGroup: groupID, account: transaction.account, ledger)
        } else {
            let rest = transaction.price.milliunits.clampedSubtracting(transaction.refundedMilliunits)
            try revoke(transaction, kind, reason: reason, amount: kind == .nothing ? 0 : rest, ledger)
        }
    }

    private static func command(
        for transaction: LedgerTransaction, _ kind: RefundKind, reason: Int
    ) -> SubscriptionCommand {
        .refund(
            SubscriptionRefund(
                transactionID: transaction.id, start: transaction.purchaseDate,
                end: transaction.expirationDate ?? .max, priceMilliunits: transaction.price.milliunits,
                refundedMilliunits: transaction.refundedMilliunits, reason: reason, kind: kind))
    }

    /// Revokes a purchase without periods as a whole.
    private func revoke(
        _ transaction: LedgerTransaction, _ kind: RefundKind, reason: Int, amount: Int64, _ ledger: Ledger
    ) throws {
        let revocation = Transaction.Revocation(
            date: try ledger.now, reason: reason, type: kind == .nothing ? nil : .refundFull,
            percentage: kind == .nothing ? nil : 100_000)
        try ledger.revoke(transaction.id, revocation, refundMilliunits: amount)
        ledger.note(kind == .nothing ? .revoke : .refund, of: transaction.id, at: revocation.date)
        if let revoked = try ledger.transaction(transaction.id) { try ledger.announce(revoked) }
        for member in try ledger.relatives(of: transaction.account) {
            guard let copy = try ledger.copy(of: transaction.id, account: member.account) else { continue }
            try ledger.takeBack(copy, at: revocation.date)
        }
    }
}
