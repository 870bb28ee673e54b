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

@c @implementation public func iap_subscription_statuses_count(_ statuses: Pointer) -> Int {
    SubscriptionStatusListHandle.at(statuses)?.statuses.count ?? 0
}
@c @implementation public func iap_subscription_statuses_at(_ statuses: Pointer, _ index: Int) -> Pointer {
    SubscriptionStatusListHandle.at(statuses)?.statuses.element(index)?.borrowed
}
@c @implementation public func iap_subscription_statuses_retain(_ statuses: Pointer) -> Pointer {
    SubscriptionStatusListHandle.retain(statuses)
}
@c @implementation public func iap_subscription_statuses_release(_ statuses: Pointer) {
    SubscriptionStatusListHandle.release(statuses)
}
@c @implementation public func iap_subscription_status_retain(_ status: Pointer) -> Pointer {
    SubscriptionStatusHandle.retain(status)
}
@c @implementation public func iap_subscription_status_release(_ status: Pointer) {
    SubscriptionStatusHandle.release(status)
}
@c @implementation public func iap_subscription_status_state(_ status: Pointer) -> iap_subscription_state_t {
    SubscriptionStatusHandle.at(status)?.status.state.cValue ?? IAP_SUBSCRIPTION_STATE_UNKNOWN
}
@c @implementation public func iap_subscription_status_group_id(_ status: Pointer) -> Text {
    SubscriptionStatusHandle.at(status)?.text(\.status.groupID)
}
@c @implementation public func iap_subscription_status_transaction(_ status: Pointer) -> Pointer {
    SubscriptionStatusHandle.at(status)?.transaction.borrowed
}
@c @implementation public func iap_subscription_status_renewal_info(_ status: Pointer) -> Pointer {
    SubscriptionStatusHandle.at(status)?.renewalInfo.borrowed
}
@c @implementation public func iap_renewal_info_signature_check(_ info: Pointer) -> iap_signature_check_t {
    RenewalInfoHandle.at(info)?.info.verification.cValue ?? IAP_SIGNATURE_NONE
}
@c @implementation public func iap_renewal_info_original_transaction_id(_ info: Pointer) -> UInt64 {
    RenewalInfoHandle.at(info)?.info.originalTransactionID ?? 0
}
@c @implementation public func iap_renewal_info_product_id(_ info: Pointer) -> Text {
    RenewalInfoHandle.at(info)?.text(\.info.productID)
}
@c @implementation public func iap_renewal_info_will_auto_renew(_ info: Pointer) -> Int32 {
    RenewalInfoHandle.at(info)?.info.willAutoRenew == true ? 1 : 0
}
@c @implementation public func iap_renewal_info_auto_renew_product_id(_ info: Pointer) -> Text {
    RenewalInfoHandle.at(info)?.text(\.info.autoRenewProductID)
}
@c @implementation public func iap_renewal_info_expiration_reason(_ info: Pointer) -> iap_expiration_reason_t {
    RenewalInfoHandle.at(info)?.info.expirationReason?.cValue ?? IAP_EXPIRATION_REASON_NONE
}
@c @implementation public func iap_renewal_info_price_increase(_ info: Pointer) -> iap_price_increase_t {
    RenewalInfoHandle.at(info)?.info.priceIncrease.rawValue ?? IAP_PRICE_INCREASE_NONE
}
@c @implementation public func iap_renewal_info_is_in_billing_retry(_ info: Pointer) -> Int32 {
    RenewalInfoHandle.at(info)?.info.isInBillingRetry == true ? 1 : 0
}
@c @implementation public func iap_renewal_info_grace_period_expiration_date_ms(_ info: Pointer) -> Int64 {
    RenewalInfoHandle.at(info)?.info.gracePeriodExpirationDate ?? 0
}
@c @implementation public func iap_renewal_info_offer_type(_ info: Pointer) -> iap_offer_type_t {
    RenewalInfoHandle.at(info)?.info.offer?.type.cValue ?? IAP_OFFER_TYPE_NONE
}
@c @implementation public func iap_renewal_info_offer_id(_ info: Pointer) -> Text {
    RenewalInfoHandle.at(info)?.text(\.info.offer?.id)
}
@c @implementation public func iap_renewal_info_offer_payment_mode(_ info: Pointer) -> iap_payment_mode_t {
    RenewalInfoHandle.at(info)?.info.offer?.paymentMode?.cValue ?? IAP_PAYMENT_MODE_NONE
}
@c @implementation public func iap_renewal_info_offer_period_unit(_ info: Pointer) -> iap_period_unit_t {
    RenewalInfoHandle.at(info)?.info.offer?.period?.unit.cValue ?? IAP_PERIOD_UNIT_NONE
}
@c @implementation public func iap_renewal_info_offer_period_value(_ info: Pointer) -> Int32 {
    Int32(clamping: RenewalInfoHandle.at(info)?.info.offer?.period?.value ?? 0)
}
@c @implementation public func iap_renewal_info_environment(_ info: Pointer) -> Text {
    RenewalInfoHandle.at(info)?.text(\.info.environment)
}
@c @implementation public func iap_renewal_info_recent_subscription_start_date_ms(_ info: Pointer) -> Int64 {
    RenewalInfoHandle.at(info)?.info.recentSubscriptionStartDate ?? 0
}
@c @implementation public func iap_renewal_info_renewal_date_ms(_ info: Pointer) -> Int64 {
    RenewalInfoHandle.at(info)?.info.renewalDate ?? 0
}
@c @implementation public func iap_renewal_info_renewal_price_milliunits(_ info: Pointer) -> Int64 {
    RenewalInfoHandle.at(info)?.info.renewalPrice?.milliunits ?? 0
}
@c @implementation public func iap_renewal_info_currency_code(_ info: Pointer) -> Text {
    RenewalInfoHandle.at(info)?.text(\.info.renewalPrice?.currencyCode.orNilIfEmpty)
}
@c @implementation public func iap_renewal_info_eligible_win_back_offer_count(_ info: Pointer) -> Int {
    RenewalInfoHandle.at(info)?.eligibleWinBackOfferIDs.count ?? 0
}
@c @implementation public func iap_renewal_info_eligible_win_back_offer_at(_ info: Pointer, _ index: Int) -> Text {
    RenewalInfoHandle.at(info)?.eligibleWinBackOfferIDs[index]
}
@c @implementation public func iap_renewal_info_app_account_token(_ info: Pointer) -> Text {
    RenewalInfoHandle.at(info)?.text(\.info.appAccountToken)
}
@c @implementation public func iap_renewal_info_app_transaction_id(_ info: Pointer) -> Text {
    RenewalInfoHandle.at(info)?.text(\.info.appTransactionID)
}
@c @implementation public func iap_renewal_info_billing_plan_type(_ info: Pointer) -> iap_billing_plan_type_t {
    RenewalInfoHandle.at(info)?.info.billingPlanType?.cValue ?? IAP_BILLING_PLAN_NONE
}
@c @implementation public func iap_renewal_info_signed_date_ms(_ info: Pointer) -> Int64 {
    RenewalInfoHandle.at(info)?.info.signedDate ?? 0
}
@c @implementation public func iap_renewal_info_signed_text(_ info: Pointer) -> Text {
    RenewalInfoHandle.at(info)?.text(\.info.signedText)
}
@c @implementation public func iap_renewal_info_json(_ info: Pointer) -> Text {
    RenewalInfoHandle.at(info)?.text(\.info.json)
}

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

@c @implementation public func iap_app_transaction_retain(_ app: Pointer) -> Pointer {
    AppTransactionHandle.retain(app)
}
@c @implementation public func iap_app_transaction_release(_ app: Pointer) {
    AppTransactionHandle.release(app)
}
@c @implementation public func iap_app_transaction_signature_check(_ app: Pointer) -> iap_signature_check_t {
    AppTransactionHandle.at(app)?.appTransaction.verification.cValue ?? IAP_SIGNATURE_NONE
}
@c @implementation public func iap_app_transaction_app_id(_ app: Pointer) -> UInt64 {
    AppTransactionHandle.at(app)?.appTransaction.appID ?? 0
}
@c @implementation public func iap_app_transaction_app_version_id(_ app: Pointer) -> UInt64 {
    AppTransactionHandle.at(app)?.appTransaction.appVersionID ?? 0
}
@c @implementation public func iap_app_transaction_app_version(_ app: Pointer) -> Text {
    AppTransactionHandle.at(app)?.text(\.appTransaction.appVersion)
}
@c @implementation public func iap_app_transaction_bundle_id(_ app: Pointer) -> Text {
    AppTransactionHandle.at(app)?.text(\.appTransaction.bundleID)
}
@c @implementation public func iap_app_transaction_environment(_ app: Pointer) -> Text {
    AppTransactionHandle.at(app)?.text(\.appTransaction.environment)
}
@c @implementation public func iap_app_transaction_original_app_version(_ app: Pointer) -> Text {
    AppTransactionHandle.at(app)?.text(\.appTransaction.originalAppVersion)
}
@c @implementation public func iap_app_transaction_original_purchase_date_ms(_ app: Pointer) -> Int64 {
    AppTransactionHandle.at(app)?.appTransaction.originalPurchaseDate ?? 0
}
@c @implementation public func iap_app_transaction_preorder_date_ms(_ app: Pointer) -> Int64 {
    AppTransactionHandle.at(app)?.appTransaction.preorderDate ?? 0
}
@c @implementation public func iap_app_transaction_app_transaction_id(_ app: Pointer) -> Text {
    AppTransactionHandle.at(app)?.text(\.appTransaction.appTransactionID)
}
@c @implementation public func iap_app_transaction_original_platform(_ app: Pointer) -> Text {
    AppTransactionHandle.at(app)?.text(\.appTransaction.originalPlatform)
}
@c @implementation public func iap_app_transaction_signed_date_ms(_ app: Pointer) -> Int64 {
    AppTransactionHandle.at(app)?.appTransaction.signedDate ?? 0
}
@c @implementation public func iap_app_transaction_device_verification(_ app: Pointer) -> Text {
    AppTransactionHandle.at(app)?.text(\.appTransaction.deviceVerification)
}
@c @implementation public func iap_app_transaction_device_verification_nonce(_ app: Pointer) -> Text {
    AppTransactionHandle.at(app)?.text(\.appTransaction.deviceVerificationNonce)
}
@c @implementation public func iap_app_transaction_signed_text(_ app: Pointer) -> Text {
    AppTransactionHandle.at(app)?.text(\.appTransaction.signedText)
}
@c @implementation public func iap_app_transaction_json(_ app: Pointer) -> Text {
    AppTransactionHandle.at(app)?.text(\.appTransaction.json)
}
