import Foundation
import IAPModel
import Testing

@testable import IAPStoreKitBridge

/// Fields of the signed data for which StoreKit has no property.
@Suite struct SignedFieldsTests {
    private static func fields(_ json: String) -> SignedFields { SignedFields(json: Data(json.utf8)) }

    @Test func everyFieldIsRead() {
        let fields = Self.fields(
            #"""
            {"environment": "Sandbox", "bundleId": "com.example.game", "transactionReason": "RENEWAL", "storefront": "USA", "storefrontId": "143441",
             "price": 1990, "currency": "USD", "revocationType": "REFUND_PRORATED", "revocationPercentage": 25000,
             "appTransactionId": "704", "billingPlanType": "MONTHLY",
             "commitmentInfo": {"billingPeriodNumber": 2, "totalBillingPeriods": 12, "commitmentExpiresDate": 5.5e3,
                                "commitmentPrice": 119880},
             "advancedCommerceInfo": {"items": [{"SKU": "a/b", "price": 1.5, "n": null, "yes": true}], "taxCode": "C"},
             "offerType": 2, "offerIdentifier": "promo", "offerDiscountType": "PAY_UP_FRONT", "offerPeriod": "P3M",
             "recentSubscriptionStartDate": 1, "renewalDate": 1681314324000.25, "renewalPrice": 2,
             "eligibleWinBackOfferIds": ["a", "b"], "appAccountToken": "9B2C5D4E-0000-4000-8000-0000000000AB",
             "renewalBillingPlanType": "BILLED_UPFRONT", "originalPlatform": "iOS", "ofTomorrow": {"a": []}}
            """#)
        #expect(fields.environment == "Sandbox" && fields.bundleID == "com.example.game" && fields.reason == "RENEWAL")
        #expect(fields.storefront == "USA" && fields.storefrontID == "143441")
        #expect(fields.price == 1990 && fields.currency == "USD")
        #expect(fields.revocationType == "REFUND_PRORATED" && fields.revocationPercentage == 25000)
        #expect(fields.appTransactionID == "704" && fields.billingPlanType == "MONTHLY")
        #expect(
            fields.commitment
                == Transaction.Commitment(
                    periodNumber: 2, periodCount: 12, expirationDate: 5500, priceMilliunits: 119880))
        #expect(
            fields.advancedCommerceInfo
                == #"{"items":[{"SKU":"a/b","n":null,"price":1.5,"yes":true}],"taxCode":"C"}"#)
        #expect(
            fields.offer
                == AppliedOffer(
                    type: .promotional, id: "promo", paymentMode: .payUpFront, period: Period(value: 3, unit: .month)))
        #expect(fields.recentSubscriptionStartDate == 1 && fields.renewalDate == 1_681_314_324_000)
        #expect(fields.renewalPrice == 2 && fields.eligibleWinBackOfferIDs == ["a", "b"])
        #expect(fields.appAccountToken == "9b2c5d4e-0000-4000-8000-0000000000ab")
        #expect(fields.renewalBillingPlanType == "BILLED_UPFRONT" && fields.originalPlatform == "iOS")
    }

    @Test(arguments: [
        "", "{}", "[]", "null", "7", "{", #"{"price": null}"#, #"{"price": "1990"}"#, #"{"price": true}"#,
        #"{"price": {}}"#, #"{"price": 1e300}"#, #"{"environment": 7, "currency": [], "storefront": {}}"#,
        #"{"offerType": "2", "offerIdentifier": "promo"}"#, #"{"offerIdentifier": "promo"}"#,
        #"{"commitmentInfo": []}"#, #"{"commitmentInfo": {"billingPeriodNumber": 1}}"#,
        #"{"commitmentInfo": {"billingPeriodNumber": 1, "totalBillingPeriods": "12", "commitmentExpiresDate": 1}}"#,
        #"{"advancedCommerceInfo": "text"}"#, #"{"advancedCommerceInfo": [1]}"#,
        #"{"eligibleWinBackOfferIds": [1, 2]}"#, #"{"appAccountToken": 1, "renewalDate": "soon"}"#,
    ])
    func fieldOfTheWrongTypeIsMissing(json: String) {
        let fields = Self.fields(json)
        let texts = [
            fields.environment, fields.bundleID, fields.reason, fields.storefront, fields.storefrontID, fields.currency,
            fields.revocationType, fields.appTransactionID, fields.billingPlanType, fields.advancedCommerceInfo,
            fields.appAccountToken, fields.renewalBillingPlanType, fields.originalPlatform,
        ]
        #expect(texts.allSatisfy { $0 == nil })
        #expect(fields.price == nil && fields.revocationPercentage == nil && fields.commitment == nil)
        #expect(fields.offer == nil && fields.recentSubscriptionStartDate == nil && fields.renewalDate == nil)
        #expect(fields.renewalPrice == nil && fields.eligibleWinBackOfferIDs == nil)
    }

    /// The verification rejects such a text, but its content is still shown.
    @Test func nameThatComesTwiceHasItsFirstValue() {
        let fields = Self.fields(#"{"environment": "Sandbox", "currency": "USD", "environment": "Production"}"#)
        #expect(fields.environment == "Sandbox" && fields.currency == "USD")
    }

    @Test func wrongFieldLeavesTheOthers() {
        let fields = Self.fields(#"{"price": "free", "currency": "USD", "offerType": 9, "offerPeriod": "P1X"}"#)
        #expect(fields.price == nil && fields.currency == "USD")
        #expect(fields.offer == AppliedOffer(type: OfferType(rawValue: 9)))
    }
}
