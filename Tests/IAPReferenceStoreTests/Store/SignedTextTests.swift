import Foundation
import IAPModel
import IAPSignedData
import IAPSignedText
import Testing

@testable import IAPReferenceStore

/// Signed transactions have Apple's fields and types. The store's root certificate verifies them.
struct SignedTextTests {
    private struct Decoded {
        var header: [String: Any]
        var payload: [String: Any]

        init(_ signed: SignedText) throws {
            let parts = signed.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            try #require(parts.count == 3)
            func object(_ part: String) throws -> [String: Any] {
                let bytes = try #require(Base64URL.decode(part))
                return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
            }
            header = try object(parts[0])
            payload = try object(parts[1])
            #expect(Base64URL.decode(parts[1]).map { String(decoding: $0, as: UTF8.self) } == signed.payload)
            #expect(payload["deviceVerification"] as? String == signed.deviceVerification)
            #expect(payload["deviceVerificationNonce"] as? String == signed.deviceVerificationNonce)
            #expect(signed.failure == nil)
            #expect(Base64URL.decode(parts[2])?.count == 64, "an ES256 signature has 64 bytes")
        }
    }

    private static let token = "9b2c5d4e-0000-4000-8000-000000000001"
    private static let always: Set<String> = [
        "transactionId", "originalTransactionId", "bundleId", "productId", "purchaseDate", "originalPurchaseDate",
        "quantity", "type", "inAppOwnershipType", "signedDate", "environment", "storefront", "storefrontId",
        "transactionReason", "price", "currency", "appTransactionId", "deviceVerification", "deviceVerificationNonce",
    ]
    static let extras: [(productID: String, names: Set<String>)] = [
        ("coins", []), ("editor", []), ("season", []),
        ("silver", ["webOrderLineItemId", "subscriptionGroupIdentifier", "expiresDate"]),
    ]

    @Test(arguments: extras.indices) func fieldsAreThoseThatApplyAndNoOthers(index: Int) throws {
        let device = try TestStore.open().device()
        let (productID, names) = Self.extras[index]
        let plain = try Decoded(device.signed(device.buy(productID)))
        #expect(Set(plain.payload.keys) == Self.always.union(names))
    }

    @Test func appAccountTokenIsThereWhenTheAppGaveOne() throws {
        let device = try TestStore.open().device()
        let payload = try Decoded(device.signed(device.buy("coins", token: Self.token))).payload
        #expect(Set(payload.keys) == Self.always.union(["appAccountToken"]))
        #expect(payload["appAccountToken"] as? String == Self.token)
    }

    @Test func valuesAreTheTransactionsInApplesTypes() throws {
        let store = try TestStore.open()
        let device = try store.device()
        let coins = try device.buy("coins", quantity: 3)
        _ = try store.advanceClock(by: 1500)
        let payload = try Decoded(device.signed(coins)).payload
        let texts = [
            "transactionId": String(coins.id), "originalTransactionId": String(coins.id),
            "bundleId": "com.example.game", "productId": "coins", "type": "Consumable",
            "inAppOwnershipType": "PURCHASED", "environment": "Sandbox", "storefront": "USA", "storefrontId": "143441",
            "transactionReason": "PURCHASE", "currency": "USD",
        ]
        for (name, text) in texts { #expect(payload[name] as? String == text, "\(name)") }
        let numbers: [String: Int64] = [
            "purchaseDate": TestStore.start, "originalPurchaseDate": TestStore.start,
            "signedDate": TestStore.start + 1500, "quantity": 3, "price": 2970,
        ]
        for (name, number) in numbers {
            #expect(payload[name] as? Int64 == number, "\(name)")
            #expect(!(payload[name] is String), "\(name) must be a number and not a text")
        }
        #expect((payload["appTransactionId"] as? String)?.count == 18)
    }

    /// JSONSerialization does not distinguish 5 from 5.0. Apple writes dates as whole numbers.
    @Test func numbersAreWrittenWhole() throws {
        let device = try TestStore.open().device()
        let json = try device.signed(device.buy("silver")).payload
        #expect(json.contains(#""purchaseDate":1781524800000,"#))
        #expect(json.contains(#""expiresDate":1784116800000,"#))
        #expect(json.contains(#""quantity":1,"#) && json.contains(#""price":1990,"#))
    }

    @Test func subscriptionSaysItsGroupLineItemAndEnd() throws {
        let device = try TestStore.open().device()
        let silver = try device.buy("silver")
        let payload = try Decoded(device.signed(silver)).payload
        #expect(payload["subscriptionGroupIdentifier"] as? String == "CLUB")
        #expect(payload["webOrderLineItemId"] as? String == silver.webOrderLineItemID.map { String($0) })
        #expect(payload["expiresDate"] as? Int64 == silver.expirationDate)
        #expect(payload["type"] as? String == "Auto-Renewable Subscription")
    }

    @Test func upgradedAndRefundedAreSignedAsSuch() throws {
        let store = try TestStore.open()
        let device = try store.device()
        let silver = try device.buy("silver")
        // The upgrade returns half of the month's price, and the refund returns the other half.
        try store.pass(days: 15)
        try device.buy("gold")
        _ = try store.advanceClock(by: 5)
        _ = try store.refund(silver.id)
        let payload = try Decoded(device.signed(#require(try device.history().first))).payload
        #expect(payload["isUpgraded"] as? Bool == true)
        #expect(payload["revocationDate"] as? Int64 == TestStore.start + 15 * OfferShop.day + 5)
        #expect(payload["revocationReason"] as? Int == 0)
        #expect(payload["revocationType"] as? String == "REFUND_FULL")
        #expect(payload["revocationPercentage"] as? Int == 50_000)
    }

    @Test func offerIsSignedWithItsTypeModeAndPeriod() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let introductory = try Decoded(device.signed(device.buy("month"))).payload
        #expect(introductory["offerType"] as? Int == 1 && introductory["offerIdentifier"] == nil)
        #expect(introductory["offerDiscountType"] as? String == "FREE_TRIAL")
        #expect(introductory["offerPeriod"] as? String == "P1W" && introductory["price"] as? Int == 0)
        try store.leave(#require(try device.history().first).id)
        try store.pass(days: 8)
        let promotional = try Decoded(device.signed(device.buy("month", store.promotion("half")))).payload
        #expect(promotional["offerType"] as? Int == 2 && promotional["offerIdentifier"] as? String == "half")
        #expect(promotional["offerDiscountType"] as? String == "PAY_AS_YOU_GO")
        #expect(promotional["offerPeriod"] as? String == "P1M" && promotional["price"] as? Int == 2490)
    }

    // MARK: Renewal info

    private static let alwaysOfRenewals: Set<String> = [
        "originalTransactionId", "productId", "autoRenewStatus", "isInBillingRetryPeriod", "environment",
        "recentSubscriptionStartDate", "appTransactionId", "signedDate", "deviceVerification",
        "deviceVerificationNonce",
    ]

    @Test func renewalInfoHasTheFieldsThatApply() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let month = try device.buy("month")
        func read() throws -> [String: Any] {
            try Decoded(device.signed(#require(try device.statuses(ofGroup: "CLUB").first).renewal)).payload
        }
        var payload = try read()
        let renewing: Set<String> = ["autoRenewProductId", "renewalDate", "renewalPrice", "currency"]
        #expect(Set(payload.keys) == Self.alwaysOfRenewals.union(renewing))
        #expect(payload["originalTransactionId"] as? String == String(month.id))
        #expect(payload["productId"] as? String == "month" && payload["autoRenewProductId"] as? String == "month")
        #expect(payload["autoRenewStatus"] as? Int == 1 && payload["isInBillingRetryPeriod"] as? Bool == false)
        #expect(payload["renewalDate"] as? Int64 == month.expirationDate)
        #expect(payload["renewalPrice"] as? Int == 4990 && payload["currency"] as? String == "USD")
        #expect(payload["recentSubscriptionStartDate"] as? Int64 == TestStore.start)
        #expect(payload["environment"] as? String == "Sandbox")

        try store.renew(month.id) {
            $0.priceIncrease = .pending
            $0.isInBillingRetry = true
            $0.gracePeriodExpirationDate = TestStore.start + 77
        }
        payload = try read()
        let retrying: Set<String> = ["priceIncreaseStatus", "expirationIntent", "gracePeriodExpiresDate"]
        #expect(Set(payload.keys) == Self.alwaysOfRenewals.union(renewing).union(retrying))
        #expect(payload["priceIncreaseStatus"] as? Int == 0 && payload["expirationIntent"] as? Int == 2)
        #expect(payload["gracePeriodExpiresDate"] as? Int64 == TestStore.start + 77)
        #expect(payload["isInBillingRetryPeriod"] as? Bool == true)

        try store.renew(month.id) {
            $0.willAutoRenew = false
            $0.expirationReason = .autoRenewDisabled
            $0.priceIncrease = .agreed
        }
        payload = try read()
        let ended: Set<String> = ["priceIncreaseStatus", "expirationIntent", "eligibleWinBackOfferIds"]
        #expect(Set(payload.keys) == Self.alwaysOfRenewals.union(ended))
        #expect(payload["priceIncreaseStatus"] as? Int == 1 && payload["expirationIntent"] as? Int == 1)
        #expect(payload["eligibleWinBackOfferIds"] as? [String] == ["back"])
        #expect(payload["autoRenewStatus"] as? Int == 0)
    }

    @Test func renewalInfoSaysOfferTokenAndCommitment() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        var options = PurchaseOptions(token: Self.token)
        options.billingPlanType = .monthly
        let yearly = try device.buy("yearly", options)
        let status = try #require(try device.statuses(ofGroup: "CLUB").first)
        let payload = try Decoded(device.signed(status.renewal)).payload
        #expect(payload["offerType"] as? Int == 1 && payload["offerDiscountType"] as? String == "PAY_AS_YOU_GO")
        #expect(payload["offerPeriod"] as? String == "P1M" && payload["renewalPrice"] as? Int == 1000)
        #expect(payload["appAccountToken"] as? String == Self.token)
        #expect(payload["renewalBillingPlanType"] as? String == "MONTHLY")
        let commitment = try #require(payload["commitmentInfo"] as? [String: Any])
        #expect(commitment["commitmentAutoRenewProductId"] as? String == "yearly")
        #expect(commitment["commitmentAutoRenewStatus"] as? Int == 1)
        #expect(commitment["commitmentRenewalBillingPlanType"] as? String == "MONTHLY")
        #expect(commitment["commitmentRenewalDate"] as? Int64 == yearly.commitment?.expirationDate)
        #expect(commitment["commitmentRenewalPrice"] as? Int == 4000)
    }

    /// Everything that a store signs, generates or derives depends on its seed.
    @Test func sameSeedGivesTheSameOfEverythingElse() throws {
        func texts(seed: UInt64) throws -> [String] {
            let store = try OfferShop.open(seed: seed)
            let device = try store.device()
            try device.buy("month")
            let status = try #require(try device.statuses(ofGroup: "CLUB").first)
            let nonce = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
            return [
                try device.signed(status.renewal).text, try device.signed(device.appTransaction(isRefresh: false)).text,
                Base64.encode(try device.appReceipt(isRefresh: false)),
                try #require(try device.showExternalPurchaseNotice()),
                try #require(try device.customLinkToken("SERVICES")), store.serverKeyID,
                try store.sign(.promotionalOfferJWS(productID: "month", offerID: "half", transactionID: 7)),
                try store.sign(.introductoryOfferJWS(productID: "month", isAllowed: true, transactionID: nil)),
                try store.sign(.advancedCommerceJWS(request: "{}")),
                try store.sign(
                    .promotionalOffer(productID: "month", offerID: "half", appAccountToken: nil, nonce: nonce)),
            ]
        }
        let first = try texts(seed: 7)
        #expect(try texts(seed: 7) == first)
        #expect(try zip(texts(seed: 8), first).allSatisfy { $0 != $1 })
    }

    @Test func headerIsApplesWithThreeCertificates() throws {
        let store = try TestStore.open()
        let header = try Decoded(store.device().signed(store.device().buy("coins"))).header
        #expect(header["alg"] as? String == "ES256")
        #expect(header["kid"] == nil)
        let certificates = try #require(header["x5c"] as? [String])
        #expect(certificates.count == 3)
        for certificate in certificates { #expect(Base64.decode(certificate) != nil, "standard alphabet with padding") }
        #expect(try Base64.decode(certificates[2]) == store.rootCertificate)
    }

    /// base64(SHA-384(nonce + device verification id)), both as lowercase UUID texts.
    @Test func deviceVerificationIsApplesFormula() throws {
        let store = try TestStore.open()
        let device = try store.device()
        let coins = try device.buy("coins")
        let payload = try Decoded(device.signed(coins)).payload
        let nonce = try #require(payload["deviceVerificationNonce"] as? String)
        #expect(UUID(uuidString: nonce) != nil && nonce == nonce.lowercased())
        #expect(UUID(uuidString: device.verificationID) != nil)
        let digest = Digest.sha384(Array((nonce + device.verificationID).utf8))
        #expect(payload["deviceVerification"] as? String == Base64.encode(digest))
        let other = try Decoded(store.device("tablet").signed(coins)).payload
        #expect(other["deviceVerification"] as? String != payload["deviceVerification"] as? String)
    }

    @Test(arguments: extras.indices) func textVerifiesAgainstTheStoresRootAndNoOther(index: Int) throws {
        let store = try TestStore.open()
        let device = try store.device()
        let text = try device.signed(device.buy(Self.extras[index].productID)).text
        let verifier = try JWSVerifier(roots: [store.rootCertificate])
        guard (try? verifier.verify(text, at: TestStore.start) as [UInt8]) != nil else {
            Issue.record("the store's root certificate does not verify the text")
            return
        }
        #expect(try device.verify(text, at: TestStore.start, namesApp: true) == nil)
        let other = try TestStore.open(seed: 2)
        let stranger = try JWSVerifier(roots: [other.rootCertificate])
        #expect {
            try stranger.verify(text, at: TestStore.start) as [UInt8]
        } throws: {
            ($0 as? Rejection)?.reason == .untrustedChain
        }
        #expect(try device.verify(text.dropLast(4) + "AAAA", at: TestStore.start, namesApp: true) != nil)
    }

    @Test func sameSeedGivesTheSameTextsAndAnotherSeedOthers() throws {
        func texts(seed: UInt64) throws -> [String] {
            let device = try TestStore.open(seed: seed).device()
            return try ["coins", "editor", "silver"].map { try device.signed(device.buy($0)).text }
        }
        let first = try texts(seed: 7)
        #expect(try texts(seed: 7) == first)
        #expect(try zip(texts(seed: 8), first).allSatisfy { $0 != $1 })
    }

    @Test func storeWithoutASeedIsLikeNoOther() throws {
        let roots = try (1...3).map { _ in try TestStore.open(seed: 0).rootCertificate }
        #expect(Set(roots).count == 3)
    }
}
