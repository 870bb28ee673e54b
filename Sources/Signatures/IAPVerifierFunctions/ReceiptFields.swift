public import CIAP
import IAPInterop
import IAPSignatures

/// How a field of a receipt is read. The tables below have a row for each field of the C header.
enum ReceiptField<Value>: Sendable {
    case text(@Sendable (Value) -> String?)
    case id(@Sendable (Value) -> UInt64?)
    case int64(@Sendable (Value) -> Int64?)
    /// A smaller number, or a value of an enumeration.
    case int32(@Sendable (Value) -> Int32?)
    case flag(@Sendable (Value) -> Bool)
}

/// A handle whose fields a table lists.
protocol FieldHandle: TextHandle {
    associatedtype Value
    var value: Value { get }
    static var fields: [Int32: ReceiptField<Value>] { get }
}

extension FieldHandle {
    static func text(_ p: CHandle, _ field: Int32, function: String = #function) -> CText {
        guard let handle = at(p, function: function), case .text(let read) = fields[field] else { return nil }
        return handle.texts.find(field) { read(handle.value) }
    }

    static func id(_ p: CHandle, _ field: Int32, function: String = #function) -> UInt64 {
        guard let handle = at(p, function: function), case .id(let read) = fields[field] else { return 0 }
        return read(handle.value) ?? 0
    }

    static func int64(_ p: CHandle, _ field: Int32, function: String = #function) -> Int64 {
        guard let handle = at(p, function: function) else { return 0 }
        return switch fields[field] {
        case .int64(let read): read(handle.value) ?? 0
        case .int32(let read): Int64(read(handle.value) ?? 0)
        case .flag(let read): read(handle.value) ? 1 : 0
        case .text, .id, nil: 0
        }
    }
}

// MARK: Receipts

extension AppReceiptHandle: FieldHandle {
    static let fields: [Int32: ReceiptField<AppReceipt>] = [
        IAP_APP_RECEIPT_ENVIRONMENT: .int32 { SignedEnvironments(receiptType: $0.receiptType).rawValue },
        IAP_APP_RECEIPT_RECEIPT_TYPE: .text { $0.receiptType },
        IAP_APP_RECEIPT_BUNDLE_ID: .text { $0.bundleID },
        IAP_APP_RECEIPT_APP_VERSION: .text { $0.appVersion },
        IAP_APP_RECEIPT_ORIGINAL_APP_VERSION: .text { $0.originalAppVersion },
        IAP_APP_RECEIPT_CREATION_DATE_MS: .int64 { $0.creationDate },
        IAP_APP_RECEIPT_ORIGINAL_PURCHASE_DATE_MS: .int64 { $0.originalPurchaseDate },
        IAP_APP_RECEIPT_EXPIRATION_DATE_MS: .int64 { $0.expirationDate },
        IAP_APP_RECEIPT_APP_APPLE_ID: .id { $0.appAppleID },
    ]
}

@c @implementation
public func iap_app_receipt_text(_ p: CHandle, _ field: iap_app_receipt_field_t) -> CText {
    AppReceiptHandle.text(p, field)
}

@c @implementation
public func iap_app_receipt_int64(_ p: CHandle, _ field: iap_app_receipt_field_t) -> Int64 {
    AppReceiptHandle.int64(p, field)
}

@c @implementation
public func iap_app_receipt_id(_ p: CHandle, _ field: iap_app_receipt_field_t) -> UInt64 {
    AppReceiptHandle.id(p, field)
}

// MARK: Purchases

extension ReceiptPurchaseHandle: FieldHandle {
    static let fields: [Int32: ReceiptField<ReceiptPurchase>] = [
        IAP_RECEIPT_PURCHASE_TRANSACTION_ID: .id { $0.transactionID },
        IAP_RECEIPT_PURCHASE_ORIGINAL_TRANSACTION_ID: .id { $0.originalTransactionID },
        IAP_RECEIPT_PURCHASE_PRODUCT_ID: .text { $0.productID },
        IAP_RECEIPT_PURCHASE_PRODUCT_TYPE: .int32 { $0.productType?.cValue },
        IAP_RECEIPT_PURCHASE_QUANTITY: .int32 { $0.quantity },
        IAP_RECEIPT_PURCHASE_PURCHASE_DATE_MS: .int64 { $0.purchaseDate },
        IAP_RECEIPT_PURCHASE_ORIGINAL_PURCHASE_DATE_MS: .int64 { $0.originalPurchaseDate },
        IAP_RECEIPT_PURCHASE_EXPIRATION_DATE_MS: .int64 { $0.expirationDate },
        IAP_RECEIPT_PURCHASE_CANCELLATION_DATE_MS: .int64 { $0.cancellationDate },
        IAP_RECEIPT_PURCHASE_WEB_ORDER_LINE_ITEM_ID: .id { $0.webOrderLineItemID },
        IAP_RECEIPT_PURCHASE_IS_TRIAL_PERIOD: .flag { $0.isInTrialPeriod },
        IAP_RECEIPT_PURCHASE_IS_INTRODUCTORY_OFFER_PERIOD: .flag { $0.isInIntroductoryOffer },
        IAP_RECEIPT_PURCHASE_PROMOTIONAL_OFFER_ID: .text { $0.promotionalOfferID },
    ]
}

extension ReceiptProductType {
    fileprivate var cValue: iap_product_type_t {
        switch self {
        case .nonConsumable: IAP_PRODUCT_TYPE_NON_CONSUMABLE
        case .consumable: IAP_PRODUCT_TYPE_CONSUMABLE
        case .nonRenewingSubscription: IAP_PRODUCT_TYPE_NON_RENEWING_SUBSCRIPTION
        case .autoRenewableSubscription: IAP_PRODUCT_TYPE_AUTO_RENEWABLE_SUBSCRIPTION
        }
    }
}

@c @implementation
public func iap_receipt_purchase_text(_ p: CHandle, _ field: iap_receipt_purchase_field_t) -> CText {
    ReceiptPurchaseHandle.text(p, field)
}

@c @implementation
public func iap_receipt_purchase_int64(_ p: CHandle, _ field: iap_receipt_purchase_field_t) -> Int64 {
    ReceiptPurchaseHandle.int64(p, field)
}

@c @implementation
public func iap_receipt_purchase_id(_ p: CHandle, _ field: iap_receipt_purchase_field_t) -> UInt64 {
    ReceiptPurchaseHandle.id(p, field)
}
