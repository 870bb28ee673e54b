package import IAPModel

/// Counts over the whole ledger.
package struct LedgerTotals: Sendable, Hashable {
    package var transactions: Int
    package var unfinished: Int
    package var refunded: Int
}

/// A transaction that a device is to hear of.
struct News: Sendable, Hashable {
    var number: Int64
    var transaction: LedgerTransaction
}

/// A purchase that waits for somebody else's approval.
package struct Approval: Sendable, Hashable {
    package var id: UInt64
    package var account: String
    /// Where it was asked for.
    package var device: String
    package var productID: String
    package var quantity: Int
    package var appAccountToken: String?
    package var requestDate: Int64
    package var offer: OfferChoice?
    /// What the game's server has said about the introductory offer, if it has.
    package var allowsIntroductoryOffer: Bool?
    package var billingPlanType: BillingPlanType?
    package var advancedCommerceInfo: String?
    package var seats: Int?
}

/// The offer that a purchase names: by the id of a promotional or win-back offer, or by the name of a code offer.
package struct OfferChoice: Sendable, Hashable, Codable {
    package var type: OfferType
    package var id: String

    package init(type: OfferType, id: String) {
        self.type = type
        self.id = id
    }
}

/// What a test has ordered for one of the next purchases.
package enum PurchaseOrder: Sendable, Hashable {
    case cancel
    case fail(StoreFailure)
    /// It is charged, and the device is not answered.
    case lose(AnswerLoss)

    init?(rawValue: String) {
        if rawValue == "cancel" {
            self = .cancel
        } else if let loss = AnswerLoss.allCases.first(where: { Self.lose($0).rawValue == rawValue }) {
            self = .lose(loss)
        } else if let failure = StoreFailure.Kind(rawValue: rawValue) {
            self = .fail(StoreFailure(failure))
        } else {
            return nil
        }
    }

    var rawValue: String {
        switch self {
        case .cancel: "cancel"
        case .fail(let failure): failure.kind.rawValue
        case .lose(let loss): "lose \(loss.rawValue)"
        }
    }
}

/// The names under which the store keeps single values.
enum Setting: String {
    case seed
    case certificateChain
    case bundleID
    case virtualTime
    case nextTransactionID
    case nextOrderLineID
    case isAskToBuyEnabled
    case arePaymentsAllowed
    case storefront
    case locale
    /// The country to which the store moves while the next purchase is under way.
    case nextStorefront
    /// The number of a `Forgery`.
    case forgery
    case nextTokenNumber
    case nextRequestNumber
    case timeRate
    /// That of the clock with which the store was opened last.
    case openedTimeRate
    case isBillingRetryOnRenewal
    case gracePeriodDays
    case renewalLimit
    /// How often the store's service has been started again.
    case restarts
}
