internal import Foundation
internal import IAPDatabase
internal import IAPJSON
internal import IAPModel
internal import IAPSignatures

/// A request of `verifyReceipt`, with the properties of the endpoint.
package struct VerifyReceiptRequest: Sendable {
    /// The body of the request, as JSON.
    package var body: [UInt8]
    /// Whether the request went to the production endpoint. False means the sandbox endpoint.
    package var isForProduction = false
    /// The app's shared secret; nil if the store accepts any secret.
    package var sharedSecret: String?
    package init(body: [UInt8]) { self.body = body }

    /// The content of the body.
    struct Question {
        /// Nil if the body names no receipt.
        var receipt: [UInt8]?
        /// Nil if there is none; empty if it is no text.
        var password: String?
        var excludesOldTransactions: Bool
    }

    /// Nil if the body is no JSON object.
    var question: Question? {
        guard case .object(let members) = try? JSONReader.read(body) else { return nil }
        var question = Question(excludesOldTransactions: members["exclude-old-transactions"] == .flag(true))
        if case .text(let text) = members["receipt-data"] { question.receipt = Array(text.utf8) }
        switch members["password"] {
        case nil, .null: break
        case .text(let text): question.password = text
        default: question.password = ""
        }
        return question
    }
}

/// The response of `verifyReceipt` for a valid receipt.
struct VerifyReceiptResponse {
    private let receipt: AppReceipt
    private let request: VerifyReceiptRequest
    /// In milliseconds since 1970.
    private let date: Int64
    /// The reason why a purchase of the receipt was revoked, by transaction id. The receipt has only the date.
    var cancellationReasons: [UInt64: Int] = [:]
    /// The purchases that the ledger has now. Only receipts with subscriptions get this and the following fields.
    var latest: [LedgerTransaction] = []
    var renewals: [LedgerStatus] = []
    /// Base64.
    var latestReceipt: String?

    init(_ receipt: AppReceipt, _ request: VerifyReceiptRequest, date: Int64) {
        self.receipt = receipt
        self.request = request
        self.date = date
    }

    /// The response as JSON. Apple writes nearly all values as texts.
    var text: String {
        var response = ["receipt": receiptFields]
        response["status"] = .whole(0)
        response["environment"] = .text(request.isForProduction ? "Production" : "Sandbox")
        if let latestReceipt {
            response["latest_receipt"] = .text(latestReceipt)
            response["latest_receipt_info"] = .list(latest.map { Self.object($0.responseFields) })
            response["pending_renewal_info"] = .list(renewals.map { Self.object($0.responseFields) })
        }
        return JSONValue.object(of: response).json
    }

    private static func object(_ texts: [String: String]) -> JSONValue { .object(of: texts.mapValues(JSONValue.text)) }

    private var receiptFields: JSONValue {
        var texts: [String: String] = [:]
        texts["receipt_type"] = receipt.receiptType
        texts["bundle_id"] = receipt.bundleID
        texts["application_version"] = receipt.appVersion
        texts["original_application_version"] = receipt.originalAppVersion
        texts.set("receipt_creation_date", date: receipt.creationDate)
        texts.set("request_date", date: date)
        texts.set("original_purchase_date", date: receipt.originalPurchaseDate)
        texts.set("expiration_date", date: receipt.expirationDate)
        var fields = texts.mapValues(JSONValue.text)
        fields["in_app"] = .list(
            receipt.purchases.map { purchase in
                var fields = purchase.responseFields
                let reason = purchase.transactionID.flatMap { cancellationReasons[$0] }
                fields["cancellation_reason"] = reason.map { String($0) }
                return Self.object(fields)
            })
        // The sandbox does not give these ids.
        for id in ["adam_id", "app_item_id", "download_id", "version_external_identifier"] {
            fields[id] = .whole(0)
        }
        return .object(of: fields)
    }
}

extension ReceiptPurchase {
    fileprivate var responseFields: [String: String] {
        var fields: [String: String] = [:]
        fields["quantity"] = quantity.map { String($0) }
        fields["product_id"] = productID
        fields["transaction_id"] = transactionID.map { String($0) }
        fields["original_transaction_id"] = originalTransactionID.map { String($0) }
        fields.set("purchase_date", date: purchaseDate)
        fields.set("original_purchase_date", date: originalPurchaseDate)
        fields.set("expires_date", date: expirationDate)
        fields.set("cancellation_date", date: cancellationDate)
        fields["web_order_line_item_id"] = webOrderLineItemID.map { String($0) }
        fields["is_trial_period"] = String(isInTrialPeriod)
        if expirationDate != nil { fields["is_in_intro_offer_period"] = String(isInIntroductoryOffer) }
        fields["promotional_offer_id"] = promotionalOfferID
        return fields
    }
}

extension LedgerTransaction {
    fileprivate var responseFields: [String: String] {
        var fields = ReceiptPurchase(self).responseFields
        fields["cancellation_reason"] = (revocation?.reason).map { String($0) }
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
        webOrderLineItemID = transaction.webOrderLineItemID
        isInTrialPeriod = transaction.isInTrialPeriod
        isInIntroductoryOffer = transaction.isInIntroductoryOffer
        promotionalOfferID = transaction.offer?.type == .promotional ? transaction.offer?.id : nil
    }
}

extension LedgerStatus {
    fileprivate var responseFields: [String: String] {
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

/// The texts of a date in responses of `verifyReceipt`, for example `2020-07-22 17:39:08 Etc/GMT` and `2020-07-22 10:39:08
/// America/Los_Angeles`.
struct VerifyReceiptDate {
    let greenwich: String
    let pacific: String

    private static let zone = TimeZone(identifier: "America/Los_Angeles")
    /// The offset on machines that do not know this time zone: always winter time.
    private static let winterOffset = -28_800

    /// - Parameter milliseconds: Milliseconds since 1970. The result is nil if the year does not have four digits.
    init?(_ milliseconds: Int64) {
        let offset = Self.zone?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
        let local = milliseconds.clampedAdding(Int64(offset ?? Self.winterOffset) * 1000)
        guard let greenwich = Self.text(milliseconds), let pacific = Self.text(local) else { return nil }
        self.greenwich = greenwich + " Etc/GMT"
        self.pacific = pacific + " America/Los_Angeles"
    }

    private static func text(_ milliseconds: Int64) -> String? {
        ReceiptDate.text(milliseconds).map { "\($0.prefix(10)) \($0.dropFirst(11).dropLast())" }
    }
}

/// `verifyReceipt`: servers sent app receipts to it for a check by the App Store. Apple has deprecated it, but it still works.
extension Receipts {
    /// Returns the response as JSON.
    package func response(to request: VerifyReceiptRequest) throws -> String {
        guard let question = request.question else { return Self.text(Status.noJSON) }
        let receipt: AppReceipt
        switch check(question, request) {
        case .success(let checked): receipt = checked
        case .failure(let refusal): return Self.text(refusal.status)
        }
        let bytes = question.receipt ?? []
        return try file.read { ledger in
            var response = VerifyReceiptResponse(receipt, request, date: try ledger.now)
            for purchase in receipt.purchases where purchase.cancellationDate != nil {
                guard let id = purchase.transactionID else { continue }
                response.cancellationReasons[id] = try ledger.transaction(id)?.revocation?.reason
            }
            // Only subscriptions need the rest.
            guard receipt.hasSubscriptions, let device = try self.device(of: receipt, ledger) else {
                return response.text
            }
            let history = try ledger.history(of: device.account)
            response.latest = (question.excludesOldTransactions ? history.latestOfSubscriptions : history).reversed()
            response.renewals = try statuses.list(of: device.account, groupID: nil, ledger)
            response.latestReceipt =
                try self.latestReceipt(for: device, ledger) ?? String(decoding: bytes, as: UTF8.self)
            return response.text
        }
    }

    private static func text(_ status: Int) -> String { "{\"status\":\(status)}" }

    private enum Status {
        static let noJSON = 21000
        static let malformed = 21002
        static let notAuthentic = 21003
        static let wrongSecret = 21004
        static let ofSandbox = 21007
        static let ofProduction = 21008
    }

    private struct Refusal: Error {
        var status: Int
    }

    /// Receipts of other apps are authentic too.
    private func check(
        _ question: VerifyReceiptRequest.Question, _ request: VerifyReceiptRequest
    ) -> Result<AppReceipt, Refusal> {
        func refusal(_ status: Int) -> Result<AppReceipt, Refusal> { .failure(Refusal(status: status)) }
        guard let bytes = question.receipt, let read = try? AppReceipt(unchecked: bytes) else {
            return refusal(Status.malformed)
        }
        let environment = SignedEnvironments(receiptType: read.receiptType)
        if environment == .sandbox, request.isForProduction { return refusal(Status.ofSandbox) }
        if environment == .production, !request.isForProduction { return refusal(Status.ofProduction) }
        guard let receipt = try? identity.certificates.receiptVerifier.verify(bytes) else {
            return refusal(Status.notAuthentic)
        }
        if let secret = request.sharedSecret, question.password != nil || receipt.hasSubscriptions {
            guard question.password.map(ExactText.init) == ExactText(secret) else { return refusal(Status.wrongSecret) }
        }
        return .success(receipt)
    }

    /// Returns the receipt in Base64; nil if the store cannot make it.
    private func latestReceipt(for device: DeviceAddress, _ ledger: Ledger) throws -> String? {
        let receipt = try receipt(for: device, ledger)
        return (try? identity.sign(receipt, forgedAs: nil)).map(Base64.encode)
    }
}

extension AppReceipt {
    fileprivate var hasSubscriptions: Bool { purchases.contains { $0.productType == .autoRenewableSubscription } }
}

extension [LedgerTransaction] {
    /// The newest transaction of each auto-renewable subscription, and all other transactions, in the order of their ids.
    fileprivate var latestOfSubscriptions: [LedgerTransaction] {
        var latest: [UInt64: UInt64] = [:]
        for transaction in self where transaction.productType == .autoRenewableSubscription {
            latest[transaction.originalID] = transaction.id
        }
        return filter { $0.productType != .autoRenewableSubscription || latest[$0.originalID] == $0.id }
    }
}
