public import Foundation
internal import IAPReferenceStore

extension Product {
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

        /// The older proof of a promotional offer, signed by the game's server.
        public struct Signature: Hashable, Sendable {
            public var keyID: String
            public var nonce: UUID
            /// Milliseconds since 1970.
            public var timestamp: Int
            /// DER.
            public var signature: Data

            public init(keyID: String, nonce: UUID, timestamp: Int, signature: Data) {
                self.keyID = keyID
                self.nonce = nonce
                self.timestamp = timestamp
                self.signature = signature
            }
        }

        init(_ listing: OfferListing) {
            let offer = listing.offer
            id = offer.offerID
            type =
                switch offer.kind {
                case .introductory: .introductory
                case .promotional: .promotional
                case .winBack: .winBack
                // Offer codes are redeemed and not listed.
                case .code: OfferType(rawValue: "")
                }
            price = Decimal(milliunits: offer.priceMilliunits)
            displayPrice = listing.displayPrice
            period = SubscriptionPeriod(offer.period)
            periodCount = offer.periodCount
            paymentMode =
                switch offer.paymentMode {
                case .free: .freeTrial
                case .payUpFront: .payUpFront
                case .payAsYouGo: .payAsYouGo
                }
        }
    }
}
