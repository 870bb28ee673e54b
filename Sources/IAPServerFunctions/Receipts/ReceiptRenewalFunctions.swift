public import CIAP
import IAPBoundary
import IAPModel
import IAPSignedData

@c @implementation public func iap_receipt_renewal_original_transaction_id(_ renewal: OpaquePointer?) -> UInt64 {
    ReceiptRenewalHandle.at(renewal)?.renewal.originalTransactionID ?? 0
}

@c @implementation public func iap_receipt_renewal_product_id(
    _ renewal: OpaquePointer?
) -> UnsafePointer<CChar>? {
    ReceiptRenewalHandle.at(renewal)?.text(.productID)
}

@c @implementation public func iap_receipt_renewal_auto_renew_product_id(
    _ renewal: OpaquePointer?
) -> UnsafePointer<CChar>? {
    ReceiptRenewalHandle.at(renewal)?.text(.autoRenewProductID)
}

@c @implementation public func iap_receipt_renewal_auto_renewal(_ renewal: OpaquePointer?) -> iap_auto_renewal {
    switch ReceiptRenewalHandle.at(renewal)?.renewal.willAutoRenew {
    case true: IAP_AUTO_RENEWAL_ON
    case false: IAP_AUTO_RENEWAL_OFF
    case nil: IAP_AUTO_RENEWAL_UNKNOWN
    }
}

@c @implementation public func iap_receipt_renewal_expiration_reason(
    _ renewal: OpaquePointer?
) -> iap_expiration_reason {
    let reason = ReceiptRenewalHandle.at(renewal)?.renewal.expirationReason
    return reason.map { RenewalInfo.ExpirationReason(rawValue: $0).cValue } ?? IAP_EXPIRATION_REASON_NONE
}

@c @implementation public func iap_receipt_renewal_is_in_billing_retry(_ renewal: OpaquePointer?) -> Int32 {
    ReceiptRenewalHandle.at(renewal)?.renewal.isInBillingRetry == true ? 1 : 0
}

@c @implementation public func iap_receipt_renewal_grace_period_expiration_date_ms(
    _ renewal: OpaquePointer?
) -> Int64 {
    ReceiptRenewalHandle.at(renewal)?.renewal.gracePeriodExpirationDate ?? 0
}

@c @implementation public func iap_receipt_renewal_price_increase(_ renewal: OpaquePointer?) -> iap_price_increase {
    switch ReceiptRenewalHandle.at(renewal)?.renewal.hasAgreedToPriceIncrease {
    case true: IAP_PRICE_INCREASE_AGREED
    case false: IAP_PRICE_INCREASE_PENDING
    case nil: IAP_PRICE_INCREASE_NONE
    }
}

@c @implementation public func iap_receipt_renewal_offer_code_name(
    _ renewal: OpaquePointer?
) -> UnsafePointer<CChar>? {
    ReceiptRenewalHandle.at(renewal)?.text(.offerCodeName)
}

@c @implementation public func iap_receipt_renewal_promotional_offer_id(
    _ renewal: OpaquePointer?
) -> UnsafePointer<CChar>? {
    ReceiptRenewalHandle.at(renewal)?.text(.promotionalOfferID)
}
