public import CIAP
import IAPBoundary
import IAPSignedData

@c @implementation public func iap_signed_transaction_id(_ data: OpaquePointer?) -> UInt64 {
    signedID(data, .transactionId)
}

@c @implementation public func iap_signed_web_order_line_item_id(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .webOrderLineItemId)
}

@c @implementation public func iap_signed_subscription_group_id(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .subscriptionGroupIdentifier)
}

@c @implementation public func iap_signed_product_type(_ data: OpaquePointer?) -> iap_product_type_t {
    signedWord(
        data, .type,
        [
            "Consumable": IAP_PRODUCT_TYPE_CONSUMABLE, "Non-Consumable": IAP_PRODUCT_TYPE_NON_CONSUMABLE,
            "Non-Renewing Subscription": IAP_PRODUCT_TYPE_NON_RENEWING_SUBSCRIPTION,
            "Auto-Renewable Subscription": IAP_PRODUCT_TYPE_AUTO_RENEWABLE_SUBSCRIPTION,
        ])
}

@c @implementation public func iap_signed_quantity(_ data: OpaquePointer?) -> Int32 {
    signedSmallNumber(data, .quantity)
}

@c @implementation public func iap_signed_purchase_date_ms(_ data: OpaquePointer?) -> Int64 {
    signedNumber(data, .purchaseDate)
}

@c @implementation public func iap_signed_expiration_date_ms(_ data: OpaquePointer?) -> Int64 {
    signedNumber(data, .expiresDate)
}

@c @implementation public func iap_signed_revocation_date_ms(_ data: OpaquePointer?) -> Int64 {
    signedNumber(data, .revocationDate)
}

@c @implementation public func iap_signed_revocation_reason(_ data: OpaquePointer?) -> iap_revocation_reason {
    signedChoice(
        data, .revocationReason, unknown: IAP_REVOCATION_REASON_UNKNOWN,
        [0: IAP_REVOCATION_REASON_OTHER, 1: IAP_REVOCATION_REASON_DEVELOPER_ISSUE])
}

@c @implementation public func iap_signed_revocation_type(_ data: OpaquePointer?) -> iap_revocation_type {
    signedWord(
        data, .revocationType, unknown: IAP_REVOCATION_TYPE_UNKNOWN,
        [
            "REFUND_FULL": IAP_REVOCATION_TYPE_REFUND_FULL, "REFUND_PRORATED": IAP_REVOCATION_TYPE_REFUND_PRORATED,
            "FAMILY_REVOKE": IAP_REVOCATION_TYPE_FAMILY_REVOKE,
        ])
}

@c @implementation public func iap_signed_revocation_percentage(_ data: OpaquePointer?) -> Int32 {
    signedSmallNumber(data, .revocationPercentage)
}

@c @implementation public func iap_signed_is_upgraded(_ data: OpaquePointer?) -> Int32 {
    signedFlag(data, .isUpgraded)
}

@c @implementation public func iap_signed_ownership(_ data: OpaquePointer?) -> iap_ownership {
    signedWord(
        data, .inAppOwnershipType,
        [
            "PURCHASED": IAP_OWNERSHIP_PURCHASED, "FAMILY_SHARED": IAP_OWNERSHIP_FAMILY_SHARED,
            "ASSIGNED": IAP_OWNERSHIP_ASSIGNED,
        ])
}

@c @implementation public func iap_signed_transaction_reason(_ data: OpaquePointer?) -> iap_transaction_reason_t {
    signedWord(
        data, .transactionReason, unknown: IAP_TRANSACTION_REASON_UNKNOWN,
        ["PURCHASE": IAP_TRANSACTION_REASON_PURCHASE, "RENEWAL": IAP_TRANSACTION_REASON_RENEWAL])
}

@c @implementation public func iap_signed_storefront_country_code(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .storefront)
}

@c @implementation public func iap_signed_storefront_identifier(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .storefrontId)
}

@c @implementation public func iap_signed_price_milliunits(_ data: OpaquePointer?) -> Int64 {
    signedNumber(data, .price)
}

@c @implementation public func iap_signed_commitment_period_number(_ data: OpaquePointer?) -> Int32 {
    signedSmallNumber(data, .billingPeriodNumber)
}

@c @implementation public func iap_signed_commitment_period_count(_ data: OpaquePointer?) -> Int32 {
    signedSmallNumber(data, .totalBillingPeriods)
}

@c @implementation public func iap_signed_commitment_expiration_date_ms(_ data: OpaquePointer?) -> Int64 {
    signedNumber(data, .commitmentExpiresDate)
}

@c @implementation public func iap_signed_commitment_price_milliunits(_ data: OpaquePointer?) -> Int64 {
    signedNumber(data, .commitmentPrice)
}

@c @implementation public func iap_signed_previous_original_transaction_id(_ data: OpaquePointer?) -> UInt64 {
    signedID(data, .previousOriginalTransactionId)
}

@c @implementation public func iap_signed_invitation_management(_ data: OpaquePointer?) -> iap_invitation_management {
    signedWord(
        data, .invitationManagement, unknown: IAP_INVITATION_MANAGEMENT_UNKNOWN,
        ["APPLE": IAP_INVITATION_MANAGEMENT_APPLE, "DEVELOPER": IAP_INVITATION_MANAGEMENT_DEVELOPER])
}

@c @implementation public func iap_signed_revoked_seat_quantity(_ data: OpaquePointer?) -> Int32 {
    signedSmallNumber(data, .revokedSeatQuantity)
}

@c @implementation public func iap_signed_additional_transaction_reason(
    _ data: OpaquePointer?
) -> iap_additional_transaction_reason {
    signedWord(
        data, .additionalTransactionReason, unknown: IAP_ADDITIONAL_TRANSACTION_REASON_UNKNOWN,
        ["SEAT_ADDITION": IAP_ADDITIONAL_TRANSACTION_REASON_SEAT_ADDITION])
}
