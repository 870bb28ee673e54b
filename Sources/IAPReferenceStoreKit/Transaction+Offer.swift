internal import IAPModel

extension Transaction {
    /// The type of the offer with which a subscription was bought.
    public struct OfferType: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let introductory = Self(rawValue: 1)
        public static let promotional = Self(rawValue: 2)
        public static let code = Self(rawValue: 3)
        public static let winBack = Self(rawValue: 4)
    }

    /// The offer of a purchased subscription, or of its next renewal.
    public struct Offer: Hashable, Sendable {
        public let id: String?
        public let type: OfferType
        public let paymentMode: PaymentMode?
        public let period: Product.SubscriptionPeriod?

        public struct PaymentMode: RawRepresentable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }
            public static let freeTrial = Self(rawValue: "FREE_TRIAL")
            public static let payAsYouGo = Self(rawValue: "PAY_AS_YOU_GO")
            public static let payUpFront = Self(rawValue: "PAY_UP_FRONT")
            public static let oneTime = Self(rawValue: "ONE_TIME")
        }

        init(_ offer: AppliedOffer) {
            id = offer.id
            type = OfferType(rawValue: offer.type.rawValue)
            paymentMode = offer.paymentMode.map { PaymentMode(rawValue: $0.rawValue) }
            period = offer.period.map(Product.SubscriptionPeriod.init)
        }
    }
}
