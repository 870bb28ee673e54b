import IAPSignedText
import Testing

@testable import IAPReferenceStore
@testable import IAPSignedData

struct KeyedJWSTests {
    private static let payload = Array("{\"aud\":\"promotional-offer\"}".utf8)

    private let key: SigningKey
    private let verifier: KeyedJWSVerifier

    init() throws {
        // RFC 6979, section A.2.5.
        key = try SigningKey(scalar: bytes("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721"))
        verifier = KeyedJWSVerifier(keys: ["L256SYR32L": key.verifyingKey])
    }

    /// Returns a correctly signed text with any header.
    private func jws(header: String, payload: [UInt8] = payload) throws -> String {
        let content = Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(payload)
        return try content + "." + Base64URL.encode(key.signature(of: Array(content.utf8)))
    }

    /// Python's `cryptography` made this text with deterministic signatures.
    @Test
    func textIsThatOfAnotherImplementation() throws {
        let text =
            "eyJhbGciOiJFUzI1NiIsImtpZCI6IkwyNTZTWVIzMkwiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJpc3N1ZXIiLCJpYXQiOjE2OTgxNDg5"
            + "MDAsImF1ZCI6InByb21vdGlvbmFsLW9mZmVyIiwiYmlkIjoiY29tLmV4YW1wbGUuY2F2ZXMiLCJub25jZSI6IjIwZmJhOGEwLTJiODAt"
            + "NGE3ZC1hMTdmLTg1YzE4NTQ3MjdmOCIsInByb2R1Y3RJZCI6ImNvbS5leGFtcGxlLmNhdmVzLmdvbGQiLCJvZmZlcklkZW50aWZpZXIi"
            + "OiJzcHJpbmcifQ.8U3LC-reuI78Sb-aTMpzISwmmGbGAMgYhf2aD2UlpU-_ZUI8mZdMiNWMPXrcor15Jp6lzxlbtFI0q25XE5pw2Q"
        let payload = Array(
            ("{\"iss\":\"issuer\",\"iat\":1698148900,\"aud\":\"promotional-offer\",\"bid\":\"com.example.caves\","
                + "\"nonce\":\"20fba8a0-2b80-4a7d-a17f-85c1854727f8\",\"productId\":\"com.example.caves.gold\","
                + "\"offerIdentifier\":\"spring\"}").utf8)
        #expect(try JWSSigner(keyID: "L256SYR32L", key: key).sign(payload: payload) == text)
        #expect(verifier.verdict(text) == .valid(payload: payload))
    }

    @Test(arguments: ["A", "", "key \"one\"\\", "\u{0}\u{1}\u{1F}\n\r\t", "é😀\u{2028}", "\u{7F}/"])
    func anyKeyIDComesThroughTheHeader(keyID: String) throws {
        let text = try JWSSigner(keyID: keyID, key: key).sign(payload: Self.payload)
        #expect(KeyedJWSVerifier(keys: [keyID: key.verifyingKey]).verdict(text) == .valid(payload: Self.payload))
        #expect(verifier.verdict(text) == .invalid(.unknownKey))
        #expect(KeyedJWSVerifier(keys: [:]).verdict(text) == .invalid(.unknownKey))
    }

    @Test(arguments: [0, 1, 2, 3, 1000])
    func anyBytesAreAPayload(count: Int) throws {
        var random = RandomSource(state: UInt64(count))
        let payload = random.bytes(count)
        let text = try JWSSigner(keyID: "L256SYR32L", key: key).sign(payload: payload)
        #expect(verifier.verdict(text) == .valid(payload: payload))
    }

    @Test
    func keyIsChosenByItsIDAlone() throws {
        let other = try SigningKey(seed: [1], label: "other")
        let verifier = KeyedJWSVerifier(keys: ["A": key.verifyingKey, "B": other.verifyingKey])
        #expect(
            try verifier.verdict(JWSSigner(keyID: "B", key: other).sign(payload: [])) == .valid(payload: []))
        #expect(
            try verifier.verdict(JWSSigner(keyID: "A", key: other).sign(payload: [])) == .invalid(.invalidSignature))
    }

    @Test(arguments: [
        "{\"alg\":\"ES256\",\"kid\":\"L256SYR32L\"}", "{\"kid\":\"L256SYR32L\",\"typ\":\"jwt\",\"alg\":\"ES256\"}",
        "{\"alg\":\"ES256\",\"kid\":\"\\u004c256SYR32L\",\"typ\":\"JWT\",\"n\":[1]}",
    ])
    func headerWithAnEquivalentSpellingIsAccepted(header: String) throws {
        #expect(try verifier.verdict(jws(header: header)) == .valid(payload: Self.payload))
    }

    @Test(arguments: [
        "{\"kid\":\"L256SYR32L\"}", "{\"alg\":\"none\",\"kid\":\"L256SYR32L\"}",
        "{\"alg\":\"HS256\",\"kid\":\"L256SYR32L\"}", "{\"alg\":\"es256\",\"kid\":\"L256SYR32L\"}",
        "{\"alg\":\"ES384\",\"kid\":\"L256SYR32L\"}", "{\"alg\":\"\",\"kid\":\"L256SYR32L\"}",
        "{\"alg\":\"none\"}",
    ])
    func otherAlgorithmIsRefused(header: String) throws {
        #expect(try verifier.verdict(jws(header: header)) == .invalid(.unsupportedAlgorithm))
    }

    @Test(arguments: [
        "{\"alg\":\"ES256\"}", "{\"alg\":\"ES256\",\"kid\":\"l256syr32l\"}",
        "{\"alg\":\"ES256\",\"kid\":\"L256SYR32L \"}", "{\"alg\":\"ES256\",\"jku\":\"L256SYR32L\"}",
    ])
    func headerWithoutAKnownKeyIsRefused(header: String) throws {
        #expect(try verifier.verdict(jws(header: header)) == .invalid(.unknownKey))
    }

    @Test(arguments: [
        "{\"alg\":\"ES256\",\"kid\":\"L256SYR32L\",\"kid\":\"L256SYR32L\"}", "[]", "", "{", "null",
        "{\"alg\":\"ES256\",\"kid\":\"L256SYR32L\",\"crit\":[\"b64\"],\"b64\":false}", "{\"alg\":1}",
        "{\"alg\":\"ES256\",\"kid\":\"L256SYR32L\"}x", "{\"alg\":\"ES256\",\"kid\":}", "{\"kid\":\"\\ud800\"}",
        "{\"alg\":\"ES256\",\"kid\":null}", "{\"alg\":\"ES256\",\"kid\":1}",
        "{\"alg\":\"ES256\",\"kid\":[\"L256SYR32L\"]}",
    ])
    func headerThatIsNoStrictJSONIsMalformed(header: String) throws {
        #expect(try verifier.verdict(jws(header: header)) == .invalid(.malformed))
    }

    /// The header contains the signing key. The verifier must not trust the header's key.
    @Test
    func textCannotContainItsOwnKey() throws {
        let chain = try CertificateChain.make(seed: [1], validFrom: 1_700_000_000_000)
        let list = chain.certificates.map { "\"\(Base64.encode($0))\"" }.joined(separator: ",")
        let header = "{\"alg\":\"ES256\",\"kid\":\"L256SYR32L\",\"x5c\":[\(list)]}"
        let content = Base64URL.encode(Array(header.utf8)) + ".e30"
        let signature = try chain.leafKey.signature(of: Array(content.utf8))
        #expect(verifier.verdict("\(content).\(Base64URL.encode(signature))") == .invalid(.invalidSignature))
    }

    @Test
    func textWithCertificatesAndTextWithAKeyAreNotTakenForEachOther() throws {
        let chain = try CertificateChain.make(seed: [1], validFrom: 1_700_000_000_000)
        let store = try JWSVerifier(roots: [chain.root])
        #expect(
            try store.verdict(JWSSigner(keyID: "A", key: chain.leafKey).sign(payload: []), at: 1_700_000_000_000)
                == .invalid(.missingCertificates))
        let keyed = KeyedJWSVerifier(keys: ["A": chain.leafKey.verifyingKey])
        #expect(try keyed.verdict(JWSSigner(chain).sign(payload: [])) == .invalid(.unknownKey))
    }

    @Test
    func otherFormsOfATextAreMalformed() throws {
        let text = try JWSSigner(keyID: "L256SYR32L", key: key).sign(payload: Self.payload)
        let parts = text.split(separator: ".").map(String.init)
        let others = [
            "", ".", "..", "\(parts[0]).\(parts[1])", text + ".", text + "." + parts[2], text + "=", text + "\n",
            " " + text, "\(parts[0])=.\(parts[1]).\(parts[2])", "\(parts[0])..\(parts[1]).\(parts[2])",
            "\(parts[0]).\(parts[1]) .\(parts[2])", text + "\u{301}", "e\u{301}.\(parts[1]).\(parts[2])",
        ]
        for other in others {
            #expect(verifier.verdict(other) == .invalid(.malformed), "\(other.prefix(40))")
        }
        for text in [".", "A"].map({ String(repeating: $0, count: 2_000_000) }) {
            #expect(verifier.verdict(text) == .invalid(.tooLarge))
        }
    }

    @Test
    func signatureMustBe64RawBytes() throws {
        let text = try JWSSigner(keyID: "L256SYR32L", key: key).sign(payload: Self.payload)
        let parts = text.split(separator: ".").map(String.init)
        let content = "\(parts[0]).\(parts[1])"
        let signature = try #require(Base64URL.decode(parts[2]))
        let der = try key.derSignature(of: Array(content.utf8))
        let zeros = [UInt8](repeating: 0, count: 64)
        for wrong in [[], Array(signature.dropLast()), signature + [0], der, zeros, Array(signature.reversed())] {
            #expect(verifier.verdict("\(content).\(Base64URL.encode(wrong))") == .invalid(.invalidSignature))
        }
    }

    @Test
    func alteredTextIsNeverAccepted() throws {
        let text = Array(try JWSSigner(keyID: "L256SYR32L", key: key).sign(payload: Self.payload).utf8)
        for place in text.indices {
            for bit in 0..<7 {
                var altered = text
                altered[place] ^= 1 << bit
                if case .valid = verifier.verdict(String(decoding: altered, as: UTF8.self)) {
                    Issue.record("The text was accepted with another byte at \(place).")
                }
            }
            if case .valid = verifier.verdict(String(decoding: text[..<place], as: UTF8.self)) {
                Issue.record("The text was accepted after its first \(place) characters.")
            }
        }
    }
}

/// The keys of several servers by key id.
private struct KeyedJWSVerifier {
    var keys: [String: VerifyingKey]

    func verdict(_ jws: String) -> JWSVerdict {
        for (id, key) in keys {
            do throws(Rejection) {
                let key = AppServerKey(id: id, issuerID: nil, bundleID: "com.example.game", publicKey: key)
                return .valid(payload: try key.payload(of: jws))
            } catch {
                guard error.reason == .unknownKey else { return .invalid(error.reason) }
            }
        }
        return .invalid(.unknownKey)
    }
}
