internal import IAPDatabase
internal import IAPModel

/// Families, and the purchases that their members share.
extension ReferenceStore {
    /// Apple's families have at most six members.
    private static let largestFamily = 6

    /// Puts an account into a family. Returns false if the family is full.
    ///
    /// - Parameter family: The family; nil to leave.
    package func setFamily(of account: String, _ family: String?) throws(StoreFailure) -> Bool {
        try change(.setFamily(account: account, family: family)) { ledger throws(DatabaseError) in
            var member = try ledger.member(account)
            if member.family.map(ExactText.init) == family.map(ExactText.init) { return true }
            if let family, try ledger.members(of: family).count >= Self.largestFamily { return false }
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
            return true
        }
    }

    package func setSharing(of account: String, _ isSharing: Bool) throws(StoreFailure) {
        try change(.setSharing(account: account, isSharing: isSharing)) { ledger throws(DatabaseError) in
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
    func share(_ transaction: LedgerTransaction, _ ledger: Ledger) throws(DatabaseError) {
        guard isShareable(transaction), try ledger.member(transaction.account).isSharing else { return }
        for relative in try ledger.relatives(of: transaction.account) {
            try share(transaction, with: relative.account, ledger)
        }
    }

    /// Shares purchases from before the product was shareable. This happens only when a member restores purchases.
    func shareMissing(with account: String, _ ledger: Ledger) throws(DatabaseError) {
        var numbers = try TransactionNumbers(ledger)
        for transaction in try unshared(with: account, ledger) {
            _ = try ledger.share(transaction, with: account, isRestored: true, &numbers)
        }
        try numbers.keep(in: ledger)
    }

    /// Returns the non-consumables of other members that the account should have but does not.
    func unshared(
        with account: String, _ ledger: Ledger
    ) throws(DatabaseError) -> [LedgerTransaction] {
        var unshared: [LedgerTransaction] = []
        for relative in try ledger.relatives(of: account) where relative.isSharing {
            for owned in try ledger.knownInForce(of: relative.account)
            where owned.productType == .nonConsumable && owned.sharedFrom == nil && isShareable(owned) {
                if try ledger.copy(of: owned.id, account: account) == nil { unshared.append(owned) }
            }
        }
        return unshared
    }

    private func shareEverything(
        of payer: String, with account: String, _ ledger: Ledger
    ) throws(DatabaseError) {
        for transaction in try ledger.knownInForce(of: payer)
        where transaction.sharedFrom == nil && isShareable(transaction) {
            try share(transaction, with: account, ledger)
        }
    }

    private func share(
        _ transaction: LedgerTransaction, with account: String, _ ledger: Ledger
    ) throws(DatabaseError) {
        var numbers = try TransactionNumbers(ledger)
        _ = try ledger.share(transaction, with: account, &numbers)
        try numbers.keep(in: ledger)
    }

    /// Whether a transaction can be shared; consumables cannot.
    private func isShareable(_ transaction: LedgerTransaction) -> Bool {
        transaction.productType != .consumable
            && catalogue.product(id: transaction.productID)?.isFamilyShareable == true
    }

    private func takeBack(
        from account: String, whatIsOf payer: String, _ ledger: Ledger
    ) throws(DatabaseError) {
        let date = try now(ledger)
        for copy in try ledger.copies(of: payer, account: account) {
            if try isInForce(copy, ledger) { try ledger.takeBack(copy, at: date) }
        }
    }

    /// Whether a copy must be revoked. Past periods of a subscription are used up and stay. A running period is revoked even if
    /// a test ended the subscription, because a test can also resume it.
    private func isInForce(_ copy: LedgerTransaction, _ ledger: Ledger) throws(DatabaseError) -> Bool {
        guard copy.subscriptionGroupID != nil else { return true }
        guard let subscription = try ledger.subscription(behind: copy)?.subscription else { return false }
        guard subscription.period.transactionID == copy.sharedFrom else { return false }
        if !subscription.isOver { return true }
        let now = try now(ledger)
        return subscription.period.end > now
    }
}
