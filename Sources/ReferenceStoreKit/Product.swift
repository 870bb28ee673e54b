public import Foundation
internal import IAPModel
internal import ReferenceStore

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

    public struct ProductType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let consumable = Self(rawValue: "Consumable")
        public static let nonConsumable = Self(rawValue: "Non-Consumable")
        public static let nonRenewable = Self(rawValue: "Non-Renewing Subscription")
        public static let autoRenewable = Self(rawValue: "Auto-Renewable Subscription")
    }

    public struct SubscriptionInfo: Hashable, Sendable {
        public let subscriptionGroupID: String
        public let subscriptionPeriod: SubscriptionPeriod
    }

    public struct SubscriptionPeriod: Hashable, Sendable {
        public enum Unit: Hashable, Sendable {
            case day, week, month, year
        }

        public let unit: Unit
        public let value: Int
    }

    public static func == (one: Product, other: Product) -> Bool { one.id == other.id && one.price == other.price }
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// Unknown ids are left out and repeated ones answered once.
    public static func products<Identifiers>(for identifiers: Identifiers) async throws -> [Product]
    where Identifiers: Collection, Identifiers.Element == String {
        let device = try CurrentDevice.require()
        var seen: Set<ExactText> = []
        do throws(StoreFailure) {
            return try device.products(identifiers.filter { seen.insert(ExactText($0)).inserted }).map(Product.init)
        } catch {
            throw error.storeKitError
        }
    }

    init(_ listing: ProductListing) {
        id = listing.product.productID
        type = ProductType(rawValue: listing.product.type.rawValue)
        displayName = listing.displayName
        description = listing.description
        price = Decimal(listing.product.priceMilliunits) / 1000
        displayPrice = listing.displayPrice
        isFamilyShareable = listing.product.isFamilyShareable
        subscription = listing.product.subscription.map {
            SubscriptionInfo(
                subscriptionGroupID: $0.groupID, subscriptionPeriod: SubscriptionPeriod($0.period))
        }
        priceFormatStyle = Decimal.FormatStyle.Currency(
            code: listing.currencyCode, locale: Locale(identifier: listing.locale))
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
