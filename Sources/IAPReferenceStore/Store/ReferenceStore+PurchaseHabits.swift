internal import IAPDatabase
internal import IAPModel

/// What the rules need to know for the habits of real systems. They are habits of purchases in a game: what is bought in a sheet of
/// the App Store, or was approved, is bought as documented.
extension ReferenceStore {
    func addHabits(
        to situation: inout PurchaseRules.Situation, of request: PurchaseRules.Request, _ ledger: Ledger
    ) throws(DatabaseError) {
        let habits = try ledger.habits()
        guard !habits.changed.isEmpty else { return }
        situation.habits = habits
        let (productID, account) = (request.product.productID, request.account)
        switch request.product.type {
        case .consumable where habits[.unfinishedConsumableReturned] != 0:
            situation.unfinished = try ledger.unfinished(productID, account: account)
        case .nonRenewingSubscription where habits[.nonRenewingSecondReturnsFirst] != 0:
            situation.firstNonRenewing = try ledger.firstLasting(productID, account: account)
        default: break
        }
    }

    /// What is answered in place of a new purchase. Nil if it is the account's first, or if the new one is answered.
    func previousPurchase(
        before transaction: LedgerTransaction, _ ledger: Ledger
    ) throws(DatabaseError) -> LedgerTransaction? {
        guard try ledger.has(.returnsPrevious) else { return nil }
        return try ledger.purchase(before: transaction)
    }
}
