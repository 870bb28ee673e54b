/// How a subscription stands at a moment. It follows from the newest transaction and the newest renewal info alone, in whatever
/// order they came.
package struct SubscriptionSnapshot: Sendable, Hashable {
    package enum State: String, Sendable, Hashable, CaseIterable {
        case active = "Active"
        case inGracePeriod = "InGracePeriod"
        case inBillingRetry = "InBillingRetry"
        case expired = "Expired"
        case revoked = "Revoked"
        case refunded = "Refunded"
    }

    package enum Cancellation: String, Sendable, Hashable {
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
    /// The end of access, exclusive; nil if there is none now.
    package var end: Int64?
    package var start: Int64
    package var willRenew: Bool?
    package var renewalDate: Int64?
    package var cancellation: Cancellation?
    /// When the newest of the texts was signed.
    package var updateDate: Int64

    package var isActive: Bool { state == .active || state == .inGracePeriod }

    /// - Parameters:
    ///   - latest: the transaction of the newest period.
    ///   - now: milliseconds since 1970.
    package init(_ latest: PurchaseFact, _ renewal: RenewalFact?, now: Int64) {
        originalID = latest.originalID
        productID = latest.productID
        start = latest.originalDate
        willRenew = renewal?.willRenew
        renewalDate = renewal?.willRenew == true ? renewal?.renewalDate : nil
        updateDate = max(latest.version.date, renewal?.version.date ?? 0)
        if let revocation = latest.revocation {
            state = revocation.type == "FAMILY_REVOKE" ? .revoked : .refunded
            end = nil
            cancellation = .refund
            return
        }
        let period = latest.expirationDate ?? .max
        cancellation = renewal.flatMap { Self.cancellation($0, isOver: now >= period) }
        // The info may be older than the period that has begun since.
        let isAboutThisPeriod = (renewal?.version.date ?? 0) >= latest.purchaseDate
        if now < period {
            (state, end) = (.active, period == .max ? nil : period)
        } else if isAboutThisPeriod, let renewal, let grace = renewal.graceEnd, now < grace {
            (state, end) = (.inGracePeriod, grace)
        } else if isAboutThisPeriod, let renewal, renewal.isInBillingRetry {
            (state, end) = (.inBillingRetry, nil)
        } else {
            (state, end) = (.expired, nil)
        }
    }

    private static func cancellation(_ renewal: RenewalFact, isOver: Bool) -> Cancellation? {
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
