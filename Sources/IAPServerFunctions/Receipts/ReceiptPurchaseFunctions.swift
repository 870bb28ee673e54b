public import CIAP
import IAPBoundary
import IAPModel
import IAPSignedData

@c @implementation public func iap_receipt_purchase_transaction_id(_ purchase: OpaquePointer?) -> UInt64 {
    ReceiptPurchaseHandle.at(purchase)?.purchase.transactionID ?? 0
}

@c @implementation public func iap_receipt_purchase_original_transaction_id(_ purchase: OpaquePointer?) -> UInt64 {
    ReceiptPurchaseHandle.at(purchase)?.purchase.originalTransactionID ?? 0
}

@c @implementation public func iap_receipt_purchase_product_id(
    _ purchase: OpaquePointer?
) -> UnsafePointer<CChar>? {
    ReceiptPurchaseHandle.at(purchase)?.text(.productID)
}

@c @implementation public func iap_receipt_purchase_product_type(_ purchase: OpaquePointer?) -> iap_product_type_t {
    switch ReceiptPurchaseHandle.at(purchase)?.purchase.productType {
    case .nonConsumable: IAP_PRODUCT_TYPE_NON_CONSUMABLE
    case .consumable: IAP_PRODUCT_TYPE_CONSUMABLE
    case .nonRenewingSubscription: IAP_PRODUCT_TYPE_NON_RENEWING_SUBSCRIPTION
    case .autoRenewableSubscription: IAP_PRODUCT_TYPE_AUTO_RENEWABLE_SUBSCRIPTION
    case nil: IAP_PRODUCT_TYPE_UNKNOWN
    }
}

@c @implementation public func iap_receipt_purchase_quantity(_ purchase: OpaquePointer?) -> Int32 {
    ReceiptPurchaseHandle.at(purchase)?.purchase.quantity ?? 0
}

@c @implementation public func iap_receipt_purchase_purchase_date_ms(_ purchase: OpaquePointer?) -> Int64 {
    ReceiptPurchaseHandle.at(purchase)?.purchase.purchaseDate ?? 0
}

@c @implementation public func iap_receipt_purchase_original_purchase_date_ms(_ purchase: OpaquePointer?) -> Int64 {
    ReceiptPurchaseHandle.at(purchase)?.purchase.originalPurchaseDate ?? 0
}

@c @implementation public func iap_receipt_purchase_expiration_date_ms(_ purchase: OpaquePointer?) -> Int64 {
    ReceiptPurchaseHandle.at(purchase)?.purchase.expirationDate ?? 0
}

@c @implementation public func iap_receipt_purchase_cancellation_date_ms(_ purchase: OpaquePointer?) -> Int64 {
    ReceiptPurchaseHandle.at(purchase)?.purchase.cancellationDate ?? 0
}

@c @implementation public func iap_receipt_purchase_web_order_line_item_id(_ purchase: OpaquePointer?) -> UInt64 {
    ReceiptPurchaseHandle.at(purchase)?.purchase.webOrderLineItemID ?? 0
}

@c @implementation public func iap_receipt_purchase_is_trial_period(_ purchase: OpaquePointer?) -> Int32 {
    ReceiptPurchaseHandle.at(purchase)?.purchase.isInTrialPeriod == true ? 1 : 0
}

@c @implementation public func iap_receipt_purchase_is_introductory_offer_period(
    _ purchase: OpaquePointer?
) -> Int32 {
    ReceiptPurchaseHandle.at(purchase)?.purchase.isInIntroductoryOffer == true ? 1 : 0
}

@c @implementation public func iap_receipt_purchase_promotional_offer_id(
    _ purchase: OpaquePointer?
) -> UnsafePointer<CChar>? {
    ReceiptPurchaseHandle.at(purchase)?.text(.promotionalOfferID)
}

@c @implementation public func iap_receipt_purchase_attribute_count(_ purchase: OpaquePointer?) -> Int {
    ReceiptPurchaseHandle.at(purchase)?.purchase.attributes.count ?? 0
}

@c @implementation public func iap_receipt_purchase_attribute_at(
    _ purchase: OpaquePointer?, _ index: Int, _ type: UnsafeMutablePointer<Int32>?,
    _ value: UnsafeMutablePointer<iap_bytes>?
) -> Int32 {
    ReceiptPurchaseHandle.at(purchase)?.attribute(index, type, value) ?? 0
}

// MARK: Only in responses

@c @implementation public func iap_receipt_purchase_cancellation_reason(
    _ purchase: OpaquePointer?
) -> iap_revocation_reason {
    ReceiptPurchaseHandle.at(purchase)?.purchase.cancellationReason.map { revocationReason(Int($0)) }
        ?? IAP_REVOCATION_REASON_NONE
}

@c @implementation public func iap_receipt_purchase_app_account_token(
    _ purchase: OpaquePointer?
) -> UnsafePointer<CChar>? {
    ReceiptPurchaseHandle.at(purchase)?.text(.appAccountToken)
}

@c @implementation public func iap_receipt_purchase_ownership(_ purchase: OpaquePointer?) -> iap_ownership {
    let word = ReceiptPurchaseHandle.at(purchase)?.purchase.ownership
    return word.map { Transaction.Ownership(rawValue: $0).cValue } ?? IAP_OWNERSHIP_UNKNOWN
}

@c @implementation public func iap_receipt_purchase_is_upgraded(_ purchase: OpaquePointer?) -> Int32 {
    ReceiptPurchaseHandle.at(purchase)?.purchase.isUpgraded == true ? 1 : 0
}

@c @implementation public func iap_receipt_purchase_offer_code_name(
    _ purchase: OpaquePointer?
) -> UnsafePointer<CChar>? {
    ReceiptPurchaseHandle.at(purchase)?.text(.offerCodeName)
}

@c @implementation public func iap_receipt_purchase_subscription_group_id(
    _ purchase: OpaquePointer?
) -> UnsafePointer<CChar>? {
    ReceiptPurchaseHandle.at(purchase)?.text(.subscriptionGroupID)
}
