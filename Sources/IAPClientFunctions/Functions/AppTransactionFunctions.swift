public import CIAP
import IAPBoundary
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPRuntime

@c @implementation public func iap_request_app_transaction(
    _ client: OpaquePointer?, _ refresh: Int32, _ completion: iap_app_transaction_function?,
    _ user_data: UnsafeMutableRawPointer?, _ request_id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .appTransaction(completion, user_data), request_id, error) {
        .store(.appTransaction(isRefresh: refresh != 0))
    }
}

@c @implementation public func iap_request_app_receipt(
    _ client: OpaquePointer?, _ refresh: Int32, _ completion: iap_text_function?,
    _ user_data: UnsafeMutableRawPointer?, _ request_id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .text(completion, user_data), request_id, error) { .store(.appReceipt(isRefresh: refresh != 0)) }
}

@c @implementation public func iap_app_transaction_retain(_ app_transaction: OpaquePointer?) -> OpaquePointer? {
    AppTransactionHandle.retain(app_transaction)
}

@c @implementation public func iap_app_transaction_release(_ app_transaction: OpaquePointer?) {
    AppTransactionHandle.release(app_transaction)
}

@c @implementation public func iap_app_transaction_verification(_ app_transaction: OpaquePointer?) -> iap_verification {
    AppTransactionHandle.at(app_transaction)?.appTransaction.verification.cValue ?? IAP_VERIFICATION_NONE
}

@c @implementation public func iap_app_transaction_app_id(_ app_transaction: OpaquePointer?) -> UInt64 {
    AppTransactionHandle.at(app_transaction)?.appTransaction.appID ?? 0
}

@c @implementation public func iap_app_transaction_app_version_id(_ app_transaction: OpaquePointer?) -> UInt64 {
    AppTransactionHandle.at(app_transaction)?.appTransaction.appVersionID ?? 0
}

@c @implementation public func iap_app_transaction_app_version(_ app_transaction: OpaquePointer?) -> UnsafePointer<
    CChar
>? {
    AppTransactionHandle.at(app_transaction)?.text(.appVersion)
}

@c @implementation public func iap_app_transaction_bundle_id(_ app_transaction: OpaquePointer?) -> UnsafePointer<CChar>?
{
    AppTransactionHandle.at(app_transaction)?.text(.bundleID)
}

@c @implementation public func iap_app_transaction_environment(_ app_transaction: OpaquePointer?) -> UnsafePointer<
    CChar
>? {
    AppTransactionHandle.at(app_transaction)?.text(.environment)
}

@c @implementation public func iap_app_transaction_original_app_version(_ app_transaction: OpaquePointer?)
    -> UnsafePointer<CChar>?
{
    AppTransactionHandle.at(app_transaction)?.text(.originalAppVersion)
}

@c @implementation public func iap_app_transaction_original_purchase_date_ms(_ app_transaction: OpaquePointer?) -> Int64
{
    AppTransactionHandle.at(app_transaction)?.appTransaction.originalPurchaseDate ?? 0
}

@c @implementation public func iap_app_transaction_preorder_date_ms(_ app_transaction: OpaquePointer?) -> Int64 {
    AppTransactionHandle.at(app_transaction)?.appTransaction.preorderDate ?? 0
}

@c @implementation public func iap_app_transaction_app_transaction_id(_ app_transaction: OpaquePointer?)
    -> UnsafePointer<CChar>?
{
    AppTransactionHandle.at(app_transaction)?.text(.appTransactionID)
}

@c @implementation public func iap_app_transaction_original_platform(_ app_transaction: OpaquePointer?)
    -> UnsafePointer<CChar>?
{
    AppTransactionHandle.at(app_transaction)?.text(.originalPlatform)
}

@c @implementation public func iap_app_transaction_signed_date_ms(_ app_transaction: OpaquePointer?) -> Int64 {
    AppTransactionHandle.at(app_transaction)?.appTransaction.signedDate ?? 0
}

@c @implementation public func iap_app_transaction_device_verification(_ app_transaction: OpaquePointer?)
    -> UnsafePointer<CChar>?
{
    AppTransactionHandle.at(app_transaction)?.text(.deviceVerification)
}

@c @implementation public func iap_app_transaction_device_verification_nonce(_ app_transaction: OpaquePointer?)
    -> UnsafePointer<CChar>?
{
    AppTransactionHandle.at(app_transaction)?.text(.deviceVerificationNonce)
}

@c @implementation public func iap_app_transaction_signed_text(_ app_transaction: OpaquePointer?) -> UnsafePointer<
    CChar
>? {
    AppTransactionHandle.at(app_transaction)?.text(.signedText)
}

@c @implementation public func iap_app_transaction_json(_ app_transaction: OpaquePointer?) -> UnsafePointer<CChar>? {
    AppTransactionHandle.at(app_transaction)?.text(.json)
}
