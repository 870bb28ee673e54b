@testable import IAPSignatures
import Testing

@testable import IAPReferenceStore

struct RequestClaimsTests {
    private static let required = "\"iss\":\"i\",\"iat\":1698148900,\"aud\":\"promotional-offer\",\"bid\":\"b\""

    private func claims(_ json: String) throws -> RequestClaims {
        try RequestClaims(json: Array(json.utf8))
    }

    @Test
    func allClaimsAreRead() throws {
        let claims = try claims(
            "{\(Self.required),\"nonce\":\"n\",\"productId\":\"p\",\"offerIdentifier\":\"o\",\"transactionId\":\"1\","
                + "\"allowIntroductoryOffer\":true,\"request\":\"e30=\",\"other\":{\"deep\":[null]}}")
        #expect(
            claims
                == RequestClaims(
                    issuer: "i", issuedAt: 1_698_148_900_000, audience: RequestClaims.Audience.promotionalOffer,
                    bundleID: "b", nonce: "n", productID: "p", offerID: "o", transactionID: "1",
                    allowsIntroductoryOffer: true, request: "e30="))
    }

    @Test
    func anyClaimMayBeAbsentOrNull() throws {
        let nothing = RequestClaims(issuer: nil, issuedAt: nil, audience: nil, bundleID: nil)
        #expect(try claims("{}") == nothing)
        let names = [
            "iss", "iat", "exp", "aud", "bid", "nonce", "productId", "offerIdentifier", "transactionId",
            "allowIntroductoryOffer", "request",
        ]
        #expect(try claims("{\(names.map { "\"\($0)\":null" }.joined(separator: ","))}") == nothing)
    }

    @Test
    func endIsReadAsTheBeginningIs() throws {
        #expect(try claims("{\"exp\":1698148900.5}").expiresAt == 1_698_148_900_500)
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

    /// Invalid claims and the reason.
    static let wrong: [(String, VerifyReason)] = [
        ("\"iss\":1", .wrongType), ("\"iss\":[\"i\"]", .wrongType), ("\"bid\":{}", .wrongType),
        ("\"iss\":\"i\\u0000\"", .wrongType), ("\"aud\":[\"a\\u0000\"]", .wrongType),
        ("\"iat\":\"1\"", .wrongType), ("\"iat\":true", .wrongType), ("\"exp\":[1]", .wrongType),
        ("\"iat\":9223372036854775807", .numberOutOfRange), ("\"iat\":-9223372036854775808", .numberOutOfRange),
        ("\"iat\":1e300", .numberOutOfRange), ("\"exp\":18446744073709551616", .numberOutOfRange),
        ("\"other\":1e400", .numberOutOfRange), ("\"other\":\(String(repeating: "9", count: 400))", .numberOutOfRange),
        ("\"aud\":[]", .wrongType), ("\"aud\":[\"a\",\"b\"]", .wrongType), ("\"aud\":[1]", .wrongType),
        ("\"aud\":[[\"a\"]]", .wrongType), ("\"aud\":{}", .wrongType),
        ("\"nonce\":1", .wrongType), ("\"productId\":[\"p\"]", .wrongType), ("\"offerIdentifier\":{}", .wrongType),
        ("\"transactionId\":1", .wrongType), ("\"allowIntroductoryOffer\":1", .wrongType),
        ("\"allowIntroductoryOffer\":\"true\"", .wrongType), ("\"request\":{}", .wrongType),
        ("\"iss\":\"i\",\"iss\":\"i\"", .duplicateName), ("\"iss\":\"i\",\"i\\u0073s\":\"i\"", .duplicateName),
        ("\"other\":{\"a\":[{\"b\":1,\"b\":2}]}", .duplicateName), ("\"iss\":null,\"iss\":\"i\"", .duplicateName),
        ("\"other\":" + nested(600), .tooDeep), ("\"other\":\"\\ud800\"", .invalidUTF8),
        ("\"iss\":\"i\",", .invalidJSON), ("\"iss\":01", .invalidJSON), ("\"iss\":'i'", .invalidJSON),
        ("\"other\":NaN", .invalidJSON), ("iss:\"i\"", .invalidJSON),
    ]

    private static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    @Test(arguments: wrong.indices)
    func invalidJSONAndOtherTypesAreRejectedWithTheirReason(index: Int) {
        let (members, reason) = Self.wrong[index]
        #expect { try claims("{\(members)}") } throws: { ($0 as? Rejection)?.reason == reason }
    }

    @Test(arguments: ["", "[]", "null", "1", "{", "\u{0}", "{} {}", "{}x"])
    func otherJSONThanOneObjectIsRefused(json: String) {
        #expect { try claims(json) } throws: { ($0 as? Rejection)?.reason == .invalidJSON }
    }

    @Test(arguments: [[0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]] as [[UInt8]])
    func otherBytesThanUTF8AreRefused(text: [UInt8]) {
        let json = Array("{\"other\":".utf8) + text + Array("}".utf8)
        #expect { try RequestClaims(json: json) } throws: { ($0 as? Rejection)?.reason == .invalidUTF8 }
    }

    @Test
    func claimsAreReadWithTheirEscapes() throws {
        let claims = try claims(#"{"iss":"\u00e9\n\"","aud":["\u0061"],"\u0062id":"\/","other":"\u0000"}"#)
        #expect(claims == RequestClaims(issuer: "é\n\"", issuedAt: nil, audience: "a", bundleID: "/"))
    }

    @Test
    func claimsOfOtherObjectsDoNotCount() throws {
        let claims = try claims(#"{"other":{"iss":"i","iat":1,"aud":["a"]},"list":[{"bid":"b"}],"nonce":"n"}"#)
        #expect(claims == RequestClaims(issuer: nil, issuedAt: nil, audience: nil, bundleID: nil, nonce: "n"))
    }

    @Test
    func longJSONIsRefusedUnread() {
        let json = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20) + Array("{}".utf8)
        #expect { try RequestClaims(json: json) } throws: { ($0 as? Rejection)?.reason == .tooLarge }
    }

    // MARK: The request

    @Test(arguments: ["e30=", "eyJhIjpbMV19", "IHsgfSA="])
    func requestIsBase64OfAnObject(text: String) throws {
        let json = try claims("{\"request\":\"\(text)\"}").requestJSON()
        #expect(json.map { Base64.encode(Array($0.utf8)) } == text)
    }

    static let wrongRequests: [(String, VerifyReason)] = [
        ("e30", .invalidJSON), ("e31=", .invalidJSON), ("", .invalidJSON), ("W10=", .invalidJSON),
        (Base64.encode(Array("{\"a\":1,\"a\":1}".utf8)), .duplicateName),
        (Base64.encode(Array("{\"a\":1e999}".utf8)), .numberOutOfRange),
        (Base64.encode([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]), .invalidUTF8),
    ]

    @Test(arguments: wrongRequests.indices)
    func otherRequestIsRefusedWithItsReason(index: Int) throws {
        let (text, reason) = Self.wrongRequests[index]
        let claims = try claims("{\"request\":\"\(text)\"}")
        #expect { try claims.requestJSON() } throws: { ($0 as? Rejection)?.reason == reason }
    }

    // MARK: Writing

    @Test
    func writtenClaimsAreReadAgain() throws {
        let claims = RequestClaims(
            issuer: "i", issuedAt: 1_698_148_900_000, audience: RequestClaims.Audience.introductoryOfferEligibility,
            bundleID: "b", nonce: "n", productID: "p", transactionID: "1", allowsIntroductoryOffer: false)
        #expect(
            String(decoding: claims.json, as: UTF8.self)
                == "{\"allowIntroductoryOffer\":false,\"aud\":\"introductory-offer-eligibility\",\"bid\":\"b\","
                + "\"iat\":1698148900,\"iss\":\"i\",\"nonce\":\"n\",\"productId\":\"p\",\"transactionId\":\"1\"}")
        #expect(try RequestClaims(json: claims.json) == claims)
    }

    @Test(arguments: ["", "\"\\", "\u{1}\u{1F}\n\r\t", "é😀\u{2028}", "\u{7F}/", "e\u{301}"])
    func anyTextComesThrough(text: String) throws {
        var claims = RequestClaims(issuer: text, issuedAt: -1000, audience: text, bundleID: text)
        claims.request = text
        claims.expiresAt = 0
        let read = try RequestClaims(json: claims.json)
        #expect(read == claims)
        #expect(read.issuer?.utf8.elementsEqual(text.utf8) == true)
    }
}
