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
