public import CIAP
import IAPBoundary
import IAPModel
import IAPRuntime

@c @implementation public func iap_renewal_info_verification(_ info: OpaquePointer?) -> iap_verification {
    RenewalInfoHandle.at(info)?.info.verification.cValue ?? IAP_VERIFICATION_NONE
}

@c @implementation public func iap_renewal_info_original_transaction_id(_ info: OpaquePointer?) -> UInt64 {
    RenewalInfoHandle.at(info)?.info.originalTransactionID ?? 0
}

@c @implementation public func iap_renewal_info_product_id(_ info: OpaquePointer?) -> UnsafePointer<CChar>? {
    RenewalInfoHandle.at(info)?.text(.productID)
}

@c @implementation public func iap_renewal_info_will_auto_renew(_ info: OpaquePointer?) -> Int32 {
    RenewalInfoHandle.at(info)?.info.willAutoRenew == true ? 1 : 0
}

@c @implementation public func iap_renewal_info_auto_renew_product_id(_ info: OpaquePointer?) -> UnsafePointer<CChar>? {
    RenewalInfoHandle.at(info)?.text(.autoRenewProductID)
}

@c @implementation public func iap_renewal_info_expiration_reason(_ info: OpaquePointer?) -> iap_expiration_reason {
    RenewalInfoHandle.at(info)?.info.expirationReason?.cValue ?? IAP_EXPIRATION_REASON_NONE
}

@c @implementation public func iap_renewal_info_price_increase(_ info: OpaquePointer?) -> iap_price_increase {
    RenewalInfoHandle.at(info)?.info.priceIncrease.cValue ?? IAP_PRICE_INCREASE_NONE
}

@c @implementation public func iap_renewal_info_is_in_billing_retry(_ info: OpaquePointer?) -> Int32 {
    RenewalInfoHandle.at(info)?.info.isInBillingRetry == true ? 1 : 0
}

@c @implementation public func iap_renewal_info_grace_period_expiration_date_ms(_ info: OpaquePointer?) -> Int64 {
    RenewalInfoHandle.at(info)?.info.gracePeriodExpirationDate ?? 0
}

@c @implementation public func iap_renewal_info_offer_type(_ info: OpaquePointer?) -> iap_offer_type_t {
    RenewalInfoHandle.at(info)?.info.offer?.type.cValue ?? IAP_OFFER_TYPE_NONE
}

@c @implementation public func iap_renewal_info_offer_id(_ info: OpaquePointer?) -> UnsafePointer<CChar>? {
    RenewalInfoHandle.at(info)?.text(.offerID)
}

@c @implementation public func iap_renewal_info_offer_payment_mode(_ info: OpaquePointer?) -> iap_payment_mode {
    RenewalInfoHandle.at(info)?.info.offer?.paymentMode?.cValue ?? IAP_PAYMENT_MODE_NONE
}

@c @implementation public func iap_renewal_info_offer_period_unit(_ info: OpaquePointer?) -> iap_period_unit {
    RenewalInfoHandle.at(info)?.info.offer?.period?.unit.cValue ?? IAP_PERIOD_UNIT_NONE
}

@c @implementation public func iap_renewal_info_offer_period_value(_ info: OpaquePointer?) -> Int32 {
    Int32(clamping: RenewalInfoHandle.at(info)?.info.offer?.period?.value ?? 0)
}

@c @implementation public func iap_renewal_info_environment(_ info: OpaquePointer?) -> UnsafePointer<CChar>? {
    RenewalInfoHandle.at(info)?.text(.environment)
}

@c @implementation public func iap_renewal_info_recent_subscription_start_date_ms(_ info: OpaquePointer?) -> Int64 {
    RenewalInfoHandle.at(info)?.info.recentSubscriptionStartDate ?? 0
}

@c @implementation public func iap_renewal_info_renewal_date_ms(_ info: OpaquePointer?) -> Int64 {
    RenewalInfoHandle.at(info)?.info.renewalDate ?? 0
}

@c @implementation public func iap_renewal_info_renewal_price_milliunits(_ info: OpaquePointer?) -> Int64 {
    RenewalInfoHandle.at(info)?.info.renewalPrice?.milliunits ?? 0
}

@c @implementation public func iap_renewal_info_currency_code(_ info: OpaquePointer?) -> UnsafePointer<CChar>? {
    RenewalInfoHandle.at(info)?.text(.currencyCode)
}

@c @implementation public func iap_renewal_info_eligible_win_back_offer_count(_ info: OpaquePointer?) -> Int {
    RenewalInfoHandle.at(info)?.eligibleWinBackOfferIDs.count ?? 0
}

@c @implementation public func iap_renewal_info_eligible_win_back_offer_at(_ info: OpaquePointer?, _ index: Int)
    -> UnsafePointer<CChar>?
{
    RenewalInfoHandle.at(info)?.eligibleWinBackOfferIDs[index]
}

@c @implementation public func iap_renewal_info_app_account_token(_ info: OpaquePointer?) -> UnsafePointer<CChar>? {
    RenewalInfoHandle.at(info)?.text(.appAccountToken)
}

@c @implementation public func iap_renewal_info_app_transaction_id(_ info: OpaquePointer?) -> UnsafePointer<CChar>? {
    RenewalInfoHandle.at(info)?.text(.appTransactionID)
}

@c @implementation public func iap_renewal_info_billing_plan_type(_ info: OpaquePointer?) -> iap_billing_plan_type_t {
    RenewalInfoHandle.at(info)?.info.billingPlanType?.cValue ?? IAP_BILLING_PLAN_NONE
}

@c @implementation public func iap_renewal_info_signed_date_ms(_ info: OpaquePointer?) -> Int64 {
    RenewalInfoHandle.at(info)?.info.signedDate ?? 0
}

@c @implementation public func iap_renewal_info_signed_text(_ info: OpaquePointer?) -> UnsafePointer<CChar>? {
    RenewalInfoHandle.at(info)?.text(.signedText)
}

@c @implementation public func iap_renewal_info_json(_ info: OpaquePointer?) -> UnsafePointer<CChar>? {
    RenewalInfoHandle.at(info)?.text(.json)
}

extension RenewalInfo.PriceIncrease {
    fileprivate var cValue: iap_price_increase {
        switch self {
        case .none: IAP_PRICE_INCREASE_NONE
        case .pending: IAP_PRICE_INCREASE_PENDING
        case .agreed: IAP_PRICE_INCREASE_AGREED
        }
    }
}
