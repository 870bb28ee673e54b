internal import Foundation
internal import IAPModel

extension Product {
    init(_ product: StoreProduct) {
        self.init(
            id: product.id, type: ProductType(rawValue: product.type.rawValue), displayName: product.displayName,
            description: product.description,
            price: Money(milliunits: product.price.milliunits, currencyCode: product.priceFormatStyle.currencyCode),
            displayPrice: product.displayPrice, isFamilyShareable: product.isFamilyShareable,
            subscription: product.subscription.map {
                Subscription(groupID: $0.subscriptionGroupID, period: Period($0.subscriptionPeriod))
            })
    }
}

extension Period {
    init(_ period: StoreProduct.SubscriptionPeriod) {
        let unit: Unit =
            switch period.unit {
            case .day: .day
            case .week: .week
            case .month: .month
            case .year: .year
            #if canImport(StoreKit)
                default: .day
            #endif
            }
        self.init(value: period.value, unit: unit)
    }
}

extension Transaction {
    init(_ transaction: StoreTransaction, signedText: String) {
        self.init(
            id: transaction.id, originalID: transaction.originalID, productID: transaction.productID,
            productType: ProductType(rawValue: transaction.productType.rawValue),
            quantity: transaction.purchasedQuantity,
            purchaseDate: transaction.purchaseDate.milliseconds,
            originalPurchaseDate: transaction.originalPurchaseDate.milliseconds,
            expirationDate: transaction.expirationDate?.milliseconds,
            revocation: transaction.revocationDate.map {
                Revocation(date: $0.milliseconds, reason: transaction.revocationReason?.rawValue)
            },
            ownership: Ownership(rawValue: transaction.ownershipType.rawValue),
            appAccountToken: transaction.appAccountToken?.uuidString.lowercased(),
            subscriptionGroupID: transaction.subscriptionGroupID, environment: transaction.environmentName,
            signedText: signedText)
    }
}

extension StoreTransaction {
    fileprivate var environmentName: String {
        if #available(iOS 16, macOS 13, tvOS 16, watchOS 9, *) { return environment.rawValue }
        return ""
    }
}

extension Date {
    /// Clamped to what every calendar knows.
    fileprivate var milliseconds: Int64 {
        Int64(min(max((timeIntervalSince1970 * 1000).rounded(), -62_135_596_800_000), 253_402_300_799_999))
    }
}

extension Decimal {
    fileprivate var milliunits: Int64 {
        var (exact, rounded) = (self * 1000, Decimal())
        NSDecimalRound(&rounded, &exact, 0, .plain)
        return NSDecimalNumber(decimal: rounded).int64Value
    }
}
