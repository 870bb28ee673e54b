public import Foundation
internal import IAPModel
internal import IAPReferenceStore

/// A product of the App Store, with the names and signatures of StoreKit's `Product`.
public struct Product: Identifiable, Hashable, Sendable {
    public let id: String
    public let type: ProductType
    public let displayName: String
    public let description: String
    public let price: Decimal
    public let displayPrice: String
    public let isFamilyShareable: Bool
    public let subscription: SubscriptionInfo?
    public let priceFormatStyle: Decimal.FormatStyle.Currency
    public let jsonRepresentation: Data

    public struct ProductType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let nonConsumable = Self(rawValue: "Non-Consumable")
        public static let autoRenewable = Self(rawValue: "Auto-Renewable Subscription")
    }

    public static func == (one: Product, other: Product) -> Bool { one.id == other.id && one.price == other.price }
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// Returns the products. It omits unknown ids and returns repeated ones once.
    public static func products<Identifiers>(for identifiers: Identifiers) async throws -> [Product]
    where Identifiers: Collection, Identifiers.Element == String {
        var seen: Set<ExactText> = []
        let ids = identifiers.filter { seen.insert(ExactText($0)).inserted }
        return try await CurrentDevice.read(orNothing: []) {
            try await CurrentDevice.ask(after: { try await $0.awaitProducts() }) { device in
                let found = try device.products(ids)
                return try device.has(.productsEmpty) ? [] : found
            }.map(Product.init)
        }
    }

    init(_ listing: ProductListing) {
        id = listing.product.productID
        type = ProductType(rawValue: listing.product.type.rawValue)
        displayName = listing.displayName
        description = listing.description
        price = Decimal(milliunits: listing.product.priceMilliunits)
        displayPrice = listing.displayPrice
        isFamilyShareable = listing.product.isFamilyShareable
        subscription = listing.product.subscription.map { SubscriptionInfo($0, listing) }
        priceFormatStyle = Decimal.FormatStyle.Currency(
            code: listing.currencyCode, locale: Locale(identifier: listing.locale))
        jsonRepresentation = Data(listing.json.utf8)
    }

    /// Makes a product that the store does not sell: a purchase that begins in the App Store can name one.
    init(unlistedID id: String) {
        self.id = id
        type = ProductType(rawValue: "")
        displayName = ""
        description = ""
        price = 0
        displayPrice = ""
        isFamilyShareable = false
        subscription = nil
        priceFormatStyle = Decimal.FormatStyle.Currency(code: "")
        jsonRepresentation = Data()
    }
}

extension Product {
    /// The part that only auto-renewable subscriptions have.
    public struct SubscriptionInfo: Hashable, Sendable {
        public let introductoryOffer: SubscriptionOffer?
        public let promotionalOffers: [SubscriptionOffer]
        /// All configured win-back offers, even if the account may not use them.
        public let winBackOffers: [SubscriptionOffer]
        public let subscriptionGroupID: String
        public let subscriptionPeriod: SubscriptionPeriod
        /// 1 is the highest level of service.
        public let groupLevel: Int
        public let groupDisplayName: String
        public let pricingTerms: [PricingTerms]

        public static func isEligibleForIntroOffer(for groupID: String) async -> Bool {
            CurrentDevice.look { device in try device.statuses.isEligibleForIntroductoryOffer(groupID: groupID) }
                ?? false
        }

        init(_ subscription: CatalogueProduct.Subscription, _ listing: ProductListing) {
            let offers = listing.offers.map(SubscriptionOffer.init)
            introductoryOffer = offers.first { $0.type == .introductory }
            promotionalOffers = offers.filter { $0.type == .promotional }
            winBackOffers = offers.filter { $0.type == .winBack }
            subscriptionGroupID = subscription.groupID
            subscriptionPeriod = SubscriptionPeriod(subscription.period)
            groupLevel = listing.level
            groupDisplayName = listing.groupName
            pricingTerms = listing.billingPlans.map { PricingTerms($0, subscription) }
        }
    }

    /// An offer of a subscription.
    public struct SubscriptionOffer: Hashable, Sendable {
        /// Nil for an introductory offer.
        public let id: String?
        public let type: OfferType
        /// The price of one period for a pay-as-you-go offer, otherwise of the whole offer.
        public let price: Decimal
        public let displayPrice: String
        public let period: SubscriptionPeriod
        /// How many periods the offer lasts. It is 1, except for pay-as-you-go.
        public let periodCount: Int
        public let paymentMode: PaymentMode

        /// Apple does not document the raw values. These are the words of its product descriptions.
        public struct OfferType: RawRepresentable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }
            public static let introductory = Self(rawValue: "IntroOffer")
            public static let promotional = Self(rawValue: "AdhocOffer")
            public static let winBack = Self(rawValue: "WinBackOffer")
        }

        /// Apple does not document the raw values. These are the words of its product descriptions.
        public struct PaymentMode: RawRepresentable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }
            public static let payAsYouGo = Self(rawValue: "PayAsYouGo")
            public static let payUpFront = Self(rawValue: "PayUpFront")
            public static let freeTrial = Self(rawValue: "FreeTrial")
        }

        init(_ listing: OfferListing) {
            let offer = listing.offer
            id = offer.offerID
            type = OfferType(rawValue: offer.kind.listedName)
            price = Decimal(milliunits: offer.priceMilliunits)
            displayPrice = listing.displayPrice
            period = SubscriptionPeriod(offer.period)
            periodCount = offer.periodCount
            paymentMode = PaymentMode(rawValue: offer.paymentMode.listedName)
        }
    }

    public struct SubscriptionPeriod: Hashable, Sendable {
        public enum Unit: Hashable, Sendable {
            case day, week, month, year
        }

        public let unit: Unit
        public let value: Int
    }
}

extension Product.SubscriptionPeriod {
    init(_ period: Period) {
        value = period.value
        unit =
            switch period.unit {
            case .day: .day
            case .week: .week
            case .month: .month
            case .year: .year
            }
    }
}

extension Product.SubscriptionInfo {
    public typealias BillingPeriod = Product.SubscriptionPeriod

    /// How the player pays for a subscription.
    public struct BillingPlanType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The player's commitment.
    public struct CommitmentInfo: Hashable, Sendable {
        public let price: Decimal
        public let displayPrice: String
        public let period: Product.SubscriptionPeriod
    }

    /// One way to pay for a subscription.
    public struct PricingTerms: Hashable, Sendable {
        public let billingPrice: Decimal
        public let billingDisplayPrice: String
        public let billingPeriod: BillingPeriod
        public let billingPlanType: BillingPlanType
        public let commitmentInfo: CommitmentInfo
        init(_ listing: BillingPlanListing, _ subscription: CatalogueProduct.Subscription) {
            let plan = listing.plan
            billingPrice = Decimal(milliunits: plan.priceMilliunits)
            billingDisplayPrice = listing.displayPrice
            billingPlanType = BillingPlanType(rawValue: plan.type)
            billingPeriod = BillingPeriod(listing.period)
            commitmentInfo = CommitmentInfo(
                price: Decimal(milliunits: plan.commitmentPriceMilliunits),
                displayPrice: listing.commitmentDisplayPrice,
                period: Product.SubscriptionPeriod(subscription.period))
        }
    }
}

extension Product {
    /// A product on the App Store page, as this player sees it.
    public struct PromotionInfo: Equatable {
        public let productID: Product.ID
        public var visibility: Visibility

        public enum Visibility: Int, Hashable, Sendable {
            case appStoreConnectDefault
            case visible
            case hidden
        }

        /// The products in their order; empty for the order of App Store Connect.
        public static var currentOrder: [PromotionInfo] {
            get async throws {
                try await CurrentDevice.ask { device in try device.promotions.list() }.map(PromotionInfo.init)
            }
        }

        public static func updateProductOrder(byID order: some Collection<Product.ID>) async throws {
            try await CurrentDevice.ask { device in try device.promotions.setOrder(Array(order)) }
        }

        public static func updateProductVisibility(_ visibility: Visibility, for productID: Product.ID) async throws {
            try await CurrentDevice.ask { device in
                try device.promotions.setVisibility(
                    productID, Promotion.Visibility(rawValue: visibility.rawValue) ?? .appStoreConnectDefault)
            }
        }

        private init(_ promotion: Promotion) {
            productID = promotion.productID
            visibility = Visibility(rawValue: promotion.visibility.rawValue) ?? .appStoreConnectDefault
        }
    }
}
