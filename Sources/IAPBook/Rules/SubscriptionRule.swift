/// What the studio is told of a subscription, and when.
package enum SubscriptionRule {
    package enum Event: String, Sendable, Hashable, CaseIterable {
        case started = "subscription.started"
        case renewed = "subscription.renewed"
        case recovered = "subscription.recovered"
        case enteredGracePeriod = "subscription.entered_grace_period"
        case enteredBillingRetry = "subscription.entered_billing_retry"
        case canceled = "subscription.canceled"
        case uncanceled = "subscription.uncanceled"
        case productChanged = "subscription.product_changed"
        case expired = "subscription.expired"
        case revoked = "subscription.revoked"
        case refunded = "subscription.refunded"
    }

    /// The lifecycle events between what was told last and what is known now. What has not changed is not told.
    package static func events(from told: ToldSubscription?, to new: ToldSubscription) -> [Event] {
        var events: [Event] = []
        if let event = stateEvent(from: told, to: new) { events.append(event) }
        guard let told else { return events }
        if told.productID != new.productID { events.append(.productChanged) }
        if told.willRenew != new.willRenew, new.isActive, told.isActive {
            events.append(new.willRenew ? .uncanceled : .canceled)
        }
        return events
    }

    private static func stateEvent(from told: ToldSubscription?, to new: ToldSubscription) -> Event? {
        guard told?.state != new.state else {
            // A new product is no renewal.
            guard new.state == .active, let told, told.transactionID != new.transactionID,
                told.productID == new.productID
            else { return nil }
            return .renewed
        }
        switch new.state {
        case .active: return told == nil ? .started : .recovered
        case .inGracePeriod: return .enteredGracePeriod
        case .inBillingRetry: return .enteredBillingRetry
        case .expired: return told == nil ? nil : .expired
        case .revoked: return .revoked
        case .refunded: return .refunded
        }
    }
}

/// How a subscription stood when the studio was told last.
package struct ToldSubscription: Sendable, Hashable {
    package var state: SubscriptionSnapshot.State
    package var productID: String
    package var transactionID: String
    package var willRenew: Bool
    package var isActive: Bool

    package init(
        state: SubscriptionSnapshot.State, productID: String, transactionID: String, willRenew: Bool, isActive: Bool
    ) {
        self.state = state
        self.productID = productID
        self.transactionID = transactionID
        self.willRenew = willRenew
        self.isActive = isActive
    }
}
