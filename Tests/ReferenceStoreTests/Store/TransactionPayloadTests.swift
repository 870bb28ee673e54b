import Foundation
import IAPModel
import Testing

@testable import ReferenceStore

/// A signed transaction has each of its fields, in the order and form of the encoder.
struct TransactionPayloadTests {
    private func encoded(_ payload: TransactionPayload) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(payload), as: UTF8.self)
    }

    @Test(arguments: ["coins", "editor", "silver"]) func fieldsAreThoseOfTheEncoder(productID: String) throws {
        let device = try TestStore.open().device()
        let transaction = try device.buy(productID)
        let seal = DeviceSeal(
            date: 1, bundleID: "a/b", environment: "Sandbox", nonce: "n", deviceVerificationID: "d")
        var payload = TransactionPayload(transaction, appTransactionID: "7", seal)
        #expect(String(decoding: payload.encoded(), as: UTF8.self) == (try encoded(payload)))

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
        #expect(String(decoding: payload.encoded(), as: UTF8.self) == (try encoded(payload)))
        // None was forgotten here.
        let isComplete = Mirror(reflecting: payload).children.allSatisfy { child in
            child.label == "advancedCommerceInfo" || Mirror(reflecting: child.value).displayStyle != .optional
                || !Mirror(reflecting: child.value).children.isEmpty
        }
        #expect(isComplete)

        payload.advancedCommerceInfo = VerbatimJSON("{\"n\": 1e400}")
        let text = String(decoding: payload.encoded(), as: UTF8.self)
        #expect(text.hasPrefix("{\"advancedCommerceInfo\":{\"n\":1e400},\"appAccountToken\":"))
    }
}
