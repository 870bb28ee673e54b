package import IAPModel

/// Counts over the whole ledger.
package struct LedgerTotals: Sendable, Hashable {
    package var transactions: Int
    package var unfinished: Int
    package var refunded: Int
}

/// A transaction that the devices of its account receive without a request.
struct TransactionUpdate: Sendable, Hashable {
    var number: Int64
    var transaction: LedgerTransaction
    /// The device receives it although it has it already.
    var isRepeat = false
}

/// The offer that a purchase names: the id of a promotional or win-back offer, or the name of a code offer.
package struct OfferChoice: Sendable, Hashable, Codable {
    package var type: OfferType
    package var id: String

    package init(type: OfferType, id: String) {
        self.type = type
        self.id = id
    }
}

/// An order of a test for one of the next purchases.
package enum PurchaseOrder: Sendable, Hashable {
    case cancel
    case fail(StoreFailure)
    /// The store charges the purchase, but the device receives no response.
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

/// The names of the store's single values.
enum Setting: String, CaseIterable {
    case seed = "seed"
    /// Missing until its first use.
    case certificateChain = "certificateChain"
    /// The OCSP address in the certificates.
    case ocspURL = "ocspURL"
    case bundleID = "bundleID"
    case environment = "environment"
    case virtualTime = "virtualTime"
    case nextTransactionID = "nextTransactionID"
    case nextOrderLineID = "nextOrderLineID"
    case isAskToBuyEnabled = "isAskToBuyEnabled"
    case arePaymentsAllowed = "arePaymentsAllowed"
    case storefront = "storefront"
    case locale = "locale"
    /// The country to which the store moves during the next purchase.
    case nextStorefront = "nextStorefront"
    /// The number of a `Forgery`.
    case forgery = "forgery"
    /// The language that the store takes together with that country.
    case nextLocale = "nextLocale"
    case areDialogsDisabled = "areDialogsDisabled"
    /// A `PurchaseInterruption`: how purchases are interrupted.
    case interruption = "interruption"
    /// A `StoreFailure.Kind`: the failure of purchases.
    case purchaseFailure = "purchaseFailure"
    case isBillingRetryOnRenewal = "isBillingRetryOnRenewal"
    /// Whether each purchase of a non-renewing subscription is an entitlement.
    case areAllNonRenewingEntitled = "areAllNonRenewingEntitled"
    /// 0 for no grace period.
    case gracePeriodDays = "gracePeriodDays"
    /// 0 for no limit.
    case renewalLimit = "renewalLimit"
    /// The raw value of a `TimeRate`.
    case timeRate = "timeRate"
    /// The rate of the clock with which the store was last opened.
    case openedTimeRate = "openedTimeRate"
    /// The kind of that clock. It does not affect the store's behaviour.
    case openedClock = "openedClock"
    case nextTokenNumber = "nextTokenNumber"
    case nextRequestNumber = "nextRequestNumber"
    /// The public keys of the game's servers, in JSON. The store's own key is not included.
    case serverKeys = "serverKeys"
    /// The address for notifications; missing if there is none.
    case notificationURL = "notificationURL"
    /// The time between each failed attempt and the next one: milliseconds with commas between them.
    case notificationRetries = "notificationRetries"
    case nextNotificationNumber = "nextNotificationNumber"
    /// The simulated faults for the game server, in JSON.
    case serverFaults = "serverFaults"
    /// The habits that differ from the documented ones, in JSON.
    case habits = "habits"
    /// How often the store's service was restarted.
    case restarts = "restarts"

    /// Whether it is the next number of a sequence of ids.
    var isNumbering: Bool {
        [.nextTransactionID, .nextOrderLineID, .nextTokenNumber, .nextRequestNumber, .nextNotificationNumber]
            .contains(self)
    }

    /// Whether the setting is part of the store's state. Tests set all other settings, and a reset resets those.
    var isLasting: Bool {
        switch self {
        case .seed, .certificateChain, .ocspURL, .bundleID, .environment, .virtualTime, .nextTransactionID,
            .nextOrderLineID,
            .nextTokenNumber,
            .nextRequestNumber, .serverKeys, .openedTimeRate, .openedClock, .restarts, .notificationURL,
            .notificationRetries, .nextNotificationNumber:
            true
        case .isAskToBuyEnabled, .arePaymentsAllowed, .storefront, .locale, .nextStorefront, .nextLocale,
            .areDialogsDisabled, .interruption, .purchaseFailure, .isBillingRetryOnRenewal, .gracePeriodDays,
            .renewalLimit, .timeRate, .forgery, .areAllNonRenewingEntitled, .serverFaults, .habits:
            false
        }
    }
}
