internal import IAPDatabase
internal import IAPModel

/// The data that the rules need for the habits of real systems. The habits concern purchases in a game. Purchases in a sheet of
/// the App Store, and approved purchases, behave as documented.
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

    /// Returns the earlier purchase that replaces a new one. Returns nil for the account's first purchase, or if the store
    /// returns the new one.
    func previousPurchase(
        before transaction: LedgerTransaction, _ ledger: Ledger
    ) throws(DatabaseError) -> LedgerTransaction? {
        guard try ledger.has(.returnsPrevious) else { return nil }
        return try ledger.purchase(before: transaction)
    }
}
