public import CIAP
import IAPBoundary
import IAPSignedData

@c @implementation public func iap_signed_notification_type(_ data: OpaquePointer?) -> iap_notification_type {
    signedWord(
        data, .notificationType,
        [
            "CONSUMPTION_REQUEST": IAP_NOTIFICATION_CONSUMPTION_REQUEST,
            "DID_CHANGE_RENEWAL_PREF": IAP_NOTIFICATION_DID_CHANGE_RENEWAL_PREF,
            "DID_CHANGE_RENEWAL_STATUS": IAP_NOTIFICATION_DID_CHANGE_RENEWAL_STATUS,
            "DID_FAIL_TO_RENEW": IAP_NOTIFICATION_DID_FAIL_TO_RENEW, "DID_RENEW": IAP_NOTIFICATION_DID_RENEW,
            "EXPIRED": IAP_NOTIFICATION_EXPIRED,
            "EXTERNAL_PURCHASE_TOKEN": IAP_NOTIFICATION_EXTERNAL_PURCHASE_TOKEN,
            "GRACE_PERIOD_EXPIRED": IAP_NOTIFICATION_GRACE_PERIOD_EXPIRED,
            "METADATA_UPDATE": IAP_NOTIFICATION_METADATA_UPDATE, "MIGRATION": IAP_NOTIFICATION_MIGRATION,
            "OFFER_REDEEMED": IAP_NOTIFICATION_OFFER_REDEEMED, "ONE_TIME_CHARGE": IAP_NOTIFICATION_ONE_TIME_CHARGE,
            "PRICE_CHANGE": IAP_NOTIFICATION_PRICE_CHANGE, "PRICE_INCREASE": IAP_NOTIFICATION_PRICE_INCREASE,
            "REFUND": IAP_NOTIFICATION_REFUND, "REFUND_DECLINED": IAP_NOTIFICATION_REFUND_DECLINED,
            "REFUND_REVERSED": IAP_NOTIFICATION_REFUND_REVERSED,
            "RENEWAL_EXTENDED": IAP_NOTIFICATION_RENEWAL_EXTENDED,
            "RENEWAL_EXTENSION": IAP_NOTIFICATION_RENEWAL_EXTENSION,
            "RESCIND_CONSENT": IAP_NOTIFICATION_RESCIND_CONSENT, "REVOKE": IAP_NOTIFICATION_REVOKE,
            "SUBSCRIBED": IAP_NOTIFICATION_SUBSCRIBED, "TEST": IAP_NOTIFICATION_TEST,
            "UNCLAIM_SEATS": IAP_NOTIFICATION_UNCLAIM_SEATS,
        ])
}

@c @implementation public func iap_signed_notification_subtype(_ data: OpaquePointer?) -> iap_notification_subtype {
    signedWord(
        data, .subtype, unknown: IAP_NOTIFICATION_SUBTYPE_UNKNOWN,
        [
            "ACCEPTED": IAP_NOTIFICATION_SUBTYPE_ACCEPTED,
            "AUTO_RENEW_DISABLED": IAP_NOTIFICATION_SUBTYPE_AUTO_RENEW_DISABLED,
            "AUTO_RENEW_ENABLED": IAP_NOTIFICATION_SUBTYPE_AUTO_RENEW_ENABLED,
            "BILLING_RECOVERY": IAP_NOTIFICATION_SUBTYPE_BILLING_RECOVERY,
            "BILLING_RETRY": IAP_NOTIFICATION_SUBTYPE_BILLING_RETRY,
            "DOWNGRADE": IAP_NOTIFICATION_SUBTYPE_DOWNGRADE, "FAILURE": IAP_NOTIFICATION_SUBTYPE_FAILURE,
            "GRACE_PERIOD": IAP_NOTIFICATION_SUBTYPE_GRACE_PERIOD,
            "INITIAL_BUY": IAP_NOTIFICATION_SUBTYPE_INITIAL_BUY, "PENDING": IAP_NOTIFICATION_SUBTYPE_PENDING,
            "PRICE_INCREASE": IAP_NOTIFICATION_SUBTYPE_PRICE_INCREASE,
            "PRODUCT_NOT_FOR_SALE": IAP_NOTIFICATION_SUBTYPE_PRODUCT_NOT_FOR_SALE,
            "RESUBSCRIBE": IAP_NOTIFICATION_SUBTYPE_RESUBSCRIBE, "SUMMARY": IAP_NOTIFICATION_SUBTYPE_SUMMARY,
            "UNREPORTED": IAP_NOTIFICATION_SUBTYPE_UNREPORTED, "UPGRADE": IAP_NOTIFICATION_SUBTYPE_UPGRADE,
            "SEATS": IAP_NOTIFICATION_SUBTYPE_SEATS, "VOLUNTARY": IAP_NOTIFICATION_SUBTYPE_VOLUNTARY,
        ])
}

@c @implementation public func iap_signed_notification_uuid(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .notificationUUID)
}

@c @implementation public func iap_signed_notification_version(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .version)
}

@c @implementation public func iap_signed_transaction_text(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .signedTransactionInfo)
}

@c @implementation public func iap_signed_renewal_info_text(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .signedRenewalInfo)
}

@c @implementation public func iap_signed_app_transaction_text(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .signedAppTransactionInfo)
}

@c @implementation public func iap_signed_bundle_version(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .bundleVersion)
}

@c @implementation public func iap_signed_subscription_state(_ data: OpaquePointer?) -> iap_subscription_state {
    signedChoice(
        data, .status,
        [
            1: IAP_SUBSCRIPTION_STATE_SUBSCRIBED, 2: IAP_SUBSCRIPTION_STATE_EXPIRED,
            3: IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY, 4: IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD,
            5: IAP_SUBSCRIPTION_STATE_REVOKED,
        ])
}

@c @implementation public func iap_signed_consumption_request_reason(_ data: OpaquePointer?) -> UnsafePointer<
    CChar
>? {
    signedText(data, .consumptionRequestReason)
}

@c @implementation public func iap_signed_request_identifier(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .requestIdentifier)
}

@c @implementation public func iap_signed_storefront_country_code_count(_ data: OpaquePointer?) -> Int {
    Int(signedNumber(data, .storefrontCountryCodes))
}

@c @implementation public func iap_signed_storefront_country_code_at(_ data: OpaquePointer?, _ index: Int)
    -> UnsafePointer<CChar>?
{
    SignedDataHandle.at(data).flatMap { $0.characters($0.data.text(.storefrontCountryCodes, at: index)) }
}

@c @implementation public func iap_signed_succeeded_count(_ data: OpaquePointer?) -> Int64 {
    signedNumber(data, .succeededCount)
}

@c @implementation public func iap_signed_failed_count(_ data: OpaquePointer?) -> Int64 {
    signedNumber(data, .failedCount)
}

@c @implementation public func iap_signed_external_purchase_id(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .externalPurchaseId)
}

@c @implementation public func iap_signed_token_creation_date_ms(_ data: OpaquePointer?) -> Int64 {
    signedNumber(data, .tokenCreationDate)
}

@c @implementation public func iap_signed_notification_content(_ data: OpaquePointer?) -> iap_notification_content {
    switch SignedDataHandle.at(data)?.data.contentField {
    case .data: IAP_NOTIFICATION_CONTENT_DATA
    case .summary: IAP_NOTIFICATION_CONTENT_SUMMARY
    case .externalPurchaseToken: IAP_NOTIFICATION_CONTENT_EXTERNAL_PURCHASE_TOKEN
    case .appData: IAP_NOTIFICATION_CONTENT_APP_DATA
    case .unclaimInfo: IAP_NOTIFICATION_CONTENT_UNCLAIM_INFO
    default: IAP_NOTIFICATION_CONTENT_NONE
    }
}

@c @implementation public func iap_signed_unclaimed_seat_count(_ data: OpaquePointer?) -> Int {
    Int(signedNumber(data, .unclaimSeatIds))
}

@c @implementation public func iap_signed_unclaimed_seat_at(_ data: OpaquePointer?, _ index: Int) -> UnsafePointer<
    CChar
>? {
    SignedDataHandle.at(data).flatMap { $0.characters($0.data.text(.unclaimSeatIds, at: index)) }
}
