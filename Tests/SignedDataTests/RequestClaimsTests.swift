import Foundation
import SignedData
import Testing

struct RequestClaimsTests {
    private static let required = "\"iss\":\"i\",\"iat\":1698148900,\"aud\":\"promotional-offer\",\"bid\":\"b\""

    private func claims(_ json: String) throws -> RequestClaims {
        try JSONDecoder().decode(RequestClaims.self, from: Data(json.utf8))
    }

    @Test
    func allClaimsAreRead() throws {
        let claims = try claims(
            "{\(Self.required),\"nonce\":\"n\",\"productId\":\"p\",\"offerIdentifier\":\"o\",\"transactionId\":\"1\","
                + "\"allowIntroductoryOffer\":true,\"request\":\"e30=\",\"exp\":1,\"other\":{\"deep\":[null]}}")
        #expect(
            claims
                == RequestClaims(
                    issuer: "i", issuedAt: 1_698_148_900_000, audience: RequestClaims.Audience.promotionalOffer,
                    bundleID: "b", nonce: "n", productID: "p", offerID: "o", transactionID: "1",
                    allowsIntroductoryOffer: true, request: "e30="))
    }

    @Test
    func claimsThatNotAllRequestsHaveMayBeAbsentOrNull() throws {
        let claims = try claims("{\(Self.required)}")
        #expect(
            claims
                == RequestClaims(
                    issuer: "i", issuedAt: 1_698_148_900_000, audience: "promotional-offer", bundleID: "b"))
        let nulls = ["nonce", "productId", "offerIdentifier", "transactionId", "allowIntroductoryOffer", "request"]
            .map { "\"\($0)\":null" }.joined(separator: ",")
        #expect(try self.claims("{\(Self.required),\(nulls)}") == claims)
    }

    @Test(arguments: [
        ("1698148900.25", 1_698_148_900_250), ("1.6981489e9", 1_698_148_900_000), ("0", 0), ("-1", -1000),
    ])
    func partsOfASecondAreRead(number: String, milliseconds: Int64) throws {
        let claims = try claims("{\"iss\":\"i\",\"iat\":\(number),\"aud\":\"a\",\"bid\":\"b\"}")
        #expect(claims.issuedAt == milliseconds)
    }

    @Test
    func audienceMayBeAListOfOne() throws {
        #expect(try claims("{\"iss\":\"i\",\"iat\":1,\"aud\":[\"a\"],\"bid\":\"b\"}").audience == "a")
    }

    @Test(arguments: [
        "\"iat\":1,\"aud\":\"a\",\"bid\":\"b\"", "\"iss\":\"i\",\"aud\":\"a\",\"bid\":\"b\"",
        "\"iss\":\"i\",\"iat\":1,\"bid\":\"b\"", "\"iss\":\"i\",\"iat\":1,\"aud\":\"a\"",
        "\"iss\":1,\"iat\":1,\"aud\":\"a\",\"bid\":\"b\"", "\"iss\":null,\"iat\":1,\"aud\":\"a\",\"bid\":\"b\"",
        "\"iss\":\"i\",\"iat\":\"1\",\"aud\":\"a\",\"bid\":\"b\"",
        "\"iss\":\"i\",\"iat\":true,\"aud\":\"a\",\"bid\":\"b\"",
        "\"iss\":\"i\",\"iat\":1e300,\"aud\":\"a\",\"bid\":\"b\"",
        "\"iss\":\"i\",\"iat\":-9223372036854775808,\"aud\":\"a\",\"bid\":\"b\"",
        "\"iss\":\"i\",\"iat\":1,\"aud\":[],\"bid\":\"b\"",
        "\"iss\":\"i\",\"iat\":1,\"aud\":[\"a\",\"b\"],\"bid\":\"b\"",
        "\"iss\":\"i\",\"iat\":1,\"aud\":[1],\"bid\":\"b\"", "\"iss\":\"i\",\"iat\":1,\"aud\":{},\"bid\":\"b\"",
        required + ",\"nonce\":1", required + ",\"productId\":[\"p\"]", required + ",\"offerIdentifier\":{}",
        required + ",\"transactionId\":1", required + ",\"allowIntroductoryOffer\":1",
        required + ",\"allowIntroductoryOffer\":\"true\"", required + ",\"request\":{}",
    ])
    func missingClaimOrWrongTypeIsRefused(members: String) {
        #expect(throws: DecodingError.self) { try claims("{\(members)}") }
    }

    @Test(arguments: ["", "[]", "null", "1", "{", "\u{0}", "{\"iss\":\"\\ud800\"}"])
    func otherJSONIsRefused(json: String) {
        #expect(throws: (any Error).self) { try claims(json) }
    }

    @Test
    func writtenClaimsAreReadAgain() throws {
        let claims = RequestClaims(
            issuer: "i", issuedAt: 1_698_148_900_000, audience: RequestClaims.Audience.introductoryOfferEligibility,
            bundleID: "b", nonce: "n", productID: "p", transactionID: "1", allowsIntroductoryOffer: false)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(claims)
        #expect(
            String(decoding: json, as: UTF8.self)
                == "{\"allowIntroductoryOffer\":false,\"aud\":\"introductory-offer-eligibility\",\"bid\":\"b\","
                + "\"iat\":1698148900,\"iss\":\"i\",\"nonce\":\"n\",\"productId\":\"p\",\"transactionId\":\"1\"}")
        #expect(try JSONDecoder().decode(RequestClaims.self, from: json) == claims)
    }
}
