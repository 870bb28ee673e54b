/// What an answer of `verifyReceipt` says. Dates are in milliseconds since 1970.
package struct ReceiptAnswerBody: Sendable, Hashable {
    /// Answers that list more are not read.
    static let maximumItems = 65_536
    private static let maximumDepth = 64

    package private(set) var status: Int32?
    /// `Sandbox` or `Production`.
    package private(set) var environment: String?
    /// Of a status that may pass.
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

    init(_ json: [UInt8]) throws(Rejection) {
        let parts: Parts
        do throws(JSONScanner.Malformed) {
            guard var scanner = JSONScanner(json, maximumDepth: Self.maximumDepth) else {
                throw JSONScanner.Malformed()
            }
            parts = try Parts(&scanner)
            try scanner.scanEnd()
        } catch {
            throw Rejection(.invalidJSON, "the answer is no JSON object, names a field twice, or lists too much")
        }
        status = try parts.answer.number("status")
        environment = try parts.answer.text("environment")
        latestReceipt = try parts.answer.text("latest_receipt")
        let isRetryable = try parts.answer.optionalFlag("is_retryable")
        self.isRetryable = if let isRetryable { isRetryable } else { try parts.answer.optionalFlag("is-retryable") }
        for fields in parts.latest { latest.append(try ReceiptPurchase(fields)) }
        for fields in parts.renewals { renewals.append(try ReceiptRenewal(fields)) }
        if let receipt = parts.receipt { try read(receipt, parts.purchases) }
    }

    private mutating func read(_ receipt: AnswerFields, _ purchases: [AnswerFields]?) throws(Rejection) {
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
        if let purchases {
            originalPurchaseDate = try receipt.date("original_purchase_date")
            for fields in purchases { self.purchases.append(try ReceiptPurchase(fields)) }
        } else if receipt.has("transaction_id") {
            // A receipt of one transaction is told as this transaction, with the app's bundle id and version in it.
            bundleID = try receipt.text("bid")
            appVersion = try receipt.text("bvrs")
            self.purchases = [try ReceiptPurchase(receipt)]
        }
    }
}

/// The objects of an answer before anybody has looked at their fields.
private struct Parts {
    let answer: AnswerFields
    private(set) var receipt: AnswerFields?
    /// Nil if the receipt has no such list.
    private(set) var purchases: [AnswerFields]?
    private(set) var latest: [AnswerFields] = []
    private(set) var renewals: [AnswerFields] = []

    init(_ scanner: inout JSONScanner) throws(JSONScanner.Malformed) {
        var receipt: AnswerFields?
        var purchases: [AnswerFields]?
        var (latest, renewals): ([AnswerFields], [AnswerFields]) = ([], [])
        answer = try AnswerFields(&scanner, place: "the answer") { scanner, name throws(JSONScanner.Malformed) in
            switch name {
            case "receipt" where scanner.isAtObject():
                receipt = try AnswerFields(&scanner, place: name) { scanner, name throws(JSONScanner.Malformed) in
                    guard name == "in_app" else { return false }
                    purchases = try Self.list(&scanner, name)
                    return true
                }
            case "latest_receipt_info": latest = try Self.list(&scanner, name)
            case "pending_renewal_info": renewals = try Self.list(&scanner, name)
            default: return false
            }
            return true
        }
        (self.receipt, self.purchases, self.latest, self.renewals) = (receipt, purchases, latest, renewals)
    }

    /// The objects of a list. Of a receipt of one transaction it is the one object itself.
    private static func list(
        _ scanner: inout JSONScanner, _ name: String
    ) throws(JSONScanner.Malformed) -> [AnswerFields] {
        guard !scanner.isAtObject() else { return [try AnswerFields(&scanner, place: name)] }
        var objects: [AnswerFields] = []
        try scanner.scanArray { scanner throws(JSONScanner.Malformed) in
            guard objects.count < ReceiptAnswerBody.maximumItems else { throw JSONScanner.Malformed() }
            objects.append(try AnswerFields(&scanner, place: "\(name)[\(objects.count)]"))
        }
        return objects
    }
}
