package import IAPModel

/// One thing that happened to a subscription, for the ledger to write down. Facts come in the order of their dates.
package struct SubscriptionFact: Sendable, Hashable {
    /// When it happened, in milliseconds since 1970. A period may have begun before it was paid: a renewal that is made up
    /// for in the grace period does.
    package var date: Int64
    package var kind: Kind

    package enum Kind: Sendable, Hashable {
        /// A new transaction. What the period does not say (account, storefront, currency, token of the app) is that of the
        /// purchase or, for a renewal, that of the transaction before.
        case entered(PaidPeriod)
        /// Another subscription has replaced the transaction's; so much of the price comes back.
        case upgraded(UInt64, refundMilliunits: Int64)
        /// The transaction's period ends at another time than it said: a test has ended or renewed it, or the game's server has
        /// extended it.
        case endMoved(UInt64, end: Int64)
        case revoked(UInt64, Transaction.Revocation, refundMilliunits: Int64)
        /// The new state, and what changed it. Everything in the renewal info may be different.
        case statusChanged(SubscriptionStatus.State, Cause)
    }

    /// Each is a notification of the App Store's server, here with its type and subtype.
    package enum Cause: Sendable, Hashable {
        /// SUBSCRIBED, INITIAL_BUY
        case initialPurchase
        /// SUBSCRIBED, RESUBSCRIBE
        case resubscription
        /// DID_CHANGE_RENEWAL_PREF, UPGRADE; also a change to another subscription of the same level and length.
        case upgrade
        /// DID_CHANGE_RENEWAL_PREF, DOWNGRADE, or without a subtype when the change is taken back.
        case preference
        /// OFFER_REDEEMED: an offer for a coming bill of a subscription that runs.
        case offer
        /// DID_CHANGE_RENEWAL_STATUS, AUTO_RENEW_ENABLED
        case autoRenewEnabled
        /// DID_CHANGE_RENEWAL_STATUS, AUTO_RENEW_DISABLED
        case autoRenewDisabled
        /// DID_RENEW
        case renewal
        /// DID_RENEW, BILLING_RECOVERY
        case billingRecovery
        /// DID_FAIL_TO_RENEW, GRACE_PERIOD if the state is that one
        case billingFailure
        /// GRACE_PERIOD_EXPIRED
        case gracePeriodEnd
        /// EXPIRED, with VOLUNTARY, BILLING_RETRY, PRICE_INCREASE or PRODUCT_NOT_FOR_SALE by the reason
        case expiration(RenewalInfo.ExpirationReason)
        /// PRICE_INCREASE, PENDING
        case priceIncreasePending
        /// PRICE_INCREASE, ACCEPTED
        case priceIncreaseAgreed
        /// The customer has declined a price increase, which turns the renewal off. The App Store notifies only at the end.
        case priceIncreaseDeclined
        /// RENEWAL_EXTENDED
        case `extension`
        /// A price increase that was forgotten, for which there is no notification.
        case priceIncreaseCleared
        /// REFUND
        case refund
        /// REVOKE
        case revocation
    }
}
