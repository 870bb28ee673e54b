internal import IAPDatabase
internal import IAPModel

/// Refunds and revocations.
extension ReferenceStore {
    package enum RefundResult: Sendable {
        case refunded(LedgerTransaction)
        case notFound
        case refundedBefore
        /// Another member of the family paid for it and shares it.
        case shared
    }

    /// - Parameter reason: 0 other, 1 an issue within the app.
    package func refund(
        _ id: UInt64, _ kind: RefundKind = .full, reason: Int = 0
    ) throws(StoreFailure) -> RefundResult {
        try change(.refund(id: id, kind: kind, reason: reason)) { ledger throws(DatabaseError) in
            guard let transaction = try ledger.transaction(id) else { return .notFound }
            return try self.refund(transaction, kind, reason: reason, ledger)
        }
    }

    /// Refunds a transaction. For a running period this ends the subscription; for a past period it only marks the transaction.
    @discardableResult
    func refund(
        _ transaction: LedgerTransaction, _ kind: RefundKind = .full, reason: Int = 0, _ ledger: Ledger
    ) throws(DatabaseError) -> RefundResult {
        guard transaction.revocation == nil else { return .refundedBefore }
        guard transaction.sharedFrom == nil else { return .shared }
        if try ledger.isCopy(transaction.id) {
            // Nobody paid for a copy; the purchase that it repeats stays.
            try revoke(transaction, kind, reason: reason, amount: 0, ledger)
        } else if let groupID = transaction.subscriptionGroupID,
            try ledger.subscription(ofGroup: groupID, account: transaction.account) != nil
        {
            let command = Self.command(for: transaction, kind, reason: reason)
            _ = try perform(command, ofGroup: groupID, account: transaction.account, ledger)
        } else {
            let rest = transaction.price.milliunits.clampedSubtracting(transaction.refundedMilliunits)
            try revoke(transaction, kind, reason: reason, amount: kind == .nothing ? 0 : rest, ledger)
        }
        return try ledger.transaction(transaction.id).map { .refunded($0) } ?? .notFound
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
    ) throws(DatabaseError) {
        let revocation = Transaction.Revocation(
            date: try now(ledger), reason: reason, type: kind == .nothing ? nil : .refundFull,
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
