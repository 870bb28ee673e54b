public import CIAP
import IAPBoundary
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_store_sign_payload(
    _ store: OpaquePointer?, _ payload: UnsafePointer<UInt8>?, _ payload_length: Int,
    _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    length?.pointee = 0
    return control(store, error) {
        guard let length else { throw IAPError(.invalidArgument, "length is NULL") }
        guard payload_length <= Int(IAP_STORE_PAYLOAD_LENGTH_MAX) else {
            throw IAPError(.tooLarge, "the payload has more than \(IAP_STORE_PAYLOAD_LENGTH_MAX) bytes")
        }
        let payload = Array(try Input.bytes(payload, payload_length, "payload"))
        let signed = try $0.sign(payload: payload)
        try give(Array(signed.utf8CString), "signed text", in: buffer, capacity: capacity, length: length)
    }
}

@c @implementation public func iap_store_notification_init(
    _ notification: UnsafeMutablePointer<iap_store_notification>?
) {
    notification?.pointee = iap_store_notification()
    notification?.pointee.struct_size = UInt32(MemoryLayout<iap_store_notification>.size)
}

@c @implementation public func iap_store_sign_notification(
    _ store: OpaquePointer?, _ notification: UnsafePointer<iap_store_notification>?,
    _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    length?.pointee = 0
    return control(store, error) {
        guard let length else { throw IAPError(.invalidArgument, "length is NULL") }
        let request = try Input.notification(notification)
        guard let signed = try $0.sign(request) else {
            throw IAPError(
                .notFound, "the store has no transaction \(notification?.pointee.transaction_id ?? 0)")
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
        let given = try options(
            pointer, "notification", zero: iap_store_notification(),
            sizes: [MemoryLayout<iap_store_notification>.size])
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
                productID: try text(
                    given.product_id, "notification.product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX)),
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
            throw IAPError(
                .invalidArgument, "this type has no notification.\(field.name); leave it 0 or NULL")
        }
    }
}
