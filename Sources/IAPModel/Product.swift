/// Something that the store sells, as the store described it for one storefront and language.
///
/// Journals keep products between two launches under the names below. These names stay. A name that is added later is
/// optional.
public struct Product: Sendable, Hashable, Codable {
    public var id: String
    public var type: ProductType
    /// In the storefront's language. Empty if the store has no text.
    public var displayName: String
    /// In the storefront's language. Empty if the store has no text.
    public var description: String
    public var price: Money
    /// The store's own text for the price. Show this one to the player.
    public var displayPrice: String
    public var isFamilyShareable: Bool
    /// Only for auto-renewable subscriptions.
    public var subscription: Subscription?
    /// The store's own description as JSON. Empty if the system has none.
    public var json = ""
    /// The product comes from the cache.
    public var isCached = false

    /// `isCached` is not stored. The reader of the cache sets it.
    private enum CodingKeys: String, CodingKey {
        case id = "id"
        case type = "type"
        case displayName = "display_name"
        case description = "description"
        case price = "price"
        case displayPrice = "display_price"
        case isFamilyShareable = "family_shareable"
        case subscription = "subscription"
        case json = "json"
    }

    public struct Subscription: Sendable, Hashable, Codable {
        public var groupID: String
        public var period: Period
        /// 1 is the highest level. 0 if the system does not report it.
        public var level = 0
        /// Empty if the system does not report it.
        public var groupName = ""
        /// The introductory offer first, then the promotional offers, then the win-back offers.
        public var offers: [Offer] = []
        public var billingPlans: [BillingPlan] = []

        private enum CodingKeys: String, CodingKey {
            case groupID = "group_id"
            case period = "period"
            case level = "level"
            case groupName = "group_name"
            case offers = "offers"
            case billingPlans = "billing_plans"
        }

        public init(groupID: String, period: Period) {
            self.groupID = groupID
            self.period = period
        }
    }

    /// An offer that the store lists, even if this player may not use it.
    public struct Offer: Sendable, Hashable, Codable {
        public var type: OfferType
        /// Nil for an introductory offer.
        public var id: String?
        public var paymentMode: PaymentMode
        /// The price of one period if the player pays each period, otherwise of all periods.
        public var priceMilliunits: Int64
        public var displayPrice: String
        public var period: Period
        public var periodCount: Int

        private enum CodingKeys: String, CodingKey {
            case type = "type"
            case id = "id"
            case paymentMode = "payment_mode"
            case priceMilliunits = "price_milliunits"
            case displayPrice = "display_price"
            case period = "period"
            case periodCount = "period_count"
        }

        public init(
            type: OfferType, id: String?, paymentMode: PaymentMode, priceMilliunits: Int64, displayPrice: String,
            period: Period, periodCount: Int
        ) {
            self.type = type
            self.id = id
            self.paymentMode = paymentMode
            self.priceMilliunits = priceMilliunits
            self.displayPrice = displayPrice
            self.period = period
            self.periodCount = periodCount
        }
    }

    /// A way to pay for a subscription.
    public struct BillingPlan: Sendable, Hashable, Codable {
        public var type: BillingPlanType
        /// The price of each bill.
        public var priceMilliunits: Int64
        public var displayPrice: String
        /// The time between two bills.
        public var period: Period
        /// The price of the whole commitment; 0 if there is none.
        public var commitmentPriceMilliunits: Int64

        private enum CodingKeys: String, CodingKey {
            case type = "type"
            case priceMilliunits = "price_milliunits"
            case displayPrice = "display_price"
            case period = "period"
            case commitmentPriceMilliunits = "commitment_price_milliunits"
        }

        public init(
            type: BillingPlanType, priceMilliunits: Int64, displayPrice: String, period: Period,
            commitmentPriceMilliunits: Int64
        ) {
            self.type = type
            self.priceMilliunits = priceMilliunits
            self.displayPrice = displayPrice
            self.period = period
            self.commitmentPriceMilliunits = commitmentPriceMilliunits
        }
    }

    public init(
        id: String, type: ProductType, displayName: String, description: String, price: Money,
        displayPrice: String, isFamilyShareable: Bool, subscription: Subscription?
    ) {
        self.id = id
        self.type = type
        self.displayName = displayName
        self.description = description
        self.price = price
        self.displayPrice = displayPrice
        self.isFamilyShareable = isFamilyShareable
        self.subscription = subscription
    }
}
