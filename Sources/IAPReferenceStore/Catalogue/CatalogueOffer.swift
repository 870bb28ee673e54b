package import IAPModel

/// A subscription offer of any kind, as a `.storekit` file describes it.
package struct CatalogueOffer: Sendable, Hashable {
    package enum Kind: Sendable, Hashable, CaseIterable {
        case introductory, promotional, code, winBack
    }

    package enum PaymentMode: String, Sendable, Hashable, CaseIterable {
        case free, payUpFront, payAsYouGo
    }

    /// Which accounts may redeem an offer code, depending on their history with the subscription group.
    package enum Eligibility: String, Sendable, Hashable, CaseIterable {
        case new, existing, expired
    }

    package var kind: Kind
    /// The id by which a game or its server names the offer. Only promotional and win-back offers have one. Two products of one
    /// group may have the same.
    package var offerID: String?
    /// The name by which tests choose offer codes. Introductory offers have none.
    package var referenceName: String
    package var internalID: String
    package var paymentMode: PaymentMode
    /// For a free or pay-up-front offer, its whole duration. For a pay-as-you-go offer, one billing period.
    package var period: Period
    /// How many periods the offer lasts. It is always 1, except for pay-as-you-go.
    package var periodCount: Int
    /// The price of one `period`, in thousandths of the currency unit. It is 0 for free offers, even if the file has a price.
    package var priceMilliunits: Int64
    /// False if a paid offer has an empty price.
    package var isPriced: Bool
    /// Only for offer codes.
    package var eligibility: Set<Eligibility>
    /// Only for offer codes. True: the code can be redeemed in addition to the introductory offer. False: the code replaces it.
    package var isStackable: Bool
    /// Only for win-back offers. True: a customer can redeem the offer as soon as the subscription has expired.
    package var isEligible: Bool
    /// `BILLED_UPFRONT`, `MONTHLY` or a value of a later version; nil in files older than 5.0.
    package var billingPlanType: String?

    package init(
        kind: Kind, offerID: String? = nil, referenceName: String = "", internalID: String = "",
        paymentMode: PaymentMode, period: Period, periodCount: Int = 1, priceMilliunits: Int64 = 0,
        isPriced: Bool = true, eligibility: Set<Eligibility> = [], isStackable: Bool = false,
        isEligible: Bool = false, billingPlanType: String? = nil
    ) {
        self.kind = kind
        self.offerID = offerID
        self.referenceName = referenceName
        self.internalID = internalID
        self.paymentMode = paymentMode
        self.period = period
        self.periodCount = periodCount
        self.priceMilliunits = priceMilliunits
        self.isPriced = isPriced
        self.eligibility = eligibility
        self.isStackable = isStackable
        self.isEligible = isEligible
        self.billingPlanType = billingPlanType
    }
}
