internal import IAPModel

/// An event that the App Store reports to the game server, in Apple's terms.
struct NotificationEvent: Sendable, Hashable {
    var type: String
    var subtype: String?
    /// Only for a CONSUMPTION_REQUEST.
    var reason: String?

    init(_ type: String, _ subtype: String? = nil) {
        self.type = type
        self.subtype = subtype
    }

    static let oneTimeCharge = Self("ONE_TIME_CHARGE")
    static let initialPurchase = Self("SUBSCRIBED", "INITIAL_BUY")
    static let resubscription = Self("SUBSCRIBED", "RESUBSCRIBE")
    static let renewal = Self("DID_RENEW")
    static let refund = Self("REFUND")
    static let refundDeclined = Self("REFUND_DECLINED")
    static let revoke = Self("REVOKE")
    static let renewalExtended = Self("RENEWAL_EXTENDED")
    static let extensionFailure = Self("RENEWAL_EXTENSION", "FAILURE")
    static let extensionSummary = Self("RENEWAL_EXTENSION", "SUMMARY")

    /// StoreKit passes no reason on. The store uses the general one.
    static var consumptionRequest: Self {
        var event = Self("CONSUMPTION_REQUEST")
        event.reason = "OTHER"
        return event
    }
}

extension SubscriptionFact.Cause {
    /// Returns nil if the App Store sends nothing, or if it sends another event of the same change.
    ///
    /// - Parameter takesBackChange: Whether the next renewal is for the present product.
    func notification(
        _ state: SubscriptionStatus.State, takesBackChange: Bool
    ) -> NotificationEvent? {
        switch self {
        case .initialPurchase: .initialPurchase
        case .resubscription: .resubscription
        case .upgrade: NotificationEvent("DID_CHANGE_RENEWAL_PREF", "UPGRADE")
        case .preference: NotificationEvent("DID_CHANGE_RENEWAL_PREF", takesBackChange ? nil : "DOWNGRADE")
        case .offer: NotificationEvent("OFFER_REDEEMED")
        case .autoRenewEnabled: NotificationEvent("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED")
        case .autoRenewDisabled: NotificationEvent("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED")
        case .renewal: .renewal
        case .billingRecovery: NotificationEvent("DID_RENEW", "BILLING_RECOVERY")
        case .billingFailure:
            NotificationEvent("DID_FAIL_TO_RENEW", state == .inGracePeriod ? "GRACE_PERIOD" : nil)
        case .gracePeriodEnd: NotificationEvent("GRACE_PERIOD_EXPIRED")
        case .expiration(let reason): NotificationEvent("EXPIRED", reason.subtype)
        case .priceIncreasePending: NotificationEvent("PRICE_INCREASE", "PENDING")
        case .priceIncreaseAgreed: NotificationEvent("PRICE_INCREASE", "ACCEPTED")
        case .extension: .renewalExtended
        case .priceIncreaseCleared, .priceIncreaseDeclined, .refund, .revocation: nil
        }
    }
}

extension RenewalInfo.ExpirationReason {
    fileprivate var subtype: String? {
        switch self {
        case .autoRenewDisabled: "VOLUNTARY"
        case .billingError: "BILLING_RETRY"
        case .didNotConsentToPriceIncrease: "PRICE_INCREASE"
        case .productUnavailable: "PRODUCT_NOT_FOR_SALE"
        default: nil
        }
    }
}

/// A change of a transaction that the game server is notified of.
struct Notice: Sendable, Hashable {
    var event: NotificationEvent
    var transactionID: UInt64
    var date: Int64
}

/// The notices of one command. Use it only with the store's lock held.
final class NoticeList {
    private var notices: [Notice] = []

    var isEmpty: Bool { notices.isEmpty }

    func add(_ notice: Notice) { notices.append(notice) }

    func take() -> [Notice] {
        defer { notices = [] }
        return notices
    }
}

extension Ledger {
    func note(_ event: NotificationEvent, of transactionID: UInt64, at date: Int64) {
        notices?.add(Notice(event: event, transactionID: transactionID, date: date))
    }
}
