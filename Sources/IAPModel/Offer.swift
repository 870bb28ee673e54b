/// The kind of an offer for a subscription. The numbers are those of signed transactions.
public enum OfferType: OpenEnumeration, Sendable, Hashable {
    case introductory
    case promotional
    case code
    case winBack
    case unknown(Int)

    public init(rawValue: Int) {
        switch rawValue {
        case 1: self = .introductory
        case 2: self = .promotional
        case 3: self = .code
        case 4: self = .winBack
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: Int {
        switch self {
        case .introductory: 1
        case .promotional: 2
        case .code: 3
        case .winBack: 4
        case .unknown(let number): number
        }
    }
}

/// How an offer is paid. The words are those of signed transactions.
public enum PaymentMode: OpenEnumeration, Sendable, Hashable {
    case freeTrial
    case payAsYouGo
    case payUpFront
    case oneTime
    case unknown(String)

    public init(rawValue: String) {
        switch rawValue {
        case "FREE_TRIAL": self = .freeTrial
        case "PAY_AS_YOU_GO": self = .payAsYouGo
        case "PAY_UP_FRONT": self = .payUpFront
        case "ONE_TIME": self = .oneTime
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .freeTrial: "FREE_TRIAL"
        case .payAsYouGo: "PAY_AS_YOU_GO"
        case .payUpFront: "PAY_UP_FRONT"
        case .oneTime: "ONE_TIME"
        case .unknown(let text): text
        }
    }
}

/// An offer that was used, or that the next renewal will use, as the store signs it.
public struct AppliedOffer: Sendable, Hashable {
    public var type: OfferType
    /// For an offer code, the name of the offer. Nil for an introductory offer.
    public var id: String?
    public var paymentMode: PaymentMode?
    public var period: Period?

    public init(type: OfferType, id: String? = nil, paymentMode: PaymentMode? = nil, period: Period? = nil) {
        self.type = type
        self.id = id
        self.paymentMode = paymentMode
        self.period = period
    }
}

/// How a subscription is paid. The words are those of signed transactions.
public enum BillingPlanType: OpenEnumeration, Sendable, Hashable {
    case upFront
    case monthly
    case unknown(String)

    public init(rawValue: String) {
        switch rawValue {
        case "BILLED_UPFRONT": self = .upFront
        case "MONTHLY": self = .monthly
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .upFront: "BILLED_UPFRONT"
        case .monthly: "MONTHLY"
        case .unknown(let text): text
        }
    }
}
