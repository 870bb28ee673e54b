internal import Foundation
internal import IAPModel

extension Date {
    /// Milliseconds since 1970, limited to the range that every calendar supports.
    var milliseconds: Int64 {
        Int64(min(max((timeIntervalSince1970 * 1000).rounded(), -62_135_596_800_000), 253_402_300_799_999))
    }
}

extension Decimal {
    var milliunits: Int64 {
        var (exact, rounded) = (self * 1000, Decimal())
        NSDecimalRound(&rounded, &exact, 0, .plain)
        return NSDecimalNumber(decimal: rounded).int64Value
    }
}

extension Period {
    init(_ period: StoreKitProduct.SubscriptionPeriod) {
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
