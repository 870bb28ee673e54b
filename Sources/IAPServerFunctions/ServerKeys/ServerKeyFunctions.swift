public import CIAP
import IAPBoundary
import IAPModel
import IAPSignedData
import IAPSignedText

@c @implementation public func iap_server_key_options_init(
    _ options: UnsafeMutablePointer<iap_server_key_options>?
) {
    options?.pointee = iap_server_key_options()
    options?.pointee.struct_size = UInt32(MemoryLayout<iap_server_key_options>.size)
}

@c @implementation public func iap_server_key_open(
    _ options: UnsafePointer<iap_server_key_options>?, _ key: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    key?.pointee = nil
    return answer(error) { () throws(IAPError) in
        guard let key else { throw IAPError(.invalidArgument, "key is NULL: there is nowhere to put the handle") }
        key.pointee = try Input.serverKey(options).given
    }
}

@c @implementation public func iap_server_key_retain(_ key: OpaquePointer?) -> OpaquePointer? {
    ServerKeyHandle.retain(key)
}

@c @implementation public func iap_server_key_release(_ key: OpaquePointer?) {
    ServerKeyHandle.release(key)
}

@c @implementation public func iap_server_key_public_key(_ key: OpaquePointer?) -> UnsafePointer<CChar>? {
    ServerKeyHandle.at(key)?.text(.publicKey)
}

@c @implementation public func iap_server_key_id(_ key: OpaquePointer?) -> UnsafePointer<CChar>? {
    ServerKeyHandle.at(key)?.text(.id)
}

@c @implementation public func iap_server_request_init(_ request: UnsafeMutablePointer<iap_server_request>?) {
    request?.pointee = iap_server_request()
    request?.pointee.struct_size = UInt32(MemoryLayout<iap_server_request>.size)
}

@c @implementation public func iap_server_key_sign(
    _ key: OpaquePointer?, _ request: UnsafePointer<iap_server_request>?,
    _ signature: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    signature?.pointee = nil
    return answer(error) { () throws(IAPError) in
        let handle = try serverKey(key)
        guard let signature else {
            throw IAPError(.invalidArgument, "signature is NULL: there is nowhere to put the handle")
        }
        let request = try Input.serverRequest(request, "request", for: .signing)
        guard handle.key.canSign else {
            throw IAPError(.invalidState, "the key \(handle.key.id) was opened without its private part")
        }
        try checkIssuer(handle.key, request.kind)
        do throws(SignedDataError) {
            let signed = try handle.key.sign(request, at: handle.now())
            signature.pointee = ServerSignatureHandle(signed).given
        } catch {
            if case .invalidEncoding = error {
                throw IAPError(.invalidText, "the id of the key or bundle contains U+2063, which cannot be signed")
            }
            throw IAPError(.internalFailure, error.description)
        }
    }
}

@c @implementation public func iap_server_key_check(
    _ key: OpaquePointer?, _ expected: UnsafePointer<iap_server_request>?, _ text: UnsafePointer<CChar>?,
    _ length: Int, _ signature: UnsafeMutablePointer<OpaquePointer?>?,
    _ result: UnsafeMutablePointer<iap_verify_result>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    signature?.pointee = nil
    fill(result, verdict: 0)
    return answer(error) { () throws(IAPError) in
        let handle = try serverKey(key)
        try Input.checkSize(of: result)
        let expected = try Input.serverRequest(expected, "expected", for: .checking)
        guard let text else { throw IAPError(.invalidArgument, "text is NULL") }
        guard length >= 0 else { throw IAPError(.invalidArgument, "length is \(UInt(bitPattern: length))") }
        try checkIssuer(handle.key, expected.kind)
        do throws(Rejection) {
            let checked = try check(
                UnsafeRawBufferPointer(start: text, count: length), expected, handle.key, at: handle.now())
            fill(result, verdict: IAP_VERDICT_VALID, isSignatureChecked: true)
            signature?.pointee = ServerSignatureHandle(checked).given
        } catch {
            fill(
                result, verdict: error.reason.isRetryable ? IAP_VERDICT_UNDECIDED : IAP_VERDICT_INVALID,
                rejection: error)
        }
    }
}

private func check(
    _ text: UnsafeRawBufferPointer, _ expected: ServerRequest, _ key: AppServerKey, at now: Int64
) throws(Rejection) -> ServerSignature {
    guard text.count <= Int(IAP_SIGNED_TEXT_LENGTH_MAX) else {
        throw Rejection(.tooLarge, "the text is longer than \(IAP_SIGNED_TEXT_LENGTH_MAX) bytes")
    }
    // Both kinds of Base64 are ASCII and contain no NUL.
    guard text.allSatisfy({ (1..<0x80).contains($0) }) else {
        throw Rejection(.malformed, "the text contains bytes that are not Base64")
    }
    return try key.check(String(decoding: text, as: UTF8.self), for: expected, at: now)
}

private func serverKey(_ pointer: OpaquePointer?, function: String = #function) throws(IAPError) -> ServerKeyHandle {
    guard let handle = ServerKeyHandle.at(pointer, function: function) else {
        throw IAPError(.invalidArgument, "the key is NULL")
    }
    return handle
}

private func checkIssuer(_ key: AppServerKey, _ kind: ServerRequest.Kind) throws(IAPError) {
    guard key.issuerID == nil, kind != .promotionalOffer else { return }
    throw IAPError(.invalidState, "the key \(key.id) was opened without an issuer id, but this kind needs one")
}
