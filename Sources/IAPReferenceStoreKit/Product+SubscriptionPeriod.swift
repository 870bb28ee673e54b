internal import IAPModel

extension Product {
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
