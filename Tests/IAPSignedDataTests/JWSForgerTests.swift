import CIAPOpenSSL
import IAPSignedText
import Testing

@testable import IAPReferenceStore
@testable import IAPSignedData

/// Each forgery has exactly one error. When a test reverts it, the text is valid.
struct JWSForgerTests {
    private static let seed = Array("seed".utf8)
    /// 15 November 2023. The chain is valid from one day before.
    private static let date: Int64 = 1_700_000_000_000
    private static let day: Int64 = 86_400_000
    private static let payload = Array(#"{"appTransactionId":"700","bundleId":"com.example.game?>~"}"#.utf8)
    private static let altered = Array(#"{"appTransactionId":"701","bundleId":"com.example.game?>~"}"#.utf8)

    private let chain: CertificateChain
    private let verifier: JWSVerifier
    /// The same payload with a correct signature.
    private let right: Parts

    init() throws {
        chain = try CertificateChain.make(seed: Self.seed, validFrom: Self.date)
        verifier = try JWSVerifier(roots: [chain.root])
        right = try Parts(JWSSigner(chain).sign(payload: Self.payload))
    }

    private struct Parts {
        var header: [UInt8]
        var payload: [UInt8]
        var signature: [UInt8]

        init(_ text: String) throws {
            let segments = text.split(separator: ".", omittingEmptySubsequences: false)
            try #require(segments.count == 3)
            header = try #require(Base64URL.decode(String(segments[0])))
            payload = try #require(Base64URL.decode(String(segments[1])))
            signature = try #require(Base64URL.decode(String(segments[2])))
        }

        var content: [UInt8] { Array((Base64URL.encode(header) + "." + Base64URL.encode(payload)).utf8) }
        var text: String { String(decoding: content, as: UTF8.self) + "." + Base64URL.encode(signature) }
        var headerText: String { String(decoding: header, as: UTF8.self) }

        var certificates: [Certificate] {
            get throws {
                let list = try JWSHeader(json: header).certificates
                return try list.map { try #require(Base64.decode($0).flatMap(Certificate.init(der:))) }
            }
        }
    }

    private func text(_ forgery: Forgery, seed: [UInt8] = seed) throws -> String {
        let chain = try CertificateChain.make(seed: seed, validFrom: Self.date)
        return try JWSForger(forgery, seed: seed, chain: chain).sign(payload: Self.payload, altered: Self.altered)
    }

    private func parts(_ forgery: Forgery) throws -> Parts { try Parts(text(forgery)) }

    private func isRight(_ parts: Parts) -> Bool {
        verifier.verdict(parts.text, at: Self.date) == .valid(payload: Self.payload)
    }

    // MARK: All forgeries

    @Test("the verifier rejects each forgery, at any date and after any other text")
    func forgeriesAreFound() throws {
        for forgery in Forgery.ofSignature {
            let text = try text(forgery)
            let reason = try #require(try ForgeryReasons.of(forgery).ofText)
            for date in [Self.date, Self.date + 1, Self.date + 9000 * Self.day, Self.date] {
                #expect(verifier.verdict(right.text, at: date) == .valid(payload: Self.payload))
                let verdict = verifier.verdict(text, at: date)
                #expect(verdict == .invalid(reason), "\(forgery) at \(date)")
            }
        }
    }

    @Test("the same seed makes the same forgeries, another seed makes others")
    func seedDecides() throws {
        let first = try Forgery.ofSignature.map { try text($0) }
        #expect(Set(first).count == first.count)
        #expect(try Forgery.ofSignature.map { try text($0) } == first)
        for (forgery, other) in zip(Forgery.ofSignature, first) {
            #expect(try text(forgery, seed: [7]) != other, "\(forgery)")
        }
    }

    @Test("one forger can make many texts", arguments: Forgery.ofSignature)
    func forgerCanBeUsedAgain(forgery: Forgery) throws {
        let forger = try JWSForger(forgery, seed: Self.seed, chain: chain)
        let first = try forger.sign(payload: Self.payload, altered: Self.altered)
        #expect(try forger.sign(payload: [0x7B, 0x7D], altered: [0x7B, 0x7D]) != first)
        #expect(try forger.sign(payload: Self.payload, altered: Self.altered) == first)
    }

    @Test("only the altered payload differs from the signed one", arguments: Forgery.ofSignature)
    func payloadIsShown(forgery: Forgery) throws {
        guard forgery != .encoding else { return }
        #expect(try parts(forgery).payload == (forgery == .payload ? Self.altered : Self.payload))
    }

    @Test(
        "forgeries without forged certificates contain the store's certificates",
        arguments: [Forgery.payload, .signature, .derSignature, .algorithmNone, .hmac, .swappedChain])
    func certificatesAreTheStores(forgery: Forgery) throws {
        #expect(try parts(forgery).certificates.map(\.der) == chain.certificates)
    }

    // MARK: Payload and signature

    @Test("an altered payload is valid after the field is restored")
    func payloadSetBack() throws {
        var forged = try parts(.payload)
        forged.payload = Self.payload
        #expect(isRight(forged))
        #expect(forged.text == right.text)
    }

    @Test("an altered signature differs in one bit")
    func signatureSetBack() throws {
        var forged = try parts(.signature)
        try #require(forged.signature.count == 64)
        let bits = zip(forged.signature, right.signature).map { ($0 ^ $1).nonzeroBitCount }.reduce(0, +)
        #expect(bits == 1)
        forged.signature = right.signature
        #expect(forged.text == right.text)
    }

    @Test("a DER signature is valid after r and s are extracted")
    func derSignatureSetBack() throws {
        var forged = try parts(.derSignature)
        let sequence = try #require(DERElement.list(forged.signature))
        try #require(sequence.count == 1 && sequence[0].tag == 0x30 && sequence[0].parts.count == 2)
        forged.signature = sequence[0].parts.flatMap { number in
            let digits = number.content.drop { $0 == 0 }
            return [UInt8](repeating: 0, count: 32 - digits.count) + digits
        }
        #expect(isRight(forged))
    }

    @Test("a text without a signature has the store's header except for the algorithm")
    func algorithmNone() throws {
        var forged = try parts(.algorithmNone)
        #expect(forged.signature.isEmpty)
        #expect(forged.headerText.hasPrefix(#"{"alg":"none","x5c":["#))
        forged.header = Array(forged.headerText.replacing(#""alg":"none""#, with: #""alg":"ES256""#).utf8)
        forged.signature = right.signature
        #expect(forged.text == right.text)
    }

    @Test("the key of a MAC is the PEM text of the leaf's public key")
    func hmac() throws {
        var forged = try parts(.hmac)
        let digits = Base64.encode(chain.leafKey.publicKeyDER)
        let lines = "\(digits.prefix(64))\n\(digits.dropFirst(64))\n"
        let pem = "-----BEGIN PUBLIC KEY-----\n\(lines)-----END PUBLIC KEY-----\n"
        #expect(forged.signature == Digest.hmacSHA256(key: Array(pem.utf8), message: forged.content))
        forged.header = Array(forged.headerText.replacing(#""alg":"HS256""#, with: #""alg":"ES256""#).utf8)
        forged.signature = right.signature
        #expect(forged.text == right.text)
    }

    @Test("the foreign signature is a valid signature of the store's text by its own key")
    func swappedChain() throws {
        var forged = try parts(.swappedChain)
        #expect(forged.content == right.content)
        let seed = Digest.hmacSHA256(key: Self.seed, message: Array("forgery swappedChain".utf8))
        let key = try SigningKey(seed: seed, label: "leaf").verifyingKey
        #expect(key.isValid(forged.signature, of: forged.content))
        forged.signature = right.signature
        #expect(forged.text == right.text)
    }

    // MARK: Certificates

    @Test(
        "the leaf certificate in the header made the signature",
        arguments: [
            Forgery.root, .shortChain, .noMarker, .expired, .noIntermediateMarker, .longChain, .criticalMarker,
            .leafAsIssuer, .notYetValid,
        ])
    func signatureIsOfTheShownLeaf(forgery: Forgery) throws {
        let forged = try parts(forgery)
        #expect(forged.headerText.hasPrefix(#"{"alg":"ES256","x5c":["#))
        let leaf = try forged.certificates[0]
        let key = try #require(try leaf.publicKey())
        #expect(key.isValid(forged.signature, of: forged.content))
    }

    @Test("the other root has the same names and dates, and a verifier that trusts it accepts the text")
    func root() throws {
        let forged = try parts(.root)
        let certificates = try forged.certificates
        try #require(certificates.count == 3)
        for (certificate, der) in zip(certificates, chain.certificates) {
            let original = try #require(Certificate(der: der))
            for name in [X509_get_subject_name, X509_get_issuer_name] {
                #expect(X509_NAME_cmp(name(certificate.pointer), name(original.pointer)) == 0)
            }
            #expect(try certificate.validity == original.validity)
            #expect(certificate.der != original.der)
            #expect(try certificate.publicKey()?.publicKeyDER != original.publicKey()?.publicKeyDER)
        }
        let trusting = try JWSVerifier(roots: [certificates[2].der])
        #expect(trusting.verdict(forged.text, at: Self.date) == .valid(payload: Self.payload))
    }

    @Test("the short chain lacks only the intermediate")
    func shortChain() throws {
        #expect(try parts(.shortChain).certificates.map(\.der) == [chain.leaf, chain.root])
    }

    @Test("the leaf without the marker extension has a valid chain and every other extension")
    func noMarker() throws {
        let certificates = try parts(.noMarker).certificates
        try #require(certificates.count == 3)
        #expect(certificates.dropFirst().map(\.der) == [chain.intermediate, chain.root])
        #expect(!certificates[0].has(.receiptSigning) && certificates[1].has(.developerRelations))
        let trust = try TrustStore(roots: [chain.root])
        let outcome = trust.validate(
            leaf: certificates[0], intermediate: certificates[1], at: EffectiveDate(milliseconds: Self.date))
        guard case .valid = outcome else {
            Issue.record("the chain is \(outcome)")
            return
        }
        let original = try #require(Certificate(der: chain.leaf))
        #expect(extensions(of: certificates[0]) == extensions(of: original).dropLast())
        #expect(try certificates[0].validity == original.validity)
    }

    @Test("the expired leaf is valid until its end, which is before the signature")
    func expired() throws {
        let forged = try parts(.expired)
        let certificates = try forged.certificates
        #expect(certificates.dropFirst().map(\.der) == [chain.intermediate, chain.root])
        let last = try certificates[0].validity.upperBound
        #expect(last * 1000 < Self.date)
        #expect(verifier.verdict(forged.text, at: last * 1000 - 1) == .valid(payload: Self.payload))
        #expect(verifier.verdict(forged.text, at: last * 1000) == .invalid(.notValidAtDate))
        #expect(try extensions(of: certificates[0]) == extensions(of: #require(Certificate(der: chain.leaf))))
    }

    @Test("the intermediate without the marker extension is signed by the root, and its leaf is correct")
    func noIntermediateMarker() throws {
        let forged = try parts(.noIntermediateMarker)
        let certificates = try forged.certificates
        try #require(certificates.count == 3)
        #expect(certificates[2].der == chain.root && certificates[1].der != chain.intermediate)
        #expect(certificates[0].has(.receiptSigning) && !certificates[1].has(.developerRelations))
        let outcome = try TrustStore(roots: [chain.root]).validate(
            leaf: certificates[0], intermediate: certificates[1], at: EffectiveDate(milliseconds: Self.date))
        guard case .valid = outcome else {
            Issue.record("the chain is \(outcome)")
            return
        }
        let original = try #require(Certificate(der: chain.intermediate))
        #expect(extensions(of: certificates[1]) == extensions(of: original).dropLast())
        #expect(try extensions(of: certificates[0]) == extensions(of: #require(Certificate(der: chain.leaf))))
    }

    @Test("the long chain contains the root twice, and everything else is correct")
    func longChain() throws {
        var forged = try parts(.longChain)
        #expect(try forged.certificates.map(\.der) == chain.certificates + [chain.root])
        forged.header = right.header
        forged.signature = right.signature
        #expect(forged.text == right.text)
    }

    @Test("the critical marker is the leaf's own extension, and only it is critical and unknown")
    func criticalMarker() throws {
        let certificates = try parts(.criticalMarker).certificates
        #expect(certificates.dropFirst().map(\.der) == [chain.intermediate, chain.root])
        let original = try #require(Certificate(der: chain.leaf))
        #expect(certificates[0].has(.receiptSigning))
        #expect(extensions(of: certificates[0]) == extensions(of: original))
        let last = X509_get_ext(certificates[0].pointer, X509_get_ext_count(certificates[0].pointer) - 1)
        #expect(X509_EXTENSION_get_critical(last) == 1)
    }

    @Test("the leaf signed the certificate below it, and the store's own chain is above it")
    func leafAsIssuer() throws {
        let certificates = try parts(.leafAsIssuer).certificates
        #expect(certificates.dropFirst().map(\.der) == [chain.leaf, chain.intermediate])
        #expect(X509_verify(certificates[0].pointer, X509_get0_pubkey(certificates[1].pointer)) == 1)
        #expect(certificates[0].has(.receiptSigning))
    }

    @Test("the future leaf is valid from the year 9999")
    func notYetValid() throws {
        let forged = try parts(.notYetValid)
        #expect(try forged.certificates.dropFirst().map(\.der) == [chain.intermediate, chain.root])
        let first = try forged.certificates[0].validity.lowerBound * 1000
        #expect(EffectiveDate(milliseconds: first).rfc3339 == "9999-01-01T00:00:00Z")
        #expect(verifier.verdict(forged.text, at: first) == .valid(payload: Self.payload))
        #expect(verifier.verdict(forged.text, at: first - 1) == .invalid(.notValidAtDate))
    }

    @Test("a text without certificates is signed by the store's leaf")
    func noCertificates() throws {
        let forged = try parts(.noCertificates)
        #expect(forged.headerText == #"{"alg":"ES256"}"#)
        #expect(chain.leafKey.verifyingKey.isValid(forged.signature, of: forged.content))
    }

    @Test("forged certificates name the same OCSP server as the store's certificates")
    func ocspServerIsKept() throws {
        let url = "http://127.0.0.1:1/ocsp,a;b"
        let chain = try CertificateChain.make(seed: Self.seed, validFrom: Self.date, ocspURL: url)
        for forgery in Forgery.ofSignature where ![.encoding, .noCertificates].contains(forgery) {
            let text = try JWSForger(forgery, seed: Self.seed, chain: chain).sign(payload: [], altered: [])
            for certificate in try Parts(text).certificates {
                let names = [X509_get_subject_name, X509_get_issuer_name].map { $0(certificate.pointer) }
                // A certificate that the leaf issued has the name of a leaf too.
                let isRoot = X509_NAME_cmp(names[0], names[1]) == 0 && !certificate.has(.receiptSigning)
                #expect(certificate.ocspURL == (isRoot ? nil : url), "\(forgery)")
            }
        }
    }

    /// The extension identifiers, in the order of the certificate.
    private func extensions(of certificate: Certificate) -> [Int32] {
        (0..<X509_get_ext_count(certificate.pointer)).map { index in
            let identifier = X509_EXTENSION_get_object(X509_get_ext(certificate.pointer, index))
            // OpenSSL has no number for Apple's marker extensions. Both are 0, and the comparison includes them.
            return OBJ_obj2nid(identifier)
        }
    }

    // MARK: Encoding

    @Test("the encoding is Base64 with line breaks, and as Base64URL without them the text is valid")
    func encoding() throws {
        let text = try text(.encoding)
        let segments = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        try #require(segments.count == 3)
        for (segment, content) in zip(segments, [right.header, right.payload, right.signature]) {
            #expect(Base64URL.decode(segment) == nil)
            let lines = segment.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count > 1 && lines.dropLast().allSatisfy { $0.count == 64 })
            #expect((1...64).contains(lines.last?.count ?? 0))
            #expect(Base64.decode(lines.joined()) == content)
        }
        let repaired = text.filter { $0 != "\n" && $0 != "=" }
            .replacing("+", with: "-").replacing("/", with: "_")
        #expect(repaired == right.text)
    }
}

extension Forgery {
    /// The forgeries with an error outside the payload.
    static let ofSignature = allCases.filter { !$0.isProperlySigned }
}
