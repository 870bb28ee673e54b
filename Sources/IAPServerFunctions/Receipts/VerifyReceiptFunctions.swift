public import CIAP
import IAPBoundary
import IAPModel
import IAPSignedData
import IAPSignedText

@c @implementation public func iap_receipt_request_write(
    _ bytes: UnsafeRawPointer?, _ length: Int, _ shared_secret: UnsafePointer<CChar>?,
    _ excludes_old_transactions: Int32, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
    _ needed: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    needed?.pointee = 0
    return answer(error) { () throws(IAPError) in
        let given = try Input.receipt(bytes, length)
        let secret = try Input.optionalText(shared_secret, "shared_secret", limit: Input.secretLimit)
        guard needed != nil else { throw IAPError(.invalidArgument, "needed is NULL") }
        let body: String
        do throws(Rejection) {
            guard let given else { throw tooLongReceipt }
            body = try ReceiptRequest.body(
                receipt: given, sharedSecret: secret, excludesOldTransactions: excludes_old_transactions != 0)
        } catch {
            throw IAPError(error)
        }
        try write(body, buffer, capacity, needed)
    }
}

@c @implementation public func iap_receipt_answer_read(
    _ http_status: Int32, _ body: UnsafePointer<CChar>?, _ length: Int, _ bundle_id: UnsafePointer<CChar>?,
    _ answer: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    answer?.pointee = nil
    return IAPBoundary.answer(error) { () throws(IAPError) in
        guard let answer else {
            throw IAPError(.invalidArgument, "answer is NULL: there is nowhere to put the handle")
        }
        guard body != nil || length == 0 else {
            throw IAPError(.invalidArgument, "body is NULL, and its length is \(UInt(bitPattern: length))")
        }
        let bundleID = try Input.optionalText(bundle_id, "bundle_id", limit: Input.idLimit)
        let isTooLong = UInt(bitPattern: length) > UInt(ReceiptAnswer.maximumLength)
        let bytes = isTooLong ? nil : Array(UnsafeRawBufferPointer(start: body, count: length))
        answer.pointee =
            ReceiptAnswerHandle(ReceiptAnswer(httpStatus: http_status, body: bytes, bundleID: bundleID)).given
    }
}

@c @implementation public func iap_receipt_answer_retain(_ answer: OpaquePointer?) -> OpaquePointer? {
    ReceiptAnswerHandle.retain(answer)
}

@c @implementation public func iap_receipt_answer_release(_ answer: OpaquePointer?) {
    ReceiptAnswerHandle.release(answer)
}

@c @implementation public func iap_receipt_answer_action(_ answer: OpaquePointer?) -> iap_receipt_action {
    ReceiptAnswerHandle.at(answer)?.answer.action.rawValue ?? 0
}

@c @implementation public func iap_receipt_answer_verdict(_ answer: OpaquePointer?) -> iap_verdict {
    switch ReceiptAnswerHandle.at(answer)?.answer.action {
    case .grant: IAP_VERDICT_VALID
    case .refuse: IAP_VERDICT_INVALID
    case .retry, .askSandbox, .askProduction, .fixRequest: IAP_VERDICT_UNDECIDED
    case nil: 0
    }
}

@c @implementation public func iap_receipt_answer_status(_ answer: OpaquePointer?) -> Int32 {
    ReceiptAnswerHandle.at(answer)?.answer.body?.status ?? -1
}
