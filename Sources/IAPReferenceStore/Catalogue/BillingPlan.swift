/// One way to pay for a subscription: everything upfront, or monthly within a twelve-month commitment (format 5.0).
package struct BillingPlan: Sendable, Hashable {
    /// `BILLED_UPFRONT`, `MONTHLY` or a value of a later version, in the spelling of the App Store Server API.
    package var type: String
    /// The price of each bill, in thousandths of the currency unit.
    package var priceMilliunits: Int64
    /// The price of the whole commitment, in thousandths of the currency unit.
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
