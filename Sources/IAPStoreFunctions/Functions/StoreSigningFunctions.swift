public import CIAP
import IAPBoundary
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_store_signing_request_init(
    _ request: UnsafeMutablePointer<iap_store_signing_request>?
) {
    request?.pointee = iap_store_signing_request()
    request?.pointee.struct_size = UInt32(MemoryLayout<iap_store_signing_request>.size)
}

@c @implementation public func iap_store_sign(
    _ store: OpaquePointer?, _ request: UnsafePointer<iap_store_signing_request>?,
    _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    length?.pointee = 0
    return control(store, error) {
        guard let length else { throw IAPError(.invalidArgument, "length is NULL") }
        let given = try Input.options(
            request, "request", zero: iap_store_signing_request(),
            sizes: [MemoryLayout<iap_store_signing_request>.size])
        guard given.timestamp_ms >= 0 else { throw IAPError(.invalidArgument, "request.timestamp_ms is negative") }
        let signed = try $0.sign(
            signingRequest(given), nonce: Input.uuid(given.nonce, "request.nonce"),
            timestamp: given.timestamp_ms == 0 ? nil : given.timestamp_ms)
        try give(Array(signed.utf8CString), "signed text", in: buffer, capacity: capacity, length: length)
    }
}

private func signingRequest(_ given: iap_store_signing_request) throws(IAPError) -> SigningRequest {
    let transactionID = given.transaction_id == 0 ? nil : given.transaction_id
    switch given.kind {
    case IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER:
        guard let nonce = try Input.uuid(given.nonce, "request.nonce") else {
            throw IAPError(
                .invalidArgument, "request.nonce is NULL; this form does not return its nonce, so give one")
        }
        return .promotionalOffer(
            productID: try productID(given), offerID: try offerID(given),
            appAccountToken: try Input.uuid(given.app_account_token, "request.app_account_token"), nonce: nonce)
    case IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER_JWS:
        return .promotionalOfferJWS(
            productID: try productID(given), offerID: try offerID(given), transactionID: transactionID)
    case IAP_STORE_SIGNATURE_INTRODUCTORY_OFFER_JWS:
        return .introductoryOfferJWS(
            productID: try productID(given), isAllowed: given.allows_introductory_offer != 0,
            transactionID: transactionID)
    case IAP_STORE_SIGNATURE_ADVANCED_COMMERCE_JWS:
        let text = try Input.text(
            given.request_json, "request.request_json", limit: Int(IAP_PAYMENT_TEXT_LENGTH_MAX))
        guard SigningRequest.isObject(text) else {
            throw IAPError(.invalidArgument, "request.request_json is not a JSON object")
        }
        return .advancedCommerceJWS(request: text)
    default:
        throw IAPError(.invalidArgument, "request.kind is \(given.kind), which is not an IAP_STORE_SIGNATURE_… value")
    }
}

private func productID(_ given: iap_store_signing_request) throws(IAPError) -> String {
    try signable(
        Input.text(given.product_id, "request.product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX)),
        "request.product_id")
}

private func offerID(_ given: iap_store_signing_request) throws(IAPError) -> String {
    try signable(
        Input.text(given.offer_id, "request.offer_id", limit: Int(IAP_PAYMENT_TEXT_LENGTH_MAX)),
        "request.offer_id")
}

/// The older form separates its fields with this character.
private func signable(_ text: String, _ name: String) throws(IAPError) -> String {
    guard !text.unicodeScalars.contains("\u{2063}") else {
        throw IAPError(.invalidText, "\(name) contains U+2063, which cannot be signed")
    }
    return text
}

@c @implementation public func iap_store_signing_key_id(_ store: OpaquePointer?) -> UnsafePointer<CChar>? {
    value { () throws(IAPError) in try StoreHandle.named(store).signingKeyID.pointer }
}
