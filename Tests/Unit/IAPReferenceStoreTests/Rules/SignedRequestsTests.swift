import Foundation
import IAPModel
import IAPSignatures
import Testing

@testable import IAPReferenceStore

/// Valid and invalid signatures of a game server.
struct SignedRequestsTests {
    private typealias Proof = PurchaseOptions.PromotionalOffer.Proof

    private static let nonce = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
    private static let token = OfferShop.token
    private static let now = TestStore.start
    private static let day: Int64 = 86_400_000

    /// One difference from what the store expects.
    enum Change: Sendable, CaseIterable {
        case none, offer, product, token, keyID, otherKey, bundleID, truncated, empty, nonce, noUUID, future, ahead,
            dayOld, old
        case noKeyID, noNonce, noTimestamp, noOfferID
    }

    private static let outcomes: [(Change, StoreFailure.Kind?)] = Change.allCases.map { change in
        switch change {
        case .none, .ahead, .dayOld: (change, nil)
        case .empty, .noKeyID, .noNonce, .noTimestamp, .noOfferID: (change, .missingOfferParameters)
        default: (change, .invalidOfferSignature)
        }
    }

    private static func requests(_ key: SigningKey) -> SignedRequests {
        SignedRequests(bundleID: "com.example.game", keys: [server("KEY", key)])
    }

    private static func server(_ id: String, _ key: SigningKey, issuer: String? = nil) -> AppServerKey {
        AppServerKey(id: id, issuerID: issuer, bundleID: "com.example.game", publicKey: key.verifyingKey)
    }

    private static func date(_ change: Change) -> Int64 {
        switch change {
        case .future: now + 60_001
        case .ahead: now + 60_000
        case .dayOld: now - day
        case .old: now - day - 1
        default: now
        }
    }

    @Test(arguments: outcomes.indices) func olderFormIsValidForItsPurposeOnly(index: Int) throws {
        let (change, refusal) = Self.outcomes[index]
        let key = try SigningKey(seed: [1], label: "a")
        let date = Self.date(change)
        let signer = change == .otherKey ? try SigningKey(seed: [1], label: "b") : key
        let uuid = change == .noUUID ? "not a uuid" : Self.nonce
        let payload = OfferPayload(
            bundleID: change == .bundleID ? "com.example.other" : "com.example.game", keyID: "KEY", productID: "month",
            offerID: "half", appAccountToken: Self.token, nonce: uuid, timestamp: date)
        var signature = try payload.signature(with: signer)
        if change == .truncated { signature.removeLast() }
        if change == .empty { signature = [] }
        let keyID = change == .keyID ? "YEK" : change == .noKeyID ? "" : "KEY"
        let saidNonce = change == .nonce ? "00000000-0000-4000-8000-000000000000" : change == .noNonce ? "" : uuid
        let offer = PurchaseOptions.PromotionalOffer(
            offerID: change == .offer ? "free" : change == .noOfferID ? "" : "half",
            proof: .signature(
                keyID: keyID, nonce: saidNonce, signature: signature, timestamp: change == .noTimestamp ? 0 : date))
        let outcome = try kind {
            let ticket = try Self.requests(key).promotionalOffer(
                offer, productID: change == .product ? "top" : "month",
                appAccountToken: change == .token ? nil : Self.token, at: Self.now)
            #expect(ticket == SignedRequests.Ticket(nonce: Self.nonce))
        }
        #expect(outcome == refusal)
    }

    @Test(arguments: outcomes.indices) func jwsIsValidForItsPurposeOnly(index: Int) throws {
        let (change, refusal) = Self.outcomes[index]
        // A JWS names the account and the key only in its signed part.
        guard ![.token, .nonce, .noKeyID, .noTimestamp].contains(change) else { return }
        let key = try SigningKey(seed: [1], label: "a")
        let signer = change == .otherKey ? try SigningKey(seed: [1], label: "b") : key
        let claims = RequestClaims(
            issuer: "issuer", issuedAt: change == .old ? Self.now - Self.day - 1000 : Self.date(change),
            audience: "promotional-offer",
            bundleID: change == .bundleID ? "com.example.other" : "com.example.game",
            nonce: change == .noNonce ? nil : change == .noUUID ? "not a uuid" : Self.nonce.uppercased(),
            productID: "month", offerID: "half", transactionID: "7")
        var jws = try Self.jws(claims, keyID: change == .keyID ? "YEK" : "KEY", signer)
        if change == .truncated { jws = String(jws.dropLast(4)) }
        if change == .empty { jws = "" }
        let offer = PurchaseOptions.PromotionalOffer(
            offerID: change == .offer ? "free" : change == .noOfferID ? "" : "half", proof: .jws(jws))
        let outcome = try kind {
            let ticket = try Self.requests(key).promotionalOffer(
                offer, productID: change == .product ? "top" : "month", appAccountToken: nil, at: Self.now)
            #expect(ticket == SignedRequests.Ticket(nonce: Self.nonce, transactionID: "7"))
        }
        #expect(outcome == refusal)
    }

    @Test(arguments: ["introductory-offer-eligibility", "advanced-commerce-api", "promotional-offer", ""])
    func eachRequestIsForItsOwnPurpose(audience: String) throws {
        let key = try SigningKey(seed: [1], label: "a")
        let requests = Self.requests(key)
        let claims = RequestClaims(
            issuer: "issuer", issuedAt: Self.now, audience: audience, bundleID: "com.example.game", nonce: Self.nonce,
            productID: "month", offerID: "half", allowsIntroductoryOffer: true, request: Base64.encode(Array("{}".utf8))
        )
        let jws = try Self.jws(claims, keyID: "KEY", key)
        let offer = PurchaseOptions.PromotionalOffer(offerID: "half", proof: .jws(jws))
        let promotional = try kind {
            _ = try requests.promotionalOffer(offer, productID: "month", appAccountToken: nil, at: Self.now)
        }
        let introductory = try kind { _ = try requests.introductoryOffer(jws, productID: "month", at: Self.now) }
        let advanced = try kind { _ = try requests.advancedCommerce(jws, at: Self.now) }
        #expect(promotional == (audience == "promotional-offer" ? nil : .invalidOfferSignature))
        #expect(introductory == (audience == "introductory-offer-eligibility" ? nil : .invalidOfferSignature))
        #expect(advanced == (audience == "advanced-commerce-api" ? nil : .invalidRequest))
    }

    static let requests: [(String?, Bool)] = [
        (#"{"a":1}"#, true), ("{}", true), ("[]", false), ("7", false), ("", false), ("{", false), (nil, false),
    ]

    @Test(arguments: requests.indices) func advancedCommerceRequestIsAJSONObject(index: Int) throws {
        let (text, isGood) = Self.requests[index]
        let key = try SigningKey(seed: [1], label: "a")
        let claims = RequestClaims(
            issuer: "issuer", issuedAt: Self.now, audience: "advanced-commerce-api", bundleID: "com.example.game",
            nonce: Self.nonce, request: text.map { Base64.encode(Array($0.utf8)) })
        let jws = try Self.jws(claims, keyID: "KEY", key)
        let outcome = try kind {
            let request = try Self.requests(key).advancedCommerce(jws, at: Self.now).request
            #expect(request == text)
        }
        #expect(outcome == (isGood ? nil : .invalidRequest))
    }

    /// The signing key, the ids in the signature's header and claims, and whether the store accepts them.
    static let servers: [(key: String, kid: String, issuer: String?, isGood: Bool)] = [
        ("a", "KEY", "any", true), ("a", "KEY", "team", true), ("a", "KEY", nil, false),
        ("b", "OTHER", "team", true), ("b", "OTHER", "any", false), ("b", "OTHER", nil, false),
        ("a", "OTHER", "team", false), ("b", "KEY", "team", false), ("b", "THIRD", "team", false),
    ]

    @Test(arguments: servers.indices) func keyIsValidForItsOwnIDAndIssuerOnly(index: Int) throws {
        let (label, keyID, issuer, isGood) = Self.servers[index]
        let keys = try ["a", "b"].map { try SigningKey(seed: [1], label: $0) }
        let requests = SignedRequests(
            bundleID: "com.example.game",
            keys: [Self.server("KEY", keys[0]), Self.server("OTHER", keys[1], issuer: "team")])
        let claims = RequestClaims(
            issuer: issuer, issuedAt: Self.now, audience: "introductory-offer-eligibility",
            bundleID: "com.example.game", nonce: Self.nonce, productID: "month", transactionID: "7",
            allowsIntroductoryOffer: true)
        let jws = try Self.jws(claims, keyID: keyID, label == "a" ? keys[0] : keys[1])
        let introductory = try kind { _ = try requests.introductoryOffer(jws, productID: "month", at: Self.now) }
        #expect(introductory == (isGood ? nil : .invalidOfferSignature))
        guard let key = keyID == "KEY" ? keys[0] : keyID == "OTHER" ? keys[1] : nil else { return }
        let payload = OfferPayload(
            bundleID: "com.example.game", keyID: keyID, productID: "month", offerID: "half", nonce: Self.nonce,
            timestamp: Self.now)
        let proof = Proof.signature(
            keyID: keyID, nonce: Self.nonce, signature: try payload.signature(with: label == "a" ? keys[0] : keys[1]),
            timestamp: Self.now)
        let older = try kind {
            _ = try requests.promotionalOffer(
                .init(offerID: "half", proof: proof), productID: "month", appAccountToken: nil, at: Self.now)
        }
        let isSigner = key.publicKeyDER == (label == "a" ? keys[0] : keys[1]).publicKeyDER
        #expect(older == (isSigner ? nil : .invalidOfferSignature))
    }

    @Test(arguments: ["\"nonce\":null,", "\"productId\":\"month\",", "\"other\":1e999,"])
    func claimsThatAreNotStrictJSONAreRefused(member: String) throws {
        let key = try SigningKey(seed: [1], label: "a")
        let claims = RequestClaims(
            issuer: "i", issuedAt: Self.now, audience: "introductory-offer-eligibility", bundleID: "com.example.game",
            nonce: Self.nonce, productID: "month", transactionID: "7", allowsIntroductoryOffer: true)
        let proper = String(decoding: claims.json, as: UTF8.self)
        for (json, refusal) in [(proper, nil), ("{\(member)\(proper.dropFirst())", .invalidOfferSignature)]
            as [(String, StoreFailure.Kind?)]
        {
            let jws = try JWSSigner(keyID: "KEY", key: key).sign(payload: Array(json.utf8))
            let outcome = try kind {
                _ = try Self.requests(key).introductoryOffer(jws, productID: "month", at: Self.now)
            }
            #expect(outcome == refusal)
        }
    }

    @Test(arguments: ["", ".", "..", "a.b.c", "{}", "\u{301}.\u{301}.\u{301}", String(repeating: "A.", count: 3)])
    func nonsenseIsRefused(text: String) throws {
        let requests = Self.requests(try SigningKey(seed: [1], label: "a"))
        let introductory = try kind { _ = try requests.introductoryOffer(text, productID: "month", at: 0) }
        let advanced = try kind { _ = try requests.advancedCommerce(text, at: .min) }
        #expect(introductory == .invalidOfferSignature && advanced == .invalidRequest)
    }

    private static func jws(_ claims: RequestClaims, keyID: String, _ key: SigningKey) throws -> String {
        var fields: [String: Any] = ["iat": Double(claims.issuedAt ?? 0) / 1000]
        fields["iss"] = claims.issuer
        fields["aud"] = claims.audience
        fields["bid"] = claims.bundleID
        fields["nonce"] = claims.nonce
        fields["productId"] = claims.productID
        fields["offerIdentifier"] = claims.offerID
        fields["transactionId"] = claims.transactionID
        fields["allowIntroductoryOffer"] = claims.allowsIntroductoryOffer
        fields["request"] = claims.request
        let payload = try JSONSerialization.data(withJSONObject: fields)
        return try JWSSigner(keyID: keyID, key: key).sign(payload: Array(payload))
    }
}
