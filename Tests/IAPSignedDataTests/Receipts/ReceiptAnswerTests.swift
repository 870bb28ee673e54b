import IAPSignedText
import Testing

@testable import IAPReferenceStore
@testable import IAPSignedData

struct ReceiptAnswerTests {
    private static let bundleID = "com.example.caves"

    private func answer(
        _ body: String, httpStatus: Int32 = 200, bundleID: String? = bundleID
    ) -> ReceiptAnswer {
        ReceiptAnswer(httpStatus: httpStatus, body: Array(body.utf8), bundleID: bundleID)
    }

    private static func valid(_ status: Int = 0, bundleID: String = bundleID) -> String {
        "{\"status\":\(status),\"environment\":\"Sandbox\",\"receipt\":{\"bundle_id\":\"\(bundleID)\",\"in_app\":[]}}"
    }

    // MARK: What to do with a response

    @Test(
        arguments: [
            (21000, .fixRequest), (21001, .retry), (21002, .retry), (21003, .refuse), (21004, .fixRequest),
            (21005, .retry),
            (21007, .askSandbox), (21008, .askProduction), (21009, .retry), (21010, .refuse), (21011, .retry),
            (21099, .retry), (21100, .retry), (21199, .retry), (21200, .retry), (1, .retry), (-1, .retry),
        ] as [(Int, ReceiptAnswer.Action)])
    func statusDecidesTheAction(status: Int, action: ReceiptAnswer.Action) {
        let answer = answer("{\"status\":\(status)}")
        #expect(answer.action == action)
        #expect(!answer.message.isEmpty)
        #expect(answer.body?.status == Int32(status))
    }

    /// The field has two names and two types of value.
    @Test(arguments: ["is_retryable", "is-retryable"])
    func statusOfTheServicesDataMaySayThatItStays(name: String) {
        for status in [21100, 21150, 21199] {
            for (value, action) in [
                ("true", ReceiptAnswer.Action.retry), ("1", .retry), ("\"1\"", .retry), ("false", .refuse),
                ("0", .refuse), ("\"0\"", .refuse), ("null", .retry),
            ] {
                #expect(answer("{\"status\":\(status),\"\(name)\":\(value)}").action == action, "\(value)")
            }
        }
        // The field applies only to those statuses.
        #expect(answer("{\"status\":21005,\"\(name)\":false}").action == .retry)
        #expect(answer("{\"status\":21003,\"\(name)\":true}").action == .refuse)
    }

    @Test(arguments: [0, 21006])
    func validReceiptOfTheAppIsGranted(status: Int) {
        let answer = answer(Self.valid(status))
        #expect(answer.action == .grant)
        #expect(answer.message.isEmpty)
    }

    @Test
    func receiptOfAnotherAppIsRefused() {
        #expect(answer(Self.valid(bundleID: "com.example.other")).action == .refuse)
        #expect(answer(Self.valid(bundleID: "cafe\u{301}"), bundleID: "caf\u{E9}").action == .refuse)
        #expect(answer(Self.valid(bundleID: "com.example.other"), bundleID: nil).action == .grant)
    }

    @Test(arguments: [
        "{\"status\":0}", "{\"status\":0,\"receipt\":null}", "{\"status\":0,\"receipt\":[]}",
        "{\"status\":0,\"receipt\":{}}", "{\"status\":0,\"receipt\":{\"bundle_id\":\"\"}}",
    ])
    func validAnswerWithoutAReceiptOrAnAppGrantsNothing(body: String) {
        #expect(answer(body).action == .retry)
    }

    @Test(
        arguments: [
            (0, ReceiptAnswer.Action.retry), (-5, .retry), (100, .retry), (201, .retry), (204, .retry), (302, .retry),
            (400, .fixRequest), (401, .fixRequest), (403, .fixRequest), (404, .fixRequest), (405, .fixRequest),
            (408, .retry), (413, .fixRequest), (425, .retry), (429, .retry), (499, .fixRequest), (500, .retry),
            (502, .retry), (503, .retry), (599, .retry),
        ] as [(Int32, ReceiptAnswer.Action)])
    func otherHTTPStatusGrantsNothingForAnyBody(httpStatus: Int32, action: ReceiptAnswer.Action) {
        for body in [Self.valid(), "", "{\"status\":21003}"] {
            let answer = answer(body, httpStatus: httpStatus)
            #expect(answer.action == action)
            #expect(!answer.message.isEmpty)
        }
    }

    // MARK: Invalid responses

    @Test(arguments: [
        "", " ", "null", "[]", "0", "<html>", "{", "{}", "{\"status\":}", "{\"status\":\"x\"}", "{\"status\":0.5}",
        "{\"status\":99999999999}", "{\"status\":true}", "{\"status\":{}}", "{\"status\":0,\"status\":0}",
        "{\"status\":0}{}", "{\"status\":0,}", "\u{FEFF}{\"status\":0}", "{\"a\":1,\"a\":2,\"status\":21003}",
        "{\"status\":21003,\"receipt\":{\"a\":{},\"a\":{}}}", "{\"status\":21003,\"receipt\":{},\"receipt\":{}}",
        "{\"status\":21003,\"x\":[1,2}", "{\"status\":21003,\"x\":nan}",
    ])
    func bodyOfAnotherFormIsRetried(body: String) {
        #expect(answer(body).action == .retry)
    }

    @Test
    func bodyThatIsNotUTF8OrTooLongIsRetried() {
        let bytes = Array(Self.valid().utf8)
        #expect(ReceiptAnswer(httpStatus: 200, body: bytes + [0xFF], bundleID: nil).action == .retry)
        let long = bytes + [UInt8](repeating: 0x20, count: ReceiptAnswer.maximumLength)
        let answer = ReceiptAnswer(httpStatus: 200, body: long, bundleID: nil)
        #expect(answer.action == .retry && answer.json == nil)
    }

    @Test
    func answerThatEndsEarlyGrantsNothing() {
        let body = Array(Self.valid().utf8)
        for count in 0..<body.count {
            let answer = ReceiptAnswer(httpStatus: 200, body: Array(body[..<count]), bundleID: Self.bundleID)
            #expect(answer.action == .retry && answer.json == nil, "\(count)")
        }
    }

    @Test
    func deepNestingIsRetried() {
        for (opening, closing) in [("[", "]"), ("{\"a\":", "}")] {
            let count = 100_000
            let deep = String(repeating: opening, count: count) + "0" + String(repeating: closing, count: count)
            #expect(answer("{\"status\":21003,\"x\":\(deep)}").action == .retry)
            #expect(answer(deep).action == .retry)
        }
    }

    @Test(arguments: ["in_app", "latest_receipt_info", "pending_renewal_info"])
    func tooManyPurchasesAreRetried(list: String) {
        func body(_ count: Int) -> String {
            let items = Array(repeating: "{}", count: count).joined(separator: ",")
            let inside = list == "in_app" ? ",\"in_app\":[\(items)]" : ""
            let outside = list == "in_app" ? "" : ",\"\(list)\":[\(items)]"
            return "{\"status\":0,\"receipt\":{\"bundle_id\":\"\(Self.bundleID)\"\(inside)}\(outside)}"
        }
        #expect(answer(body(ReceiptAnswerBody.maximumItems)).action == .grant)
        #expect(answer(body(ReceiptAnswerBody.maximumItems + 1)).action == .retry)
    }

    /// A purchase with an unreadable id must not look like a purchase without an id.
    @Test(arguments: [
        "\"transaction_id\":\"x\"", "\"transaction_id\":\"-1\"", "\"transaction_id\":\"18446744073709551616\"",
        "\"transaction_id\":1.5", "\"transaction_id\":true", "\"quantity\":\"many\"", "\"quantity\":\"2147483648\"",
        "\"purchase_date_ms\":\"soon\"", "\"is_trial_period\":\"perhaps\"", "\"product_id\":false",
        "\"product_id\":\"a\\u0000b\"", "\"cancellation_date_ms\":\"\\u0661\"",
    ])
    func fieldOfAnotherTypeIsRetried(field: String) {
        for body in [
            "\"receipt\":{\"bundle_id\":\"\(Self.bundleID)\",\"in_app\":[{\(field)}]}",
            "\"receipt\":{\"bundle_id\":\"\(Self.bundleID)\",\"in_app\":[]},\"latest_receipt_info\":[{\(field)}]",
        ] {
            #expect(answer("{\"status\":0,\(body)}").action == .retry)
        }
    }

    // MARK: Content of a response

    @Test
    func fieldsAreReadAsTheAppStoreWritesThem() throws {
        let json = """
            {"status": 0, "environment": "Production", "latest_receipt": "MIIT", "receipt": {
             "receipt_type": "Production", "adam_id": 1234567890, "app_item_id": 1234567891,
             "download_id": 502345678901234567, "version_external_identifier": 845678901, "bundle_id": "com.example.caves",
             "application_version": "4", "original_application_version": "1.2",
             "receipt_creation_date": "2020-07-22 17:39:08 Etc/GMT", "receipt_creation_date_ms": "1595439548000",
             "receipt_creation_date_pst": "2020-07-22 10:39:08 America/Los_Angeles",
             "request_date_ms": "1595440486402", "original_purchase_date_ms": "1375340400000",
             "preorder_date_ms": "1375340300000", "expiration_date_ms": "1975340300000", "unheard_of": [{"a": [1]}],
             "in_app": [{"quantity": "2", "product_id": "gold", "transaction_id": "1000000692879214",
              "original_transaction_id": "1000000692878476", "purchase_date_ms": "1594755400000",
              "original_purchase_date_ms": "1594755207000", "expires_date_ms": "1594755700000",
              "cancellation_date_ms": "1594755500000", "cancellation_reason": "1",
              "web_order_line_item_id": "1000000054042695", "is_trial_period": "true",
              "is_in_intro_offer_period": "true", "promotional_offer_id": "spring"}]},
             "latest_receipt_info": [{"transaction_id": "5", "app_account_token": "t", "in_app_ownership_type":
              "FAMILY_SHARED", "is_upgraded": "true", "offer_code_ref_name": "code",
              "subscription_group_identifier": "20390"}, {"transaction_id": 6, "is_trial_period": false}],
             "pending_renewal_info": [{"auto_renew_product_id": "silver", "original_transaction_id": "7", "product_id":
              "gold", "auto_renew_status": "1", "expiration_intent": "2", "is_in_billing_retry_period": "1",
              "grace_period_expires_date_ms": "1594755800000", "price_consent_status": "0",
              "price_increase_status": "1", "offer_code_ref_name": "next", "promotional_offer_id": "summer"},
              {"auto_renew_status": "0"}]}
            """
        let answer = answer(json)
        #expect(answer.action == .grant)
        #expect(answer.json == json)
        let body = try #require(answer.body)
        #expect(body.environment == "Production" && body.receiptType == "Production" && body.latestReceipt == "MIIT")
        #expect(body.appAppleID == 1_234_567_890 && body.appItemID == 1_234_567_891)
        // A double cannot hold this number exactly.
        #expect(body.downloadID == 502_345_678_901_234_567 && body.appVersionID == 845_678_901)
        #expect(body.appVersion == "4" && body.originalAppVersion == "1.2")
        #expect(body.creationDate == 1_595_439_548_000 && body.requestDate == 1_595_440_486_402)
        #expect(body.originalPurchaseDate == 1_375_340_400_000 && body.preorderDate == 1_375_340_300_000)
        #expect(body.expirationDate == 1_975_340_300_000)
        var purchase = ReceiptPurchase()
        purchase.quantity = 2
        purchase.productID = "gold"
        purchase.transactionID = 1_000_000_692_879_214
        purchase.originalTransactionID = 1_000_000_692_878_476
        purchase.purchaseDate = 1_594_755_400_000
        purchase.originalPurchaseDate = 1_594_755_207_000
        purchase.expirationDate = 1_594_755_700_000
        purchase.cancellationDate = 1_594_755_500_000
        purchase.cancellationReason = 1
        purchase.webOrderLineItemID = 1_000_000_054_042_695
        purchase.isInTrialPeriod = true
        purchase.isInIntroductoryOffer = true
        purchase.promotionalOfferID = "spring"
        #expect(body.purchases == [purchase])
        #expect(body.latest.map(\.transactionID) == [5, 6])
        #expect(body.latest[0].appAccountToken == "t" && body.latest[0].ownership == "FAMILY_SHARED")
        #expect(body.latest[0].isUpgraded && body.latest[0].offerCodeName == "code")
        #expect(body.latest[0].subscriptionGroupID == "20390" && !body.latest[1].isInTrialPeriod)
        let renewal = body.renewals[0]
        #expect(renewal.autoRenewProductID == "silver" && renewal.productID == "gold" && renewal.willAutoRenew == true)
        #expect(renewal.originalTransactionID == 7 && renewal.expirationReason == 2 && renewal.isInBillingRetry)
        #expect(renewal.gracePeriodExpirationDate == 1_594_755_800_000 && renewal.hasAgreedToPriceIncrease == true)
        #expect(renewal.offerCodeName == "next" && renewal.promotionalOfferID == "summer")
        #expect(body.renewals[1].willAutoRenew == false && body.renewals[1].hasAgreedToPriceIncrease == nil)
    }

    /// Before iOS 7 a receipt contained one transaction. The response contains its fields directly.
    @Test
    func answerAboutOneTransactionIsThatTransaction() throws {
        let answer = answer(
            """
            {"status":21006,"receipt":{"bid":"com.example.caves","bvrs":"4","product_id":"gold","transaction_id":"5",
            "original_transaction_id":"4","purchase_date_ms":"1000","expires_date":"2000","quantity":"1",
            "expires_date_formatted":"1970-01-01 00:00:02 Etc/GMT"},"latest_receipt_info":{"transaction_id":"6"}}
            """)
        #expect(answer.action == .grant)
        let body = try #require(answer.body)
        #expect(body.bundleID == "com.example.caves" && body.appVersion == "4")
        #expect(body.purchases.map(\.transactionID) == [5] && body.purchases.map(\.expirationDate) == [2000])
        #expect(body.latest.map(\.transactionID) == [6])
    }

    // MARK: Requests

    @Test
    func requestHasTheReceiptInBase64() throws {
        let der = try TestReceipt(TestChain()).der
        let text = Base64.encode(der)
        let plain = try ReceiptRequest.body(receipt: der, sharedSecret: nil, excludesOldTransactions: false)
        #expect(plain == "{\"receipt-data\":\"\(text)\"}")
        let lines = Array((text.prefix(70) + "\r\n" + text.dropFirst(70)).utf8)
        let full = try ReceiptRequest.body(
            receipt: lines, sharedSecret: "s\"e\\c\u{1}\nr\u{E9}t", excludesOldTransactions: true)
        #expect(
            full == "{\"receipt-data\":\"\(text)\",\"password\":\"s\\\"e\\\\c\\u0001\\nr\u{E9}t\","
                + "\"exclude-old-transactions\":true}")
        let older = try ReceiptRequest.body(
            receipt: Array("{ \"a\" = \"b\"; }".utf8), sharedSecret: nil, excludesOldTransactions: false)
        #expect(older == "{\"receipt-data\":\"eyAiYSIgPSAiYiI7IH0=\"}")
        #expect(throws: Rejection.self) {
            try ReceiptRequest.body(receipt: [], sharedSecret: nil, excludesOldTransactions: false)
        }
    }
}
