package import IAPModel

/// A subscription offer of any kind, as a `.storekit` file describes it.
package struct CatalogueOffer: Sendable, Hashable {
    package enum Kind: Sendable, Hashable, CaseIterable {
        case introductory, promotional, code, winBack
    }

    package enum PaymentMode: String, Sendable, Hashable, CaseIterable {
        case free, payUpFront, payAsYouGo
    }

    /// Which accounts may redeem an offer code, by their history with the subscription group.
    package enum Eligibility: String, Sendable, Hashable, CaseIterable {
        case new, existing, expired
    }

    package var kind: Kind
    /// What a game or its server names the offer by: promotional and win-back offers only. Two products of one group may share it.
    package var offerID: String?
    /// Offer codes are chosen by this name in tests; introductory offers have none.
    package var referenceName: String
    package var internalID: String
    package var paymentMode: PaymentMode
    /// The whole duration of a free or pay-up-front offer, one billing period of a pay-as-you-go offer.
    package var period: Period
    /// How many periods the offer lasts: always 1 except for pay-as-you-go.
    package var periodCount: Int
    /// Thousandths of the currency unit, for one `period`; 0 for free offers whatever the file says.
    package var priceMilliunits: Int64
    /// False when a paid offer has an empty price.
    package var isPriced: Bool
    /// Offer codes only.
    package var eligibility: Set<Eligibility>
    /// Offer codes only: the code may be redeemed beside the introductory offer and does not replace it.
    package var isStackable: Bool
    /// Win-back offers only: a customer may redeem it as soon as the subscription has expired.
    package var isEligible: Bool
    /// `BILLED_UPFRONT`, `MONTHLY` or a word of a later version; nil in files older than 5.0.
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
