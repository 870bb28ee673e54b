import IAPSignedText
import Testing

@testable import IAPReferenceStore
@testable import IAPSignedData

/// The check accepts exactly what a game server signs for the App Store.
struct AppServerKeyTests {
    static let now: Int64 = 1_698_148_900_123
    static let nonce = "20fba8a0-2b80-4a7d-a17f-85c1854727f8"
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

    /// Returns a request with every field that the kind can have.
    static func request(_ kind: ServerRequest.Kind) -> ServerRequest {
        var request = ServerRequest(kind)
        request.nonce = nonce
        request.timestamp = now
        switch kind {
        case .promotionalOffer:
            (request.productID, request.offerID) = ("com.example.caves.gold", "spring")
            request.appAccountToken = "Player One"
        case .promotionalOfferJWS:
            (request.productID, request.offerID) = ("com.example.caves.gold", "spring")
            request.transactionID = "7"
        case .introductoryOfferJWS:
            (request.productID, request.transactionID) = ("com.example.caves.gold", "7")
            request.allowsIntroductoryOffer = true
        case .advancedCommerceJWS: request.requestJSON = #"{"operation":"CREATE_ONE_TIME_CHARGE","n":[1.50]}"#
        case .apiToken: request.nonce = nil
        }
        return request
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

    // MARK: Signing

    @Test(arguments: ServerRequest.Kind.allCases)
    func signedRequestIsValidAndHasItsValues(kind: ServerRequest.Kind) throws {
        let request = Self.request(kind)
        let signed = try key.sign(request, at: 0)
        #expect(try checking.check(signed.text, for: request, at: Self.now) == signed)
        let isOlder = kind == .promotionalOffer
        #expect(signed.nonce == (kind == .apiToken ? nil : Self.nonce))
        #expect(signed.timestamp == (isOlder ? Self.now : Self.now / 1000 * 1000))
        #expect(signed.productID == request.productID)
        #expect(signed.offerID == request.offerID)
        #expect(signed.transactionID == request.transactionID)
        #expect(signed.requestJSON == request.requestJSON)
        #expect(signed.allowsIntroductoryOffer == (kind == .introductoryOfferJWS ? true : nil))
        #expect(signed.expirationDate == (kind == .apiToken ? Self.now / 1000 * 1000 + 300_000 : nil))
    }

    static let payloads: [ServerRequest.Kind: String] = [
        .promotionalOfferJWS:
            #"{"aud":"promotional-offer","bid":"com.example.caves","iat":1698148900,"iss":"team","nonce":"\#(nonce)","#
            + #""offerIdentifier":"spring","productId":"com.example.caves.gold","transactionId":"7"}"#,
        .introductoryOfferJWS:
            #"{"allowIntroductoryOffer":true,"aud":"introductory-offer-eligibility","bid":"com.example.caves","#
            + #""iat":1698148900,"iss":"team","nonce":"\#(nonce)","productId":"com.example.caves.gold","#
            + #""transactionId":"7"}"#,
        .advancedCommerceJWS:
            #"{"aud":"advanced-commerce-api","bid":"com.example.caves","iat":1698148900,"iss":"team","#
            + #""nonce":"\#(nonce)","request":"eyJvcGVyYXRpb24iOiJDUkVBVEVfT05FX1RJTUVfQ0hBUkdFIiwibiI6WzEuNTBdfQ=="}"#,
        .apiToken:
            #"{"aud":"appstoreconnect-v1","bid":"com.example.caves","exp":1698149200,"iat":1698148900,"iss":"team"}"#,
    ]

    @Test(arguments: payloads.keys)
    func claimsAreThoseOfApplesLibraries(kind: ServerRequest.Kind) throws {
        let parts = try key.sign(Self.request(kind), at: 0).text.split(separator: ".").map(String.init)
        try #require(parts.count == 3)
        #expect(try String(decoding: #require(Base64URL.decode(parts[1])), as: UTF8.self) == Self.payloads[kind])
        let header = try String(decoding: #require(Base64URL.decode(parts[0])), as: UTF8.self)
        #expect(header == #"{"alg":"ES256","kid":"L256SYR32L","typ":"JWT"}"#)
    }

    @Test(arguments: ServerRequest.Kind.allCases)
    func timeAndNonceThatAreNotSaidAreNowAndNew(kind: ServerRequest.Kind) throws {
        var request = Self.request(kind)
        (request.nonce, request.timestamp) = (nil, nil)
        let signed = try [0, 1].map { _ in try key.sign(request, at: Self.now) }
        #expect(signed[0].timestamp.map { $0 / 1000 } == Self.now / 1000)
        guard kind != .apiToken else { return }
        #expect(try UUIDText.isUUID(#require(signed[0].nonce)))
        #expect(signed[0].nonce != signed[1].nonce)
        let fixed = try key.sign(request, at: Self.now) { count in Array(0..<UInt8(count)) }
        #expect(fixed.nonce == "00010203-0405-4607-8809-0a0b0c0d0e0f")
    }

    @Test func nonceAndAccountAreSignedInLowerCase() throws {
        var request = Self.request(.promotionalOffer)
        request.nonce = Self.nonce.uppercased()
        let signed = try key.sign(request, at: 0)
        #expect(signed.nonce == Self.nonce)
        request.appAccountToken = "player one"
        #expect(reason(signed.text, request) == nil)
        #expect(try key.sign(request, at: 0) == signed)
        var jws = Self.request(.promotionalOfferJWS)
        jws.nonce = Self.nonce.uppercased()
        #expect(try key.sign(jws, at: 0).nonce == Self.nonce)
    }

    @Test(arguments: ServerRequest.Kind.allCases)
    func publicKeyAloneDoesNotSign(kind: ServerRequest.Kind) {
        #expect(!checking.canSign && key.canSign)
        #expect(throws: SignedDataError.self) { try checking.sign(Self.request(kind), at: 0) }
    }

    @Test func failureOfTheRandomNumbersIsAnError() throws {
        var request = Self.request(.promotionalOfferJWS)
        request.nonce = nil
        #expect(throws: SignedDataError.systemFailure("none")) {
            try key.sign(request, at: 0) { _ throws(SignedDataError) in throw .systemFailure("none") }
        }
    }

    // MARK: Key, issuer and app

    @Test(arguments: ServerRequest.Kind.allCases)
    func otherKeyIDIssuerOrBundleIsRefused(kind: ServerRequest.Kind) throws {
        let request = Self.request(kind)
        let text = try key.sign(request, at: 0).text
        func other(_ id: String, _ issuer: String?, _ bundle: String) -> VerifyReason? {
            let key = AppServerKey(id: id, issuerID: issuer, bundleID: bundle, publicKey: signing.verifyingKey)
            return reason(text, request, by: key)
        }
        let isOlder = kind == .promotionalOffer
        #expect(other("L256SYR32l", Self.issuerID, Self.bundleID) == (isOlder ? .invalidSignature : .unknownKey))
        #expect(other(Self.keyID, "teams", Self.bundleID) == (isOlder ? nil : .otherIssuer))
        #expect(other(Self.keyID, nil, Self.bundleID) == (isOlder ? nil : .otherIssuer))
        #expect(other(Self.keyID, Self.issuerID, "com.example.cave") == (isOlder ? .invalidSignature : .otherApp))
        let foreign = AppServerKey(
            id: Self.keyID, issuerID: Self.issuerID, bundleID: Self.bundleID,
            publicKey: try SigningKey(seed: [1], label: "other").verifyingKey)
        #expect(reason(text, request, by: foreign) == .invalidSignature)
    }

    @Test func eachKindIsForItsOwnPurpose() throws {
        for signed in ServerRequest.Kind.allCases {
            let text = try key.sign(Self.request(signed), at: 0).text
            for asked in ServerRequest.Kind.allCases where asked != signed {
                let expected: VerifyReason =
                    asked == .promotionalOffer || signed == .promotionalOffer ? .malformed : .otherAudience
                #expect(reason(text, Self.request(asked)) == expected, "\(signed) as \(asked)")
            }
        }
    }

    // MARK: The key

    @Test func publicKeyIsPEMAndReadAgain() throws {
        let pem = key.publicKeyText
        #expect(pem.hasPrefix("-----BEGIN PUBLIC KEY-----\n") && pem.hasSuffix("-----END PUBLIC KEY-----\n"))
        #expect(try #require(VerifyingKey(pem: pem)).publicKeyDER == signing.publicKeyDER)
        let indented = try #require(VerifyingKey(pem: pem.replacing("\n", with: "\r\n  ")))
        #expect(indented.publicKeyDER == signing.publicKeyDER)
        let others = [
            "", "KEY", pem.replacing("PUBLIC", with: "PRIVATE"), String(pem.dropLast(12)), pem + pem,
            pem.replacing("M", with: "N"), Base64.encode(signing.publicKeyDER),
            pem + String(repeating: " ", count: 4096),
        ]
        for other in others { #expect(VerifyingKey(pem: other) == nil, "\(other.prefix(40))") }
    }

    @Test(arguments: ["20FBA8A0-2b80-4a7d-a17f-85c1854727f8", nonce, "00000000-0000-0000-0000-000000000000"])
    func uuidIsKnownByItsForm(text: String) {
        #expect(UUIDText.isUUID(text))
        let others = [
            "", String(text.dropLast()), text + "0", "{\(text)}", text.replacing("-", with: ""), " \(text)",
            text.replacing("2", with: "g").replacing("0", with: "g"), "20fba8a02b80-4a7d-a17f-85c1854727f8-",
        ]
        for other in others { #expect(!UUIDText.isUUID(other), "\(other)") }
    }
}
