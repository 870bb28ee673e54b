public import CIAP
import IAPInterop
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue

@c @implementation public func iap_request_subscription_statuses(
    _ client: Pointer, _ group_id: Text, _ completion: iap_subscription_statuses_function?, _ user_data: UserData,
    _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request(client, .handle(.statuses, completion, user_data), request_id, error) { () throws(IAPError) in
        .store(.subscriptionStatuses(groupID: try Input.optionalText(group_id, "group_id", limit: Input.idLimit)))
    }
}

@c @implementation public func iap_request_transaction_status(
    _ client: Pointer, _ transaction_id: UInt64, _ completion: iap_subscription_statuses_function?,
    _ user_data: UserData, _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request(client, .handle(.statuses, completion, user_data), request_id, error) {
        .store(.transactionStatus(transaction_id))
    }
}

@c @implementation public func iap_request_introductory_offer_eligibility(
    _ client: Pointer, _ group_id: Text, _ completion: iap_flag_function?, _ user_data: UserData, _ request_id: ID,
    _ error: Failure
) -> iap_status_t {
    request(client, .flag(completion, user_data), request_id, error) { () throws(IAPError) in
        .store(.introductoryOfferEligibility(groupID: try Input.text(group_id, "group_id", limit: Input.idLimit)))
    }
}

@c @implementation public func iap_subscription_statuses_count(_ p: Pointer) -> Int {
    SubscriptionStatusListHandle.get(p) { $0.statuses.count }
}
@c @implementation public func iap_subscription_statuses_at(_ statuses: Pointer, _ index: Int) -> Pointer {
    SubscriptionStatusListHandle.at(statuses)?.statuses.element(index)?.borrowed
}
@c @implementation public func iap_subscription_statuses_retain(_ p: Pointer) -> Pointer {
    SubscriptionStatusListHandle.retain(p)
}
@c @implementation public func iap_subscription_statuses_release(_ p: Pointer) {
    SubscriptionStatusListHandle.release(p)
}
@c @implementation public func iap_subscription_status_retain(_ p: Pointer) -> Pointer {
    SubscriptionStatusHandle.retain(p)
}
@c @implementation public func iap_subscription_status_release(_ p: Pointer) { SubscriptionStatusHandle.release(p) }
@c @implementation public func iap_subscription_status_state(_ p: Pointer) -> iap_subscription_state_t {
    SubscriptionStatusHandle.get(p) { $0.status.state.cValue }
}
@c @implementation public func iap_subscription_status_group_id(_ p: Pointer) -> Text {
    SubscriptionStatusHandle.get(p, \.status.groupID)
}
@c @implementation public func iap_subscription_status_transaction(_ status: Pointer) -> Pointer {
    SubscriptionStatusHandle.at(status)?.transaction.borrowed
}
@c @implementation public func iap_subscription_status_renewal_info(_ status: Pointer) -> Pointer {
    SubscriptionStatusHandle.at(status)?.renewalInfo.borrowed
}
@c @implementation public func iap_renewal_info_signature_check(_ p: Pointer) -> iap_signature_check_t {
    RenewalInfoHandle.get(p) { $0.info.verification.cValue }
}
@c @implementation public func iap_renewal_info_original_transaction_id(_ p: Pointer) -> UInt64 {
    RenewalInfoHandle.get(p) { $0.info.originalTransactionID }
}
@c @implementation public func iap_renewal_info_product_id(_ p: Pointer) -> Text {
    RenewalInfoHandle.get(p, \.info.productID)
}
@c @implementation public func iap_renewal_info_will_auto_renew(_ p: Pointer) -> Int32 {
    RenewalInfoHandle.get(p) { $0.info.willAutoRenew }
}
@c @implementation public func iap_renewal_info_auto_renew_product_id(_ p: Pointer) -> Text {
    RenewalInfoHandle.get(p, \.info.autoRenewProductID)
}
@c @implementation public func iap_renewal_info_expiration_reason(_ p: Pointer) -> iap_expiration_reason_t {
    RenewalInfoHandle.get(p) { $0.info.expirationReason?.cValue }
}
@c @implementation public func iap_renewal_info_price_increase(_ p: Pointer) -> iap_price_increase_t {
    RenewalInfoHandle.get(p) { $0.info.priceIncrease.rawValue }
}
@c @implementation public func iap_renewal_info_is_in_billing_retry(_ p: Pointer) -> Int32 {
    RenewalInfoHandle.get(p) { $0.info.isInBillingRetry }
}
@c @implementation public func iap_renewal_info_grace_period_expiration_date_ms(_ p: Pointer) -> Int64 {
    RenewalInfoHandle.get(p) { $0.info.gracePeriodExpirationDate }
}
@c @implementation public func iap_renewal_info_offer_type(_ p: Pointer) -> iap_offer_type_t {
    RenewalInfoHandle.get(p) { $0.info.offer?.type.cValue }
}
@c @implementation public func iap_renewal_info_offer_id(_ p: Pointer) -> Text {
    RenewalInfoHandle.get(p, \.info.offer?.id)
}
@c @implementation public func iap_renewal_info_offer_payment_mode(_ p: Pointer) -> iap_payment_mode_t {
    RenewalInfoHandle.get(p) { $0.info.offer?.paymentMode?.cValue }
}
@c @implementation public func iap_renewal_info_offer_period_unit(_ p: Pointer) -> iap_period_unit_t {
    RenewalInfoHandle.get(p) { $0.info.offer?.period?.unit.cValue }
}
@c @implementation public func iap_renewal_info_offer_period_value(_ p: Pointer) -> Int32 {
    Int32(clamping: RenewalInfoHandle.get(p) { $0.info.offer?.period?.value })
}
@c @implementation public func iap_renewal_info_environment(_ p: Pointer) -> Text {
    RenewalInfoHandle.get(p, \.info.environment)
}
@c @implementation public func iap_renewal_info_recent_subscription_start_date_ms(_ p: Pointer) -> Int64 {
    RenewalInfoHandle.get(p) { $0.info.recentSubscriptionStartDate }
}
@c @implementation public func iap_renewal_info_renewal_date_ms(_ p: Pointer) -> Int64 {
    RenewalInfoHandle.get(p) { $0.info.renewalDate }
}
@c @implementation public func iap_renewal_info_renewal_price_milliunits(_ p: Pointer) -> Int64 {
    RenewalInfoHandle.get(p) { $0.info.renewalPrice?.milliunits }
}
@c @implementation public func iap_renewal_info_currency_code(_ p: Pointer) -> Text {
    RenewalInfoHandle.get(p, \.info.renewalPrice?.currencyCode.orNilIfEmpty)
}
@c @implementation public func iap_renewal_info_eligible_win_back_offer_count(_ p: Pointer) -> Int {
    RenewalInfoHandle.get(p) { $0.eligibleWinBackOfferIDs.count }
}
@c @implementation public func iap_renewal_info_eligible_win_back_offer_at(_ info: Pointer, _ index: Int) -> Text {
    RenewalInfoHandle.at(info)?.eligibleWinBackOfferIDs[index]
}
@c @implementation public func iap_renewal_info_app_account_token(_ p: Pointer) -> Text {
    RenewalInfoHandle.get(p, \.info.appAccountToken)
}
@c @implementation public func iap_renewal_info_app_transaction_id(_ p: Pointer) -> Text {
    RenewalInfoHandle.get(p, \.info.appTransactionID)
}
@c @implementation public func iap_renewal_info_billing_plan_type(_ p: Pointer) -> iap_billing_plan_type_t {
    RenewalInfoHandle.get(p) { $0.info.billingPlanType?.cValue }
}
@c @implementation public func iap_renewal_info_signed_date_ms(_ p: Pointer) -> Int64 {
    RenewalInfoHandle.get(p) { $0.info.signedDate }
}
@c @implementation public func iap_renewal_info_signed_text(_ p: Pointer) -> Text {
    RenewalInfoHandle.get(p, \.info.signedText)
}
@c @implementation public func iap_renewal_info_json(_ p: Pointer) -> Text { RenewalInfoHandle.get(p, \.info.json) }

@c @implementation public func iap_request_app_transaction(
    _ client: Pointer, _ refresh: Int32, _ completion: iap_app_transaction_function?, _ user_data: UserData,
    _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request(client, .handle(.appTransaction, completion, user_data), request_id, error) {
        .store(.appTransaction(isRefresh: refresh != 0))
    }
}

@c @implementation public func iap_request_app_receipt(
    _ client: Pointer, _ refresh: Int32, _ completion: iap_text_function?, _ user_data: UserData, _ request_id: ID,
    _ error: Failure
) -> iap_status_t {
    request(client, .text(completion, user_data), request_id, error) { .store(.appReceipt(isRefresh: refresh != 0)) }
}

@c @implementation public func iap_app_transaction_retain(_ p: Pointer) -> Pointer { AppTransactionHandle.retain(p) }
@c @implementation public func iap_app_transaction_release(_ p: Pointer) { AppTransactionHandle.release(p) }
@c @implementation public func iap_app_transaction_signature_check(_ p: Pointer) -> iap_signature_check_t {
    AppTransactionHandle.get(p) { $0.appTransaction.verification.cValue }
}
@c @implementation public func iap_app_transaction_app_id(_ p: Pointer) -> UInt64 {
    AppTransactionHandle.get(p) { $0.appTransaction.appID }
}
@c @implementation public func iap_app_transaction_app_version_id(_ p: Pointer) -> UInt64 {
    AppTransactionHandle.get(p) { $0.appTransaction.appVersionID }
}
@c @implementation public func iap_app_transaction_app_version(_ p: Pointer) -> Text {
    AppTransactionHandle.get(p, \.appTransaction.appVersion)
}
@c @implementation public func iap_app_transaction_bundle_id(_ p: Pointer) -> Text {
    AppTransactionHandle.get(p, \.appTransaction.bundleID)
}
@c @implementation public func iap_app_transaction_environment(_ p: Pointer) -> Text {
    AppTransactionHandle.get(p, \.appTransaction.environment)
}
@c @implementation public func iap_app_transaction_original_app_version(_ p: Pointer) -> Text {
    AppTransactionHandle.get(p, \.appTransaction.originalAppVersion)
}
@c @implementation public func iap_app_transaction_original_purchase_date_ms(_ p: Pointer) -> Int64 {
    AppTransactionHandle.get(p) { $0.appTransaction.originalPurchaseDate }
}
@c @implementation public func iap_app_transaction_preorder_date_ms(_ p: Pointer) -> Int64 {
    AppTransactionHandle.get(p) { $0.appTransaction.preorderDate }
}
@c @implementation public func iap_app_transaction_app_transaction_id(_ p: Pointer) -> Text {
    AppTransactionHandle.get(p, \.appTransaction.appTransactionID)
}
@c @implementation public func iap_app_transaction_original_platform(_ p: Pointer) -> Text {
    AppTransactionHandle.get(p, \.appTransaction.originalPlatform)
}
@c @implementation public func iap_app_transaction_signed_date_ms(_ p: Pointer) -> Int64 {
    AppTransactionHandle.get(p) { $0.appTransaction.signedDate }
}
@c @implementation public func iap_app_transaction_device_verification(_ p: Pointer) -> Text {
    AppTransactionHandle.get(p, \.appTransaction.deviceVerification)
}
@c @implementation public func iap_app_transaction_device_verification_nonce(_ p: Pointer) -> Text {
    AppTransactionHandle.get(p, \.appTransaction.deviceVerificationNonce)
}
@c @implementation public func iap_app_transaction_signed_text(_ p: Pointer) -> Text {
    AppTransactionHandle.get(p, \.appTransaction.signedText)
}
@c @implementation public func iap_app_transaction_json(_ p: Pointer) -> Text {
    AppTransactionHandle.get(p, \.appTransaction.json)
}
