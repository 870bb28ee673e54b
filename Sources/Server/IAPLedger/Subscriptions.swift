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
