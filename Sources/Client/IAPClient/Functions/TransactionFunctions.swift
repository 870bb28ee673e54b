public import CIAP
import IAPInterop
import IAPModel

@c @implementation public func iap_transaction_state(_ transaction: Pointer) -> iap_transaction_state_t {
    TransactionHandle.at(transaction)?.item.state.cValue ?? IAP_TRANSACTION_UNKNOWN
}
@c @implementation public func iap_transaction_id(_ transaction: Pointer) -> UInt64 {
    TransactionHandle.at(transaction)?.item.transaction?.id ?? 0
}
@c @implementation public func iap_transaction_original_id(_ transaction: Pointer) -> UInt64 {
    TransactionHandle.at(transaction)?.item.transaction?.originalID ?? 0
}
@c @implementation public func iap_transaction_payment_id(_ transaction: Pointer) -> UInt64 {
    TransactionHandle.at(transaction)?.item.paymentID ?? 0
}
@c @implementation public func iap_transaction_product_id(_ transaction: Pointer) -> Text {
    TransactionHandle.at(transaction)?.text(\.item.productID)
}
@c @implementation public func iap_transaction_product_type(_ transaction: Pointer) -> iap_product_type_t {
    TransactionHandle.at(transaction)?.item.transaction?.productType.cValue ?? IAP_PRODUCT_TYPE_UNKNOWN
}
@c @implementation public func iap_transaction_quantity(_ transaction: Pointer) -> Int32 {
    Int32(clamping: TransactionHandle.at(transaction)?.item.quantity ?? 0)
}
@c @implementation public func iap_transaction_purchase_date_ms(_ transaction: Pointer) -> Int64 {
    TransactionHandle.at(transaction)?.item.transaction?.purchaseDate ?? 0
}
@c @implementation public func iap_transaction_original_purchase_date_ms(_ transaction: Pointer) -> Int64 {
    TransactionHandle.at(transaction)?.item.transaction?.originalPurchaseDate ?? 0
}
@c @implementation public func iap_transaction_expiration_date_ms(_ transaction: Pointer) -> Int64 {
    TransactionHandle.at(transaction)?.item.transaction?.expirationDate ?? 0
}
@c @implementation public func iap_transaction_revocation_date_ms(_ transaction: Pointer) -> Int64 {
    TransactionHandle.at(transaction)?.item.transaction?.revocation?.date ?? 0
}

@c @implementation public func iap_transaction_revocation_reason(_ transaction: Pointer) -> iap_revocation_reason_t {
    TransactionHandle.at(transaction)?.item.transaction?.revocation?.reason.map(revocationReason)
        ?? IAP_REVOCATION_REASON_NONE
}

@c @implementation public func iap_transaction_ownership(_ transaction: Pointer) -> iap_ownership_t {
    TransactionHandle.at(transaction)?.item.transaction?.ownership.cValue ?? IAP_OWNERSHIP_UNKNOWN
}
@c @implementation public func iap_transaction_app_account_token(_ transaction: Pointer) -> Text {
    TransactionHandle.at(transaction)?.text(\.item.appAccountToken)
}
@c @implementation public func iap_transaction_subscription_group_id(_ transaction: Pointer) -> Text {
    TransactionHandle.at(transaction)?.text(\.item.transaction?.subscriptionGroupID)
}
@c @implementation public func iap_transaction_environment(_ transaction: Pointer) -> Text {
    TransactionHandle.at(transaction)?.text(\.item.transaction?.environment)
}
@c @implementation public func iap_transaction_signed_text(_ transaction: Pointer) -> Text {
    TransactionHandle.at(transaction)?.text(\.item.transaction?.signedText)
}
@c @implementation public func iap_transaction_delivery_count(_ transaction: Pointer) -> Int32 {
    Int32(clamping: TransactionHandle.at(transaction)?.item.deliveryCount ?? 0)
}
@c @implementation public func iap_transaction_original(_ transaction: Pointer) -> Pointer {
    TransactionHandle.at(transaction)?.original?.borrowed
}
@c @implementation public func iap_transaction_delivery_state(_ transaction: Pointer) -> iap_delivery_state_t {
    TransactionHandle.at(transaction)?.item.deliveryState.rawValue ?? IAP_DELIVERY_NONE
}

@c @implementation public func iap_transaction_error(_ transaction: Pointer, _ error: Failure) -> iap_status_t {
    switch TransactionHandle.at(transaction)?.item.state {
    case .failed(let failure), .unverified(let failure), .rejected(let failure): fill(error, failure)
    default: fill(error, nil)
    }
}

@c @implementation public func iap_transaction_retain(_ transaction: Pointer) -> Pointer {
    TransactionHandle.retain(transaction)
}
@c @implementation public func iap_transaction_release(_ transaction: Pointer) {
    TransactionHandle.release(transaction)
}
@c @implementation public func iap_transactions_count(_ transactions: Pointer) -> Int {
    TransactionListHandle.at(transactions)?.transactions.count ?? 0
}
@c @implementation public func iap_transactions_at(_ transactions: Pointer, _ index: Int) -> Pointer {
    TransactionListHandle.at(transactions)?.transactions.element(index)?.borrowed
}
@c @implementation public func iap_transactions_next_page(_ transactions: Pointer) -> Text {
    TransactionListHandle.at(transactions)?.text(\.nextPage)
}
@c @implementation public func iap_transactions_retain(_ transactions: Pointer) -> Pointer {
    TransactionListHandle.retain(transactions)
}
@c @implementation public func iap_transactions_release(_ transactions: Pointer) {
    TransactionListHandle.release(transactions)
}

extension QueuedTransaction.State {
    fileprivate var cValue: iap_transaction_state_t {
        switch self {
        case .purchasing: IAP_TRANSACTION_PURCHASING
        case .purchased: IAP_TRANSACTION_PURCHASED
        case .failed: IAP_TRANSACTION_FAILED
        case .restored: IAP_TRANSACTION_RESTORED
        case .deferred: IAP_TRANSACTION_DEFERRED
        case .revoked: IAP_TRANSACTION_REVOKED
        case .unverified: IAP_TRANSACTION_UNVERIFIED
        case .rejected: IAP_TRANSACTION_REJECTED
        }
    }
}

// The details of a transaction that newer systems report, and details for servers and support.

@c @implementation public func iap_transaction_signature_check(_ transaction: Pointer) -> iap_signature_check_t {
    TransactionHandle.at(transaction)?.item.verification?.cValue ?? IAP_SIGNATURE_NONE
}
@c @implementation public func iap_transaction_app_bundle_id(_ transaction: Pointer) -> Text {
    TransactionHandle.at(transaction)?.text(\.item.transaction?.appBundleID)
}
@c @implementation public func iap_transaction_web_order_line_item_id(_ transaction: Pointer) -> Text {
    TransactionHandle.at(transaction)?.text(\.item.transaction?.webOrderLineItemID)
}
@c @implementation public func iap_transaction_is_upgraded(_ transaction: Pointer) -> Int32 {
    TransactionHandle.at(transaction)?.item.transaction?.isUpgraded == true ? 1 : 0
}
@c @implementation public func iap_transaction_reason(_ transaction: Pointer) -> iap_transaction_reason_t {
    TransactionHandle.at(transaction)?.item.transaction?.reason?.cValue ?? IAP_TRANSACTION_REASON_NONE
}
@c @implementation public func iap_transaction_storefront_country_code(_ transaction: Pointer) -> Text {
    TransactionHandle.at(transaction)?.text(\.item.transaction?.storefront?.countryCode.orNilIfEmpty)
}
@c @implementation public func iap_transaction_storefront_identifier(_ transaction: Pointer) -> Text {
    TransactionHandle.at(transaction)?.text(\.item.transaction?.storefront?.id.orNilIfEmpty)
}
@c @implementation public func iap_transaction_price_milliunits(_ transaction: Pointer) -> Int64 {
    TransactionHandle.at(transaction)?.item.transaction?.price?.milliunits ?? 0
}
@c @implementation public func iap_transaction_currency_code(_ transaction: Pointer) -> Text {
    TransactionHandle.at(transaction)?.text(\.item.transaction?.price?.currencyCode.orNilIfEmpty)
}
@c @implementation public func iap_transaction_offer_type(_ transaction: Pointer) -> iap_offer_type_t {
    TransactionHandle.at(transaction)?.item.transaction?.offer?.type.cValue ?? IAP_OFFER_TYPE_NONE
}
@c @implementation public func iap_transaction_offer_id(_ transaction: Pointer) -> Text {
    TransactionHandle.at(transaction)?.text(\.item.transaction?.offer?.id)
}
@c @implementation public func iap_transaction_offer_payment_mode(_ transaction: Pointer) -> iap_payment_mode_t {
    TransactionHandle.at(transaction)?.item.transaction?.offer?.paymentMode?.cValue ?? IAP_PAYMENT_MODE_NONE
}
@c @implementation public func iap_transaction_offer_period_unit(_ transaction: Pointer) -> iap_period_unit_t {
    TransactionHandle.at(transaction)?.item.transaction?.offer?.period?.unit.cValue ?? IAP_PERIOD_UNIT_NONE
}
@c @implementation public func iap_transaction_offer_period_value(_ transaction: Pointer) -> Int32 {
    Int32(clamping: TransactionHandle.at(transaction)?.item.transaction?.offer?.period?.value ?? 0)
}
@c @implementation public func iap_transaction_revocation_type(_ transaction: Pointer) -> iap_revocation_type_t {
    TransactionHandle.at(transaction)?.item.transaction?.revocation?.type?.cValue ?? IAP_REVOCATION_TYPE_NONE
}
@c @implementation public func iap_transaction_revocation_percentage(_ transaction: Pointer) -> Int32 {
    Int32(clamping: TransactionHandle.at(transaction)?.item.transaction?.revocation?.percentage ?? 0)
}
@c @implementation public func iap_transaction_app_transaction_id(_ transaction: Pointer) -> Text {
    TransactionHandle.at(transaction)?.text(\.item.transaction?.appTransactionID)
}
@c @implementation public func iap_transaction_billing_plan_type(_ transaction: Pointer) -> iap_billing_plan_type_t {
    TransactionHandle.at(transaction)?.item.transaction?.billingPlanType?.cValue ?? IAP_BILLING_PLAN_NONE
}
@c @implementation public func iap_transaction_commitment_period_number(_ transaction: Pointer) -> Int32 {
    Int32(clamping: TransactionHandle.at(transaction)?.item.transaction?.commitment?.periodNumber ?? 0)
}
@c @implementation public func iap_transaction_commitment_period_count(_ transaction: Pointer) -> Int32 {
    Int32(clamping: TransactionHandle.at(transaction)?.item.transaction?.commitment?.periodCount ?? 0)
}
@c @implementation public func iap_transaction_commitment_expiration_date_ms(_ transaction: Pointer) -> Int64 {
    TransactionHandle.at(transaction)?.item.transaction?.commitment?.expirationDate ?? 0
}
@c @implementation public func iap_transaction_commitment_price_milliunits(_ transaction: Pointer) -> Int64 {
    TransactionHandle.at(transaction)?.item.transaction?.commitment?.priceMilliunits ?? 0
}
@c @implementation public func iap_transaction_advanced_commerce_json(_ transaction: Pointer) -> Text {
    TransactionHandle.at(transaction)?.text(\.item.transaction?.advancedCommerceInfo)
}
@c @implementation public func iap_transaction_signed_date_ms(_ transaction: Pointer) -> Int64 {
    TransactionHandle.at(transaction)?.item.transaction?.signedDate ?? 0
}
@c @implementation public func iap_transaction_device_verification(_ transaction: Pointer) -> Text {
    TransactionHandle.at(transaction)?.text(\.item.transaction?.deviceVerification)
}
@c @implementation public func iap_transaction_device_verification_nonce(_ transaction: Pointer) -> Text {
    TransactionHandle.at(transaction)?.text(\.item.transaction?.deviceVerificationNonce)
}
@c @implementation public func iap_transaction_json(_ transaction: Pointer) -> Text {
    TransactionHandle.at(transaction)?.text(\.item.transaction?.json)
}
