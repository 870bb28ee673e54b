internal import IAPDatabase
internal import IAPModel

/// Families, and the purchases that their members share.
package struct Families: Sendable {
    let file: LedgerFile
    let catalogue: Catalogue

    /// Apple's families have at most six members.
    private static let largestFamily = 6

    /// Puts an account into a family.
    ///
    /// - Parameter family: The family; nil to leave.
    package func set(_ family: String?, of account: String) throws {
        try file.change { ledger in
            var member = try ledger.member(account)
            if member.family.map(ExactText.init) == family.map(ExactText.init) { return }
            if let family, try ledger.members(of: family).count >= Self.largestFamily {
                throw IAPError(.invalidState, "the family \(family) is full; \(account) cannot join")
            }
            for relative in try ledger.relatives(of: account) {
                try self.takeBack(from: relative.account, whatIsOf: account, ledger)
                try self.takeBack(from: account, whatIsOf: relative.account, ledger)
            }
            member.family = family
            try ledger.set(member)
            for relative in try ledger.relatives(of: account) {
                if relative.isSharing { try self.shareEverything(of: relative.account, with: account, ledger) }
                if member.isSharing { try self.shareEverything(of: account, with: relative.account, ledger) }
            }
        }
    }

    package func set(isSharing: Bool, of account: String) throws {
        try file.change { ledger in
            var member = try ledger.member(account)
            guard member.isSharing != isSharing else { return }
            member.isSharing = isSharing
            try ledger.set(member)
            for relative in try ledger.relatives(of: account) {
                if isSharing {
                    try self.shareEverything(of: account, with: relative.account, ledger)
                } else {
                    try self.takeBack(from: relative.account, whatIsOf: account, ledger)
                }
            }
        }
    }

    /// Shares a purchase that is no subscription.
    func share(_ transaction: LedgerTransaction, _ ledger: Ledger) throws {
        guard isShareable(transaction), try ledger.member(transaction.account).isSharing else { return }
        for relative in try ledger.relatives(of: transaction.account) {
            try share(transaction, with: relative.account, ledger)
        }
    }

    /// Shares purchases from before the product was shareable. This happens only when a member restores purchases.
    func shareMissing(with account: String, _ ledger: Ledger) throws {
        var numbers = try TransactionNumbers(ledger)
        for transaction in try unshared(with: account, ledger) {
            _ = try ledger.share(transaction, with: account, isRestored: true, &numbers)
        }
        try numbers.keep(in: ledger)
    }

    /// Returns the non-consumables of other members that the account should have but does not.
    func unshared(with account: String, _ ledger: Ledger) throws -> [LedgerTransaction] {
        var unshared: [LedgerTransaction] = []
        for relative in try ledger.relatives(of: account) where relative.isSharing {
            for owned in try ledger.knownInForce(of: relative.account)
            where owned.productType == .nonConsumable && owned.sharedFrom == nil && isShareable(owned) {
                if try ledger.copy(of: owned.id, account: account) == nil { unshared.append(owned) }
            }
        }
        return unshared
    }

    private func shareEverything(of payer: String, with account: String, _ ledger: Ledger) throws {
        for transaction in try ledger.knownInForce(of: payer)
        where transaction.sharedFrom == nil && isShareable(transaction) {
            try share(transaction, with: account, ledger)
        }
    }

    private func share(_ transaction: LedgerTransaction, with account: String, _ ledger: Ledger) throws {
        var numbers = try TransactionNumbers(ledger)
        _ = try ledger.share(transaction, with: account, &numbers)
        try numbers.keep(in: ledger)
    }

    /// Whether a transaction can be shared; consumables cannot.
    private func isShareable(_ transaction: LedgerTransaction) -> Bool {
        transaction.productType != .consumable
            && catalogue.product(id: transaction.productID)?.isFamilyShareable == true
    }

    private func takeBack(from account: String, whatIsOf payer: String, _ ledger: Ledger) throws {
        let date = try ledger.now
        for copy in try ledger.copies(of: payer, account: account) {
            if try isInForce(copy, ledger) { try ledger.takeBack(copy, at: date) }
        }
    }

    /// Whether a copy must be revoked. Past periods of a subscription are used up and stay. A running period is revoked even if
    /// a test ended the subscription, because a test can also resume it.
    private func isInForce(_ copy: LedgerTransaction, _ ledger: Ledger) throws -> Bool {
        guard copy.subscriptionGroupID != nil else { return true }
        guard let subscription = try ledger.subscription(behind: copy)?.subscription else { return false }
        guard subscription.period.transactionID == copy.sharedFrom else { return false }
        if !subscription.isOver { return true }
        let now = try ledger.now
        return subscription.period.end > now
    }
}

/// Families, and the transactions that their members share.
extension Ledger {
    struct Member: Sendable, Hashable {
        var account: String
        var family: String?
        var isSharing = true
    }

    func member(_ account: String) throws -> Member {
        try database.query("SELECT family, is_sharing FROM member WHERE account = ?", [Value(account)]) {
            Member(account: account, family: $0.optionalText(0), isSharing: $0.bool(1))
        }.first ?? Member(account: account)
    }

    func set(_ member: Member) throws {
        try database.run(
            "INSERT OR REPLACE INTO member (account, family, is_sharing) VALUES (?, ?, ?)",
            [Value(member.account), Value(member.family), Value(member.isSharing)])
    }

    func members(of family: String) throws -> [Member] {
        try database.query(
            "SELECT account, is_sharing FROM member WHERE family = ? ORDER BY account", [Value(family)]
        ) { Member(account: $0.text(0), family: family, isSharing: $0.bool(1)) }
    }

    /// Returns the other members of the account's family.
    func relatives(of account: String) throws -> [Member] {
        guard let family = try member(account).family else { return [] }
        return try members(of: family).filter { ExactText($0.account) != ExactText(account) }
    }

    /// Returns the account's transaction that follows this one of another member.
    func copy(of id: UInt64, account: String) throws -> LedgerTransaction? {
        try transactions(.copy, [Value(bits: id), Value(account)]).first
    }

    /// Returns everything that the payer shares with the account and that is not revoked, including past periods of
    /// subscriptions.
    func copies(of payer: String, account: String) throws -> [LedgerTransaction] {
        try transactions(.copies, [Value(account), Value(payer)])
    }

    /// Returns the newest period of each shared subscription of the account, by original id.
    func sharedSubscriptions(of account: String, groupID: String?) throws -> [LedgerTransaction] {
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
    ) throws -> LedgerTransaction {
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
    ) throws -> LedgerTransaction? {
        for copy in try sharedSubscriptions(of: account, groupID: transaction.subscriptionGroupID) {
            guard let id = copy.sharedFrom, let payers = try self.transaction(id) else { continue }
            if payers.originalID == transaction.originalID { return copy }
        }
        return nil
    }

    /// Revokes a transaction that was shared with a member.
    func takeBack(_ copy: LedgerTransaction, at date: Int64) throws {
        guard copy.revocation == nil else { return }
        var revoked = copy
        let revocation = Transaction.Revocation(date: date, reason: 0, type: .familyRevoke)
        revoked.revocation = revocation
        try revoke(copy.id, revocation, refundMilliunits: 0)
        note(.revoke, of: copy.id, at: date)
        try announce(revoked)
    }
}
