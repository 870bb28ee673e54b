internal import IAPModel
internal import SignedData

/// What `verifyReceipt` answers about a receipt that is valid.
struct VerifyReceiptAnswer {
    private let receipt: AppReceipt
    private let request: VerifyReceiptRequest
    /// In milliseconds since 1970.
    private let date: Int64
    /// Those of the receipt.
    var purchases: [ReceiptPurchase]
    /// What the ledger lists now. Only of receipts with subscriptions, as the rest.
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

    /// JSON without a receipt.
    static func text(status: Int32, _ request: VerifyReceiptRequest) -> String {
        var fields: [String: JSONValue] = ["status": .number(Double(status))]
        if status == 21010 || status >= 21100 {
            fields["environment"] = .string(environment(request))
            fields[request.hasOlderNames ? "is-retryable" : "is_retryable"] = .bool(request.isRetryable)
        }
        return JSONValue.object(fields).text
    }

    private static func environment(_ request: VerifyReceiptRequest) -> String {
        request.isForProduction ? "Production" : "Sandbox"
    }

    /// JSON.
    var text: String {
        var fields: [String: JSONValue] = [
            "status": .number(Double(request.status ?? 0)), "environment": .string(Self.environment(request)),
            "receipt": .object(receiptFields),
        ]
        if let latestReceipt {
            fields["latest_receipt"] = .string(latestReceipt)
            fields["latest_receipt_info"] = .array(latest.map { .object($0.answerFields) })
            fields["pending_renewal_info"] = .array(renewals.map { .object($0.answerFields) })
        }
        return JSONValue.object(fields).text
    }

    private var receiptFields: [String: JSONValue] {
        var fields: [String: JSONValue] = [
            // Ids that the sandbox does not give.
            "adam_id": .number(0), "app_item_id": .number(0), "download_id": .number(0),
            "version_external_identifier": .number(0),
            "in_app": .array(purchases.map { .object($0.answerFields) }),
        ]
        fields.set("receipt_type", receipt.receiptType)
        fields.set("bundle_id", receipt.bundleID)
        fields.set("application_version", receipt.appVersion)
        fields.set("original_application_version", receipt.originalAppVersion)
        fields.set("receipt_creation_date", date: receipt.creationDate)
        fields.set("request_date", date: date)
        fields.set("original_purchase_date", date: receipt.originalPurchaseDate)
        fields.set("expiration_date", date: receipt.expirationDate)
        return fields
    }
}

extension ReceiptPurchase {
    fileprivate var answerFields: [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        fields.set("quantity", quantity.map { String($0) })
        fields.set("product_id", productID)
        fields.set("transaction_id", transactionID.map { String($0) })
        fields.set("original_transaction_id", originalTransactionID.map { String($0) })
        fields.set("purchase_date", date: purchaseDate)
        fields.set("original_purchase_date", date: originalPurchaseDate)
        fields.set("expires_date", date: expirationDate)
        fields.set("cancellation_date", date: cancellationDate)
        fields.set("cancellation_reason", cancellationReason.map { String($0) })
        fields.set("web_order_line_item_id", webOrderLineItemID.map { String($0) })
        fields.set("is_trial_period", String(isInTrialPeriod))
        if expirationDate != nil { fields.set("is_in_intro_offer_period", String(isInIntroductoryOffer)) }
        fields.set("promotional_offer_id", promotionalOfferID)
        return fields
    }
}

extension LedgerTransaction {
    fileprivate var answerFields: [String: JSONValue] {
        var fields = ReceiptPurchase(self).answerFields
        fields.set("app_account_token", appAccountToken)
        fields.set("in_app_ownership_type", ownership.rawValue)
        if isUpgraded { fields.set("is_upgraded", "true") }
        if offer?.type == .code { fields.set("offer_code_ref_name", offer?.id) }
        fields.set("subscription_group_identifier", subscriptionGroupID)
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
    fileprivate var answerFields: [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        fields.set("original_transaction_id", String(renewal.originalTransactionID))
        fields.set("product_id", renewal.productID)
        fields.set("auto_renew_product_id", renewal.autoRenewProductID ?? renewal.productID)
        fields.set("auto_renew_status", renewal.willAutoRenew ? "1" : "0")
        if let reason = renewal.expirationReason {
            fields.set("expiration_intent", String(reason.rawValue))
            fields.set("is_in_billing_retry_period", renewal.isInBillingRetry ? "1" : "0")
        }
        fields.set("grace_period_expires_date", date: renewal.gracePeriodExpirationDate)
        if renewal.priceIncrease != .none {
            let isAgreed = renewal.priceIncrease == .agreed ? "1" : "0"
            fields.set("price_consent_status", isAgreed)
            fields.set("price_increase_status", isAgreed)
        }
        switch renewal.offer?.type {
        case .code: fields.set("offer_code_ref_name", renewal.offer?.id)
        case .promotional: fields.set("promotional_offer_id", renewal.offer?.id)
        default: break
        }
        return fields
    }
}

extension [String: JSONValue] {
    /// Nothing is written for nil.
    fileprivate mutating func set(_ name: String, _ text: String?) {
        if let text { self[name] = .string(text) }
    }

    /// A date has three forms.
    fileprivate mutating func set(_ name: String, date milliseconds: Int64?) {
        guard let milliseconds, let texts = VerifyReceiptDate(milliseconds) else { return }
        self[name] = .string(texts.greenwich)
        self[name + "_ms"] = .string(String(milliseconds))
        self[name + "_pst"] = .string(texts.pacific)
    }
}
