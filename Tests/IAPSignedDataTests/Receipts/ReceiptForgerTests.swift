import CIAPOpenSSL
import IAPSignedText
import Testing

@testable import IAPReferenceStore
@testable import IAPSignedData

struct ReceiptForgerTests {
    private static let seed: [UInt8] = [1]
    private let chain: CertificateChain
    private let verifier: ReceiptVerifier
    private let receipt = TestReceipt.receipt()
    /// The receipt that the store makes.
    private let right: [UInt8]

    init() throws {
        chain = try CertificateChain.make(seed: Self.seed, validFrom: TestReceipt.date)
        verifier = try ReceiptVerifier(
            roots: [chain.root], bundleID: TestReceipt.bundleID, environments: .sandbox, now: { 0 })
        right = try ReceiptWriter(chain).write(receipt)
    }

    private func forger(_ forgery: Forgery, seed: [UInt8] = seed) throws -> ReceiptForger {
        let chain = try CertificateChain.make(seed: seed, validFrom: TestReceipt.date)
        return try ReceiptForger(JWSForger(forgery, seed: seed, chain: chain), chain: chain)
    }

    private func forge(_ forgery: Forgery) throws -> [UInt8] { try forger(forgery).write(receipt) }

    // MARK: All forgeries

    @Test(arguments: Forgery.ofSignature)
    func forgeryIsFound(forgery: Forgery) throws {
        // The Base64 text that a game sends.
        let text = Array(Base64.encode(try forge(forgery)).utf8)
        let expected = try ForgeryReasons.of(forgery).ofReceipt.map(ReceiptVerdict.invalid) ?? .valid
        #expect(verifier.verdict(text) == expected)
    }

    @Test(arguments: Forgery.ofSignature)
    func sameSeedGivesTheSameBytes(forgery: Forgery) throws {
        let forger = try forger(forgery)
        let first = try forger.write(receipt)
        var other = receipt
        other.appVersion = "9"
        #expect(try forger.write(other) != first)
        #expect(try forger.write(receipt) == first && forge(forgery) == first)
        #expect(try self.forger(forgery, seed: [2]).write(receipt) != first)
    }

    // MARK: Each forgery has exactly one error

    @Test(arguments: Forgery.ofSignature)
    func onlyTheAlteredPayloadSaysSomethingElse(forgery: Forgery) throws {
        guard ![.algorithmNone, .encoding].contains(forgery) else { return }
        var expected = receipt
        if forgery == .payload { expected.originalAppVersion = "0" }
        #expect(try SignedMessage(forge(forgery)).content == expected.encoded())
    }

    @Test(arguments: Forgery.ofSignature)
    func certificatesAreThoseOfTheForgedTexts(forgery: Forgery) throws {
        guard ![.algorithmNone, .encoding, .longChain].contains(forgery) else { return }
        let shown = try JWSForger(forgery, seed: Self.seed, chain: chain).certificates
        let message = try SignedMessage(forge(forgery))
        #expect(try message.certificates().map(\.der) == shown)
        let leaf = try #require(Certificate(der: shown.first ?? chain.leaf))
        #expect(message.names(leaf))
        // An error in the certificate does not affect the signature.
        let isOfLeaf = ![.payload, .signature, .derSignature, .hmac, .swappedChain].contains(forgery)
        #expect(try leaf.publicKey()?.isValid(derSignature: message.signature, of: message.content) == isOfLeaf)
    }

    @Test
    func alteredPayloadHasTheSignatureOfTheRightOne() throws {
        let (forged, right) = (try SignedMessage(forge(.payload)), try SignedMessage(right))
        #expect(forged.signature == right.signature && forged.content != right.content)
    }

    @Test
    func alteredSignatureDiffersInItsLastBit() throws {
        var forged = try forge(.signature)
        #expect(forged != right)
        forged[forged.count - 1] ^= 1
        #expect(forged == right)
    }

    @Test
    func rawSignatureIsTheRightOneInTheFormOfTexts() throws {
        let forged = try SignedMessage(forge(.derSignature)).signature
        #expect(forged.count == 64)
        #expect(try DER.ecdsaSignature(forged) == SignedMessage(right).signature)
    }

    @Test
    func unsignedReceiptHasNoSignerAndAllTheRest() throws {
        let message = ReceiptMessage(content: try receipt.encoded(), certificates: chain.certificates)
        #expect(try forge(.algorithmNone) == message.encoded)
    }

    @Test
    func macIsKeyedWithThePublicKey() throws {
        let message = try SignedMessage(forge(.hmac))
        let key = Array(PEM.publicKey(chain.leafKey.publicKeyDER).utf8)
        #expect(message.signature == Digest.hmacSHA256(key: key, message: message.content))
        #expect(message.signatureAlgorithm == NID_hmacWithSHA256)
    }

    @Test
    func foreignSignatureIsValidForItsOwnKey() throws {
        let message = try SignedMessage(forge(.swappedChain))
        let key = try JWSForger(.swappedChain, seed: Self.seed, chain: chain).key.verifyingKey
        #expect(key.isValid(derSignature: message.signature, of: message.content))
    }

    @Test
    func encodedReceiptIsTheRightOne() throws {
        #expect(try forge(.encoding) == Array(Base64.encode(right).utf8))
    }

    @Test
    func moreCertificatesAreNoFault() throws {
        #expect(try forge(.longChain) == right)
    }

    @Test
    func otherRootIsValidForAVerifierThatTrustsIt() throws {
        let forged = try forge(.root)
        let root = try #require(try SignedMessage(forged).certificates().last?.der)
        let verifier = try ReceiptVerifier(
            roots: [root], bundleID: TestReceipt.bundleID, environments: .sandbox, now: { 0 })
        #expect(verifier.verdict(forged) == .valid)
    }

    @Test
    func repeatedBundleIDIsProperlySigned() throws {
        let forged = try ReceiptWriter(chain).write(receipt, repeatsBundleID: true)
        #expect(verifier.verdict(forged) == .invalid(.malformed))
        let message = try SignedMessage(forged)
        #expect(chain.leafKey.verifyingKey.isValid(derSignature: message.signature, of: message.content))
        let added = try message.content.count - receipt.encoded().count
        #expect(
            added
                == DER.sequence(DER.integer(2) + DER.integer(1) + DER.octetString(DER.utf8String(receipt.bundleID)))
                .count)
    }
}

extension SignedMessage {
    fileprivate var signature: [UInt8] {
        guard let value = CMS_SignerInfo_get0_signature(openssl_message_signer(pointer)) else { return [] }
        return Array(UnsafeBufferPointer(start: value.pointee.data, count: Int(value.pointee.length)))
    }

    fileprivate var signatureAlgorithm: Int32 {
        var algorithm: UnsafeMutablePointer<X509_ALGOR>?
        CMS_SignerInfo_get0_algs(openssl_message_signer(pointer), nil, nil, nil, &algorithm)
        return algorithm.map { openssl_plain_algorithm($0) } ?? NID_undef
    }
}
