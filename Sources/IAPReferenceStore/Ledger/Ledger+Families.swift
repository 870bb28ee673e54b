internal import IAPDatabase
internal import IAPModel

/// Families, and the transactions that their members share.
extension Ledger {
    struct Member: Sendable, Hashable {
        var account: String
        var family: String?
        var isSharing = true
    }

    func member(_ account: String) throws(DatabaseError) -> Member {
        try database.query("SELECT family, is_sharing FROM member WHERE account = ?", [Value(account)]) {
            Member(account: account, family: $0.optionalText(0), isSharing: $0.bool(1))
        }.first ?? Member(account: account)
    }

    func set(_ member: Member) throws(DatabaseError) {
        try database.run(
            "INSERT OR REPLACE INTO member (account, family, is_sharing) VALUES (?, ?, ?)",
            [Value(member.account), Value(member.family), Value(member.isSharing)])
    }

    func members(of family: String) throws(DatabaseError) -> [Member] {
        try database.query(
            "SELECT account, is_sharing FROM member WHERE family = ? ORDER BY account", [Value(family)]
        ) { Member(account: $0.text(0), family: family, isSharing: $0.bool(1)) }
    }

    /// Returns the other members of the account's family.
    func relatives(of account: String) throws(DatabaseError) -> [Member] {
        guard let family = try member(account).family else { return [] }
        return try members(of: family).filter { ExactText($0.account) != ExactText(account) }
    }

    /// Returns the account's transaction that follows this one of another member.
    func copy(of id: UInt64, account: String) throws(DatabaseError) -> LedgerTransaction? {
        try transactions(.copy, [Value(bits: id), Value(account)]).first
    }

    /// Returns everything that the payer shares with the account and that is not revoked, including past periods of
    /// subscriptions.
    func copies(of payer: String, account: String) throws(DatabaseError) -> [LedgerTransaction] {
        try transactions(.copies, [Value(account), Value(payer)])
    }

    /// Returns the newest period of each shared subscription of the account, by original id.
    func sharedSubscriptions(of account: String, groupID: String?) throws(DatabaseError) -> [LedgerTransaction] {
        try transactions(.sharedSubscriptions, [Value(account), Value(groupID), Value(groupID)])
    }

    /// Enters a transaction for a family member that follows another member's transaction, and announces it to the member's
    /// devices.
    ///
    /// - Parameters:
    ///   - latest: The member's newest transaction of the same subscription; nil to look it up.
    ///   - isRestored: Whether the member requested it. It is then finished and not announced.
    func share(
        _ transaction: LedgerTransaction, with account: String, after latest: LedgerTransaction? = nil,
        isRestored: Bool = false, _ numbers: inout TransactionNumbers
    ) throws(DatabaseError) -> LedgerTransaction {
        var copy = transaction
        copy.id = numbers.takeTransactionID()
        copy.account = account
        copy.ownership = .familyShared
        copy.sharedFrom = transaction.id
        copy.price.milliunits = 0
        copy.refundedMilliunits = 0
        copy.appAccountToken = nil
        copy.isFinished = isRestored
        copy.originalID = copy.id
        copy.originalPurchaseDate = copy.purchaseDate
        if copy.subscriptionGroupID != nil {
            copy.webOrderLineItemID = numbers.takeOrderLineID()
            var first = latest
            if first == nil { first = try newestCopy(ofSubscription: transaction, account: account) }
            if let first {
                copy.originalID = first.originalID
                copy.originalPurchaseDate = first.originalPurchaseDate
            }
        }
        try insert(copy)
        noteShare(copy)
        if !isRestored { try announce(copy) }
        if copy.subscriptionGroupID != nil { try planLook(after: copy) }
        return copy
    }

    private func noteShare(_ copy: LedgerTransaction) {
        if copy.subscriptionGroupID == nil {
            if copy.productType == .nonConsumable { note(.oneTimeCharge, of: copy.id, at: copy.purchaseDate) }
        } else if copy.originalID == copy.id {
            note(.initialPurchase, of: copy.id, at: copy.purchaseDate)
        } else {
            note(copy.reason == .renewal ? .renewal : .resubscription, of: copy.id, at: copy.purchaseDate)
        }
    }

    private func newestCopy(
        ofSubscription transaction: LedgerTransaction, account: String
    ) throws(DatabaseError) -> LedgerTransaction? {
        for copy in try sharedSubscriptions(of: account, groupID: transaction.subscriptionGroupID) {
            guard let id = copy.sharedFrom, let payers = try self.transaction(id) else { continue }
            if payers.originalID == transaction.originalID { return copy }
        }
        return nil
    }

    /// Revokes a transaction that was shared with a member.
    func takeBack(_ copy: LedgerTransaction, at date: Int64) throws(DatabaseError) {
        guard copy.revocation == nil else { return }
        var revoked = copy
        let revocation = Transaction.Revocation(date: date, reason: 0, type: .familyRevoke)
        revoked.revocation = revocation
        try revoke(copy.id, revocation, refundMilliunits: 0)
        note(.revoke, of: copy.id, at: date)
        try announce(revoked)
    }
}
