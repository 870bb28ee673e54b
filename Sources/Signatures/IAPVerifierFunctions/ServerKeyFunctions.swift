public import CIAP
import Foundation
import IAPInterop
import IAPModel
import IAPPlatform
import IAPSignatures

private typealias Key = ServerKeyHandle
private typealias Signature = ServerSignatureHandle

final class ServerKeyHandle: ValueHandle<AppServerKey>, @unchecked Sendable {
    /// Milliseconds since 1970.
    let now: @Sendable () -> Int64

    init(_ key: AppServerKey, now: @escaping @Sendable () -> Int64) {
        // Nothing can be signed outside these years, and a clock of the caller may return any time.
        self.now = { min(max(now(), 0), Input.latestServerTime) }
        super.init(key)
    }
}

final class ServerSignatureHandle: ValueHandle<ServerSignature>, @unchecked Sendable {}

@c @implementation
public func iap_server_key_options_init(_ options: UnsafeMutablePointer<iap_server_key_options>?) {
    initialize(options, iap_server_key_options(), \.struct_size)
}

@c @implementation
public func iap_server_key_open(
    _ options: UnsafePointer<iap_server_key_options>?, _ key: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status_t {
    key?.pointee = nil
    return returnStatus(error) { () throws(IAPError) in
        let key = try Input.place(key, "key")
        key.pointee = try Input.serverKey(options).given
    }
}

@c @implementation public func iap_server_key_retain(_ p: CHandle) -> CHandle { Key.retain(p) }
@c @implementation public func iap_server_key_release(_ p: CHandle) { Key.release(p) }
@c @implementation public func iap_server_key_public_key(_ p: CHandle) -> CText { Key.get(p, \.value.publicKeyText) }
@c @implementation public func iap_server_key_id(_ p: CHandle) -> CText { Key.get(p, \.value.id) }

@c @implementation
public func iap_server_request_init(_ request: UnsafeMutablePointer<iap_server_request>?) {
    initialize(request, iap_server_request(), \.struct_size)
}

@c @implementation
public func iap_server_key_sign(
    _ key: OpaquePointer?, _ request: UnsafePointer<iap_server_request>?,
    _ signature: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status_t {
    signature?.pointee = nil
    return returnStatus(error) { () throws(IAPError) in
        let handle = try serverKey(key)
        let signature = try Input.place(signature, "signature")
        let request = try Input.serverRequest(request, "request", for: .signing)
        guard handle.value.canSign else {
            throw IAPError(.invalidState, "the key \(handle.value.id) was opened without its private part")
        }
        try checkIssuer(handle.value, request.kind)
        do throws(SignedDataError) {
            let signed = try handle.value.sign(request, at: handle.now())
            signature.pointee = Signature(signed).given
        } catch {
            if case .invalidEncoding = error {
                throw IAPError(.invalidText, "the id of the key or bundle contains U+2063, which cannot be signed")
            }
            throw IAPError(.internalFailure, error.description)
        }
    }
}

@c @implementation
public func iap_server_key_check(
    _ key: OpaquePointer?, _ expected: UnsafePointer<iap_server_request>?, _ text: UnsafePointer<CChar>?,
    _ length: Int, _ signature: UnsafeMutablePointer<OpaquePointer?>?,
    _ result: UnsafeMutablePointer<iap_verify_result>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status_t {
    signature?.pointee = nil
    fill(result, verdict: 0)
    return returnStatus(error) { () throws(IAPError) in
        let handle = try serverKey(key)
        try Input.checkSize(of: result)
        let expected = try Input.serverRequest(expected, "expected", for: .checking)
        guard let text else { throw IAPError(.invalidArgument, "text is NULL") }
        guard length >= 0 else { throw IAPError(.invalidArgument, "length is \(UInt(bitPattern: length))") }
        try checkIssuer(handle.value, expected.kind)
        judge(result) { () throws(Rejection) in
            let text = UnsafeRawBufferPointer(start: text, count: length)
            let checked = try check(text, expected, handle.value, at: handle.now())
            signature?.pointee = Signature(checked).given
            return true
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
    guard let handle = Key.at(pointer, function: function) else {
        throw IAPError(.invalidArgument, "the key is NULL")
    }
    return handle
}

private func checkIssuer(_ key: AppServerKey, _ kind: ServerRequest.Kind) throws(IAPError) {
    guard key.issuerID == nil, kind != .promotionalOffer else { return }
    throw IAPError(.invalidState, "the key \(key.id) was opened without an issuer id, but this kind needs one")
}

// MARK: Signatures

@c @implementation public func iap_server_signature_retain(_ p: CHandle) -> CHandle { Signature.retain(p) }
@c @implementation public func iap_server_signature_release(_ p: CHandle) { Signature.release(p) }
@c @implementation public func iap_server_signature_text(_ p: CHandle) -> CText { Signature.get(p, \.value.text) }
@c @implementation
public func iap_server_signature_kind(_ p: CHandle) -> iap_server_signature_kind_t {
    Signature.get(p) { $0.value.kind.rawValue }
}
@c @implementation public func iap_server_signature_nonce(_ p: CHandle) -> CText { Signature.get(p, \.value.nonce) }
@c @implementation
public func iap_server_signature_timestamp_ms(_ p: CHandle) -> Int64 { Signature.get(p) { $0.value.timestamp } }
@c @implementation
public func iap_server_signature_expiration_date_ms(_ p: CHandle) -> Int64 {
    Signature.get(p) { $0.value.expirationDate }
}
@c @implementation
public func iap_server_signature_product_id(_ p: CHandle) -> CText { Signature.get(p, \.value.productID) }
@c @implementation
public func iap_server_signature_offer_id(_ p: CHandle) -> CText { Signature.get(p, \.value.offerID) }
@c @implementation
public func iap_server_signature_transaction_id(_ p: CHandle) -> CText { Signature.get(p, \.value.transactionID) }

@c @implementation
public func iap_server_signature_allows_introductory_offer(_ p: CHandle) -> Int32 {
    Signature.get(p) { $0.value.allowsIntroductoryOffer }
}

@c @implementation
public func iap_server_signature_request_json(_ p: CHandle) -> CText { Signature.get(p, \.value.requestJSON) }
