public import CIAP
import IAPBoundary
import IAPModel
import IAPSignedData
import IAPSignedText

@c @implementation public func iap_verifier_check_receipt(
    _ verifier: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ length: Int,
    _ receipt: UnsafeMutablePointer<OpaquePointer?>?, _ result: UnsafeMutablePointer<iap_verify_result>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    receipt?.pointee = nil
    fill(result, verdict: 0)
    return answer(error) { () throws(IAPError) in
        try Input.checkSize(of: result)
        guard let verifier = SignedDataVerifier.at(verifier) else {
            throw IAPError(.invalidArgument, "the verifier is NULL")
        }
        guard let receipt else {
            throw IAPError(.invalidArgument, "receipt is NULL: there is nowhere to put the handle")
        }
        let given = try Input.receipt(bytes, length)
        do throws(Rejection) {
            guard let given else { throw tooLongReceipt }
            let checked = try verifier.checkReceipt(given)
            fill(result, verdict: IAP_VERDICT_VALID, isSignatureChecked: checked.isSignatureChecked)
            receipt.pointee = AppReceiptHandle(checked).given
        } catch {
            fill(
                result, verdict: error.reason.isRetryable ? IAP_VERDICT_UNDECIDED : IAP_VERDICT_INVALID,
                rejection: error)
        }
    }
}

@c @implementation public func iap_app_receipt_read(
    _ bytes: UnsafeRawPointer?, _ length: Int, _ receipt: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    receipt?.pointee = nil
    return answer(error) { () throws(IAPError) in
        guard let receipt else {
            throw IAPError(.invalidArgument, "receipt is NULL: there is nowhere to put the handle")
        }
        let given = try Input.receipt(bytes, length)
        do throws(Rejection) {
            guard let given else { throw tooLongReceipt }
            receipt.pointee = AppReceiptHandle(try AppReceipt(unchecked: given)).given
        } catch {
            throw IAPError(error)
        }
    }
}

@c @implementation public func iap_transaction_receipt_read_id(
    _ bytes: UnsafeRawPointer?, _ length: Int, _ transaction_id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    transaction_id?.pointee = 0
    return answer(error) { () throws(IAPError) in
        guard let transaction_id else { throw IAPError(.invalidArgument, "transaction_id is NULL") }
        let given = try Input.receipt(bytes, length)
        do throws(Rejection) {
            guard let given else { throw tooLongReceipt }
            transaction_id.pointee = try TransactionReceipt.transactionID(given)
        } catch {
            throw IAPError(error)
        }
    }
}

@c @implementation public func iap_app_receipt_retain(_ receipt: OpaquePointer?) -> OpaquePointer? {
    AppReceiptHandle.retain(receipt)
}

@c @implementation public func iap_app_receipt_release(_ receipt: OpaquePointer?) {
    AppReceiptHandle.release(receipt)
}

@c @implementation public func iap_app_receipt_environment(_ receipt: OpaquePointer?) -> iap_environment {
    SignedEnvironments(receiptType: AppReceiptHandle.at(receipt)?.receipt.receiptType).rawValue
}

@c @implementation public func iap_app_receipt_receipt_type(_ receipt: OpaquePointer?) -> UnsafePointer<CChar>? {
    AppReceiptHandle.at(receipt)?.text(.receiptType)
}

@c @implementation public func iap_app_receipt_is_signature_checked(_ receipt: OpaquePointer?) -> Int32 {
    AppReceiptHandle.at(receipt)?.receipt.isSignatureChecked == true ? 1 : 0
}

@c @implementation public func iap_app_receipt_bundle_id(_ receipt: OpaquePointer?) -> UnsafePointer<CChar>? {
    AppReceiptHandle.at(receipt)?.text(.bundleID)
}

@c @implementation public func iap_app_receipt_app_version(_ receipt: OpaquePointer?) -> UnsafePointer<CChar>? {
    AppReceiptHandle.at(receipt)?.text(.appVersion)
}

@c @implementation public func iap_app_receipt_original_app_version(
    _ receipt: OpaquePointer?
) -> UnsafePointer<CChar>? {
    AppReceiptHandle.at(receipt)?.text(.originalAppVersion)
}

@c @implementation public func iap_app_receipt_creation_date_ms(_ receipt: OpaquePointer?) -> Int64 {
    AppReceiptHandle.at(receipt)?.receipt.creationDate ?? 0
}

@c @implementation public func iap_app_receipt_original_purchase_date_ms(_ receipt: OpaquePointer?) -> Int64 {
    AppReceiptHandle.at(receipt)?.receipt.originalPurchaseDate ?? 0
}

@c @implementation public func iap_app_receipt_expiration_date_ms(_ receipt: OpaquePointer?) -> Int64 {
    AppReceiptHandle.at(receipt)?.receipt.expirationDate ?? 0
}

@c @implementation public func iap_app_receipt_app_apple_id(_ receipt: OpaquePointer?) -> UInt64 {
    AppReceiptHandle.at(receipt)?.receipt.appAppleID ?? 0
}

@c @implementation public func iap_app_receipt_is_for_device(
    _ receipt: OpaquePointer?, _ identifier: UnsafePointer<UInt8>?, _ length: Int
) -> Int32 {
    // No device has an identifier of more than 1024 bytes.
    guard let receipt = AppReceiptHandle.at(receipt)?.receipt, let identifier, (1...1024).contains(length) else {
        return 0
    }
    return receipt.isFor(device: Array(UnsafeBufferPointer(start: identifier, count: length))) ? 1 : 0
}

@c @implementation public func iap_app_receipt_attribute_count(_ receipt: OpaquePointer?) -> Int {
    AppReceiptHandle.at(receipt)?.receipt.attributes.count ?? 0
}

@c @implementation public func iap_app_receipt_attribute_at(
    _ receipt: OpaquePointer?, _ index: Int, _ type: UnsafeMutablePointer<Int32>?,
    _ value: UnsafeMutablePointer<iap_bytes>?
) -> Int32 {
    AppReceiptHandle.at(receipt)?.attribute(index, type, value) ?? 0
}

@c @implementation public func iap_app_receipt_purchase_count(_ receipt: OpaquePointer?) -> Int {
    AppReceiptHandle.at(receipt)?.purchases.count ?? 0
}

@c @implementation public func iap_app_receipt_purchase_at(
    _ receipt: OpaquePointer?, _ index: Int
) -> OpaquePointer? {
    AppReceiptHandle.at(receipt)?.purchases.element(index)?.borrowed
}
