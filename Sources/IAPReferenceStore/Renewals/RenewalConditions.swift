package import IAPModel

/// What the store decides for all subscriptions alike. When it changes, each subscription is brought up to date first: what
/// fell due until then fell due under the old conditions.
package struct RenewalConditions: Sendable {
    package var timeRate: TimeRate
    /// Every product that the store knows, by its id, also one that is no longer sold.
    package var product: @Sendable (String) -> CatalogueProduct?
    package var removedProducts: Set<ExactText> = []
    /// No renewal can be paid: `shouldEnterBillingRetryOnRenewal` of `SKTestSession`.
    package var renewalsFail = false
    /// Nil for none.
    package var gracePolicy: GracePolicy?
    /// How many times a subscription renews itself after a purchase: 12 in Apple's sandbox, 6 in TestFlight; nil for no limit.
    package var renewalLimit: Int?
    /// Win-back offers are open to everyone who has left, also those that the file makes nobody eligible for.
    var areWinBackOffersOpenAtOnce = false

    package init(timeRate: TimeRate, product: @escaping @Sendable (String) -> CatalogueProduct?) {
        self.timeRate = timeRate
        self.product = product
    }

    func isOnSale(_ product: CatalogueProduct) -> Bool { product.isPriced && isSold(product) }

    /// Whether the store has not taken the product from sale.
    func isSold(_ product: CatalogueProduct) -> Bool {
        removedProducts.isEmpty || !removedProducts.contains(ExactText(product.productID))
    }

    /// To an account whose subscription has lapsed.
    func isOpen(winBack offer: CatalogueOffer) -> Bool { offer.isEligible || areWinBackOffersOpenAtOnce }

    /// 60 days, or 90 for what belongs to a commitment of twelve months.
    func billingRetryLength(isCommitted: Bool) -> Int64 {
        let length = timeRate.billingRetryMs
        return isCommitted ? length.clampedMultiplied(by: 3) / 2 : length
    }

    /// Paid service that is interrupted for less than this counts as going on: sixty days, in the store's time.
    var longestLapse: Int64 { timeRate.billingRetryMs }
}
