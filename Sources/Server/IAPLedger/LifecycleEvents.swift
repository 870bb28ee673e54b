/// Maps notifications of the App Store to events for the studio. The table is from the OpenIAP Commerce Protocol 1.0.
package enum LifecycleRule {
    package enum Event: String, Sendable, Hashable, CaseIterable {
        case started = "subscription.started"
        case renewed = "subscription.renewed"
        case recovered = "subscription.recovered"
        case enteredGracePeriod = "subscription.entered_grace_period"
        case enteredBillingRetry = "subscription.entered_billing_retry"
        case expired = "subscription.expired"
        case canceled = "subscription.canceled"
        case uncanceled = "subscription.uncanceled"
        case revoked = "subscription.revoked"
        case refunded = "subscription.refunded"
        case productChanged = "subscription.product_changed"
        case priceChanged = "subscription.price_changed"

        /// The state that a snapshot of the event must have; nil if it can have any state.
        var state: SubscriptionSnapshot.State? {
            switch self {
            case .started, .renewed, .recovered: .active
            case .enteredGracePeriod: .inGracePeriod
            case .enteredBillingRetry: .inBillingRetry
            case .expired: .expired
            case .revoked: .revoked
            case .refunded: .refunded
            case .canceled, .uncanceled, .productChanged, .priceChanged: nil
            }
        }
    }

    /// - Parameters:
    ///   - isFirst: this is the first notification about the subscription.
    /// - Returns: nil if the studio receives no event.
    package static func event(_ type: String, _ subtype: String?, isFirst: Bool) -> Event? {
        switch (type, subtype) {
        case ("SUBSCRIBED", "INITIAL_BUY"), ("SUBSCRIBED", "RESUBSCRIBE"), ("REFUND_REVERSED", _):
            isFirst ? .started : .recovered
        case ("DID_RENEW", "BILLING_RECOVERY"): .recovered
        case ("DID_RENEW", _): .renewed
        case ("DID_FAIL_TO_RENEW", "GRACE_PERIOD"): .enteredGracePeriod
        case ("DID_FAIL_TO_RENEW", _), ("GRACE_PERIOD_EXPIRED", _): .enteredBillingRetry
        case ("EXPIRED", _): .expired
        case ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED"): .canceled
        case ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED"): .uncanceled
        case ("DID_CHANGE_RENEWAL_PREF", _): .productChanged
        case ("PRICE_INCREASE", _): isFirst ? nil : .priceChanged
        case ("REVOKE", _): .revoked
        // Only some seats were refunded. The subscription continues for the others.
        case ("REFUND", "SEATS"): nil
        case ("REFUND", _): .refunded
        default: nil
        }
    }
}
