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

        public static let consumable = Self(rawValue: "Consumable")
        public static let nonConsumable = Self(rawValue: "Non-Consumable")
        public static let nonRenewable = Self(rawValue: "Non-Renewing Subscription")
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
            try await CurrentDevice.ask(after: { try await $0.awaitProducts() }) { device throws(StoreFailure) in
                let found = try device.products(ids)
                return try device.has(.productsEmpty) ? [] : found
            }.map(Product.init)
        }
    }

    /// The newest transaction for the product, in any state.
    public var latestTransaction: VerificationResult<Transaction>? {
        get async { await Transaction.latest(for: id) }
    }

    /// The account's entitlements to the product now.
    public var currentEntitlements: Transaction.Transactions { Transaction.currentEntitlements(for: id) }

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
