package import IAPModel

/// One event of a subscription for the ledger to record. Facts come in the order of their dates.
package struct SubscriptionFact: Sendable, Hashable {
    /// The time of the event, in milliseconds since 1970. A period can begin before its payment: this is so for a late payment
    /// in the grace period.
    package var date: Int64
    package var kind: Kind

    package enum Kind: Sendable, Hashable {
        /// A new transaction. The account, storefront, currency and app's token are those of the purchase, or of the previous
        /// transaction for a renewal.
        case entered(PaidPeriod)
        /// Another subscription replaced the transaction's one; the customer receives this refund.
        case upgraded(UInt64, refundMilliunits: Int64)
        /// The end of the transaction's period changed: a test ended or renewed it, or the game server extended it.
        case endMoved(UInt64, end: Int64)
        case revoked(UInt64, Transaction.Revocation, refundMilliunits: Int64)
        /// The new state and its cause. Everything in the renewal info can be different.
        case statusChanged(SubscriptionStatus.State, Cause)
    }

    /// Each cause is an App Store Server Notification. The comment names its type and subtype.
    package enum Cause: Sendable, Hashable {
        /// SUBSCRIBED, INITIAL_BUY
        case initialPurchase
        /// SUBSCRIBED, RESUBSCRIBE
        case resubscription
        /// DID_CHANGE_RENEWAL_PREF, UPGRADE; also for a change to another subscription of the same level and length.
        case upgrade
        /// DID_CHANGE_RENEWAL_PREF, DOWNGRADE; without a subtype if the customer reverts the change.
        case preference
        /// OFFER_REDEEMED: an offer for a later bill of a running subscription.
        case offer
        /// DID_CHANGE_RENEWAL_STATUS, AUTO_RENEW_ENABLED
        case autoRenewEnabled
        /// DID_CHANGE_RENEWAL_STATUS, AUTO_RENEW_DISABLED
        case autoRenewDisabled
        /// DID_RENEW
        case renewal
        /// DID_RENEW, BILLING_RECOVERY
        case billingRecovery
        /// DID_FAIL_TO_RENEW, with GRACE_PERIOD if this is the state
        case billingFailure
        /// GRACE_PERIOD_EXPIRED
        case gracePeriodEnd
        /// EXPIRED, with VOLUNTARY, BILLING_RETRY, PRICE_INCREASE or PRODUCT_NOT_FOR_SALE depending on the reason
        case expiration(RenewalInfo.ExpirationReason)
        /// PRICE_INCREASE, PENDING
        case priceIncreasePending
        /// PRICE_INCREASE, ACCEPTED
        case priceIncreaseAgreed
        /// The customer declined a price increase; this turns the renewal off. The App Store sends a notification only at the
        /// end.
        case priceIncreaseDeclined
        /// RENEWAL_EXTENDED
        case `extension`
        /// The store forgot a price increase. There is no notification for this.
        case priceIncreaseCleared
        /// REFUND
        case refund
        /// REVOKE
        case revocation
    }
}
