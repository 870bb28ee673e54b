public import CIAP
import IAPInterop
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_store_signing_request_init(
    _ request: UnsafeMutablePointer<iap_store_signing_request>?
) {
    initialize(request, iap_store_signing_request(), \.struct_size)
}

@c @implementation public func iap_store_sign(
    _ store: Pointer, _ request: UnsafePointer<iap_store_signing_request>?, _ buffer: UnsafeMutablePointer<CChar>?,
    _ capacity: Int, _ length: UnsafeMutablePointer<Int>?, _ error: Failure
) -> iap_status_t {
    length?.pointee = 0
    return control(store, error) {
        guard let length else { throw IAPError(.invalidArgument, "length is NULL") }
        let given = try Input.options(request, "request")
        guard given.timestamp_ms >= 0 else { throw IAPError(.invalidArgument, "request.timestamp_ms is negative") }
        let signed = try $0.serverKeys.sign(
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
            throw IAPError(.invalidArgument, "request.nonce is NULL; this form does not return its nonce, so give one")
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
        let text = try Input.text(given.request_json, "request.request_json", limit: Int(IAP_PAYMENT_TEXT_LENGTH_MAX))
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

@c @implementation public func iap_store_signing_key_id(_ store: Pointer) -> Text {
    value { () throws(IAPError) in try StoreHandle.named(store).signingKeyID }
}

@c @implementation public func iap_store_issuer_id(_ store: Pointer) -> Text {
    value { () throws(IAPError) in try StoreHandle.named(store).issuerID }
}

@c @implementation public func iap_store_add_server_key(
    _ store: Pointer, _ key_id: Text, _ issuer_id: Text, _ public_key: Text, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        let id = try Input.text(key_id, "key_id", limit: Input.serverIDLimit)
        let issuerID = try Input.optionalText(issuer_id, "issuer_id", limit: Input.serverIDLimit)
        let pem = try Input.text(public_key, "public_key", limit: Int(IAP_SERVER_KEY_LENGTH_MAX))
        guard let key = KnownServerKey(id: id, issuerID: issuerID, pem: pem) else {
            throw IAPError(.invalidText, "public_key is not the PEM of a P-256 public key")
        }
        try $0.serverKeys.add(key)
    }
}

@c @implementation public func iap_store_set_forgery(
    _ store: Pointer, _ forgery: iap_store_forgery_t, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        guard forgery != IAP_STORE_FORGERY_NONE else { return try $0.controls.setForgery(nil) }
        let known = try Input.value(Forgery.self, forgery, "forgery", "IAP_STORE_FORGERY")
        try $0.controls.setForgery(known)
    }
}

@c @implementation public func iap_store_sign_payload(
    _ store: Pointer, _ payload: UnsafePointer<UInt8>?, _ payload_length: Int, _ buffer: UnsafeMutablePointer<CChar>?,
    _ capacity: Int, _ length: UnsafeMutablePointer<Int>?, _ error: Failure
) -> iap_status_t {
    length?.pointee = 0
    return control(store, error) {
        guard let length else { throw IAPError(.invalidArgument, "length is NULL") }
        guard payload_length <= Int(IAP_STORE_PAYLOAD_LENGTH_MAX) else {
            throw IAPError(.tooLarge, "the payload has more than \(IAP_STORE_PAYLOAD_LENGTH_MAX) bytes")
        }
        let payload = Array(try Input.bytes(payload, payload_length, "payload"))
        let signed = try $0.notifications.sign(payload: payload)
        try give(Array(signed.utf8CString), "signed text", in: buffer, capacity: capacity, length: length)
    }
}

@c @implementation public func iap_store_notification_init(
    _ notification: UnsafeMutablePointer<iap_store_notification>?
) {
    initialize(notification, iap_store_notification(), \.struct_size)
}

@c @implementation public func iap_store_sign_notification(
    _ store: Pointer, _ notification: UnsafePointer<iap_store_notification>?, _ buffer: UnsafeMutablePointer<CChar>?,
    _ capacity: Int, _ length: UnsafeMutablePointer<Int>?, _ error: Failure
) -> iap_status_t {
    length?.pointee = 0
    return control(store, error) {
        guard let length else { throw IAPError(.invalidArgument, "length is NULL") }
        let request = try Input.notification(notification)
        guard let signed = try $0.notifications.sign(request) else {
            throw IAPError(.notFound, "the store has no transaction \(notification?.pointee.transaction_id ?? 0)")
        }
        try give(Array(signed.utf8CString), "signed text", in: buffer, capacity: capacity, length: length)
    }
}

extension Input {
    /// The subject of a notification, by Apple's type.
    private enum Shape {
        case test, transaction, summary, externalPurchase, app

        init(type: String, subtype: String?) {
            switch (type, subtype) {
            case ("TEST", _): self = .test
            case ("RENEWAL_EXTENSION", "SUMMARY"): self = .summary
            case ("EXTERNAL_PURCHASE_TOKEN", _): self = .externalPurchase
            case ("RESCIND_CONSENT", _): self = .app
            default: self = .transaction
            }
        }
    }

    fileprivate static func notification(
        _ pointer: UnsafePointer<iap_store_notification>?
    ) throws(IAPError) -> NotificationRequest {
        let given = try options(pointer, "notification")
        let type = try text(given.type, "notification.type", limit: idLimit)
        let subtype = try optionalText(given.subtype, "notification.subtype", limit: idLimit)
        let uuid = try uuid(given.uuid, "notification.uuid")
        let shape = Shape(type: type, subtype: subtype)
        try checkForeign(given, shape)
        return NotificationRequest(
            type: type, subtype: subtype, uuid: uuid, content: try content(given, shape, type: type))
    }

    private static func content(
        _ given: iap_store_notification, _ shape: Shape, type: String
    ) throws(IAPError) -> NotificationRequest.Content {
        switch shape {
        case .test: return .test
        case .transaction:
            guard given.transaction_id != 0 else {
                throw IAPError(.invalidArgument, "notification.transaction_id is 0; \(type) needs a transaction")
            }
            return .transaction(
                id: given.transaction_id,
                consumptionRequestReason: try optionalText(
                    given.consumption_request_reason, "notification.consumption_request_reason", limit: idLimit))
        case .summary:
            for count in [given.succeeded_count, given.failed_count] where count < 0 {
                throw IAPError(.invalidArgument, "a count of the notification is \(count); it must not be negative")
            }
            return .summary(
                productID: try text(given.product_id, "notification.product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX)),
                requestID: try text(given.request_id, "notification.request_id", limit: idLimit),
                succeeded: given.succeeded_count, failed: given.failed_count)
        case .externalPurchase:
            guard given.token_creation_date_ms >= 0 else {
                throw IAPError(.invalidArgument, "notification.token_creation_date_ms is negative")
            }
            return .externalPurchase(
                id: try text(given.external_purchase_id, "notification.external_purchase_id", limit: idLimit),
                tokenDate: given.token_creation_date_ms == 0 ? nil : given.token_creation_date_ms)
        case .app: return .app(account: try text(given.account, "notification.account", limit: 255))
        }
    }

    private static func checkForeign(_ given: iap_store_notification, _ shape: Shape) throws(IAPError) {
        let fields: [(name: String, isGiven: Bool, shape: Shape)] = [
            ("transaction_id", given.transaction_id != 0, .transaction),
            ("consumption_request_reason", given.consumption_request_reason != nil, .transaction),
            ("product_id", given.product_id != nil, .summary),
            ("request_id", given.request_id != nil, .summary),
            ("succeeded_count", given.succeeded_count != 0, .summary),
            ("failed_count", given.failed_count != 0, .summary),
            ("external_purchase_id", given.external_purchase_id != nil, .externalPurchase),
            ("token_creation_date_ms", given.token_creation_date_ms != 0, .externalPurchase),
            ("account", given.account != nil, .app),
        ]
        for field in fields where field.isGiven && field.shape != shape {
            throw IAPError(.invalidArgument, "this type has no notification.\(field.name); leave it 0 or NULL")
        }
    }
}
