import Foundation
import IAPModel
import Testing

@testable import IAPStoreKitBridge

/// Fields of the signed data for which StoreKit has no property.
@Suite struct SignedFieldsTests {
    private static func transaction(_ json: String) -> Transaction {
        var transaction = Transaction(
            id: 1, originalID: 1, productID: "coins", productType: .consumable, quantity: 1, purchaseDate: 0,
            originalPurchaseDate: 0, revocation: .init(date: 0, reason: nil), environment: "", signedText: "")
        transaction.readFields(of: Data(json.utf8))
        return transaction
    }

    private static func renewalInfo(_ json: String) -> RenewalInfo {
        var info = RenewalInfo(originalTransactionID: 1, productID: "club", willAutoRenew: true)
        info.readFields(of: Data(json.utf8))
        return info
    }

    private static func appTransaction(_ json: String) -> AppTransaction {
        var app = AppTransaction(
            appVersion: "1", bundleID: "com.example.game", environment: "Sandbox", originalAppVersion: "1",
            originalPurchaseDate: 0, signedDate: 0)
        app.readFields(of: Data(json.utf8))
        return app
    }

    @Test func everyFieldIsRead() {
        let json =
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
            """#
        let transaction = Self.transaction(json)
        #expect(transaction.environment == "Sandbox" && transaction.appBundleID == "com.example.game")
        #expect(transaction.reason == .renewal && transaction.json == json)
        #expect(transaction.storefront == Storefront(countryCode: "USA", id: "143441"))
        #expect(transaction.price == Money(milliunits: 1990, currencyCode: "USD"))
        #expect(transaction.revocation?.type == .refundProrated && transaction.revocation?.percentage == 25000)
        #expect(transaction.appTransactionID == "704" && transaction.billingPlanType == .monthly)
        #expect(
            transaction.commitment
                == Transaction.Commitment(
                    periodNumber: 2, periodCount: 12, expirationDate: 5500, priceMilliunits: 119880))
        #expect(
            transaction.advancedCommerceInfo
                == #"{"items":[{"SKU":"a/b","n":null,"price":1.5,"yes":true}],"taxCode":"C"}"#)
        let info = Self.renewalInfo(json)
        for offer in [transaction.offer, info.offer] {
            #expect(
                offer
                    == AppliedOffer(
                        type: .promotional, id: "promo", paymentMode: .payUpFront,
                        period: Period(value: 3, unit: .month)))
        }
        #expect(info.environment == "Sandbox" && info.appTransactionID == "704" && info.json == json)
        #expect(info.recentSubscriptionStartDate == 1 && info.renewalDate == 1_681_314_324_000)
        #expect(info.renewalPrice == Money(milliunits: 2, currencyCode: "USD"))
        #expect(info.eligibleWinBackOfferIDs == ["a", "b"])
        #expect(info.appAccountToken == "9b2c5d4e-0000-4000-8000-0000000000ab")
        #expect(info.billingPlanType == .upFront)
        let app = Self.appTransaction(json)
        #expect(app.appTransactionID == "704" && app.originalPlatform == "iOS" && app.json == json)
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
        let (transaction, info) = (Self.transaction(json), Self.renewalInfo(json))
        let app = Self.appTransaction(json)
        let texts = [
            transaction.appBundleID, transaction.reason?.rawValue, transaction.revocation?.type?.rawValue,
            transaction.appTransactionID, transaction.billingPlanType?.rawValue, transaction.advancedCommerceInfo,
            info.appAccountToken, info.appTransactionID, info.billingPlanType?.rawValue, app.appTransactionID,
            app.originalPlatform,
        ]
        #expect(texts.allSatisfy { $0 == nil })
        #expect(transaction.environment.isEmpty && info.environment.isEmpty && transaction.storefront == nil)
        #expect(
            transaction.price == nil && transaction.revocation?.percentage == nil && transaction.commitment == nil)
        #expect(transaction.offer == nil && info.offer == nil)
        #expect(info.recentSubscriptionStartDate == nil && info.renewalDate == nil)
        #expect(info.renewalPrice == nil && info.eligibleWinBackOfferIDs.isEmpty)
    }

    @Test func partOfTheWrongTypeIsEmpty() {
        let transaction = Self.transaction(#"{"price": 1, "currency": [], "storefront": "USA", "storefrontId": {}}"#)
        #expect(transaction.price == Money(milliunits: 1, currencyCode: ""))
        #expect(transaction.storefront == Storefront(countryCode: "USA", id: ""))
    }

    /// The verification rejects such a text, but its content is still shown.
    @Test func nameThatComesTwiceHasItsFirstValue() {
        let transaction = Self.transaction(
            #"{"environment": "Sandbox", "price": 1, "currency": "USD", "environment": "Production"}"#)
        #expect(transaction.environment == "Sandbox" && transaction.price?.currencyCode == "USD")
    }

    @Test func wrongFieldLeavesTheOthers() {
        let json = #"{"price": "free", "renewalPrice": 1, "currency": "USD", "offerType": 9, "offerPeriod": "P1X"}"#
        #expect(Self.transaction(json).price == nil)
        #expect(Self.renewalInfo(json).renewalPrice?.currencyCode == "USD")
        #expect(Self.transaction(json).offer == AppliedOffer(type: OfferType(rawValue: 9)))
    }
}
