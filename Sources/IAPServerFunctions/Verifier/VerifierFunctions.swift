public import CIAP
import IAPBoundary
import IAPModel
import IAPPlatform
import IAPSignedData
import IAPSignedText

extension SignedDataVerifier: Handle {}

@c @implementation public func iap_verifier_options_init(_ options: UnsafeMutablePointer<iap_verifier_options>?) {
    options?.pointee = iap_verifier_options()
    options?.pointee.struct_size = UInt32(MemoryLayout<iap_verifier_options>.size)
}

@c @implementation public func iap_verify_result_init(_ result: UnsafeMutablePointer<iap_verify_result>?) {
    result?.pointee = iap_verify_result()
    result?.pointee.struct_size = UInt32(MemoryLayout<iap_verify_result>.size)
}

@c @implementation public func iap_verifier_open(
    _ options: UnsafePointer<iap_verifier_options>?, _ verifier: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    verifier?.pointee = nil
    return answer(error) { () throws(IAPError) in
        guard let verifier else {
            throw IAPError(.invalidArgument, "verifier is NULL: there is nowhere to put the handle")
        }
        verifier.pointee = try Input.verifier(options).given
    }
}

@c @implementation public func iap_verifier_retain(_ verifier: OpaquePointer?) -> OpaquePointer? {
    SignedDataVerifier.retain(verifier)
}

@c @implementation public func iap_verifier_release(_ verifier: OpaquePointer?) {
    SignedDataVerifier.release(verifier)
}

@c @implementation public func iap_verifier_check(
    _ verifier: OpaquePointer?, _ kind: iap_signed_kind_t, _ text: UnsafePointer<CChar>?, _ length: Int,
    _ data: UnsafeMutablePointer<OpaquePointer?>?, _ result: UnsafeMutablePointer<iap_verify_result>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    data?.pointee = nil
    fill(result, verdict: 0)
    return answer(error) { () throws(IAPError) in
        try Input.checkSize(of: result)
        guard let verifier = SignedDataVerifier.at(verifier) else {
            throw IAPError(.invalidArgument, "the verifier is NULL")
        }
        guard let kind = SignedKind(rawValue: kind) else {
            throw IAPError(.invalidArgument, "kind is \(kind), which is not an IAP_SIGNED_… value")
        }
        guard let text else { throw IAPError(.invalidArgument, "text is NULL") }
        guard length >= 0 else { throw IAPError(.invalidArgument, "length is \(UInt(bitPattern: length))") }
        guard let data else {
            throw IAPError(.invalidArgument, "data is NULL: there is nowhere to put the handle")
        }
        let bytes = UnsafeRawBufferPointer(start: text, count: length).bindMemory(to: UInt8.self)
        do throws(Rejection) {
            let verified = try verifier.check(kind, bytes)
            fill(result, verdict: IAP_VERDICT_VALID, isSignatureChecked: verified.isSignatureChecked)
            data.pointee = SignedDataHandle(verified).given
        } catch {
            fill(
                result, verdict: error.reason.isRetryable ? IAP_VERDICT_UNDECIDED : IAP_VERDICT_INVALID,
                rejection: error)
        }
    }
}

/// Fills the caller's result, under the rules of `fill` for errors.
func fill(
    _ output: UnsafeMutablePointer<iap_verify_result>?, verdict: iap_verdict, rejection: Rejection? = nil,
    isSignatureChecked: Bool = false
) {
    guard let output else { return }
    let size = Int(UnsafeRawPointer(output).load(as: UInt32.self))
    guard size == MemoryLayout<iap_verify_result>.size else { return }
    output.pointee.verdict = verdict
    output.pointee.reason = rejection?.reason.rawValue ?? IAP_VERIFY_REASON_NONE
    output.pointee.signature_checked = isSignatureChecked ? 1 : 0
    withUnsafeMutableBytes(of: &output.pointee.message) { write(rejection?.detail.inOneLine ?? "", to: $0) }
}

@c @implementation public func iap_verify_reason_name(_ reason: iap_verify_reason) -> UnsafePointer<CChar>? {
    let name: StaticString =
        switch VerifyReason(rawValue: reason) {
        case .malformed: "IAP_VERIFY_REASON_MALFORMED"
        case .tooLarge: "IAP_VERIFY_REASON_TOO_LARGE"
        case .invalidJSON: "IAP_VERIFY_REASON_INVALID_JSON"
        case .invalidUTF8: "IAP_VERIFY_REASON_INVALID_UTF8"
        case .duplicateName: "IAP_VERIFY_REASON_DUPLICATE_NAME"
        case .tooDeep: "IAP_VERIFY_REASON_TOO_DEEP"
        case .numberOutOfRange: "IAP_VERIFY_REASON_NUMBER_OUT_OF_RANGE"
        case .wrongType: "IAP_VERIFY_REASON_WRONG_TYPE"
        case .missingCertificates: "IAP_VERIFY_REASON_MISSING_CERTIFICATES"
        case .unsupportedAlgorithm: "IAP_VERIFY_REASON_UNSUPPORTED_ALGORITHM"
        case .untrustedChain: "IAP_VERIFY_REASON_UNTRUSTED_CHAIN"
        case .notValidAtDate: "IAP_VERIFY_REASON_NOT_VALID_AT_DATE"
        case .missingMarker: "IAP_VERIFY_REASON_MISSING_MARKER"
        case .invalidSignature: "IAP_VERIFY_REASON_INVALID_SIGNATURE"
        case .revokedCertificate: "IAP_VERIFY_REASON_REVOKED_CERTIFICATE"
        case .revocationUnproven: "IAP_VERIFY_REASON_REVOCATION_UNPROVEN"
        case .unknownKey: "IAP_VERIFY_REASON_UNKNOWN_KEY"
        case .otherIssuer: "IAP_VERIFY_REASON_OTHER_ISSUER"
        case .otherAudience: "IAP_VERIFY_REASON_OTHER_AUDIENCE"
        case .outOfTime: "IAP_VERIFY_REASON_OUT_OF_TIME"
        case .otherClaim: "IAP_VERIFY_REASON_OTHER_CLAIM"
        case .otherApp: "IAP_VERIFY_REASON_OTHER_APP"
        case .otherAppAppleID: "IAP_VERIFY_REASON_OTHER_APP_APPLE_ID"
        case .invalidCertificate: "IAP_VERIFY_REASON_INVALID_CERTIFICATE"
        case .invalidChainLength: "IAP_VERIFY_REASON_INVALID_CHAIN_LENGTH"
        case .otherEnvironment: "IAP_VERIFY_REASON_OTHER_ENVIRONMENT"
        case .ocspUnreachable: "IAP_VERIFY_REASON_OCSP_UNREACHABLE"
        case .noMemory: "IAP_VERIFY_REASON_NO_MEMORY"
        case nil: reason == 0 ? "IAP_VERIFY_REASON_NONE" : "IAP_VERIFY_REASON_UNKNOWN"
        }
    return UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
}
