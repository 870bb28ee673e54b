package import IAPModel

/// Counts over the whole ledger.
package struct LedgerTotals: Sendable, Hashable {
    package var transactions: Int
    package var unfinished: Int
    package var refunded: Int
}

/// A transaction that the devices of its account receive without having asked.
struct TransactionUpdate: Sendable, Hashable {
    var number: Int64
    var transaction: LedgerTransaction
    /// The device receives it although it has it already.
    var isRepeat = false
}

/// The offer that a purchase names: by the id of a promotional or win-back offer, or by the name of a code offer.
package struct OfferChoice: Sendable, Hashable, Codable {
    package var type: OfferType
    package var id: String

    private enum CodingKeys: String, CodingKey {
        case type, id
    }

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
    case seed = "seed"
    /// Missing until it is needed for the first time.
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
    /// The country to which the store moves while the next purchase is under way.
    case nextStorefront = "nextStorefront"
    /// The number of a `Forgery`.
    case forgery = "forgery"
    /// The language that the store takes on then.
    case nextLocale = "nextLocale"
    case areDialogsDisabled = "areDialogsDisabled"
    /// How purchases are interrupted, a `PurchaseInterruption`.
    case interruption = "interruption"
    /// The failure of purchases, a `StoreFailure.Kind`.
    case purchaseFailure = "purchaseFailure"
    case isBillingRetryOnRenewal = "isBillingRetryOnRenewal"
    /// Each purchase of a non-renewing subscription is an entitlement.
    case areAllNonRenewingEntitled = "areAllNonRenewingEntitled"
    /// 0 for no grace.
    case gracePeriodDays = "gracePeriodDays"
    /// 0 for no limit.
    case renewalLimit = "renewalLimit"
    /// The raw value of a `TimeRate`.
    case timeRate = "timeRate"
    /// That of the clock with which the store was opened last.
    case openedTimeRate = "openedTimeRate"
    /// The kind of that clock. It is of no consequence for what the store does.
    case openedClock = "openedClock"
    case nextTokenNumber = "nextTokenNumber"
    case nextRequestNumber = "nextRequestNumber"
    /// The public keys of the game's servers, in JSON. The store's own key is not among them.
    case serverKeys = "serverKeys"
    /// Where notifications go; missing if nowhere.
    case notificationURL = "notificationURL"
    /// How long after each attempt that failed the next one is made: milliseconds with commas between them.
    case notificationRetries = "notificationRetries"
    case nextNotificationNumber = "nextNotificationNumber"
    /// What goes wrong for the game's server, in JSON.
    case serverFaults = "serverFaults"
    /// The habits that differ from the documented ones, JSON.
    case habits = "habits"
    /// How often the store's service has been started again.
    case restarts = "restarts"

    /// Whether it is the next number of a row of ids.
    var isNumbering: Bool {
        [.nextTransactionID, .nextOrderLineID, .nextTokenNumber, .nextRequestNumber, .nextNotificationNumber]
            .contains(self)
    }

    /// Whether the setting is part of the store's state. Tests set all other settings, and a reset sets those back.
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
