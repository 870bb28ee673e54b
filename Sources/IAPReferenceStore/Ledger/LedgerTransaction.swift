package import IAPModel

/// A charge in the ledger, with everything that the store signs for it. Times are milliseconds since 1970.
package struct LedgerTransaction: Sendable, Hashable {
    package var id: UInt64
    package var originalID: UInt64
    package var account: String
    package var productID: String
    package var productType: ProductType
    package var quantity: Int
    package var purchaseDate: Int64
    package var originalPurchaseDate: Int64
    /// Only for auto-renewable subscriptions.
    package var expirationDate: Int64?
    package var subscriptionGroupID: String?
    package var webOrderLineItemID: UInt64?
    package var appAccountToken: String?
    package var ownership: Transaction.Ownership
    package var storefront: Storefront
    /// The price of the whole quantity and of all seats.
    package var price: Money
    package var reason: Reason
    package var revocation: Transaction.Revocation?
    /// How much of the price was refunded.
    package var refundedMilliunits: Int64 = 0
    package var offer: AppliedOffer?
    package var billingPlanType: BillingPlanType?
    package var commitment: Transaction.Commitment?
    /// The request of Advanced Commerce, as a JSON object.
    package var advancedCommerceInfo: String?
    /// How many seats of a subscription the price includes.
    package var seats = 1
    /// Whether another subscription of the group replaced it before its end.
    package var isUpgraded: Bool
    package var isFinished: Bool
    /// The transaction of another family member that this one follows.
    package var sharedFrom: UInt64?

    package enum Reason: String, Sendable, Hashable, Codable {
        case purchase = "PURCHASE"
        case renewal = "RENEWAL"
    }

    package init(
        id: UInt64, originalID: UInt64, account: String, productID: String, productType: ProductType, quantity: Int,
        purchaseDate: Int64, originalPurchaseDate: Int64, expirationDate: Int64? = nil,
        subscriptionGroupID: String? = nil, webOrderLineItemID: UInt64? = nil, appAccountToken: String? = nil,
        ownership: Transaction.Ownership = .purchased, storefront: Storefront, price: Money, reason: Reason = .purchase,
        revocation: Transaction.Revocation? = nil, isUpgraded: Bool = false, isFinished: Bool = false
    ) {
        self.id = id
        self.originalID = originalID
        self.account = account
        self.productID = productID
        self.productType = productType
        self.quantity = quantity
        self.purchaseDate = purchaseDate
        self.originalPurchaseDate = originalPurchaseDate
        self.expirationDate = expirationDate
        self.subscriptionGroupID = subscriptionGroupID
        self.webOrderLineItemID = webOrderLineItemID
        self.appAccountToken = appAccountToken
        self.ownership = ownership
        self.storefront = storefront
        self.price = price
        self.reason = reason
        self.revocation = revocation
        self.isUpgraded = isUpgraded
        self.isFinished = isFinished
    }

    /// Whether its paid time is over.
    package func hasExpired(by now: Int64) -> Bool { expirationDate.map { $0 <= now } ?? false }
}
