internal import IAPModel

/// A notification to the game server, with its result.
package struct StoredNotification: Sendable, Hashable {
    /// The notifications have numbers in the order of their events.
    package var number: Int64
    package var uuid: String
    package var type: String
    package var subtype: String?
    /// The time of the event.
    package var date: Int64
    package var transactionID: UInt64?
    package var originalID: UInt64?
    /// A compact JWS.
    package var payload: String
    /// The time of the next attempt; nil if there is none.
    package var dueDate: Int64?
    package var attempts: [SendAttempt] = []
}

package struct SendAttempt: Sendable, Hashable {
    package var number: Int64
    package var date: Int64
    package var result: SendResult
    /// The HTTP status of the response; nil without a response.
    package var status: Int?
    /// A description of the error for people.
    package var detail: String?
    /// The time at which the notification was due, if this attempt was due.
    package var dueDate: Int64?

    package init(number: Int64, date: Int64, result: SendResult, status: Int?, detail: String?, dueDate: Int64? = nil) {
        self.dueDate = dueDate
        self.number = number
        self.date = date
        self.result = result
        self.status = status
        self.detail = detail
    }
}

/// The results in the terms of the App Store Server API.
package enum SendResult: String, Sendable, Hashable {
    case success = "SUCCESS"
    case timedOut = "TIMED_OUT"
    case tlsIssue = "TLS_ISSUE"
    case circularRedirect = "CIRCULAR_REDIRECT"
    case noResponse = "NO_RESPONSE"
    case socketIssue = "SOCKET_ISSUE"
    case unsupportedCharset = "UNSUPPORTED_CHARSET"
    case invalidResponse = "INVALID_RESPONSE"
    case prematureClose = "PREMATURE_CLOSE"
    case unsuccessfulStatus = "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
    case other = "OTHER"
}

/// The conditions for the list of sent notifications.
package struct NotificationQuery: Sendable, Hashable {
    package var start: Int64
    /// The end is excluded.
    package var end: Int64
    package var type: String?
    package var subtype: String?
    /// Only notifications for this customer.
    package var account: String?
    package var onlyFailures = false
    /// Only notifications after this number.
    package var after: Int64 = 0
    package var limit: Int

    package init(start: Int64, end: Int64, limit: Int) {
        self.start = start
        self.end = end
        self.limit = limit
    }
}

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
    func notification(_ state: SubscriptionStatus.State, takesBackChange: Bool) -> NotificationEvent? {
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

/// The notification types of the App Store.
package enum NotificationTypes {
    /// The subtypes of each type. A type with an empty text also occurs without a subtype.
    package static let all: [String: [String]] = [
        "SUBSCRIBED": ["INITIAL_BUY", "RESUBSCRIBE"], "DID_RENEW": ["", "BILLING_RECOVERY"],
        "DID_CHANGE_RENEWAL_PREF": ["", "UPGRADE", "DOWNGRADE"],
        "DID_CHANGE_RENEWAL_STATUS": ["", "AUTO_RENEW_ENABLED", "AUTO_RENEW_DISABLED"],
        "OFFER_REDEEMED": ["", "UPGRADE", "DOWNGRADE", "INITIAL_BUY", "RESUBSCRIBE"],
        "DID_FAIL_TO_RENEW": ["", "GRACE_PERIOD"],
        "GRACE_PERIOD_EXPIRED": [""],
        "EXPIRED": ["", "VOLUNTARY", "BILLING_RETRY", "PRICE_INCREASE", "PRODUCT_NOT_FOR_SALE"],
        "PRICE_INCREASE": ["PENDING", "ACCEPTED"], "ONE_TIME_CHARGE": [""], "CONSUMPTION_REQUEST": [""],
        "REFUND": ["", "SEATS"], "REFUND_DECLINED": [""], "REFUND_REVERSED": [""], "REVOKE": [""],
        "UNCLAIM_SEATS": [""], "RENEWAL_EXTENDED": [""], "RENEWAL_EXTENSION": ["SUMMARY", "FAILURE"],
        "EXTERNAL_PURCHASE_TOKEN": ["UNREPORTED", "CREATED", "ACTIVE_TOKEN_REMINDER"], "RESCIND_CONSENT": [""],
        "METADATA_UPDATE": [""], "MIGRATION": [""], "PRICE_CHANGE": [""], "TEST": [""],
    ]

    /// Whether the type is known. Without a subtype, the question is about the whole type.
    package static func isKnown(_ type: String, _ subtype: String?) -> Bool {
        guard let subtypes = all[type] else { return false }
        return subtype.map { subtypes.contains($0) } ?? true
    }
}

/// The notification that the App Store should send.
package struct NotificationRequest: Sendable, Hashable {
    /// The subject of a notification.
    package enum Content: Sendable, Hashable {
        /// No subject: a test notification.
        case test
        case transaction(id: UInt64, consumptionRequestReason: String?)
        /// The progress of an extension of all subscriptions of a product.
        case summary(
            productID: String, requestID: String, succeeded: Int64, failed: Int64, storefronts: [String]? = nil)
        case externalPurchase(id: String, tokenDate: Int64?)
        case app(account: String)
        /// The App Store unclaimed the seats of members.
        case unclaimedSeats(ids: [String])
    }

    /// The type in Apple's terms.
    package var type: String
    package var subtype: String?
    /// A lowercase UUID; nil for a new one.
    package var uuid: String?
    package var content: Content

    package init(type: String, subtype: String?, uuid: String?, content: Content) {
        self.type = type
        self.subtype = subtype
        self.uuid = uuid
        self.content = content
    }
}
