/// Something that the store sells, as the store described it for one storefront and language.
///
/// The journal keeps products under the names of their properties.
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

        public init(
            type: OfferType, id: String?, paymentMode: PaymentMode, priceMilliunits: Int64, displayPrice: String,
            period: Period, periodCount: Int
        ) {
            (self.type, self.id, self.paymentMode) = (type, id, paymentMode)
            (self.priceMilliunits, self.displayPrice) = (priceMilliunits, displayPrice)
            (self.period, self.periodCount) = (period, periodCount)
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

        public init(
            type: BillingPlanType, priceMilliunits: Int64, displayPrice: String, period: Period,
            commitmentPriceMilliunits: Int64
        ) {
            (self.type, self.priceMilliunits) = (type, priceMilliunits)
            (self.displayPrice, self.period) = (displayPrice, period)
            self.commitmentPriceMilliunits = commitmentPriceMilliunits
        }
    }

    public init(
        id: String, type: ProductType, displayName: String, description: String, price: Money,
        displayPrice: String, isFamilyShareable: Bool, subscription: Subscription?
    ) {
        (self.id, self.type, self.displayName) = (id, type, displayName)
        (self.description, self.price, self.displayPrice) = (description, price, displayPrice)
        (self.isFamilyShareable, self.subscription) = (isFamilyShareable, subscription)
    }
}

/// The type of a product, by the store's word. Like StoreKit's own type it keeps a word that this version does not know.
public struct ProductType: RawRepresentable, Sendable, Hashable, Codable {
    public let rawValue: String

    public static let consumable = Self(rawValue: "Consumable")
    public static let nonConsumable = Self(rawValue: "Non-Consumable")
    public static let nonRenewingSubscription = Self(rawValue: "Non-Renewing Subscription")
    public static let autoRenewableSubscription = Self(rawValue: "Auto-Renewable Subscription")

    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The kind of an offer for a subscription. The numbers are those of signed transactions.
public struct OfferType: RawRepresentable, Sendable, Hashable, Codable {
    public let rawValue: Int

    public static let introductory = Self(rawValue: 1)
    public static let promotional = Self(rawValue: 2)
    public static let code = Self(rawValue: 3)
    public static let winBack = Self(rawValue: 4)

    public init(rawValue: Int) { self.rawValue = rawValue }
}

/// How an offer is paid. The words are those of signed transactions.
public struct PaymentMode: RawRepresentable, Sendable, Hashable, Codable {
    public let rawValue: String

    public static let freeTrial = Self(rawValue: "FREE_TRIAL")
    public static let payAsYouGo = Self(rawValue: "PAY_AS_YOU_GO")
    public static let payUpFront = Self(rawValue: "PAY_UP_FRONT")
    public static let oneTime = Self(rawValue: "ONE_TIME")

    public init(rawValue: String) { self.rawValue = rawValue }
}

/// An offer that was used, or that the next renewal will use, as the store signs it.
public struct AppliedOffer: Sendable, Hashable, Codable {
    public var type: OfferType
    /// For an offer code, the name of the offer. Nil for an introductory offer.
    public var id: String?
    public var paymentMode: PaymentMode?
    public var period: Period?

    public init(type: OfferType, id: String? = nil, paymentMode: PaymentMode? = nil, period: Period? = nil) {
        (self.type, self.id, self.paymentMode, self.period) = (type, id, paymentMode, period)
    }
}

/// How a subscription is paid. The words are those of signed transactions.
public struct BillingPlanType: RawRepresentable, Sendable, Hashable, Codable {
    public let rawValue: String

    public static let upFront = Self(rawValue: "BILLED_UPFRONT")
    public static let monthly = Self(rawValue: "MONTHLY")

    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A product on the App Store page, as this player sees it.
public struct Promotion: Sendable, Hashable {
    public var productID: String
    public var visibility: Visibility

    /// The numbers are StoreKit's.
    public enum Visibility: Int, Sendable, Hashable, CaseIterable {
        case appStoreConnectDefault = 0
        case visible = 1
        case hidden = 2
    }

    public init(productID: String, visibility: Visibility) {
        self.productID = productID
        self.visibility = visibility
    }
}
