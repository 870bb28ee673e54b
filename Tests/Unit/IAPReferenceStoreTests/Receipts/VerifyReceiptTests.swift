import Foundation
import IAPModel
import IAPSignatures
import Testing

@testable import IAPReferenceStore

/// A response of `verifyReceipt`.
private struct Answer {
    let text: String
    private let object: [String: Any]

    init(_ text: String) throws {
        self.text = text
        object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    var status: Int? { object["status"] as? Int }
    var environment: String? { object["environment"] as? String }
    var receipt: [String: Any] { object["receipt"] as? [String: Any] ?? [:] }
    var purchases: [[String: String]] { receipt["in_app"] as? [[String: String]] ?? [] }
    var latest: [[String: String]] { object["latest_receipt_info"] as? [[String: String]] ?? [] }
    var renewals: [[String: String]] { object["pending_renewal_info"] as? [[String: String]] ?? [] }
    var latestReceipt: String? { object["latest_receipt"] as? String }
}

extension [[String: String]] {
    fileprivate var ids: [UInt64?] { map { $0["transaction_id"].flatMap(UInt64.init) } }

    fileprivate func first(_ id: UInt64) -> [String: String]? { first { $0["transaction_id"] == String(id) } }
}

/// The store's `verifyReceipt` responses.
struct VerifyReceiptTests {
    private let store: ReferenceStore
    private let device: StoreDevice

    init() throws {
        store = try OfferShop.open()
        device = try store.device()
    }

    private func receipt() throws -> String { Base64.encode(try device.app.receipt(isRefresh: true)) }

    /// Returns the response to a request with a new receipt of the device.
    private func response(
        _ more: String = "", to receipt: String? = nil, _ change: (inout VerifyReceiptRequest) -> Void = { _ in }
    ) throws -> Answer {
        let text = try receipt ?? self.receipt()
        var request = VerifyReceiptRequest(body: Array("{\"receipt-data\":\"\(text)\"\(more)}".utf8))
        change(&request)
        return try Answer(store.receipts.response(to: request))
    }

    private func status(
        _ more: String = "", to receipt: String? = nil, _ change: (inout VerifyReceiptRequest) -> Void = { _ in }
    ) throws -> Int? {
        try response(more, to: receipt, change).status
    }

    // MARK: Statuses

    @Test func receiptOfTheStoreIsValid() throws {
        let response = try response()
        let (receipt, start) = (response.receipt, String(TestStore.start))
        #expect(response.status == 0 && response.environment == "Sandbox")
        #expect(receipt["receipt_type"] as? String == "ProductionSandbox")
        #expect(receipt["bundle_id"] as? String == "com.example.game")
        #expect(receipt["application_version"] as? String == "1.0")
        #expect(receipt["original_application_version"] as? String == "1.0")
        #expect(receipt["receipt_creation_date_ms"] as? String == start)
        #expect(receipt["request_date_ms"] as? String == start)
        #expect(receipt["original_purchase_date_ms"] as? String == "1375340400000")
        #expect(receipt["adam_id"] as? Int == 0 && receipt["download_id"] as? Int == 0)
        #expect(response.purchases.isEmpty && response.latest.isEmpty && response.renewals.isEmpty)
        #expect(response.latestReceipt == nil)
    }

    @Test(arguments: ["", "null", "[]", "{", "{\"receipt-data\":\"\"}{}", "\u{0}"])
    func bodyThatIsNoObjectGives21000(body: String) throws {
        let text = try store.receipts.response(to: VerifyReceiptRequest(body: Array(body.utf8)))
        #expect(text == "{\"status\":21000}")
    }

    @Test(arguments: [
        "{}", "{\"receipt-data\":null}", "{\"receipt-data\":1}", "{\"receipt-data\":\"\"}",
        "{\"receipt-data\":\"MA==\"}",
        "{\"receipt-data\":\"e30=\"}", "{\"receipt-data\":\"MIIT\"}", "{\"receipt-data\":\"!\"}",
    ])
    func invalidReceiptGives21002(body: String) throws {
        #expect(try store.receipts.response(to: VerifyReceiptRequest(body: Array(body.utf8))) == "{\"status\":21002}")
    }

    @Test func receiptOfAnotherStoreGives21003() throws {
        let other = try OfferShop.open(seed: 2).device().app.receipt(isRefresh: true)
        #expect(try status(to: Base64.encode(other)) == 21003)
        var altered = try device.app.receipt(isRefresh: true)
        altered[altered.count - 1] ^= 1
        #expect(try status(to: Base64.encode(altered)) == 21003)
    }

    @Test func receiptOfTheSandboxIsSentThereByProduction() throws {
        let response = try response { $0.isForProduction = true }
        #expect(response.text == "{\"status\":21007}")
    }

    @Test func receiptOfProductionIsSentThereByTheSandbox() throws {
        var receipt = Receipt(
            environment: "Production", bundleID: "com.example.game", appVersion: "1", opaqueValue: [],
            deviceIdentifier: [], creationDate: TestStore.start)
        let text = Base64.encode(try ReceiptWriter(store.identity.certificates.chain).write(receipt))
        #expect(try status(to: text) == 21008)
        // This store sells nothing in production. Therefore the receipt is forged.
        #expect(try response(to: text) { $0.isForProduction = true }.status == 21003)
        receipt.environment = "Xcode"
        let other = Base64.encode(try ReceiptWriter(store.identity.certificates.chain).write(receipt))
        #expect(try status(to: other) == 21003)
    }

    /// The store reports what the receipt contains. The client must check the app itself.
    @Test func receiptOfAnotherAppIsAuthentic() throws {
        let receipt = Receipt(
            bundleID: "com.example.other", appVersion: "1", opaqueValue: [], deviceIdentifier: [],
            creationDate: TestStore.start)
        let response = try response(
            to: Base64.encode(try ReceiptWriter(store.identity.certificates.chain).write(receipt)))
        #expect(response.status == 0 && response.receipt["bundle_id"] as? String == "com.example.other")
    }

    /// A receipt of another app or of another device is authentic, and a chain may be longer.
    @Test(arguments: Forgery.allCases) func forgedReceiptIsRefused(forgery: Forgery) throws {
        _ = try device.buy("month")
        try store.controls.setForgery(forgery)
        let text = try receipt()
        let isAuthentic = [.otherBundle, .otherDevice, .longChain].contains(forgery)
        #expect((try status(to: text) == 0) == isAuthentic)
        #expect(try status(to: text) { $0.isForProduction = true } != 0)
    }

    @Test func sharedSecretIsComparedWhereItMatters() throws {
        func status(_ more: String) throws -> Int? { try self.status(more) { $0.sharedSecret = "s3cret" } }
        #expect(try status("") == 0, "a receipt without subscriptions needs no password")
        #expect(try status(",\"password\":\"other\"") == 21004)
        _ = try device.buy("month")
        #expect(try status("") == 21004 && status(",\"password\":null") == 21004)
        #expect(try status(",\"password\":\"S3CRET\"") == 21004 && status(",\"password\":7") == 21004)
        #expect(try status(",\"password\":\"s3cret\"") == 0)
        #expect(try self.status(",\"password\":\"any\"") == 0, "a store without a shared secret accepts any password")
    }

    // MARK: The lists in the response

    @Test func purchasesAreThoseOfTheReceipt() throws {
        let (coins, used, skin) = (try device.buy("coins"), try device.buy("coins"), try device.buy("generic"))
        try device.finish(used.id)
        let text = try receipt()
        _ = try device.buy("coins")
        let body = try response(to: text)
        #expect(Set(body.purchases.ids) == [coins.id, skin.id])
        let first = try #require(body.purchases.first(coins.id))
        #expect(first["product_id"] == "coins" && first["quantity"] == "1")
        #expect(first["original_transaction_id"] == String(coins.id))
        #expect(first["purchase_date_ms"] == String(TestStore.start))
        #expect(first["original_purchase_date_ms"] == String(TestStore.start))
        #expect(first["expires_date_ms"] == nil && first["is_trial_period"] == "false")
        #expect(body.latest.isEmpty && body.latestReceipt == nil, "there is no subscription")
    }

    @Test func latestPurchasesAreThoseOfTheLedger() throws {
        var options = PurchaseOptions(token: OfferShop.token)
        options.introductoryOfferJWS = try store.introduction(true).introductoryOfferJWS
        let first = try device.buy("month", options)
        let text = try receipt()
        try store.pass(days: 40)
        let skin = try device.buy("generic")
        let body = try response(to: text)
        #expect(body.purchases.ids == [first.id])
        let latest = try device.history()
        #expect(latest.count > 2)
        // The newest comes first.
        #expect(body.latest.ids == latest.map(\.id).reversed())
        let trial = try #require(body.latest.last)
        #expect(trial["is_trial_period"] == "true" && trial["is_in_intro_offer_period"] == "false")
        #expect(trial["app_account_token"] == OfferShop.token && trial["is_upgraded"] == nil)
        #expect(trial["subscription_group_identifier"] == "CLUB" && trial["in_app_ownership_type"] == "PURCHASED")
        #expect(trial["expires_date_ms"] == first.expirationDate.map { String($0) })
        #expect(trial["web_order_line_item_id"] == first.webOrderLineItemID.map { String($0) })
        #expect(try #require(body.latest.first(skin.id))["subscription_group_identifier"] == nil)
        // This is the current receipt of the same device.
        let bytes = try #require(body.latestReceipt.flatMap(Base64.decode))
        #expect(bytes == (try device.app.receipt(isRefresh: true)))
    }

    @Test func oldTransactionsAreLeftOutOnRequest() throws {
        let month = try device.buy("month")
        try store.pass(days: 100)
        let extra = try device.buy("extra")
        let skin = try device.buy("generic")
        let all = try device.history()
        let newest = try #require(all.last { $0.originalID == month.id })
        let body = try response(",\"exclude-old-transactions\":true")
        #expect(body.latest.ids == [skin.id, extra.id, newest.id])
        #expect(try response(",\"exclude-old-transactions\":false").latest.count == all.count)
        #expect(body.purchases.count == all.count, "the purchases of the receipt do not change")
    }

    @Test func refundAndUpgradeAreReported() throws {
        let low = try device.buy("low")
        let month = try device.buy("month")
        let coins = try device.buy("coins")
        guard try store.refunds.refund(coins.id, .full, reason: 1).revocation != nil else {
            Issue.record("the purchase was not refunded")
            return
        }
        let body = try response()
        for list in [body.purchases, body.latest] {
            let refunded = try #require(list.first(coins.id))
            #expect(refunded["cancellation_date_ms"] == String(TestStore.start))
            #expect(refunded["cancellation_reason"] == "1")
        }
        #expect(try #require(body.latest.first(low.id))["is_upgraded"] == "true")
        #expect(try #require(body.latest.first(month.id))["is_upgraded"] == nil)
    }

    @Test func offersAreNamed() throws {
        let low = try device.buy("low")
        let promoted = try device.buy("month", try store.promotion("half"))
        let body = try response()
        for list in [body.purchases, body.latest] {
            #expect(list.count == 2)
            #expect(try #require(list.first(promoted.id))["promotional_offer_id"] == "half")
            #expect(try #require(list.first(low.id))["promotional_offer_id"] == nil)
        }
        #expect(body.renewals.map { $0["promotional_offer_id"] } == ["half"])
    }

    @Test func renewalsAreThoseOfTheAccount() throws {
        let (extra, month) = (try device.buy("extra"), try device.buy("month"))
        try store.leave(extra.id)
        var renewals = try response().renewals
        #expect(renewals.map { $0["original_transaction_id"] } == [String(month.id), String(extra.id)])
        #expect(renewals.map { $0["product_id"] } == ["month", "extra"])
        #expect(renewals.map { $0["auto_renew_status"] } == ["1", "0"])
        #expect(renewals.map { $0["auto_renew_product_id"] } == ["month", "extra"])
        #expect(renewals.allSatisfy { $0["expiration_intent"] == nil && $0["price_consent_status"] == nil })
        try store.pass(days: 10)
        renewals = try response().renewals
        #expect(renewals.map { $0["expiration_intent"] } == [nil, "1"])
        #expect(renewals.map { $0["is_in_billing_retry_period"] } == [nil, "0"])
    }

    @Test func responseAboutAnotherAccountIsThatAccounts() throws {
        _ = try device.buy("month")
        let other = try store.device("console", account: "ben")
        let theirs = try other.buy("low")
        let text = Base64.encode(try other.app.receipt(isRefresh: true))
        let body = try response(to: text)
        #expect(body.latest.ids == [theirs.id] && body.renewals.map { $0["product_id"] } == ["low"])
        #expect(body.latestReceipt.flatMap(Base64.decode) == (try other.app.receipt(isRefresh: true)))
    }

    @Test func answeringChangesNothing() throws {
        _ = try device.buy("month")
        let text = try receipt()
        let before = try store.file.lastCommand
        _ = try response(to: text)
        #expect(try store.file.lastCommand == before)
    }
}
