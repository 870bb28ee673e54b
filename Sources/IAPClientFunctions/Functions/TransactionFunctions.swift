public import CIAP
import IAPBoundary
import IAPModel
import IAPRuntime

@c @implementation public func iap_transaction_state(_ transaction: OpaquePointer?) -> iap_transaction_state_t {
    TransactionHandle.at(transaction)?.item.state.cValue ?? IAP_TRANSACTION_UNKNOWN
}

@c @implementation public func iap_transaction_id(_ transaction: OpaquePointer?) -> UInt64 {
    TransactionHandle.at(transaction)?.item.transaction?.id ?? 0
}

@c @implementation public func iap_transaction_original_id(_ transaction: OpaquePointer?) -> UInt64 {
    TransactionHandle.at(transaction)?.item.transaction?.originalID ?? 0
}

@c @implementation public func iap_transaction_payment_id(_ transaction: OpaquePointer?) -> UInt64 {
    TransactionHandle.at(transaction)?.item.paymentID ?? 0
}

@c @implementation public func iap_transaction_product_id(_ transaction: OpaquePointer?) -> UnsafePointer<CChar>? {
    TransactionHandle.at(transaction)?.text(.productID)
}

@c @implementation public func iap_transaction_product_type(_ transaction: OpaquePointer?) -> iap_product_type_t {
    TransactionHandle.at(transaction)?.item.transaction?.productType.cValue ?? IAP_PRODUCT_TYPE_UNKNOWN
}

@c @implementation public func iap_transaction_quantity(_ transaction: OpaquePointer?) -> Int32 {
    Int32(clamping: TransactionHandle.at(transaction)?.item.quantity ?? 0)
}

@c @implementation public func iap_transaction_purchase_date_ms(_ transaction: OpaquePointer?) -> Int64 {
    TransactionHandle.at(transaction)?.item.transaction?.purchaseDate ?? 0
}

@c @implementation public func iap_transaction_original_purchase_date_ms(_ transaction: OpaquePointer?) -> Int64 {
    TransactionHandle.at(transaction)?.item.transaction?.originalPurchaseDate ?? 0
}

@c @implementation public func iap_transaction_expiration_date_ms(_ transaction: OpaquePointer?) -> Int64 {
    TransactionHandle.at(transaction)?.item.transaction?.expirationDate ?? 0
}

@c @implementation public func iap_transaction_revocation_date_ms(_ transaction: OpaquePointer?) -> Int64 {
    TransactionHandle.at(transaction)?.item.transaction?.revocation?.date ?? 0
}

@c @implementation public func iap_transaction_revocation_reason(_ transaction: OpaquePointer?) -> iap_revocation_reason
{
    TransactionHandle.at(transaction)?.item.transaction?.revocation?.reason.map(revocationReason)
        ?? IAP_REVOCATION_REASON_NONE
}

@c @implementation public func iap_transaction_ownership(_ transaction: OpaquePointer?) -> iap_ownership {
    TransactionHandle.at(transaction)?.item.transaction?.ownership.cValue ?? IAP_OWNERSHIP_UNKNOWN
}

@c @implementation public func iap_transaction_app_account_token(_ transaction: OpaquePointer?) -> UnsafePointer<CChar>?
{
    TransactionHandle.at(transaction)?.text(.appAccountToken)
}

@c @implementation public func iap_transaction_subscription_group_id(_ transaction: OpaquePointer?) -> UnsafePointer<
    CChar
>? {
    TransactionHandle.at(transaction)?.text(.groupID)
}

@c @implementation public func iap_transaction_environment(_ transaction: OpaquePointer?) -> UnsafePointer<CChar>? {
    TransactionHandle.at(transaction)?.text(.environment)
}

@c @implementation public func iap_transaction_signed_text(_ transaction: OpaquePointer?) -> UnsafePointer<CChar>? {
    TransactionHandle.at(transaction)?.text(.signedText)
}

@c @implementation public func iap_transaction_delivery_count(_ transaction: OpaquePointer?) -> Int32 {
    Int32(clamping: TransactionHandle.at(transaction)?.item.deliveryCount ?? 0)
}

@c @implementation public func iap_transaction_original(_ transaction: OpaquePointer?) -> OpaquePointer? {
    TransactionHandle.at(transaction)?.original?.borrowed
}

@c @implementation public func iap_transaction_delivery_state(_ transaction: OpaquePointer?) -> iap_delivery_state {
    TransactionHandle.at(transaction)?.item.deliveryState.rawValue ?? IAP_DELIVERY_NONE
}

@c @implementation public func iap_transaction_error(
    _ transaction: OpaquePointer?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    switch TransactionHandle.at(transaction)?.item.state {
    case .failed(let failure), .unverified(let failure), .rejected(let failure): fill(error, failure)
    default: fill(error, nil)
    }
}

@c @implementation public func iap_transaction_retain(_ transaction: OpaquePointer?) -> OpaquePointer? {
    TransactionHandle.retain(transaction)
}

@c @implementation public func iap_transaction_release(_ transaction: OpaquePointer?) {
    TransactionHandle.release(transaction)
}

@c @implementation public func iap_transactions_count(_ transactions: OpaquePointer?) -> Int {
    TransactionListHandle.at(transactions)?.transactions.count ?? 0
}

@c @implementation public func iap_transactions_at(_ transactions: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    TransactionListHandle.at(transactions)?.transactions.element(index)?.borrowed
}

@c @implementation public func iap_transactions_next_page(_ transactions: OpaquePointer?) -> UnsafePointer<CChar>? {
    TransactionListHandle.at(transactions)?.nextPage
}

@c @implementation public func iap_transactions_retain(_ transactions: OpaquePointer?) -> OpaquePointer? {
    TransactionListHandle.retain(transactions)
}

@c @implementation public func iap_transactions_release(_ transactions: OpaquePointer?) {
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
