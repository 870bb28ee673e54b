public import CIAP
import IAPInterop
import IAPModel

@c @implementation public func iap_transaction_state(_ p: Pointer) -> iap_transaction_state_t {
    TransactionHandle.get(p) { $0.item.state.cValue }
}
@c @implementation public func iap_transaction_id(_ p: Pointer) -> UInt64 {
    TransactionHandle.get(p) { $0.item.transaction?.id }
}
@c @implementation public func iap_transaction_original_id(_ p: Pointer) -> UInt64 {
    TransactionHandle.get(p) { $0.item.transaction?.originalID }
}
@c @implementation public func iap_transaction_payment_id(_ p: Pointer) -> UInt64 {
    TransactionHandle.get(p) { $0.item.paymentID }
}
@c @implementation public func iap_transaction_product_id(_ p: Pointer) -> Text {
    TransactionHandle.get(p, \.item.productID)
}
@c @implementation public func iap_transaction_product_type(_ p: Pointer) -> iap_product_type_t {
    TransactionHandle.get(p) { $0.item.transaction?.productType.cValue }
}
@c @implementation public func iap_transaction_quantity(_ p: Pointer) -> Int32 {
    Int32(clamping: TransactionHandle.get(p) { $0.item.quantity })
}
@c @implementation public func iap_transaction_purchase_date_ms(_ p: Pointer) -> Int64 {
    TransactionHandle.get(p) { $0.item.transaction?.purchaseDate }
}
@c @implementation public func iap_transaction_original_purchase_date_ms(_ p: Pointer) -> Int64 {
    TransactionHandle.get(p) { $0.item.transaction?.originalPurchaseDate }
}
@c @implementation public func iap_transaction_expiration_date_ms(_ p: Pointer) -> Int64 {
    TransactionHandle.get(p) { $0.item.transaction?.expirationDate }
}
@c @implementation public func iap_transaction_revocation_date_ms(_ p: Pointer) -> Int64 {
    TransactionHandle.get(p) { $0.item.transaction?.revocation?.date }
}

@c @implementation public func iap_transaction_revocation_reason(_ transaction: Pointer) -> iap_revocation_reason_t {
    TransactionHandle.at(transaction)?.item.transaction?.revocation?.reason.map(revocationReason)
        ?? IAP_REVOCATION_REASON_NONE
}

@c @implementation public func iap_transaction_ownership(_ p: Pointer) -> iap_ownership_t {
    TransactionHandle.get(p) { $0.item.transaction?.ownership.cValue }
}
@c @implementation public func iap_transaction_app_account_token(_ p: Pointer) -> Text {
    TransactionHandle.get(p, \.item.appAccountToken)
}
@c @implementation public func iap_transaction_subscription_group_id(_ p: Pointer) -> Text {
    TransactionHandle.get(p, \.item.transaction?.subscriptionGroupID)
}
@c @implementation public func iap_transaction_environment(_ p: Pointer) -> Text {
    TransactionHandle.get(p, \.item.transaction?.environment)
}
@c @implementation public func iap_transaction_signed_text(_ p: Pointer) -> Text {
    TransactionHandle.get(p, \.item.transaction?.signedText)
}
@c @implementation public func iap_transaction_delivery_count(_ p: Pointer) -> Int32 {
    Int32(clamping: TransactionHandle.get(p) { $0.item.deliveryCount })
}
@c @implementation public func iap_transaction_original(_ transaction: Pointer) -> Pointer {
    TransactionHandle.at(transaction)?.original?.borrowed
}
@c @implementation public func iap_transaction_delivery_state(_ p: Pointer) -> iap_delivery_state_t {
    TransactionHandle.get(p) { $0.item.deliveryState.rawValue }
}

@c @implementation public func iap_transaction_error(_ transaction: Pointer, _ error: Failure) -> iap_status_t {
    switch TransactionHandle.at(transaction)?.item.state {
    case .failed(let failure), .unverified(let failure), .rejected(let failure): fill(error, failure)
    default: fill(error, nil)
    }
}

@c @implementation public func iap_transaction_retain(_ p: Pointer) -> Pointer { TransactionHandle.retain(p) }
@c @implementation public func iap_transaction_release(_ p: Pointer) { TransactionHandle.release(p) }
@c @implementation public func iap_transactions_count(_ p: Pointer) -> Int {
    TransactionListHandle.get(p) { $0.transactions.count }
}
@c @implementation public func iap_transactions_at(_ transactions: Pointer, _ index: Int) -> Pointer {
    TransactionListHandle.at(transactions)?.transactions.element(index)?.borrowed
}
@c @implementation public func iap_transactions_next_page(_ p: Pointer) -> Text {
    TransactionListHandle.get(p, \.nextPage)
}
@c @implementation public func iap_transactions_retain(_ p: Pointer) -> Pointer { TransactionListHandle.retain(p) }
@c @implementation public func iap_transactions_release(_ p: Pointer) { TransactionListHandle.release(p) }

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

@c @implementation public func iap_transaction_signature_check(_ p: Pointer) -> iap_signature_check_t {
    TransactionHandle.get(p) { $0.item.verification?.cValue }
}
@c @implementation public func iap_transaction_app_bundle_id(_ p: Pointer) -> Text {
    TransactionHandle.get(p, \.item.transaction?.appBundleID)
}
@c @implementation public func iap_transaction_web_order_line_item_id(_ p: Pointer) -> Text {
    TransactionHandle.get(p, \.item.transaction?.webOrderLineItemID)
}
@c @implementation public func iap_transaction_is_upgraded(_ p: Pointer) -> Int32 {
    TransactionHandle.get(p) { $0.item.transaction?.isUpgraded }
}
@c @implementation public func iap_transaction_reason(_ p: Pointer) -> iap_transaction_reason_t {
    TransactionHandle.get(p) { $0.item.transaction?.reason?.cValue }
}
@c @implementation public func iap_transaction_storefront_country_code(_ p: Pointer) -> Text {
    TransactionHandle.get(p, \.item.transaction?.storefront?.countryCode.orNilIfEmpty)
}
@c @implementation public func iap_transaction_storefront_identifier(_ p: Pointer) -> Text {
    TransactionHandle.get(p, \.item.transaction?.storefront?.id.orNilIfEmpty)
}
@c @implementation public func iap_transaction_price_milliunits(_ p: Pointer) -> Int64 {
    TransactionHandle.get(p) { $0.item.transaction?.price?.milliunits }
}
@c @implementation public func iap_transaction_currency_code(_ p: Pointer) -> Text {
    TransactionHandle.get(p, \.item.transaction?.price?.currencyCode.orNilIfEmpty)
}
@c @implementation public func iap_transaction_offer_type(_ p: Pointer) -> iap_offer_type_t {
    TransactionHandle.get(p) { $0.item.transaction?.offer?.type.cValue }
}
@c @implementation public func iap_transaction_offer_id(_ p: Pointer) -> Text {
    TransactionHandle.get(p, \.item.transaction?.offer?.id)
}
@c @implementation public func iap_transaction_offer_payment_mode(_ p: Pointer) -> iap_payment_mode_t {
    TransactionHandle.get(p) { $0.item.transaction?.offer?.paymentMode?.cValue }
}
@c @implementation public func iap_transaction_offer_period_unit(_ p: Pointer) -> iap_period_unit_t {
    TransactionHandle.get(p) { $0.item.transaction?.offer?.period?.unit.cValue }
}
@c @implementation public func iap_transaction_offer_period_value(_ p: Pointer) -> Int32 {
    Int32(clamping: TransactionHandle.get(p) { $0.item.transaction?.offer?.period?.value })
}
@c @implementation public func iap_transaction_revocation_type(_ p: Pointer) -> iap_revocation_type_t {
    TransactionHandle.get(p) { $0.item.transaction?.revocation?.type?.cValue }
}
@c @implementation public func iap_transaction_revocation_percentage(_ p: Pointer) -> Int32 {
    Int32(clamping: TransactionHandle.get(p) { $0.item.transaction?.revocation?.percentage })
}
@c @implementation public func iap_transaction_app_transaction_id(_ p: Pointer) -> Text {
    TransactionHandle.get(p, \.item.transaction?.appTransactionID)
}
@c @implementation public func iap_transaction_billing_plan_type(_ p: Pointer) -> iap_billing_plan_type_t {
    TransactionHandle.get(p) { $0.item.transaction?.billingPlanType?.cValue }
}
@c @implementation public func iap_transaction_commitment_period_number(_ p: Pointer) -> Int32 {
    Int32(clamping: TransactionHandle.get(p) { $0.item.transaction?.commitment?.periodNumber })
}
@c @implementation public func iap_transaction_commitment_period_count(_ p: Pointer) -> Int32 {
    Int32(clamping: TransactionHandle.get(p) { $0.item.transaction?.commitment?.periodCount })
}
@c @implementation public func iap_transaction_commitment_expiration_date_ms(_ p: Pointer) -> Int64 {
    TransactionHandle.get(p) { $0.item.transaction?.commitment?.expirationDate }
}
@c @implementation public func iap_transaction_commitment_price_milliunits(_ p: Pointer) -> Int64 {
    TransactionHandle.get(p) { $0.item.transaction?.commitment?.priceMilliunits }
}
@c @implementation public func iap_transaction_advanced_commerce_json(_ p: Pointer) -> Text {
    TransactionHandle.get(p, \.item.transaction?.advancedCommerceInfo)
}
@c @implementation public func iap_transaction_signed_date_ms(_ p: Pointer) -> Int64 {
    TransactionHandle.get(p) { $0.item.transaction?.signedDate }
}
@c @implementation public func iap_transaction_device_verification(_ p: Pointer) -> Text {
    TransactionHandle.get(p, \.item.transaction?.deviceVerification)
}
@c @implementation public func iap_transaction_device_verification_nonce(_ p: Pointer) -> Text {
    TransactionHandle.get(p, \.item.transaction?.deviceVerificationNonce)
}
@c @implementation public func iap_transaction_json(_ p: Pointer) -> Text {
    TransactionHandle.get(p, \.item.transaction?.json)
}
