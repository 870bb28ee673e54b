import IAPSignedText
import Testing

@testable import IAPReferenceStore
@testable import IAPSignedData

/// The verdicts of a verifier: one text for each reason with exactly this error, and the order of the checks.
struct SignedDataVerifierTests {
    private let chain: TestChain
    private let certificates: [[UInt8]]
    private let verifier: SignedDataVerifier

    init() throws {
        chain = try TestChain()
        certificates = try chain.certificates()
        verifier = try chain.verifier()
    }

    @Test(arguments: SignedKind.allCases)
    func textOfTheStoreIsValid(kind: SignedKind) throws {
        let payload = TestChain.payload(kind)
        let data = try verifier.check(kind, chain.jws(certificates, payload: payload).utf8)
        #expect(data.json == payload)
        #expect(data.kind == kind)
        #expect(data.isSignatureChecked)
        #expect(data.environments == .sandbox)
        #expect(data.signedDate == TestChain.date)
    }

    /// Returns the verdict about a correctly signed text with this header.
    private func reason(header: String) throws -> VerifyReason? {
        verifier.reason(.transaction, try chain.jws(header: header, payload: TestChain.payload(.transaction)))
    }

    private func reason(_ certificates: [[UInt8]]) throws -> VerifyReason? {
        try reason(header: TestChain.header(certificates))
    }

    @Test(arguments: [
        "", ".", "..", "...", "a", "a.b", "a.b.c", "a.b.c.d", "e30.e30", " e30.e30.e30", "e30.e30.e30\n", "é.é.é",
        "\u{0}.\u{0}.\u{0}", "e30.e30=.", "e30.e 30.", "bnVsbA.e30.", "W10.e30.", "e30.e31.", "e30.e30.AB",
    ])
    func textOfAnotherFormIsMalformed(text: String) {
        #expect([.malformed, .invalidJSON, .missingCertificates].contains(verifier.reason(.transaction, text)))
    }

    @Test(arguments: [0, 1, 2])
    func segmentThatIsNotStrictBase64URLIsMalformed(place: Int) throws {
        let text = try chain.jws(certificates, payload: TestChain.payload(.transaction))
        var segments = text.split(separator: ".").map(String.init)
        let right = segments[place]
        for wrong in [
            right + "=", " " + right, right + "\n", right.dropLast() + "+", right.dropLast() + "/", right + "!",
        ] {
            segments[place] = wrong
            #expect(verifier.reason(.transaction, segments.joined(separator: ".")) == .malformed)
        }
        #expect(verifier.reason(.transaction, text + ".") == .malformed)
    }

    /// If unused bits were allowed after the last byte, anyone could change a text without changing its content.
    @Test
    func looseBitsAreMalformed() throws {
        let text = try chain.jws(certificates, payload: TestChain.payload(.transaction))
        #expect(verifier.reason(.transaction, text) == nil)
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let last = try #require(text.last.flatMap { digits.firstIndex(of: $0) })
        // 64 bytes are 86 digits, and the last digit has four unused bits.
        #expect(verifier.reason(.transaction, text.dropLast() + String(digits[last + 1])) == .malformed)
    }

    @Test
    func textThatIsTooLargeIsRefusedUnread() {
        let text = String(repeating: ".", count: CompactJWS.maximumLength)
        #expect(verifier.reason(.transaction, text) == .malformed)
        #expect(verifier.reason(.transaction, text + ".") == .tooLarge)
    }

    @Test(
        arguments: [
            ("{", .invalidJSON), ("{\"a\":1,\"a\":1}", .duplicateName), ("{\"price\":\"x\"}", .wrongType),
            ("{\"price\":1e99}", .numberOutOfRange),
            ("{\"a\":\(String(repeating: "[", count: 600))\(String(repeating: "]", count: 600))}", .tooDeep),
        ] as [(String, VerifyReason)])
    func payloadIsJudgedBeforeAnythingElse(payload: String, expected: VerifyReason) throws {
        #expect(verifier.reason(.transaction, try chain.jws(certificates, payload: payload)) == expected)
        #expect(verifier.reason(.transaction, try chain.jws(header: "{}", payload: payload)) == expected)
    }

    @Test(arguments: [
        "[]", "{\"alg\":1}", "{\"x5c\":\"a\"}", "{\"alg\":\"ES256\",\"alg\":\"ES256\"}", "{\"crit\":[]}",
        "{\"crit\":null}", "{\"crit\":[\"exp\"]}", "{\"x5c\":[1]}", "{\"x5c\":[[]]}", "{",
    ])
    func headerThatIsNoHeaderIsMalformed(header: String) throws {
        #expect(try reason(header: header) == .malformed)
    }

    @Test
    func textWithoutCertificatesIsRefused() throws {
        #expect(try reason(header: "{\"alg\":\"ES256\"}") == .missingCertificates)
        #expect(try reason(header: "{\"alg\":\"ES256\",\"x5c\":[]}") == .missingCertificates)
        #expect(try reason(header: "{\"alg\":\"none\",\"x5c\":[]}") == .missingCertificates)
    }

    @Test(arguments: ["none", "None", "HS256", "ES384", "RS256", "es256", "ES256 ", ""])
    func otherAlgorithmIsRefused(algorithm: String) throws {
        #expect(try reason(header: TestChain.header(certificates, algorithm: algorithm)) == .unsupportedAlgorithm)
        #expect(try reason(header: TestChain.header([[1]], algorithm: algorithm)) == .unsupportedAlgorithm)
    }

    @Test(arguments: [1, 2, 4])
    func chainOfOtherLengthIsRefused(count: Int) throws {
        #expect(try reason(Array((certificates + certificates).prefix(count))) == .invalidChainLength)
    }

    @Test(arguments: [0, 1])
    func certificateThatIsNoCertificateIsRefused(place: Int) throws {
        var list = certificates
        for wrong in [[], certificates[place].dropLast(), certificates[place] + [0]] {
            list[place] = Array(wrong)
            #expect(try reason(list) == .invalidCertificate)
        }
    }

    /// As in Apple's libraries, the verifier's own root certificate decides.
    @Test
    func thirdCertificateIsCountedAndNotRead() throws {
        #expect(try reason([certificates[0], certificates[1], [1, 2, 3]]) == nil)
    }

    @Test
    func chainThatDoesNotLeadToTheRootIsRefused() throws {
        let other = try TestChain(seed: 1)
        let foreign = try other.certificates()
        let payload = TestChain.payload(.transaction)
        #expect(verifier.reason(.transaction, try other.jws(foreign, payload: payload)) == .untrustedChain)
        #expect(try reason([foreign[0], certificates[1], certificates[2]]) == .untrustedChain)
        #expect(try reason([certificates[0], foreign[1], certificates[2]]) == .untrustedChain)
        #expect(try reason([certificates[1], certificates[0], certificates[2]]) == .untrustedChain)
    }

    @Test(
        arguments: [(-1, nil), (0, nil), (998, nil), (1000, .notValidAtDate), (-2, .notValidAtDate)]
            as [(Int64, VerifyReason?)])
    func certificatesMustBeValidWhenItWasSigned(days: Int64, expected: VerifyReason?) throws {
        let date = TestChain.date + days * 86_400_000
        let payload = "{\"bundleId\":\"com.example.game\",\"environment\":\"Sandbox\",\"signedDate\":\(date)}"
        let text = try chain.jws(certificates, payload: payload)
        #expect(verifier.reason(.transaction, text) == expected)
        // The result is the same after the verifier knows the certificates.
        #expect(
            verifier.reason(.transaction, try chain.jws(certificates, payload: TestChain.payload(.transaction))) == nil)
        #expect(verifier.reason(.transaction, text) == expected)
    }

    @Test
    func withoutADateTheyMustBeValidNow() throws {
        let payload = "{\"bundleId\":\"com.example.game\",\"environment\":\"Sandbox\"}"
        let text = try chain.jws(certificates, payload: payload)
        #expect(verifier.reason(.transaction, text) == nil)
        #expect(
            try chain.verifier(now: TestChain.date + 86_400_000 * 1000).reason(.transaction, text) == .notValidAtDate)
    }

    /// Apple's libraries read the number as milliseconds. A date in seconds then is a long time ago.
    @Test
    func dateInSecondsIsLongAgo() throws {
        let payload = TestChain.payload(.transaction).replacing("\(TestChain.date)", with: "\(TestChain.date / 1000)")
        #expect(verifier.reason(.transaction, try chain.jws(certificates, payload: payload)) == .notValidAtDate)
    }

    @Test(arguments: [0, 1])
    func certificateWithoutMarkerIsRefused(place: Int) throws {
        var chain = chain
        if place == 0 {
            chain.leaf.remove("1.2.840.113635.100.6.11.1")
        } else {
            chain.intermediate.remove("1.2.840.113635.100.6.2.1")
        }
        let text = try chain.jws(chain.certificates(), payload: TestChain.payload(.transaction))
        #expect(verifier.reason(.transaction, text) == .missingMarker)
    }

    @Test
    func signatureOfAnotherKeyOrTextIsRefused() throws {
        let payload = TestChain.payload(.transaction)
        let header = TestChain.header(certificates)
        #expect(try reason(header: header) == nil)
        let foreign = try TestChain(seed: 1).jws(header: header, payload: payload)
        #expect(verifier.reason(.transaction, foreign) == .invalidSignature)
        let content = Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(Array(payload.utf8))
        let der = try chain.leafKey.derSignature(of: Array(content.utf8))
        let raw = try chain.leafKey.signature(of: Array(content.utf8))
        let zero = [UInt8](repeating: 0, count: 64)
        for wrong in [
            der, [], Array(raw.dropLast()), raw + [0], zero, Array(raw[32...] + raw[..<32]),
            [UInt8](repeating: 0xFF, count: 64),
        ] {
            #expect(verifier.reason(.transaction, content + "." + Base64URL.encode(wrong)) == .invalidSignature)
        }
        #expect(verifier.reason(.transaction, content + "." + Base64URL.encode(raw)) == nil)
    }

    @Test
    func payloadThatWasChangedIsRefused() throws {
        var segments = try chain.jws(certificates, payload: TestChain.payload(.transaction)).split(separator: ".").map(
            String.init)
        segments[1] = Base64URL.encode(Array(TestChain.payload(.transaction, ",\"price\":0").utf8))
        #expect(verifier.reason(.transaction, segments.joined(separator: ".")) == .invalidSignature)
    }

    /// Each forgery of the store is checked with a verifier that knows the signer and with one that does not.
    @Test(arguments: Forgery.ofSignature)
    func forgeryIsRefused(forgery: Forgery) throws {
        let seed = Array("seed".utf8)
        let store = try CertificateChain.make(seed: seed, validFrom: TestChain.date)
        let payload = Array(TestChain.payload(.transaction).utf8)
        let altered = Array(TestChain.payload(.transaction, ",\"price\":0").utf8)
        let text = try JWSForger(forgery, seed: seed, chain: store).sign(payload: payload, altered: altered)
        let expected = try ForgeryReasons.of(forgery).ofText
        for isKnown in [false, true] {
            let verifier = try chain.verifier { $0.roots = [store.root] }
            if isKnown { #expect(verifier.reason(.transaction, try JWSSigner(store).sign(payload: payload)) == nil) }
            // The leaf of the forgery "expired" ended before the text was signed.
            #expect(verifier.reason(.transaction, text) == expected)
        }
    }
}
