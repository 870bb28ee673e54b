/// The state of a subscription at one moment. It depends only on the newest transaction and the newest renewal info,
/// not on their order of arrival.
package struct SubscriptionSnapshot: Sendable, Hashable, Encodable {
    package enum State: String, Sendable, Hashable, CaseIterable, Encodable {
        case active = "Active"
        case inGracePeriod = "InGracePeriod"
        case inBillingRetry = "InBillingRetry"
        case expired = "Expired"
        case revoked = "Revoked"
        case refunded = "Refunded"
    }

    package enum Cancellation: String, Sendable, Hashable, Encodable {
        case user = "UserCanceled"
        case billing = "BillingError"
        case price = "PriceIncreaseDeclined"
        case product = "ProductUnavailable"
        case refund = "Refunded"
        case other = "Other"
    }

    package var originalID: String
    package var productID: String
    package var state: State
    /// The end of access, exclusive; nil if the player has no access now.
    package var end: Int64?
    package var start: Int64
    package var willRenew: Bool?
    package var renewalDate: Int64?
    package var cancellation: Cancellation?
    /// The number of seats; 1 if no seats were bought.
    package var seats: Int64 = 1
    /// The date of the newest signature.
    package var updateDate: Int64

    package private(set) var isActive = false

    /// The fields in an event of the Commerce Protocol.
    private enum CodingKeys: String, CodingKey {
        case state, willRenew
        case productID = "productId"
        case end = "expiresAt"
        case renewalDate = "renewsAt"
        case cancellation = "cancellationReason"
        case isActive = "active"
    }

    /// - Parameters:
    ///   - latest: the transaction of the newest period.
    ///   - date: the moment of the state, in milliseconds since 1970; nil for now.
    package init(_ latest: PurchaseFact, _ renewal: RenewalFact?, at date: Int64? = nil, now: Int64) {
        self.init(latest, renewal, stateAt: date ?? now)
        isActive = (state == .active || state == .inGracePeriod) && now < end ?? .max
    }

    private init(_ latest: PurchaseFact, _ renewal: RenewalFact?, stateAt now: Int64) {
        originalID = latest.originalID
        productID = latest.productID
        start = latest.originalDate
        willRenew = renewal?.willRenew
        renewalDate = renewal?.willRenew == true ? renewal?.renewalDate : nil
        updateDate = max(latest.version.date, renewal?.signedDate ?? 0)
        if let revocation = latest.revocation {
            state = revocation.type == "FAMILY_REVOKE" ? .revoked : .refunded
            end = nil
            cancellation = .refund
            return
        }
        let period = latest.expirationDate ?? .max
        cancellation = renewal.flatMap { Self.cancellation($0) }
        // The renewal info may be older than the current period.
        let current = renewal.flatMap { $0.signedDate >= latest.purchaseDate ? $0 : nil }
        if let current, current.isInBillingRetry {
            let isInGrace = now < current.graceEnd ?? 0
            (state, end) = isInGrace ? (.inGracePeriod, current.graceEnd) : (.inBillingRetry, nil)
        } else if current?.expirationIntent != nil || now >= period {
            // The App Store gives a reason when the subscription has ended.
            (state, end) = (.expired, nil)
        } else {
            (state, end) = (.active, period == .max ? nil : period)
        }
    }

    /// Returns the seats of a period: the seats of all its transactions without the refunded ones.
    package static func seats(of latest: PurchaseFact, _ periods: [PurchaseFact]) -> Int64 {
        periods.filter { $0.expirationDate == latest.expirationDate && $0.revocation == nil && !$0.isUpgraded }
            .reduce(0) { $0 + $1.quantity - $1.revokedSeats }
    }

    private static func cancellation(_ renewal: RenewalFact) -> Cancellation? {
        switch renewal.expirationIntent {
        case 1: .user
        case 2: .billing
        case 3: .price
        case 4: .product
        case .some: .other
        case nil: renewal.willRenew || renewal.isInBillingRetry ? nil : .user
        }
    }
}

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
