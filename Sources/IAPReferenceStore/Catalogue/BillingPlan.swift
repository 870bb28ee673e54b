/// One way to pay for a subscription: at once, or monthly within a twelve-month commitment (format 5.0).
package struct BillingPlan: Sendable, Hashable {
    /// `BILLED_UPFRONT`, `MONTHLY` or a word of a later version, as the App Store Server API spells it.
    package var type: String
    /// Thousandths of the currency unit, for each bill.
    package var priceMilliunits: Int64
    /// Thousandths of the currency unit, for the whole commitment.
    package var commitmentPriceMilliunits: Int64
    package var internalID: String
    package var isEnabled: Bool

    package init(
        type: String, priceMilliunits: Int64, commitmentPriceMilliunits: Int64, internalID: String = "",
        isEnabled: Bool = true
    ) {
        self.type = type
        self.priceMilliunits = priceMilliunits
        self.commitmentPriceMilliunits = commitmentPriceMilliunits
        self.internalID = internalID
        self.isEnabled = isEnabled
    }
}
