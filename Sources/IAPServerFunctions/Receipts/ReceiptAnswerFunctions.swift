public import CIAP
import IAPBoundary
import IAPSignedData

@c @implementation public func iap_receipt_answer_message(_ answer: OpaquePointer?) -> UnsafePointer<CChar>? {
    ReceiptAnswerHandle.at(answer)?.text(.message)
}

@c @implementation public func iap_receipt_answer_environment(_ answer: OpaquePointer?) -> iap_environment {
    switch ReceiptAnswerHandle.at(answer)?.answer.body?.environment {
    case "Production": IAP_ENVIRONMENT_PRODUCTION
    case "Sandbox": IAP_ENVIRONMENT_SANDBOX
    default: IAP_ENVIRONMENT_UNKNOWN
    }
}

@c @implementation public func iap_receipt_answer_json(_ answer: OpaquePointer?) -> UnsafePointer<CChar>? {
    ReceiptAnswerHandle.at(answer)?.text(.json)
}

@c @implementation public func iap_receipt_answer_receipt_type(_ answer: OpaquePointer?) -> UnsafePointer<CChar>? {
    ReceiptAnswerHandle.at(answer)?.text(.receiptType)
}

@c @implementation public func iap_receipt_answer_bundle_id(_ answer: OpaquePointer?) -> UnsafePointer<CChar>? {
    ReceiptAnswerHandle.at(answer)?.text(.bundleID)
}

@c @implementation public func iap_receipt_answer_app_version(_ answer: OpaquePointer?) -> UnsafePointer<CChar>? {
    ReceiptAnswerHandle.at(answer)?.text(.appVersion)
}

@c @implementation public func iap_receipt_answer_original_app_version(_ answer: OpaquePointer?) -> UnsafePointer<
    CChar
>? {
    ReceiptAnswerHandle.at(answer)?.text(.originalAppVersion)
}

@c @implementation public func iap_receipt_answer_latest_receipt(_ answer: OpaquePointer?) -> UnsafePointer<CChar>? {
    ReceiptAnswerHandle.at(answer)?.text(.latestReceipt)
}

@c @implementation public func iap_receipt_answer_app_apple_id(_ answer: OpaquePointer?) -> UInt64 {
    ReceiptAnswerHandle.at(answer)?.answer.body?.appAppleID ?? 0
}

@c @implementation public func iap_receipt_answer_app_item_id(_ answer: OpaquePointer?) -> UInt64 {
    ReceiptAnswerHandle.at(answer)?.answer.body?.appItemID ?? 0
}

@c @implementation public func iap_receipt_answer_download_id(_ answer: OpaquePointer?) -> UInt64 {
    ReceiptAnswerHandle.at(answer)?.answer.body?.downloadID ?? 0
}

@c @implementation public func iap_receipt_answer_app_version_id(_ answer: OpaquePointer?) -> UInt64 {
    ReceiptAnswerHandle.at(answer)?.answer.body?.appVersionID ?? 0
}

@c @implementation public func iap_receipt_answer_creation_date_ms(_ answer: OpaquePointer?) -> Int64 {
    ReceiptAnswerHandle.at(answer)?.answer.body?.creationDate ?? 0
}

@c @implementation public func iap_receipt_answer_request_date_ms(_ answer: OpaquePointer?) -> Int64 {
    ReceiptAnswerHandle.at(answer)?.answer.body?.requestDate ?? 0
}

@c @implementation public func iap_receipt_answer_original_purchase_date_ms(_ answer: OpaquePointer?) -> Int64 {
    ReceiptAnswerHandle.at(answer)?.answer.body?.originalPurchaseDate ?? 0
}

@c @implementation public func iap_receipt_answer_preorder_date_ms(_ answer: OpaquePointer?) -> Int64 {
    ReceiptAnswerHandle.at(answer)?.answer.body?.preorderDate ?? 0
}

@c @implementation public func iap_receipt_answer_expiration_date_ms(_ answer: OpaquePointer?) -> Int64 {
    ReceiptAnswerHandle.at(answer)?.answer.body?.expirationDate ?? 0
}

@c @implementation public func iap_receipt_answer_purchase_count(_ answer: OpaquePointer?) -> Int {
    ReceiptAnswerHandle.at(answer)?.purchases.count ?? 0
}

@c @implementation public func iap_receipt_answer_purchase_at(
    _ answer: OpaquePointer?, _ index: Int
) -> OpaquePointer? {
    ReceiptAnswerHandle.at(answer)?.purchases.element(index)?.borrowed
}

@c @implementation public func iap_receipt_answer_latest_count(_ answer: OpaquePointer?) -> Int {
    ReceiptAnswerHandle.at(answer)?.latest.count ?? 0
}

@c @implementation public func iap_receipt_answer_latest_at(
    _ answer: OpaquePointer?, _ index: Int
) -> OpaquePointer? {
    ReceiptAnswerHandle.at(answer)?.latest.element(index)?.borrowed
}

@c @implementation public func iap_receipt_answer_renewal_count(_ answer: OpaquePointer?) -> Int {
    ReceiptAnswerHandle.at(answer)?.renewals.count ?? 0
}

@c @implementation public func iap_receipt_answer_renewal_at(
    _ answer: OpaquePointer?, _ index: Int
) -> OpaquePointer? {
    ReceiptAnswerHandle.at(answer)?.renewals.element(index)?.borrowed
}
