public import CIAP
import IAPBoundary
import IAPSignedData

@c @implementation public func iap_signed_auto_renewal(_ data: OpaquePointer?) -> iap_auto_renewal {
    signedAutoRenewal(data, .autoRenewStatus)
}

@c @implementation public func iap_signed_auto_renew_product_id(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .autoRenewProductId)
}

@c @implementation public func iap_signed_expiration_reason(_ data: OpaquePointer?) -> iap_expiration_reason {
    signedChoice(
        data, .expirationIntent, unknown: IAP_EXPIRATION_REASON_UNKNOWN,
        [
            1: IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED, 2: IAP_EXPIRATION_REASON_BILLING_ERROR,
            3: IAP_EXPIRATION_REASON_NO_CONSENT_TO_PRICE_INCREASE, 4: IAP_EXPIRATION_REASON_PRODUCT_UNAVAILABLE,
            5: IAP_EXPIRATION_REASON_OTHER,
        ])
}

@c @implementation public func iap_signed_price_increase(_ data: OpaquePointer?) -> iap_price_increase {
    signedChoice(
        data, .priceIncreaseStatus, unknown: IAP_PRICE_INCREASE_UNKNOWN,
        [0: IAP_PRICE_INCREASE_PENDING, 1: IAP_PRICE_INCREASE_AGREED])
}

@c @implementation public func iap_signed_is_in_billing_retry(_ data: OpaquePointer?) -> Int32 {
    signedFlag(data, .isInBillingRetryPeriod)
}

@c @implementation public func iap_signed_grace_period_expiration_date_ms(_ data: OpaquePointer?) -> Int64 {
    signedNumber(data, .gracePeriodExpiresDate)
}

@c @implementation public func iap_signed_recent_subscription_start_date_ms(_ data: OpaquePointer?) -> Int64 {
    signedNumber(data, .recentSubscriptionStartDate)
}

@c @implementation public func iap_signed_renewal_date_ms(_ data: OpaquePointer?) -> Int64 {
    signedNumber(data, .renewalDate)
}

@c @implementation public func iap_signed_renewal_price_milliunits(_ data: OpaquePointer?) -> Int64 {
    signedNumber(data, .renewalPrice)
}

@c @implementation public func iap_signed_win_back_offer_count(_ data: OpaquePointer?) -> Int {
    Int(signedNumber(data, .eligibleWinBackOfferIds))
}

@c @implementation public func iap_signed_win_back_offer_at(_ data: OpaquePointer?, _ index: Int) -> UnsafePointer<
    CChar
>? {
    SignedDataHandle.at(data).flatMap { $0.characters($0.data.text(.eligibleWinBackOfferIds, at: index)) }
}

@c @implementation public func iap_signed_commitment_auto_renew_product_id(_ data: OpaquePointer?) -> UnsafePointer<
    CChar
>? {
    signedText(data, .commitmentAutoRenewProductId)
}

@c @implementation public func iap_signed_commitment_auto_renewal(_ data: OpaquePointer?) -> iap_auto_renewal {
    signedAutoRenewal(data, .commitmentAutoRenewStatus)
}

@c @implementation public func iap_signed_commitment_billing_plan_type(_ data: OpaquePointer?)
    -> iap_billing_plan_type_t
{
    signedBillingPlan(data, .commitmentRenewalBillingPlanType)
}

@c @implementation public func iap_signed_commitment_renewal_date_ms(_ data: OpaquePointer?) -> Int64 {
    signedNumber(data, .commitmentRenewalDate)
}

@c @implementation public func iap_signed_commitment_renewal_price_milliunits(_ data: OpaquePointer?) -> Int64 {
    signedNumber(data, .commitmentRenewalPrice)
}

@c @implementation public func iap_signed_renewal_quantity(_ data: OpaquePointer?) -> Int32 {
    signedSmallNumber(data, .renewalQuantity)
}
