/// Something the store sells, as the store described it for one storefront and language.
public struct Product: Sendable, Hashable {
    public var id: String
    public var type: ProductType
    /// In the storefront's language; empty if the store has no text.
    public var displayName: String
    /// In the storefront's language; empty if the store has no text.
    public var description: String
    public var price: Money
    /// The store's own text for the price; show this one to the player.
    public var displayPrice: String
    public var isFamilyShareable: Bool
    /// Only for auto-renewable subscriptions.
    public var subscription: Subscription?
    /// As the store describes it, in a form of its own; empty where the system gives none.
    public var json = ""
    /// It is what the store said in an earlier answer.
    public var isCached = false

    public struct Subscription: Sendable, Hashable {
        public var groupID: String
        public var period: Period
        /// 1 is the highest; 0 where the system does not tell.
        public var level = 0
        /// Empty where the system does not tell.
        public var groupName = ""
        /// The introductory one, then the promotional ones, then the win-back ones.
        public var offers: [Offer] = []
        public var billingPlans: [BillingPlan] = []

        public init(groupID: String, period: Period) {
            self.groupID = groupID
            self.period = period
        }
    }

    /// An offer that the store lists, whether this player may use it or not.
    public struct Offer: Sendable, Hashable {
        public var type: OfferType
        /// Nil for an introductory one.
        public var id: String?
        public var paymentMode: PaymentMode
        /// For one period if it is paid as you go, else for all.
        public var priceMilliunits: Int64
        public var displayPrice: String
        public var period: Period
        public var periodCount: Int

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
    public struct BillingPlan: Sendable, Hashable {
        public var type: BillingPlanType
        /// For each bill.
        public var priceMilliunits: Int64
        public var displayPrice: String
        /// The time between two bills.
        public var period: Period
        /// For the whole commitment; 0 if it is none.
        public var commitmentPriceMilliunits: Int64

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
