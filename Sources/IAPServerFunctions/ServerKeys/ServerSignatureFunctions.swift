public import CIAP
import IAPBoundary
import IAPSignedData

@c @implementation public func iap_server_signature_retain(_ signature: OpaquePointer?) -> OpaquePointer? {
    ServerSignatureHandle.retain(signature)
}

@c @implementation public func iap_server_signature_release(_ signature: OpaquePointer?) {
    ServerSignatureHandle.release(signature)
}

@c @implementation public func iap_server_signature_text(_ signature: OpaquePointer?) -> UnsafePointer<CChar>? {
    ServerSignatureHandle.at(signature)?.text(.text)
}

@c @implementation public func iap_server_signature_kind(
    _ signature: OpaquePointer?
) -> iap_server_signature_kind_t {
    ServerSignatureHandle.at(signature)?.signature.kind.rawValue ?? 0
}

@c @implementation public func iap_server_signature_nonce(_ signature: OpaquePointer?) -> UnsafePointer<CChar>? {
    ServerSignatureHandle.at(signature)?.text(.nonce)
}

@c @implementation public func iap_server_signature_timestamp_ms(_ signature: OpaquePointer?) -> Int64 {
    ServerSignatureHandle.at(signature)?.signature.timestamp ?? 0
}

@c @implementation public func iap_server_signature_expiration_date_ms(_ signature: OpaquePointer?) -> Int64 {
    ServerSignatureHandle.at(signature)?.signature.expirationDate ?? 0
}

@c @implementation public func iap_server_signature_product_id(
    _ signature: OpaquePointer?
) -> UnsafePointer<CChar>? {
    ServerSignatureHandle.at(signature)?.text(.productID)
}

@c @implementation public func iap_server_signature_offer_id(
    _ signature: OpaquePointer?
) -> UnsafePointer<CChar>? {
    ServerSignatureHandle.at(signature)?.text(.offerID)
}

@c @implementation public func iap_server_signature_transaction_id(
    _ signature: OpaquePointer?
) -> UnsafePointer<CChar>? {
    ServerSignatureHandle.at(signature)?.text(.transactionID)
}

@c @implementation public func iap_server_signature_allows_introductory_offer(
    _ signature: OpaquePointer?
) -> Int32 {
    ServerSignatureHandle.at(signature)?.signature.allowsIntroductoryOffer == true ? 1 : 0
}

@c @implementation public func iap_server_signature_request_json(
    _ signature: OpaquePointer?
) -> UnsafePointer<CChar>? {
    ServerSignatureHandle.at(signature)?.text(.requestJSON)
}
