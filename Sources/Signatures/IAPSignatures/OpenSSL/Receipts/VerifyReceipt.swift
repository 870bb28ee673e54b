internal import Foundation
internal import IAPJSON
internal import IAPPlatform

/// The body of a request to `verifyReceipt`.
package enum ReceiptRequest {
    /// - Parameters:
    ///   - receipt: A receipt of either kind, itself or in Base64.
    ///   - sharedSecret: The app's shared secret, for receipts with subscriptions.
    /// - Returns: JSON.
    package static func body(
        receipt: [UInt8], sharedSecret: String?, excludesOldTransactions: Bool
    ) throws(Rejection) -> String {
        let text = Base64.encode(try ReceiptForm.anyReceipt(receipt))
        // In the order of Apple's documentation.
        var members = ["\"receipt-data\":\"\(text)\""]
        if let sharedSecret, let password = JSONEncoder.sortedText(sharedSecret) {
            members.append("\"password\":\(password)")
        }
        if excludesOldTransactions { members.append("\"exclude-old-transactions\":true") }
        return "{\(members.joined(separator: ","))}"
    }
}

/// The response of an endpoint of `verifyReceipt`, and the next action. The response is not signed: it is only as
/// trustworthy as its connection.
package struct ReceiptResponse: Sendable {
    /// Longer responses are not read.
    package static let maximumLength = AppReceipt.maximumLength

    /// The numbers are those of the C header's `IAP_RECEIPT_ACTION_…`.
    package enum Action: Int32, Sendable, Hashable, CaseIterable {
        case grant = 1
        case refuse = 2
        case retry = 3
        case askSandbox = 4
        case askProduction = 5
        /// Nothing is known about the receipt.
        case fixRequest = 6
    }

    package let action: Action
    /// The reason, in one line. Empty if it is valid.
    package let message: String
    /// Nil if the response has no readable body.
    package let body: ReceiptResponseBody?
    /// Nil if the response has no readable JSON.
    package let json: String?

    /// - Parameters:
    ///   - httpStatus: The HTTP status of the response. 0 if there was no response.
    ///   - bytes: The body of the response. Nil if it is too long to read.
    ///   - bundleID: The bundle id of the app. Nil if the caller compares it.
    package init(httpStatus: Int32, body bytes: [UInt8]?, bundleID: String?) {
        let response = Self.read(bytes)
        body = response.body
        // The JSON is available even if a value has another type than documented.
        json = response.json
        guard httpStatus == 200 else {
            (action, message) = Self.decision(httpStatus: httpStatus)
            return
        }
        guard let body else {
            (action, message) = (.retry, response.fault)
            return
        }
        (action, message) = Self.decision(body, bundleID: bundleID)
    }

    private static func read(_ bytes: [UInt8]?) -> (body: ReceiptResponseBody?, json: String?, fault: String) {
        guard let bytes, bytes.count <= maximumLength else {
            return (nil, nil, "the response is longer than \(maximumLength) bytes")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let json: JSONValue
        do throws(JSONError) { json = try JSONReader.read(bytes) } catch {
            // Other readers may accept a field name twice. So the caller can see such a text.
            let isShown = (try? JSONReader.read(bytes, acceptsRepeatedNames: true)) != nil
            return (nil, isShown ? text : nil, "the response cannot be read: \(error)")
        }
        do throws(Rejection) { return (try ReceiptResponseBody(json), text, "") } catch {
            return (nil, text, error.detail)
        }
    }

    /// The documentation names only 200, for every state of the receipt.
    private static func decision(httpStatus: Int32) -> (Action, String) {
        switch httpStatus {
        case 0: (.retry, "no response came")
        // Too slow, too early, too often.
        case 408, 425, 429: (.retry, "the response has the HTTP status \(httpStatus)")
        case 400..<500: (.fixRequest, "the request was refused with the HTTP status \(httpStatus)")
        default: (.retry, "the response has the HTTP status \(httpStatus)")
        }
    }

    private static func decision(_ body: ReceiptResponseBody, bundleID: String?) -> (Action, String) {
        guard let status = body.status else { return (.retry, "the response has no status") }
        switch status {
        case 0, 21006:
            guard body.hasReceipt else {
                return (.retry, "the response says that the receipt is valid, but contains no receipt")
            }
            guard let bundleID else { return (.grant, "") }
            guard let other = body.bundleID else { return (.retry, "the response names no app") }
            guard other.utf8.elementsEqual(bundleID.utf8) else {
                return (.refuse, "the receipt is for another app: \(other)")
            }
            return (.grant, "")
        case 21000: return (.fixRequest, "21000: the request was not a POST, or its body is not JSON")
        case 21002: return (.retry, "21002: the receipt is malformed, or the service has a fault")
        case 21003: return (.refuse, "21003: the receipt could not be authenticated")
        case 21004: return (.fixRequest, "21004: the shared secret is wrong")
        case 21005: return (.retry, "21005: the service is temporarily unavailable")
        case 21007: return (.askSandbox, "21007: the receipt is from the sandbox")
        case 21008: return (.askProduction, "21008: the receipt is from production")
        case 21009: return (.retry, "21009: the service could not access its data")
        case 21010: return (.refuse, "21010: the account was not found, or has been deleted")
        case 21100...21199:
            return body.isRetryable == false
                ? (.refuse, "\(status): the service could not access its data, and a retry does not help")
                : (.retry, "\(status): the service could not access its data")
        default: return (.retry, "\(status) is not a documented status")
        }
    }
}

/// The content of a response of `verifyReceipt`. Dates are in milliseconds since 1970.
package struct ReceiptResponseBody: Sendable, Hashable {
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

    /// - Parameter json: Not longer than `ReceiptResponse.maximumLength`.
    init(_ json: JSONValue) throws(Rejection) {
        guard case .object(let object) = json else {
            throw Rejection(.invalidJSON, "the response is not a JSON object")
        }
        let response = ResponseFields(object, place: "the response")
        status = try response.number("status")
        environment = try response.text("environment")
        latestReceipt = try response.text("latest_receipt")
        let isRetryable = try response.optionalFlag("is_retryable")
        self.isRetryable = if let isRetryable { isRetryable } else { try response.optionalFlag("is-retryable") }
        for fields in try response.list("latest_receipt_info") ?? [] { latest.append(try ReceiptPurchase(fields)) }
        for fields in try response.list("pending_renewal_info") ?? [] { renewals.append(try ReceiptRenewal(fields)) }
        if let receipt = response.fields("receipt") { try read(receipt) }
    }

    private mutating func read(_ receipt: ResponseFields) throws(Rejection) {
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

extension ReceiptPurchase {
    init(_ fields: ResponseFields) throws(Rejection) {
        transactionID = try fields.number("transaction_id")
        originalTransactionID = try fields.number("original_transaction_id")
        productID = try fields.text("product_id")
        quantity = try fields.number("quantity")
        purchaseDate = try fields.date("purchase_date")
        originalPurchaseDate = try fields.date("original_purchase_date")
        expirationDate = try fields.date("expires_date")
        // In responses for receipts of one transaction, the milliseconds are under the name of the text.
        if expirationDate == nil, let text = try fields.text("expires_date") { expirationDate = Int64(text) }
        cancellationDate = try fields.date("cancellation_date")
        cancellationReason = try fields.number("cancellation_reason")
        webOrderLineItemID = try fields.number("web_order_line_item_id")
        isInTrialPeriod = try fields.flag("is_trial_period")
        isInIntroductoryOffer = try fields.flag("is_in_intro_offer_period")
        promotionalOfferID = try fields.text("promotional_offer_id")
        appAccountToken = try fields.text("app_account_token")
        ownership = try fields.text("in_app_ownership_type")
        isUpgraded = try fields.flag("is_upgraded")
        offerCodeName = try fields.text("offer_code_ref_name")
        subscriptionGroupID = try fields.text("subscription_group_identifier")
    }
}

/// The next renewal of a subscription, from a response of `verifyReceipt` (`pending_renewal_info`).
package struct ReceiptRenewal: Sendable, Hashable {
    package var originalTransactionID: UInt64?
    package var productID: String?
    package var autoRenewProductID: String?
    package var willAutoRenew: Bool?
    /// 1 to 5, as in renewal info.
    package var expirationReason: Int?
    package var isInBillingRetry: Bool
    /// In milliseconds since 1970.
    package var gracePeriodExpirationDate: Int64?
    /// Nil if there is no increase.
    package var hasAgreedToPriceIncrease: Bool?
    package var offerCodeName: String?
    package var promotionalOfferID: String?

    init(_ fields: ResponseFields) throws(Rejection) {
        originalTransactionID = try fields.number("original_transaction_id")
        productID = try fields.text("product_id")
        autoRenewProductID = try fields.text("auto_renew_product_id")
        willAutoRenew = try fields.optionalFlag("auto_renew_status")
        expirationReason = try fields.number("expiration_intent")
        isInBillingRetry = try fields.flag("is_in_billing_retry_period")
        gracePeriodExpirationDate = try fields.date("grace_period_expires_date")
        let status = try fields.optionalFlag("price_increase_status")
        hasAgreedToPriceIncrease = if let status { status } else { try fields.optionalFlag("price_consent_status") }
        offerCodeName = try fields.text("offer_code_ref_name")
        promotionalOfferID = try fields.text("promotional_offer_id")
    }
}

/// The members of one object of a response. The App Store writes most numbers, dates and truth values as texts.
struct ResponseFields {
    private let object: JSONObject
    /// The name of the object in errors.
    private let place: String

    init(_ object: JSONObject, place: String) {
        self.object = object
        self.place = place
    }

    func has(_ name: String) -> Bool { scalar(name) != nil }

    /// Nil also for an empty text.
    func text(_ name: String) throws(Rejection) -> String? {
        switch scalar(name) {
        case nil: return nil
        case .text(let text):
            // C strings end with a NUL.
            guard !text.hasNUL else { throw wrongType(name, "a text") }
            return text.isEmpty ? nil : text
        case .number(let number): return number.digits
        default: throw wrongType(name, "a text")
        }
    }

    func number<Number: FixedWidthInteger>(_ name: String) throws(Rejection) -> Number? {
        guard let text = try text(name) else { return nil }
        guard let number = Number(text) else { throw wrongType(name, "a whole number that fits") }
        return number
    }

    /// True for `true`, 1 and their texts. An absent field is false.
    func flag(_ name: String) throws(Rejection) -> Bool {
        try optionalFlag(name) ?? false
    }

    func optionalFlag(_ name: String) throws(Rejection) -> Bool? {
        if case .flag(let flag) = scalar(name) { return flag }
        switch try text(name) {
        case nil: return nil
        case "true", "1": return true
        case "false", "0": return false
        default: throw wrongType(name, "true or false")
        }
    }

    /// Milliseconds since 1970, from the field with `_ms` after its name.
    func date(_ name: String) throws(Rejection) -> Int64? { try number(name + "_ms") }

    /// The object with this name.
    func fields(_ name: String) -> ResponseFields? {
        guard case .object(let object) = object[name] else { return nil }
        return ResponseFields(object, place: name)
    }

    /// The objects of a list. Nil if there is no list with this name. In the response for a receipt of one transaction
    /// it is the object itself.
    func list(_ name: String) throws(Rejection) -> [ResponseFields]? {
        switch object[name] {
        case nil: return nil
        case .object(let one): return [ResponseFields(one, place: name)]
        case .list(let elements):
            guard elements.count <= ReceiptResponseBody.maximumItems else {
                throw Rejection(.invalidJSON, "\(name) of \(place) has too many elements")
            }
            return try elements.enumerated().map { index, element throws(Rejection) in
                guard case .object(let object) = element else {
                    throw Rejection(.invalidJSON, "\(name)[\(index)] of \(place) is not an object")
                }
                return ResponseFields(object, place: "\(name)[\(index)]")
            }
        default: throw Rejection(.invalidJSON, "\(name) of \(place) is not a list")
        }
    }

    /// Nil also for null. Lists and objects are not scalars.
    private func scalar(_ name: String) -> JSONValue? {
        switch object[name] {
        case nil, .null, .list, .object: nil
        case let value: value
        }
    }

    private func wrongType(_ name: String, _ expected: String) -> Rejection {
        Rejection(.wrongType, "the field \(name) of \(place) is not \(expected)")
    }
}
