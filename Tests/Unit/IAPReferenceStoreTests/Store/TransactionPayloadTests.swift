import Foundation
import IAPModel
import Testing

@testable import IAPReferenceStore

struct TransactionPayloadTests {
    private let context = SigningContext(
        date: 1, bundleID: "a/b", environment: "Sandbox", nonce: "n", deviceVerificationID: "d")

    private func fields(_ payload: some SignedPayload) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(payload.encoded())) as? [String: Any])
    }

    private func payload() throws -> TransactionPayload {
        try TransactionPayload(TestStore.open().device().buy("coins"), appTransactionID: "7", context)
    }

    @Test func eachFieldIsSigned() throws {
        var payload = try payload()
        payload.webOrderLineItemId = "1"
        payload.subscriptionGroupIdentifier = "2"
        payload.expiresDate = 3
        payload.appAccountToken = "t"
        (payload.revocationDate, payload.revocationReason) = (4, 0)
        (payload.revocationType, payload.revocationPercentage) = ("REFUND_FULL", 100_000)
        payload.isUpgraded = true
        (payload.offerType, payload.offerIdentifier) = (2, "o\"")
        (payload.offerDiscountType, payload.offerPeriod) = ("FREE_TRIAL", "P1M")
        payload.storefrontId = "143441"
        payload.billingPlanType = "MONTHLY"
        payload.commitmentInfo = TransactionPayload.Commitment(
            billingPeriodNumber: 1, totalBillingPeriods: 12, commitmentExpiresDate: 5, commitmentPrice: 6)
        payload.multiSeatInfo = TransactionPayload.MultiSeat(priceTiers: [SeatPrice(price: 7, quantity: 8)])
        payload.advancedCommerceInfo = "{}"
        let names = Mirror(reflecting: payload).children.compactMap(\.label)
        #expect(names.count == 36)
        #expect(try fields(payload).keys.sorted() == names.sorted())
    }

    @Test func eachFieldOfRenewalInfoIsSigned() throws {
        let device = try TestStore.open().device()
        try device.buy("silver")
        let renewal = try #require(try device.statuses.list(ofGroup: "CLUB").first?.renewal)
        var payload = RenewalPayload(renewal, appTransactionID: "7", context)
        (payload.autoRenewProductId, payload.expirationIntent, payload.priceIncreaseStatus) = ("p", 1, 0)
        (payload.gracePeriodExpiresDate, payload.offerType, payload.offerIdentifier) = (1, 2, "o")
        (payload.offerDiscountType, payload.offerPeriod) = ("FREE_TRIAL", "P1M")
        (payload.renewalDate, payload.renewalPrice, payload.currency) = (1, 2, "USD")
        (payload.eligibleWinBackOfferIds, payload.appAccountToken) = (["w"], "t")
        payload.renewalBillingPlanType = "MONTHLY"
        payload.commitmentInfo = RenewalPayload.Commitment(commitmentAutoRenewStatus: 1, commitmentRenewalDate: 5)
        payload.multiSeatInfo = RenewalPayload.MultiSeat(renewalPriceTiers: [SeatPrice(price: 7, quantity: 8)])
        payload.renewalQuantity = 8
        payload.advancedCommerceInfo = "{}"
        let names = Mirror(reflecting: payload).children.compactMap(\.label)
        #expect(try fields(payload).keys.sorted() == names.sorted())
    }

    @Test func namesAreSortedAndUnusedFieldsAreOmitted() throws {
        let payload = try payload()
        let json = String(decoding: try payload.encoded(), as: UTF8.self)
        #expect(json.hasPrefix(#"{"appTransactionId":"7","bundleId":"a/b","currency":"USD","deviceVerification":""#))
        #expect(!json.contains("null") && !json.contains("expiresDate"))
    }

    @Test func requestOfTheServerIsSignedDigitForDigit() throws {
        var payload = try payload()
        payload.advancedCommerceInfo = "{\"n\": 1e400}"
        let text = String(decoding: try payload.encoded(), as: UTF8.self)
        #expect(text.hasPrefix("{\"advancedCommerceInfo\":{\"n\":1e400},\"appTransactionId\":"))
    }
}
