import IAPSignedText
import Testing

@testable import IAPReferenceStore
@testable import IAPSignedData

/// When a signature of a game server is valid, and for which use.
struct AppServerKeyCheckTests {
    private static let now = AppServerKeyTests.now
    private static let (bundleID, issuerID, keyID) = ("com.example.caves", "team", "L256SYR32L")

    private let signing: SigningKey
    private let key: AppServerKey
    private let checking: AppServerKey

    init() throws {
        // RFC 6979, section A.2.5.
        signing = try SigningKey(scalar: bytes("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721"))
        key = AppServerKey(id: Self.keyID, issuerID: Self.issuerID, bundleID: Self.bundleID, key: signing)
        checking = AppServerKey(
            id: Self.keyID, issuerID: Self.issuerID, bundleID: Self.bundleID, publicKey: signing.verifyingKey)
    }

    private func reason(
        _ text: String, _ expected: ServerRequest, at now: Int64 = now, by key: AppServerKey? = nil
    ) -> VerifyReason? {
        do throws(Rejection) {
            _ = try (key ?? checking).check(text, for: expected, at: now)
            return nil
        } catch {
            return error.reason
        }
    }

    // MARK: Use

    @Test(arguments: ServerRequest.Kind.allCases)
    func expectedValuesMustEqualTheSignedOnes(kind: ServerRequest.Kind) throws {
        let text = try key.sign(AppServerKeyTests.request(kind), at: 0).text
        let changes: [(WritableKeyPath<ServerRequest, String?>, String)] = [
            (\.productID, "com.example.caves.silver"), (\.offerID, "Spring"), (\.transactionID, "8"),
            (\.nonce, "20fba8a0-2b80-4a7d-a17f-85c1854727f9"), (\.requestJSON, "{}"), (\.appAccountToken, "player"),
        ]
        for (field, value) in changes where AppServerKeyTests.request(kind)[keyPath: field] != nil {
            var request = AppServerKeyTests.request(kind)
            request[keyPath: field] = value
            #expect(reason(text, request) == (kind == .promotionalOffer ? .invalidSignature : .otherClaim), "\(field)")
            request[keyPath: field] = nil
            if kind != .promotionalOffer { #expect(reason(text, request) == nil, "\(field)") }
        }
        var request = AppServerKeyTests.request(kind)
        request.timestamp = Self.now + 1000
        #expect(reason(text, request) == (kind == .promotionalOffer ? .invalidSignature : .otherClaim))
        request.timestamp = Self.now + 1
        #expect(reason(text, request) == (kind == .promotionalOffer ? .invalidSignature : nil))
        request.timestamp = Self.now
        (request.allowsIntroductoryOffer, request.lifetime) = (!request.allowsIntroductoryOffer, 1)
        #expect(reason(text, request) == nil)
    }

    private func sign(_ claims: RequestClaims) throws -> String {
        try JWSSigner(keyID: Self.keyID, key: signing).sign(payload: claims.json)
    }

    private func claims(_ kind: ServerRequest.Kind) throws -> RequestClaims {
        try checking.claims(of: key.sign(AppServerKeyTests.request(kind), at: 0).text)
    }

    @Test func claimThatTheKindNeedsHasToBeThere() throws {
        let needed: [(ServerRequest.Kind, (inout RequestClaims) -> Void)] = [
            (.promotionalOfferJWS, { $0.nonce = nil }), (.promotionalOfferJWS, { $0.productID = nil }),
            (.promotionalOfferJWS, { $0.offerID = nil }), (.introductoryOfferJWS, { $0.productID = nil }),
            (.introductoryOfferJWS, { $0.transactionID = nil }),
            (.introductoryOfferJWS, { $0.allowsIntroductoryOffer = nil }), (.advancedCommerceJWS, { $0.nonce = nil }),
            (.advancedCommerceJWS, { $0.request = nil }),
        ]
        for (index, (kind, remove)) in needed.enumerated() {
            var claims = try claims(kind)
            #expect(reason(try sign(claims), ServerRequest(kind)) == nil)
            remove(&claims)
            #expect(reason(try sign(claims), ServerRequest(kind)) == .otherClaim, "case \(index)")
        }
        for kind in ServerRequest.Kind.allCases where kind != .promotionalOffer {
            var claims = try claims(kind)
            (claims.issuer, claims.nonce) = (nil, "no uuid")
            #expect(reason(try sign(claims), ServerRequest(kind)) == .otherIssuer)
            (claims.issuer, claims.bundleID) = (Self.issuerID, nil)
            #expect(reason(try sign(claims), ServerRequest(kind)) == .otherApp)
            (claims.bundleID, claims.audience) = (Self.bundleID, nil)
            #expect(reason(try sign(claims), ServerRequest(kind)) == .otherAudience)
            claims.audience = kind.audience
            #expect(reason(try sign(claims), ServerRequest(kind)) == (kind == .apiToken ? nil : .wrongType))
        }
        var optional = try claims(.promotionalOfferJWS)
        optional.transactionID = nil
        #expect(reason(try sign(optional), ServerRequest(.promotionalOfferJWS)) == nil)
    }

    // MARK: Times

    private static let day: Int64 = 86_400_000

    static let ages: [(Int64, Bool)] = [
        (0, true), (day, true), (day + 1000, false), (-60_000, true), (-61_000, false), (.min / 2, false),
    ]

    @Test(arguments: ages.indices, ServerRequest.Kind.allCases.filter { $0 != .apiToken })
    func offerIsValidForADayAndNotBefore(index: Int, kind: ServerRequest.Kind) throws {
        let (age, isGood) = Self.ages[index]
        let now = Self.now / 1000 * 1000
        var request = AppServerKeyTests.request(kind)
        request.timestamp = now - age
        let text = try key.sign(request, at: 0).text
        #expect(reason(text, request, at: now) == (isGood ? nil : .outOfTime))
    }

    /// The times of issue and expiration in seconds from now. nil: the token has no such time.
    static let tokens: [(issued: Int64?, end: Int64?, isGood: Bool)] = [
        (0, 300, true), (0, 3600, true), (0, 3601, false), (60, 3660, true), (61, 300, false), (-3599, 1, true),
        (-3600, 0, false), (-7200, -3600, false), (0, nil, false), (nil, nil, false), (nil, 300, true),
        (nil, 3660, true), (nil, 3661, false), (nil, 0, false), (-90_000, 1, false),
        (0, Int64.max / 1000 - 1_698_148_901, false),
    ]

    @Test(arguments: tokens.indices) func tokenIsValidForAnHourAtMost(index: Int) throws {
        let (issued, end, isGood) = Self.tokens[index]
        let now = Self.now / 1000 * 1000
        var claims = RequestClaims(
            issuer: Self.issuerID, issuedAt: issued.map { now + $0 * 1000 }, audience: "appstoreconnect-v1",
            bundleID: Self.bundleID)
        claims.expiresAt = end.map { now + $0 * 1000 }
        #expect(reason(try sign(claims), ServerRequest(.apiToken), at: now) == (isGood ? nil : .outOfTime))
    }

    @Test func offerThatNamesAnEndHasExpiredThen() throws {
        var claims = try claims(.promotionalOfferJWS)
        claims.expiresAt = Self.now
        #expect(reason(try sign(claims), ServerRequest(.promotionalOfferJWS), at: Self.now - 1000) == nil)
        #expect(reason(try sign(claims), ServerRequest(.promotionalOfferJWS)) == .outOfTime)
    }

    @Test(arguments: [Int64.min, 0, Int64.max])
    func anyTimeIsJudged(now: Int64) throws {
        for kind in ServerRequest.Kind.allCases {
            let request = AppServerKeyTests.request(kind)
            #expect(reason(try key.sign(request, at: 0).text, request, at: now) == .outOfTime, "\(kind)")
        }
    }

    // MARK: Forms

    @Test(arguments: ServerRequest.Kind.allCases)
    func alteredTextIsNeverValid(kind: ServerRequest.Kind) throws {
        let request = AppServerKeyTests.request(kind)
        let text = Array(try key.sign(request, at: 0).text.utf8)
        for place in text.indices {
            var altered = text
            altered[place] ^= 1
            #expect(reason(String(decoding: altered, as: UTF8.self), request) != nil, "byte \(place)")
            #expect(reason(String(decoding: text[..<place], as: UTF8.self), request) != nil, "\(place) bytes")
        }
    }

    @Test(arguments: ServerRequest.Kind.allCases)
    func otherFormsAreMalformed(kind: ServerRequest.Kind) throws {
        let request = AppServerKeyTests.request(kind)
        let text = try key.sign(request, at: 0).text
        for other in ["", " ", ".", "..", "{}", text + "\n", " " + text, text + ".", "e\u{301}"] {
            #expect(reason(other, request) == .malformed, "\(other.prefix(20))")
        }
        #expect(reason(String(repeating: "A", count: (1 << 20) + 4), request) == .tooLarge)
    }

    @Test func claimsAreJudgedAfterTheSignature() throws {
        let payload = Array("{\"iss\":1,\"iss\":1}".utf8)
        let text = try JWSSigner(keyID: Self.keyID, key: signing).sign(payload: payload)
        #expect(reason(text, ServerRequest(.apiToken)) == .duplicateName)
        let foreign = try JWSSigner(keyID: Self.keyID, key: SigningKey(seed: [1], label: "b")).sign(payload: payload)
        #expect(reason(foreign, ServerRequest(.apiToken)) == .invalidSignature)
    }
}
