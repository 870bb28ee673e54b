internal import Foundation
internal import IAPJSON
internal import IAPModel
internal import IAPSignedData

/// The response of `verifyReceipt` for a valid receipt.
struct VerifyReceiptAnswer {
    private let receipt: AppReceipt
    private let request: VerifyReceiptRequest
    /// In milliseconds since 1970.
    private let date: Int64
    /// The purchases of the receipt.
    var purchases: [ReceiptPurchase]
    /// The purchases that the ledger has now. Only receipts with subscriptions get this and the following fields.
    var latest: [LedgerTransaction] = []
    var renewals: [LedgerStatus] = []
    /// Base64.
    var latestReceipt: String?

    init(_ receipt: AppReceipt, _ request: VerifyReceiptRequest, date: Int64) {
        self.receipt = receipt
        self.request = request
        self.date = date
        purchases = receipt.purchases
    }

    /// Returns JSON without a receipt.
    static func text(status: Int32, _ request: VerifyReceiptRequest) -> String {
        var answer = AnswerFields(status: status)
        if status == 21010 || status >= 21100 {
            answer.environment = environment(request)
            if request.hasOlderNames {
                answer.isRetryableByOlderName = request.isRetryable
            } else {
                answer.isRetryable = request.isRetryable
            }
        }
        return answer.text
    }

    private static func environment(_ request: VerifyReceiptRequest) -> String {
        request.isForProduction ? "Production" : "Sandbox"
    }

    /// The response as JSON.
    var text: String {
        var answer = AnswerFields(status: request.status ?? 0)
        answer.environment = Self.environment(request)
        answer.receipt = receiptFields
        if let latestReceipt {
            answer.latestReceipt = latestReceipt
            answer.latestReceiptInfo = latest.map(\.answerFields)
            answer.pendingRenewalInfo = renewals.map(\.answerFields)
        }
        return answer.text
    }

    private var receiptFields: [String: AnswerFields.Value] {
        var texts: [String: String] = [:]
        texts["receipt_type"] = receipt.receiptType
        texts["bundle_id"] = receipt.bundleID
        texts["application_version"] = receipt.appVersion
        texts["original_application_version"] = receipt.originalAppVersion
        texts.set("receipt_creation_date", date: receipt.creationDate)
        texts.set("request_date", date: date)
        texts.set("original_purchase_date", date: receipt.originalPurchaseDate)
        texts.set("expiration_date", date: receipt.expirationDate)
        var fields = texts.mapValues(AnswerFields.Value.text)
        fields["in_app"] = .list(purchases.map(\.answerFields))
        // The sandbox does not give these ids.
        for id in ["adam_id", "app_item_id", "download_id", "version_external_identifier"] { fields[id] = .number(0) }
        return fields
    }
}

/// The fields of a response. Apple writes nearly all values as texts.
private struct AnswerFields: Encodable {
    var status: Int32
    var environment: String?
    var isRetryable: Bool?
    var isRetryableByOlderName: Bool?
    var receipt: [String: Value]?
    var latestReceipt: String?
    var latestReceiptInfo: [[String: String]]?
    var pendingRenewalInfo: [[String: String]]?

    init(status: Int32) { self.status = status }

    private enum CodingKeys: String, CodingKey {
        case status, environment, receipt
        case isRetryable = "is_retryable"
        case isRetryableByOlderName = "is-retryable"
        case latestReceipt = "latest_receipt"
        case latestReceiptInfo = "latest_receipt_info"
        case pendingRenewalInfo = "pending_renewal_info"
    }

    enum Value: Encodable {
        case text(String)
        case number(Int)
        case list([[String: String]])

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            case .list(let list): try container.encode(list)
            }
        }
    }

    var text: String { JSONEncoder.sortedText(self) ?? "{}" }
}

extension ReceiptPurchase {
    fileprivate var answerFields: [String: String] {
        var fields: [String: String] = [:]
        fields["quantity"] = quantity.map { String($0) }
        fields["product_id"] = productID
        fields["transaction_id"] = transactionID.map { String($0) }
        fields["original_transaction_id"] = originalTransactionID.map { String($0) }
        fields.set("purchase_date", date: purchaseDate)
        fields.set("original_purchase_date", date: originalPurchaseDate)
        fields.set("expires_date", date: expirationDate)
        fields.set("cancellation_date", date: cancellationDate)
        fields["cancellation_reason"] = cancellationReason.map { String($0) }
        fields["web_order_line_item_id"] = webOrderLineItemID.map { String($0) }
        fields["is_trial_period"] = String(isInTrialPeriod)
        if expirationDate != nil { fields["is_in_intro_offer_period"] = String(isInIntroductoryOffer) }
        fields["promotional_offer_id"] = promotionalOfferID
        return fields
    }
}

extension LedgerTransaction {
    fileprivate var answerFields: [String: String] {
        var fields = ReceiptPurchase(self).answerFields
        fields["app_account_token"] = appAccountToken
        fields["in_app_ownership_type"] = ownership.rawValue
        if isUpgraded { fields["is_upgraded"] = "true" }
        if offer?.type == .code { fields["offer_code_ref_name"] = offer?.id }
        fields["subscription_group_identifier"] = subscriptionGroupID
        return fields
    }
}

extension ReceiptPurchase {
    fileprivate init(_ transaction: LedgerTransaction) {
        self.init()
        quantity = Int32(clamping: transaction.quantity)
        productID = transaction.productID
        transactionID = transaction.id
        originalTransactionID = transaction.originalID
        purchaseDate = transaction.purchaseDate
        originalPurchaseDate = transaction.originalPurchaseDate
        expirationDate = transaction.expirationDate
        cancellationDate = transaction.revocation?.date
        cancellationReason = transaction.revocation?.reason
        webOrderLineItemID = transaction.webOrderLineItemID
        isInTrialPeriod = transaction.isInTrialPeriod
        isInIntroductoryOffer = transaction.isInIntroductoryOffer
        promotionalOfferID = transaction.offer?.type == .promotional ? transaction.offer?.id : nil
    }
}

extension LedgerStatus {
    fileprivate var answerFields: [String: String] {
        var fields: [String: String] = [:]
        fields["original_transaction_id"] = String(renewal.originalTransactionID)
        fields["product_id"] = renewal.productID
        fields["auto_renew_product_id"] = renewal.autoRenewProductID ?? renewal.productID
        fields["auto_renew_status"] = renewal.willAutoRenew ? "1" : "0"
        if let reason = renewal.expirationReason {
            fields["expiration_intent"] = String(reason.rawValue)
            fields["is_in_billing_retry_period"] = renewal.isInBillingRetry ? "1" : "0"
        }
        fields.set("grace_period_expires_date", date: renewal.gracePeriodExpirationDate)
        if renewal.priceIncrease != .none {
            let isAgreed = renewal.priceIncrease == .agreed ? "1" : "0"
            fields["price_consent_status"] = isAgreed
            fields["price_increase_status"] = isAgreed
        }
        switch renewal.offer?.type {
        case .code: fields["offer_code_ref_name"] = renewal.offer?.id
        case .promotional: fields["promotional_offer_id"] = renewal.offer?.id
        default: break
        }
        return fields
    }
}

extension [String: String] {
    /// Sets a date in its three forms.
    fileprivate mutating func set(_ name: String, date milliseconds: Int64?) {
        guard let milliseconds, let texts = VerifyReceiptDate(milliseconds) else { return }
        self[name] = texts.greenwich
        self[name + "_ms"] = String(milliseconds)
        self[name + "_pst"] = texts.pacific
    }
}
