public import CIAP
import IAPBoundary
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPRuntime

@c @implementation public func iap_verification_options_init(
    _ options: UnsafeMutablePointer<iap_verification_options>?
) {
    options?.pointee = iap_verification_options()
    options?.pointee.struct_size = UInt32(MemoryLayout<iap_verification_options>.size)
}

@c @implementation public func iap_answer_verification(
    _ client: OpaquePointer?, _ transaction_id: UInt64, _ verdict: iap_verdict, _ reason: UnsafePointer<CChar>?,
    _ retry_after_ms: UInt32, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    answer(error) { () throws(IAPError) in
        let payments = try GameClient.open(client).payments
        let reason = try Input.optionalText(reason, "reason", limit: Input.reasonLimit)
        try payments.answerVerification(
            transaction_id, try Verdict(verdict, reason: reason, retryAfter: retry_after_ms))
    }
}

extension Verdict {
    fileprivate init(_ verdict: iap_verdict, reason: String?, retryAfter: UInt32) throws(IAPError) {
        switch verdict {
        case IAP_VERDICT_VALID: self = .valid
        case IAP_VERDICT_INVALID: self = .invalid(reason: reason ?? "")
        case IAP_VERDICT_UNDECIDED:
            var error = IAPError(.server, "the game could not verify a purchase now", isRetryable: true)
            error.reason = reason ?? ""
            self = .undecided(error, retryAfter: retryAfter == 0 ? nil : Int64(retryAfter))
        default: throw IAPError(.invalidArgument, "verdict is \(verdict), which is not an IAP_VERDICT_… value")
        }
    }
}
