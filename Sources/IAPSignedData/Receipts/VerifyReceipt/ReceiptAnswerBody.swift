internal import IAPJSON
internal import IAPSignedText

/// The content of a response of `verifyReceipt`. Dates are in milliseconds since 1970.
package struct ReceiptAnswerBody: Sendable, Hashable {
    /// Responses with more items are not read.
    static let maximumItems = 65_536

    package private(set) var status: Int32?
    /// `Sandbox` or `Production`.
    package private(set) var environment: String?
    /// Whether the same request may succeed later. Only some statuses have it.
    package private(set) var isRetryable: Bool?
    package private(set) var latestReceipt: String?
    package private(set) var hasReceipt = false

    package private(set) var receiptType: String?
    package private(set) var bundleID: String?
    package private(set) var appVersion: String?
    package private(set) var originalAppVersion: String?
    package private(set) var appAppleID: UInt64?
    package private(set) var appItemID: UInt64?
    package private(set) var downloadID: UInt64?
    package private(set) var appVersionID: UInt64?
    package private(set) var creationDate: Int64?
    package private(set) var requestDate: Int64?
    package private(set) var originalPurchaseDate: Int64?
    package private(set) var preorderDate: Int64?
    package private(set) var expirationDate: Int64?
    package private(set) var purchases: [ReceiptPurchase] = []
    package private(set) var latest: [ReceiptPurchase] = []
    package private(set) var renewals: [ReceiptRenewal] = []

    /// - Parameter json: Not longer than `ReceiptAnswer.maximumLength`.
    init(_ json: JSONValue) throws(Rejection) {
        guard case .object(let object) = json else {
            throw Rejection(.invalidJSON, "the response is not a JSON object")
        }
        let answer = AnswerFields(object, place: "the response")
        status = try answer.number("status")
        environment = try answer.text("environment")
        latestReceipt = try answer.text("latest_receipt")
        let isRetryable = try answer.optionalFlag("is_retryable")
        self.isRetryable = if let isRetryable { isRetryable } else { try answer.optionalFlag("is-retryable") }
        for fields in try answer.list("latest_receipt_info") ?? [] { latest.append(try ReceiptPurchase(fields)) }
        for fields in try answer.list("pending_renewal_info") ?? [] { renewals.append(try ReceiptRenewal(fields)) }
        if let receipt = answer.fields("receipt") { try read(receipt) }
    }

    private mutating func read(_ receipt: AnswerFields) throws(Rejection) {
        hasReceipt = true
        receiptType = try receipt.text("receipt_type")
        appVersion = try receipt.text("application_version")
        originalAppVersion = try receipt.text("original_application_version")
        appAppleID = try receipt.number("adam_id")
        appItemID = try receipt.number("app_item_id")
        downloadID = try receipt.number("download_id")
        appVersionID = try receipt.number("version_external_identifier")
        creationDate = try receipt.date("receipt_creation_date")
        requestDate = try receipt.date("request_date")
        preorderDate = try receipt.date("preorder_date")
        expirationDate = try receipt.date("expiration_date")
        bundleID = try receipt.text("bundle_id")
        if let purchases = try receipt.list("in_app") {
            originalPurchaseDate = try receipt.date("original_purchase_date")
            for fields in purchases { self.purchases.append(try ReceiptPurchase(fields)) }
        } else if receipt.has("transaction_id") {
            // The response for a receipt of one transaction is this transaction, with the app's bundle id and version
            // in it.
            bundleID = try receipt.text("bid")
            appVersion = try receipt.text("bvrs")
            self.purchases = [try ReceiptPurchase(receipt)]
        }
    }
}
