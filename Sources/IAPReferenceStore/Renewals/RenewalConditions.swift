package import IAPModel

/// The store's settings for all subscriptions. Before they change, the caller brings each subscription up to date: earlier due
/// dates follow the old conditions.
package struct RenewalConditions: Sendable {
    package var timeRate: TimeRate
    /// Every product that the store knows, by its id, including products that are no longer for sale.
    package var product: @Sendable (String) -> CatalogueProduct?
    package var removedProducts: Set<ExactText> = []
    /// No renewal can be paid: `shouldEnterBillingRetryOnRenewal` of `SKTestSession`.
    package var renewalsFail = false
    /// Nil for no grace period.
    package var gracePolicy: GracePolicy?
    /// How often a subscription renews automatically after a purchase: 12 times in Apple's sandbox, 6 in TestFlight; nil for no
    /// limit.
    package var renewalLimit: Int?
    /// Whether win-back offers are open to all former subscribers, even if the file does not make them eligible.
    var areWinBackOffersOpenAtOnce = false

    package init(timeRate: TimeRate, product: @escaping @Sendable (String) -> CatalogueProduct?) {
        self.timeRate = timeRate
        self.product = product
    }

    func isOnSale(_ product: CatalogueProduct) -> Bool { product.isPriced && isSold(product) }

    /// Whether the product is for sale.
    func isSold(_ product: CatalogueProduct) -> Bool {
        removedProducts.isEmpty || !removedProducts.contains(ExactText(product.productID))
    }

    /// Whether the offer is open to an account whose subscription has lapsed.
    func isOpen(winBack offer: CatalogueOffer) -> Bool { offer.isEligible || areWinBackOffersOpenAtOnce }

    /// 60 days, or 90 days for a commitment of twelve months.
    func billingRetryLength(isCommitted: Bool) -> Int64 {
        let length = timeRate.billingRetryMs
        return isCommitted ? length.clampedMultiplied(by: 3) / 2 : length
    }

    /// A shorter interruption does not end the paid service: sixty days in the store's time.
    var longestLapse: Int64 { timeRate.billingRetryMs }
}
