import Foundation
import IAPModel
import IAPSignatures
import Testing

@testable import IAPReferenceStore

/// The store's `verifyReceipt` responses, as a client parses them.
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
    ) throws -> ReceiptResponse {
        let text = try receipt ?? self.receipt()
        var request = VerifyReceiptRequest(body: Array("{\"receipt-data\":\"\(text)\"\(more)}".utf8))
        change(&request)
        return ReceiptResponse(
            httpStatus: 200, body: Array(try store.receipts.response(to: request).utf8),
            bundleID: store.identity.bundleID)
    }

    private func status(
        _ more: String = "", to receipt: String? = nil, _ change: (inout VerifyReceiptRequest) -> Void = { _ in }
    ) throws -> Int32? {
        try response(more, to: receipt, change).body?.status
    }

    // MARK: Statuses

    @Test func receiptOfTheStoreIsValid() throws {
        let response = try response()
        #expect(response.action == .grant)
        let body = try #require(response.body)
        #expect(body.environment == "Sandbox" && body.receiptType == "ProductionSandbox")
        #expect(body.bundleID == "com.example.game" && body.appVersion == "1.0" && body.originalAppVersion == "1.0")
        #expect(body.creationDate == TestStore.start && body.requestDate == TestStore.start)
        #expect(body.originalPurchaseDate == 1_375_340_400_000 && body.appAppleID == 0 && body.downloadID == 0)
        #expect(body.purchases.isEmpty && body.latest.isEmpty && body.renewals.isEmpty && body.latestReceipt == nil)
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
        #expect(response.action == .askSandbox && response.json == "{\"status\":21007}")
    }

    @Test func receiptOfProductionIsSentThereByTheSandbox() throws {
        var receipt = Receipt(
            environment: "Production", bundleID: "com.example.game", appVersion: "1", opaqueValue: [],
            deviceIdentifier: [], creationDate: TestStore.start)
        let text = Base64.encode(try ReceiptWriter(store.identity.certificates.chain).write(receipt))
        #expect(try status(to: text) == 21008)
        // This store sells nothing in production. Therefore the receipt is forged.
        #expect(try response(to: text) { $0.isForProduction = true }.body?.status == 21003)
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
        #expect(response.body?.status == 0 && response.action == .refuse)
    }

    @Test func sharedSecretIsComparedWhereItMatters() throws {
        func status(_ more: String) throws -> Int32? { try self.status(more) { $0.sharedSecret = "s3cret" } }
        #expect(try status("") == 0, "a receipt without subscriptions needs no password")
        #expect(try status(",\"password\":\"other\"") == 21004)
        _ = try device.buy("month")
        #expect(try status("") == 21004 && status(",\"password\":null") == 21004)
        #expect(try status(",\"password\":\"S3CRET\"") == 21004 && status(",\"password\":7") == 21004)
        #expect(try status(",\"password\":\"s3cret\"") == 0)
        #expect(try self.status(",\"password\":\"any\"") == 0, "a store without a shared secret accepts any password")
    }

    @Test(arguments: [21000, 21002, 21003, 21004, 21005, 21007, 21008, 21009] as [Int32])
    func simulatedStatusIsReturnedForEveryReceipt(status: Int32) throws {
        #expect(VerifyReceiptRequest.isKnown(status: status))
        let response = try response { $0.status = status }
        #expect(response.json == "{\"status\":\(status)}")
        #expect(try store.receipts.response(to: VerifyReceiptRequest(body: [])).contains("21000"))
    }

    @Test(arguments: [21010, 21100, 21199] as [Int32])
    func laterStatusesSayWhetherTheyPass(status: Int32) throws {
        for isRetryable in [true, false] {
            for (isOld, name) in [(true, "is-retryable"), (false, "is_retryable")] {
                let response = try response {
                    ($0.status, $0.isRetryable, $0.hasOlderNames) = (status, isRetryable, isOld)
                }
                let text = try #require(response.json)
                #expect(text.contains("\"\(name)\":\(isRetryable)") && text.contains("\"environment\":\"Sandbox\""))
                #expect(response.action == (status == 21010 || !isRetryable ? .refuse : .retry))
            }
        }
    }

    @Test func expiredResponseContainsTheReceipt() throws {
        let response = try response { $0.status = 21006 }
        #expect(response.body?.status == 21006 && response.action == .grant && response.body?.hasReceipt == true)
    }

    @Test(arguments: [-1, 1, 20999, 21001, 21011, 21099, 21200] as [Int32])
    func otherStatusesAreUnknown(status: Int32) {
        #expect(!VerifyReceiptRequest.isKnown(status: status))
    }

    // MARK: The lists in the response

    @Test func purchasesAreThoseOfTheReceipt() throws {
        let (coins, used, skin) = (try device.buy("coins"), try device.buy("coins"), try device.buy("generic"))
        try device.finish(used.id)
        let text = try receipt()
        _ = try device.buy("coins")
        let body = try #require(try response(to: text).body)
        #expect(Set(body.purchases.map(\.transactionID)) == [coins.id, skin.id])
        let first = try #require(body.purchases.first { $0.transactionID == coins.id })
        #expect(first.productID == "coins" && first.quantity == 1 && first.originalTransactionID == coins.id)
        #expect(first.purchaseDate == TestStore.start && first.originalPurchaseDate == TestStore.start)
        #expect(first.expirationDate == nil && !first.isInTrialPeriod)
        #expect(body.latest.isEmpty && body.latestReceipt == nil, "there is no subscription")
    }

    @Test func latestPurchasesAreThoseOfTheLedger() throws {
        var options = PurchaseOptions(token: OfferShop.token)
        options.introductoryOfferJWS = try store.introduction(true).introductoryOfferJWS
        let first = try device.buy("month", options)
        let text = try receipt()
        try store.pass(days: 40)
        let skin = try device.buy("generic")
        let body = try #require(try response(to: text).body)
        #expect(body.purchases.map(\.transactionID) == [first.id])
        let latest = try device.history()
        #expect(latest.count > 2)
        // The newest comes first.
        #expect(body.latest.map(\.transactionID) == latest.map(\.id).reversed())
        let trial = try #require(body.latest.last)
        #expect(trial.isInTrialPeriod && !trial.isInIntroductoryOffer && trial.appAccountToken == OfferShop.token)
        #expect(trial.subscriptionGroupID == "CLUB" && trial.ownership == "PURCHASED" && !trial.isUpgraded)
        #expect(trial.expirationDate == first.expirationDate && trial.webOrderLineItemID == first.webOrderLineItemID)
        #expect(body.latest.first { $0.transactionID == skin.id }?.subscriptionGroupID == nil)
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
        let body = try #require(try response(",\"exclude-old-transactions\":true").body)
        #expect(body.latest.map(\.transactionID) == [skin.id, extra.id, newest.id])
        #expect(try response(",\"exclude-old-transactions\":false").body?.latest.count == all.count)
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
        let body = try #require(try response().body)
        for list in [body.purchases, body.latest] {
            let refunded = try #require(list.first { $0.transactionID == coins.id })
            #expect(refunded.cancellationDate == TestStore.start && refunded.cancellationReason == 1)
        }
        #expect(body.latest.first { $0.transactionID == low.id }?.isUpgraded == true)
        #expect(body.latest.first { $0.transactionID == month.id }?.isUpgraded == false)
    }

    @Test func offersAreNamed() throws {
        let low = try device.buy("low")
        let promoted = try device.buy("month", try store.promotion("half"))
        let body = try #require(try response().body)
        let expected = [promoted.id: "half", low.id: nil]
        for list in [body.purchases, body.latest] {
            #expect(list.count == 2)
            for purchase in list { #expect(expected[purchase.transactionID ?? 0] == purchase.promotionalOfferID) }
        }
        #expect(body.renewals.map(\.promotionalOfferID) == ["half"])
    }

    @Test func renewalsAreThoseOfTheAccount() throws {
        let (extra, month) = (try device.buy("extra"), try device.buy("month"))
        try store.leave(extra.id)
        var renewals = try #require(try response().body).renewals
        #expect(renewals.map(\.originalTransactionID) == [month.id, extra.id])
        #expect(renewals.map(\.productID) == ["month", "extra"] && renewals.map(\.willAutoRenew) == [true, false])
        #expect(renewals.map(\.autoRenewProductID) == ["month", "extra"])
        #expect(renewals.allSatisfy { $0.expirationReason == nil && $0.hasAgreedToPriceIncrease == nil })
        try store.pass(days: 10)
        renewals = try #require(try response().body).renewals
        #expect(renewals.map(\.expirationReason) == [nil, 1] && renewals.map(\.isInBillingRetry) == [false, false])
    }

    @Test func responseAboutAnotherAccountIsThatAccounts() throws {
        _ = try device.buy("month")
        let other = try store.device("console", account: "ben")
        let theirs = try other.buy("low")
        let text = Base64.encode(try other.app.receipt(isRefresh: true))
        let body = try #require(try response(to: text).body)
        #expect(body.latest.map(\.transactionID) == [theirs.id] && body.renewals.map(\.productID) == ["low"])
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
