public import CIAP
import IAPBoundary
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_store_receipt_request_init(
    _ request: UnsafeMutablePointer<iap_store_receipt_request>?
) {
    request?.pointee = iap_store_receipt_request()
    request?.pointee.struct_size = UInt32(MemoryLayout<iap_store_receipt_request>.size)
}

@c @implementation public func iap_store_answer_verify_receipt(
    _ store: OpaquePointer?, _ request: UnsafePointer<iap_store_receipt_request>?,
    _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ needed: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    needed?.pointee = 0
    return control(store, error) {
        guard needed != nil else { throw IAPError(.invalidArgument, "needed is NULL") }
        let given = try Input.options(
            request, "request", zero: iap_store_receipt_request(),
            sizes: [MemoryLayout<iap_store_receipt_request>.size])
        try write(try $0.answer(try verifyReceiptRequest(given)), buffer, capacity, needed)
    }
}

private func verifyReceiptRequest(_ given: iap_store_receipt_request) throws(IAPError) -> VerifyReceiptRequest {
    guard given.body != nil || given.body_length == 0 else {
        throw IAPError(.invalidArgument, "request.body is NULL")
    }
    guard UInt(bitPattern: given.body_length) <= UInt(IAP_RECEIPT_LENGTH_MAX) else {
        throw IAPError(.tooLarge, "request.body is longer than \(IAP_RECEIPT_LENGTH_MAX) bytes")
    }
    guard VerifyReceiptRequest.isKnown(status: given.status) else {
        throw IAPError(.invalidArgument, "request.status is \(given.status), which is not a status of verifyReceipt")
    }
    var request = VerifyReceiptRequest(
        body: Array(UnsafeRawBufferPointer(start: given.body, count: given.body_length)))
    request.isForProduction = given.is_for_production != 0
    request.sharedSecret = try Input.optionalText(
        given.shared_secret, "request.shared_secret", limit: Input.secretLimit)
    request.status = given.status == 0 ? nil : given.status
    request.isRetryable = given.is_retryable != 0
    request.hasOlderNames = given.has_older_names != 0
    return request
}
