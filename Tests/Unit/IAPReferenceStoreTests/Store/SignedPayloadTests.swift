import IAPJSON
import IAPModel
import Testing

@testable import IAPReferenceStore

struct SignedPayloadTests {
    private let forDevice: SigningContext
    private let forServer: SigningContext

    init() throws {
        forServer = SigningContext(identity: try TestStore.open().identity, date: 1)
        forDevice = SigningContext(
            identity: forServer.identity, date: 1, device: DeviceBinding(nonce: "n", deviceVerificationID: "d"))
    }

    private func text(_ payload: SignedPayload) throws -> String {
        String(decoding: try payload.encoded(), as: UTF8.self)
    }

    private func transaction() throws -> LedgerTransaction { try TestStore.open().device().buy("coins") }

    @Test func transactionHasEachField() throws {
        var transaction = try transaction()
        transaction.webOrderLineItemID = 1
        transaction.subscriptionGroupID = "2"
        transaction.expirationDate = 3
        transaction.appAccountToken = "t"
        transaction.revocation = Transaction.Revocation(
            date: 4, reason: 0, type: Transaction.Revocation.Kind(rawValue: "REFUND_FULL"), percentage: 100_000)
        transaction.isUpgraded = true
        transaction.offer = AppliedOffer(
            type: OfferType(rawValue: 2), id: "o\"", paymentMode: PaymentMode(rawValue: "FREE_TRIAL"),
            period: Period(value: 1, unit: .month))
        transaction.storefront = Storefront(countryCode: "USA", id: "143441")
        transaction.billingPlanType = .monthly
        transaction.commitment = Transaction.Commitment(
            periodNumber: 1, periodCount: 12, expirationDate: 5, priceMilliunits: 6)
        transaction.seats = 3
        transaction.advancedCommerceInfo = "{}"
        let payload = SignedPayload(transaction, forDevice)
        #expect(
            try text(payload) == #"""
                {"advancedCommerceInfo":{},"appAccountToken":"t","appTransactionId":"707387216848041308",\#
                "billingPlanType":"MONTHLY","bundleId":"com.example.game","commitmentInfo":{"billingPeriodNumber":1,\#
                "commitmentExpiresDate":5,"commitmentPrice":6,"totalBillingPeriods":12},"currency":"USD",\#
                "deviceVerification":"+sb46azjZ48ha0yXsqCOWivxrXSH4ogElXcUd/12WljiuBXt1C34QsCQU27mhR93",\#
                "deviceVerificationNonce":"n","environment":"Sandbox","expiresDate":3,\#
                "inAppOwnershipType":"PURCHASED","isUpgraded":true,\#
                "multiSeatInfo":{"invitationManagement":"DEVELOPER","priceTiers":[{"price":330,"quantity":3}]},\#
                "offerDiscountType":"FREE_TRIAL","offerIdentifier":"o\"","offerPeriod":"P1M","offerType":2,\#
                "originalPurchaseDate":1781524800000,"originalTransactionId":"2000925934000001","price":330,\#
                "productId":"coins","purchaseDate":1781524800000,"quantity":3,"revocationDate":4,\#
                "revocationPercentage":100000,"revocationReason":0,"revocationType":"REFUND_FULL",\#
                "signedDate":1,"storefront":"USA","storefrontId":"143441","subscriptionGroupIdentifier":"2",\#
                "transactionId":"2000925934000001","transactionReason":"PURCHASE","type":"Consumable",\#
                "webOrderLineItemId":"1"}
                """#)
    }

    @Test func renewalInfoHasEachField() throws {
        let device = try TestStore.open().device()
        try device.buy("silver")
        var renewal = try #require(try device.statuses.list(ofGroup: "CLUB").first?.renewal)
        (renewal.autoRenewProductID, renewal.expirationReason, renewal.priceIncrease) = (
            "p", .autoRenewDisabled, .pending
        )
        renewal.gracePeriodExpirationDate = 1
        renewal.offer = AppliedOffer(
            type: OfferType(rawValue: 2), id: "o", paymentMode: PaymentMode(rawValue: "FREE_TRIAL"),
            period: Period(value: 1, unit: .month))
        (renewal.eligibleWinBackOfferIDs, renewal.appAccountToken) = (["w"], "t")
        renewal.billingPlanType = .monthly
        renewal.commitment = LedgerRenewal.Commitment(
            willAutoRenew: true, autoRenewProductID: "p", billingPlanType: .monthly, renewalDate: 5,
            renewalPriceMilliunits: 6)
        renewal.seats = 2
        renewal.advancedCommerceInfo = "{}"
        let payload = SignedPayload(renewal, forDevice)
        #expect(!payload.namesApp)
        #expect(
            try text(payload) == #"""
                {"advancedCommerceInfo":{},"appAccountToken":"t","appTransactionId":"707387216848041308",\#
                "autoRenewProductId":"p","autoRenewStatus":1,\#
                "commitmentInfo":{"commitmentAutoRenewProductId":"p","commitmentAutoRenewStatus":1,\#
                "commitmentRenewalBillingPlanType":"MONTHLY","commitmentRenewalDate":5,\#
                "commitmentRenewalPrice":6},"currency":"USD",\#
                "deviceVerification":"+sb46azjZ48ha0yXsqCOWivxrXSH4ogElXcUd/12WljiuBXt1C34QsCQU27mhR93",\#
                "deviceVerificationNonce":"n","eligibleWinBackOfferIds":["w"],"environment":"Sandbox",\#
                "expirationIntent":1,"gracePeriodExpiresDate":1,"isInBillingRetryPeriod":false,\#
                "multiSeatInfo":{"renewalPriceTiers":[{"price":995,"quantity":2}]},\#
                "offerDiscountType":"FREE_TRIAL","offerIdentifier":"o","offerPeriod":"P1M","offerType":2,\#
                "originalTransactionId":"2000925934000001","priceIncreaseStatus":0,"productId":"silver",\#
                "recentSubscriptionStartDate":1781524800000,"renewalBillingPlanType":"MONTHLY",\#
                "renewalDate":1784116800000,"renewalPrice":995,"renewalQuantity":2,"signedDate":1}
                """#)
    }

    @Test func payloadForServersNamesNoDevice() throws {
        let app = AppRecord(bundleID: "com.example.game", appTransactionID: "7", receiptDate: 2)
        let payload = SignedPayload(app, forServer)
        #expect(payload.namesApp)
        #expect(
            try text(payload) == #"""
                {"appTransactionId":"7","bundleId":"com.example.game","originalApplicationVersion":"1.0",\#
                "originalPlatform":"iOS","originalPurchaseDate":1375340400000,"receiptCreationDate":2,\#
                "receiptType":"Sandbox"}
                """#)
        let names = Set(SignedPayload(app, forDevice).fields.keys).subtracting(payload.fields.keys)
        #expect(names == ["applicationVersion", "deviceVerification", "deviceVerificationNonce"])
        #expect(SignedPayload(try transaction(), forServer).fields["deviceVerification"] == nil)
    }

    @Test func namesAreSortedAndUnusedFieldsAreOmitted() throws {
        let json = try text(SignedPayload(transaction(), forDevice))
        #expect(json.hasPrefix(#"{"appTransactionId":"707387216848041308","bundleId":"com.example.game","currency":""#))
        #expect(!json.contains("null") && !json.contains("expiresDate"))
    }

    @Test func requestOfTheServerIsSignedDigitForDigit() throws {
        var payload = SignedPayload(try transaction(), forDevice)
        payload.advancedCommerceInfo = "{\"n\": 1e400}"
        #expect(try text(payload).hasPrefix("{\"advancedCommerceInfo\":{\"n\":1e400},\"appTransactionId\":"))
    }

    @Test(
        arguments: [
            (["appTransactionId": "79", "productId": "a"], "appTransactionId", "70"),
            (["notificationUUID": "0e"], "notificationUUID", "0f"),
            (["notificationUUID": "0f"], "notificationUUID", "00"),
            (["productId": "a"], "productId", "a.other"),
        ] as [([String: String], String, String)])
    func alteredPayloadHasOneOtherField(fields: [String: String], name: String, value: String) {
        let payload = SignedPayload(fields.mapValues(JSONValue.text))
        var expected = payload.fields
        expected[name] = .text(value)
        #expect(payload.altered.fields == expected)
    }
}
