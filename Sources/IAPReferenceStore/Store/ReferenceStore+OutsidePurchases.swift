internal import IAPDatabase
package import IAPModel

/// Purchases outside the game.
extension ReferenceStore {
    package struct OutsidePurchase: Sendable, Hashable, Codable {
        package var productID: String
        package var quantity = 1
        /// A lowercase UUID.
        package var appAccountToken: String?
        package var offer: OfferChoice?
        package var billingPlanType: BillingPlanType?

        package init(productID: String) { self.productID = productID }
    }

    /// Buys a product. The purchase needs no approval, and all of the account's devices receive it as an update.
    ///
    /// - Returns: The new transaction, or the account's present one.
    package func buyOutside(_ purchase: OutsidePurchase, account: String) throws(StoreFailure) -> LedgerTransaction {
        guard let product = catalogue.product(id: purchase.productID) else {
            throw StoreFailure(.productUnavailable, "the store does not sell \(purchase.productID)")
        }
        var request = PurchaseRules.Request(
            account: account, product: product, quantity: purchase.quantity,
            appAccountToken: purchase.appAccountToken)
        request.offer = purchase.offer
        request.billingPlanType = purchase.billingPlanType
        let result = try change(.buyOutside(purchase: purchase, account: account)) { ledger throws(DatabaseError) in
            try self.buyUnasked(request, ledger)
        }
        return try result.get()
    }
}
