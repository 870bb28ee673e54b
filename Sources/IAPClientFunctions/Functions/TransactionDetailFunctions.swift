public import CIAP
import IAPBoundary
import IAPModel
import IAPRuntime

// The details of a transaction that newer systems report, and details for servers and support.

@c @implementation public func iap_transaction_verification(_ transaction: OpaquePointer?) -> iap_verification {
    TransactionHandle.at(transaction)?.item.verification?.cValue ?? IAP_VERIFICATION_NONE
}

@c @implementation public func iap_transaction_app_bundle_id(_ transaction: OpaquePointer?) -> UnsafePointer<CChar>? {
    TransactionHandle.at(transaction)?.text(.appBundleID)
}

@c @implementation public func iap_transaction_web_order_line_item_id(_ transaction: OpaquePointer?) -> UnsafePointer<
    CChar
>? {
    TransactionHandle.at(transaction)?.text(.webOrderLineItemID)
}

@c @implementation public func iap_transaction_is_upgraded(_ transaction: OpaquePointer?) -> Int32 {
    TransactionHandle.at(transaction)?.item.transaction?.isUpgraded == true ? 1 : 0
}

@c @implementation public func iap_transaction_reason(_ transaction: OpaquePointer?) -> iap_transaction_reason_t {
    TransactionHandle.at(transaction)?.item.transaction?.reason?.cValue ?? IAP_TRANSACTION_REASON_NONE
}

@c @implementation public func iap_transaction_storefront_country_code(_ transaction: OpaquePointer?) -> UnsafePointer<
    CChar
>? {
    TransactionHandle.at(transaction)?.text(.storefrontCountryCode)
}

@c @implementation public func iap_transaction_storefront_identifier(_ transaction: OpaquePointer?) -> UnsafePointer<
    CChar
>? {
    TransactionHandle.at(transaction)?.text(.storefrontIdentifier)
}

@c @implementation public func iap_transaction_price_milliunits(_ transaction: OpaquePointer?) -> Int64 {
    TransactionHandle.at(transaction)?.item.transaction?.price?.milliunits ?? 0
}

@c @implementation public func iap_transaction_currency_code(_ transaction: OpaquePointer?) -> UnsafePointer<CChar>? {
    TransactionHandle.at(transaction)?.text(.currencyCode)
}

@c @implementation public func iap_transaction_offer_type(_ transaction: OpaquePointer?) -> iap_offer_type_t {
    TransactionHandle.at(transaction)?.item.transaction?.offer?.type.cValue ?? IAP_OFFER_TYPE_NONE
}

@c @implementation public func iap_transaction_offer_id(_ transaction: OpaquePointer?) -> UnsafePointer<CChar>? {
    TransactionHandle.at(transaction)?.text(.offerID)
}

@c @implementation public func iap_transaction_offer_payment_mode(_ transaction: OpaquePointer?) -> iap_payment_mode {
    TransactionHandle.at(transaction)?.item.transaction?.offer?.paymentMode?.cValue ?? IAP_PAYMENT_MODE_NONE
}

@c @implementation public func iap_transaction_offer_period_unit(_ transaction: OpaquePointer?) -> iap_period_unit {
    TransactionHandle.at(transaction)?.item.transaction?.offer?.period?.unit.cValue ?? IAP_PERIOD_UNIT_NONE
}

@c @implementation public func iap_transaction_offer_period_value(_ transaction: OpaquePointer?) -> Int32 {
    Int32(clamping: TransactionHandle.at(transaction)?.item.transaction?.offer?.period?.value ?? 0)
}

@c @implementation public func iap_transaction_revocation_type(_ transaction: OpaquePointer?) -> iap_revocation_type {
    TransactionHandle.at(transaction)?.item.transaction?.revocation?.type?.cValue ?? IAP_REVOCATION_TYPE_NONE
}

@c @implementation public func iap_transaction_revocation_percentage(_ transaction: OpaquePointer?) -> Int32 {
    Int32(clamping: TransactionHandle.at(transaction)?.item.transaction?.revocation?.percentage ?? 0)
}

@c @implementation public func iap_transaction_app_transaction_id(_ transaction: OpaquePointer?) -> UnsafePointer<
    CChar
>? {
    TransactionHandle.at(transaction)?.text(.appTransactionID)
}

@c @implementation public func iap_transaction_billing_plan_type(_ transaction: OpaquePointer?)
    -> iap_billing_plan_type_t
{
    TransactionHandle.at(transaction)?.item.transaction?.billingPlanType?.cValue ?? IAP_BILLING_PLAN_NONE
}

@c @implementation public func iap_transaction_commitment_period_number(_ transaction: OpaquePointer?) -> Int32 {
    Int32(clamping: TransactionHandle.at(transaction)?.item.transaction?.commitment?.periodNumber ?? 0)
}

@c @implementation public func iap_transaction_commitment_period_count(_ transaction: OpaquePointer?) -> Int32 {
    Int32(clamping: TransactionHandle.at(transaction)?.item.transaction?.commitment?.periodCount ?? 0)
}

@c @implementation public func iap_transaction_commitment_expiration_date_ms(_ transaction: OpaquePointer?) -> Int64 {
    TransactionHandle.at(transaction)?.item.transaction?.commitment?.expirationDate ?? 0
}

@c @implementation public func iap_transaction_commitment_price_milliunits(_ transaction: OpaquePointer?) -> Int64 {
    TransactionHandle.at(transaction)?.item.transaction?.commitment?.priceMilliunits ?? 0
}

@c @implementation public func iap_transaction_advanced_commerce_json(_ transaction: OpaquePointer?) -> UnsafePointer<
    CChar
>? {
    TransactionHandle.at(transaction)?.text(.advancedCommerceInfo)
}

@c @implementation public func iap_transaction_signed_date_ms(_ transaction: OpaquePointer?) -> Int64 {
    TransactionHandle.at(transaction)?.item.transaction?.signedDate ?? 0
}

@c @implementation public func iap_transaction_device_verification(_ transaction: OpaquePointer?) -> UnsafePointer<
    CChar
>? {
    TransactionHandle.at(transaction)?.text(.deviceVerification)
}

@c @implementation public func iap_transaction_device_verification_nonce(_ transaction: OpaquePointer?)
    -> UnsafePointer<CChar>?
{
    TransactionHandle.at(transaction)?.text(.deviceVerificationNonce)
}

@c @implementation public func iap_transaction_json(_ transaction: OpaquePointer?) -> UnsafePointer<CChar>? {
    TransactionHandle.at(transaction)?.text(.json)
}
