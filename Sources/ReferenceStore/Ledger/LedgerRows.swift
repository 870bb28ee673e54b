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
enum Setting: String, CaseIterable {
    case seed
    /// Not there as long as nobody has needed it.
    case certificateChain
    /// Where certificates say that their status is told.
    case ocspURL
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
    /// The language that the store takes on then.
    case nextLocale
    case areDialogsDisabled
    /// How purchases are interrupted, a `PurchaseInterruption`.
    case interruption
    /// With what purchases fail, a `StoreFailure.Kind`.
    case purchaseFailure
    case isBillingRetryOnRenewal
    /// 0 for no grace.
    case gracePeriodDays
    /// 0 for no limit.
    case renewalLimit
    /// The raw value of a `TimeRate`.
    case timeRate
    /// That of the clock with which the store was opened last.
    case openedTimeRate
    case nextTokenNumber
    case nextRequestNumber
    /// The public keys of the game's servers besides the store's own, in JSON.
    case serverKeys
    /// How often the store's service has been started again.
    case restarts

    /// Whether it is the next number of a row of ids.
    var isNumbering: Bool {
        [.nextTransactionID, .nextOrderLineID, .nextTokenNumber, .nextRequestNumber].contains(self)
    }

    /// Whether it belongs to the store's life; everything else is for a test to set, and to be set back.
    var isLasting: Bool {
        switch self {
        case .seed, .certificateChain, .ocspURL, .bundleID, .virtualTime, .nextTransactionID, .nextOrderLineID,
            .nextTokenNumber,
            .nextRequestNumber, .serverKeys, .openedTimeRate, .restarts:
            true
        case .isAskToBuyEnabled, .arePaymentsAllowed, .storefront, .locale, .nextStorefront, .nextLocale,
            .areDialogsDisabled, .interruption, .purchaseFailure, .isBillingRetryOnRenewal, .gracePeriodDays,
            .renewalLimit, .timeRate, .forgery:
            false
        }
    }
}
