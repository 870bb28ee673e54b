/// The type of a product. `unknown` keeps the store's own word for types that this version does not know.
public enum ProductType: OpenEnumeration, Sendable, Hashable {
    case consumable
    case nonConsumable
    case nonRenewingSubscription
    case autoRenewableSubscription
    case unknown(String)

    /// The store's word, as in StoreKit's `Product.ProductType` and in the signed transaction's `type`.
    public init(rawValue: String) {
        switch rawValue {
        case "Consumable": self = .consumable
        case "Non-Consumable": self = .nonConsumable
        case "Non-Renewing Subscription": self = .nonRenewingSubscription
        case "Auto-Renewable Subscription": self = .autoRenewableSubscription
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .consumable: "Consumable"
        case .nonConsumable: "Non-Consumable"
        case .nonRenewingSubscription: "Non-Renewing Subscription"
        case .autoRenewableSubscription: "Auto-Renewable Subscription"
        case .unknown(let text): text
        }
    }
}
