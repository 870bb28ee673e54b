import Foundation
import IAPModel
import SignedData
import Testing

@testable import ReferenceStore

/// Signed transactions have Apple's fields and types, and verify against the store's root.
struct SignedTextTests {
    private struct Decoded {
        var header: [String: Any]
        var payload: [String: Any]

        init(_ text: String) throws {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            try #require(parts.count == 3)
            func object(_ part: String) throws -> [String: Any] {
                let bytes = try #require(Base64URL.decode(part))
                return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
            }
            header = try object(parts[0])
            payload = try object(parts[1])
            #expect(Base64URL.decode(parts[2])?.count == 64, "ES256 has 64 bytes")
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
        let plain = try Decoded(device.sign(device.buy(productID)))
        #expect(Set(plain.payload.keys) == Self.always.union(names))
    }

    @Test func appAccountTokenIsThereWhenTheAppGaveOne() throws {
        let device = try TestStore.open().device()
        let payload = try Decoded(device.sign(device.buy("coins", token: Self.token))).payload
        #expect(Set(payload.keys) == Self.always.union(["appAccountToken"]))
        #expect(payload["appAccountToken"] as? String == Self.token)
    }

    @Test func valuesAreTheTransactionsInApplesTypes() throws {
        let store = try TestStore.open()
        let device = try store.device()
        let coins = try device.buy("coins", quantity: 3)
        _ = try store.advanceClock(by: 1500)
        let payload = try Decoded(device.sign(coins)).payload
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
            #expect(!(payload[name] is String), "\(name) is a number and no text")
        }
        #expect((payload["appTransactionId"] as? String)?.count == 18)
    }

    /// JSONSerialization reads 5 and 5.0 alike; Apple's dates are whole numbers in the text too.
    @Test func numbersAreWrittenWhole() throws {
        let device = try TestStore.open().device()
        let text = try device.sign(device.buy("silver"))
        let bytes = try #require(Base64URL.decode(String(text.split(separator: ".")[1])))
        let json = String(decoding: bytes, as: UTF8.self)
        #expect(json.contains(#""purchaseDate":1781524800000,"#))
        #expect(json.contains(#""expiresDate":1784116800000,"#))
        #expect(json.contains(#""quantity":1,"#) && json.contains(#""price":1990,"#))
    }

    @Test func subscriptionSaysItsGroupLineItemAndEnd() throws {
        let device = try TestStore.open().device()
        let silver = try device.buy("silver")
        let payload = try Decoded(device.sign(silver)).payload
        #expect(payload["subscriptionGroupIdentifier"] as? String == "CLUB")
        #expect(payload["webOrderLineItemId"] as? String == silver.webOrderLineItemID.map { String($0) })
        #expect(payload["expiresDate"] as? Int64 == silver.expirationDate)
        #expect(payload["type"] as? String == "Auto-Renewable Subscription")
    }

    @Test func upgradedAndRefundedAreSignedAsSuch() throws {
        let store = try TestStore.open()
        let device = try store.device()
        let silver = try device.buy("silver")
        try device.buy("gold")
        _ = try store.advanceClock(by: 5)
        _ = try store.refund(silver.id)
        let payload = try Decoded(device.sign(#require(try device.history().first))).payload
        #expect(payload["isUpgraded"] as? Bool == true)
        #expect(payload["revocationDate"] as? Int64 == TestStore.start + 5)
        #expect(payload["revocationReason"] as? Int == 0)
    }

    @Test func headerIsApplesWithThreeCertificates() throws {
        let store = try TestStore.open()
        let header = try Decoded(store.device().sign(store.device().buy("coins"))).header
        #expect(header["alg"] as? String == "ES256")
        #expect(header["kid"] == nil)
        let certificates = try #require(header["x5c"] as? [String])
        #expect(certificates.count == 3)
        for certificate in certificates { #expect(Base64.decode(certificate) != nil, "standard alphabet with padding") }
        #expect(Base64.decode(certificates[2]) == store.rootCertificate)
    }

    /// base64(SHA-384(nonce + device verification id)), both as lowercase UUID texts.
    @Test func deviceVerificationIsApplesFormula() throws {
        let store = try TestStore.open()
        let device = try store.device()
        let coins = try device.buy("coins")
        let payload = try Decoded(device.sign(coins)).payload
        let nonce = try #require(payload["deviceVerificationNonce"] as? String)
        #expect(UUID(uuidString: nonce) != nil && nonce == nonce.lowercased())
        #expect(UUID(uuidString: device.verificationID) != nil)
        let digest = Digest.sha384(Array((nonce + device.verificationID).utf8))
        #expect(payload["deviceVerification"] as? String == Base64.encode(digest))
        let other = try Decoded(store.device("tablet").sign(coins)).payload
        #expect(other["deviceVerification"] as? String != payload["deviceVerification"] as? String)
    }

    @Test(arguments: extras.indices) func textVerifiesAgainstTheStoresRootAndNoOther(index: Int) throws {
        let store = try TestStore.open()
        let device = try store.device()
        let text = try device.sign(device.buy(Self.extras[index].productID))
        let verifier = try JWSVerifier(roots: [store.rootCertificate])
        guard case .valid = verifier.verify(text, at: TestStore.start) else {
            Issue.record("the store's root does not verify it")
            return
        }
        #expect(try device.verify(text) == nil)
        let other = try TestStore.open(seed: 2)
        #expect(
            try JWSVerifier(roots: [other.rootCertificate]).verify(text, at: TestStore.start)
                == .invalid(.untrustedChain))
        #expect(try device.verify(text.dropLast(4) + "AAAA") != nil)
    }

    @Test func sameSeedGivesTheSameTextsAndAnotherSeedOthers() throws {
        func texts(seed: UInt64) throws -> [String] {
            let device = try TestStore.open(seed: seed).device()
            return try ["coins", "editor", "silver"].map { try device.sign(device.buy($0)) }
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
