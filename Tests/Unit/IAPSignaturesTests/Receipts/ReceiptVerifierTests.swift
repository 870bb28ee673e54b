@testable import IAPSignatures
import Testing

@testable import IAPReferenceStore

struct ReceiptVerifierTests {
    private var chain: TestChain
    private let receipt: TestReceipt
    private let verifier: ReceiptVerifier

    init() throws {
        chain = try TestChain()
        receipt = try TestReceipt(chain)
        verifier = try ReceiptVerifier(chain)
    }

    @Test
    func properReceiptIsValidAndSaysSo() throws {
        let read = try verifier.verify(receipt.der)
        #expect(read.isSignatureChecked)
        #expect(read.bundleID == TestReceipt.bundleID)
        #expect(read.purchases.map(\.transactionID) == [2_000_000_000_000_001])
    }

    @Test
    func theStoresOwnReceiptIsValid() throws {
        let chain = try CertificateChain.make(seed: [1], validFrom: TestReceipt.date)
        let verifier = try ReceiptVerifier(
            roots: [chain.root], bundleID: TestReceipt.bundleID, environments: .sandbox, now: { 0 })
        #expect(try verifier.verdict(ReceiptWriter(chain).write(TestReceipt.receipt())) == .valid)
    }

    @Test
    func certificatesMayStandInAnyOrder() {
        var receipt = receipt
        receipt.certificates.reverse()
        #expect(verifier.verdict(receipt.der) == .valid)
        // The receipt's own root certificate is not needed. It proves nothing.
        receipt.certificates.removeFirst()
        #expect(verifier.verdict(receipt.der) == .valid)
    }

    @Test
    func receiptWithoutItsCertificatesIsInvalid() {
        var receipt = receipt
        receipt.certificates.removeFirst()
        #expect(verifier.verdict(receipt.der) == .invalid(.missingCertificates))
        receipt.certificates = []
        #expect(verifier.verdict(receipt.der) == .invalid(.missingCertificates))
        receipt.certificates = [self.receipt.certificates[0], self.receipt.certificates[2]]
        #expect(verifier.verdict(receipt.der) == .invalid(.untrustedChain))
        receipt.certificates = [DER.sequence([1, 2, 3])]
        #expect(verifier.verdict(receipt.der) == .invalid(.malformed))
    }

    @Test
    func otherRootIsNotTrusted() throws {
        let other = try ReceiptVerifier(TestChain(seed: 1))
        #expect(other.verdict(receipt.der) == .invalid(.untrustedChain))
    }

    /// The chain has the correct certificates, but another key made the signature.
    @Test
    func signatureOfAnotherKeyIsInvalid() throws {
        var receipt = receipt
        receipt.signature = try SigningKey(seed: [9], label: "leaf").derSignature(of: receipt.content)
        #expect(verifier.verdict(receipt.der) == .invalid(.invalidSignature))
        receipt.signature = try chain.intermediateKey.derSignature(of: receipt.content)
        #expect(verifier.verdict(receipt.der) == .invalid(.invalidSignature))
        receipt.signature = []
        #expect(verifier.verdict(receipt.der) == .invalid(.invalidSignature))
        receipt.signature = try chain.leafKey.signature(of: receipt.content)
        #expect(verifier.verdict(receipt.der) == .invalid(.invalidSignature))
    }

    @Test
    func otherContentIsInvalid() throws {
        var receipt = receipt
        var content = TestReceipt.receipt()
        content.purchases[0].transactionID = "2000000000000002"
        receipt.content = try content.encoded()
        #expect(verifier.verdict(receipt.der) == .invalid(.invalidSignature))
    }

    /// A certificate that may sign certificates may not sign receipts.
    @Test
    func intermediateCertificateIsNoSigner() throws {
        var receipt = receipt
        receipt.signer = try #require(Certificate(der: receipt.certificates[1])?.issuerAndSerialNumber)
        receipt.signature = try chain.intermediateKey.derSignature(of: receipt.content)
        #expect(verifier.verdict(receipt.der) == .invalid(.untrustedChain))
    }

    @Test(arguments: [true, false])
    func markersAreNeeded(isOfLeaf: Bool) throws {
        var chain = chain
        if isOfLeaf {
            chain.leaf.remove("1.2.840.113635.100.6.11.1")
        } else {
            chain.intermediate.remove("1.2.840.113635.100.6.2.1")
        }
        #expect(try ReceiptVerifier(chain).verdict(TestReceipt(chain).der) == .invalid(.missingMarker))
    }

    @Test(
        arguments: [
            (-86_400_000 - 1000, ReceiptVerdict.invalid(.notValidAtDate)), (-86_400_000, .valid), (0, .valid),
            (998 * 86_400_000, .valid), (1000 * 86_400_000, .invalid(.notValidAtDate)),
        ] as [(Int64, ReceiptVerdict)])
    func certificatesMustHoldWhenTheReceiptWasMade(after milliseconds: Int64, verdict: ReceiptVerdict) throws {
        var content = TestReceipt.receipt()
        content.creationDate += milliseconds
        // The current time does not matter.
        let verifier = try ReceiptVerifier(chain, now: 0)
        #expect(try verifier.verdict(TestReceipt(chain, content: content.encoded()).der) == verdict)
    }

    @Test
    func receiptWithoutADateIsJudgedNow() throws {
        let content = TestReceipt.attributes([
            (0, DER.utf8String("ProductionSandbox")), (2, DER.utf8String(TestReceipt.bundleID)),
        ])
        let receipt = try TestReceipt(chain, content: content)
        #expect(verifier.verdict(receipt.der) == .valid)
        #expect(try ReceiptVerifier(chain, now: 0).verdict(receipt.der) == .invalid(.notValidAtDate))
    }

    @Test(
        arguments: [
            ("ProductionSandbox", SignedEnvironments.sandbox), ("ProductionVPPSandbox", .sandbox),
            ("Production", .production),
            ("ProductionVPP", .production), ("Sandbox", []), ("production", []), ("", []),
        ] as [(String, SignedEnvironments)])
    func environmentMustBeAllowed(word: String, environment: SignedEnvironments) throws {
        var content = TestReceipt.receipt()
        content.environment = word
        let der = try TestReceipt(chain, content: content.encoded()).der
        for allowed: SignedEnvironments in [.production, .sandbox, [.production, .sandbox]] {
            let verdict = try ReceiptVerifier(chain, environments: allowed).verdict(der)
            let isAllowed = !environment.isDisjoint(with: allowed)
            #expect(verdict == (isAllowed ? .valid : .invalid(.otherEnvironment)))
        }
    }

    @Test(arguments: ["com.example.cave", "com.example.cavess", "COM.EXAMPLE.CAVES", "", "com.example.caves\u{0}"])
    func receiptOfAnotherAppIsInvalid(bundleID: String) throws {
        #expect(try ReceiptVerifier(chain, bundleID: bundleID).verdict(receipt.der) == .invalid(.otherApp))
        #expect(try ReceiptVerifier(chain, bundleID: nil).verdict(receipt.der) == .valid)
    }

    /// The App Store distinguishes texts that Swift's `String` compares as equal.
    @Test
    func bundleIDsAreComparedByteForByte() throws {
        var content = TestReceipt.receipt()
        content.bundleID = "caf\u{E9}"
        let der = try TestReceipt(chain, content: content.encoded()).der
        #expect(try ReceiptVerifier(chain, bundleID: "caf\u{E9}").verdict(der) == .valid)
        #expect(try ReceiptVerifier(chain, bundleID: "cafe\u{301}").verdict(der) == .invalid(.otherApp))
    }

    /// If there are several errors, the first failed check gives the reason.
    @Test
    func checksRunInTheirOrder() throws {
        var chain = chain
        var content = TestReceipt.receipt()
        (content.environment, content.bundleID) = ("Production", "other")
        #expect(
            try verifier.verdict(TestReceipt(chain, content: content.encoded()).der) == .invalid(.otherApp))
        var receipt = try TestReceipt(chain, content: content.encoded())
        receipt.signature = []
        #expect(verifier.verdict(receipt.der) == .invalid(.invalidSignature))
        chain.leaf.remove("1.2.840.113635.100.6.11.1")
        receipt = try TestReceipt(chain, content: content.encoded())
        receipt.signature = []
        #expect(verifier.verdict(receipt.der) == .invalid(.missingMarker))
        content.creationDate = 0
        receipt = try TestReceipt(chain, content: content.encoded())
        #expect(verifier.verdict(receipt.der) == .invalid(.notValidAtDate))
        receipt.certificates.removeFirst()
        #expect(verifier.verdict(receipt.der) == .invalid(.missingCertificates))
        receipt.digestAlgorithm = [0x06, 0x01, 0x2A]
        #expect(verifier.verdict(receipt.der) == .invalid(.unsupportedAlgorithm))
    }

    /// Other readers would check such a receipt against its signed attributes and not against its content.
    @Test
    func signedAttributesAreRefused() throws {
        var receipt = receipt
        receipt.signedAttributes = DER.context(0, [])
        #expect(verifier.verdict(receipt.der) == .invalid(.malformed))
    }

    // MARK: Xcode

    @Test
    func receiptOfXcodeIsAcceptedUncheckedWhereXcodeIsAllowed() throws {
        var content = TestReceipt.receipt()
        content.environment = "Xcode"
        var receipt = try TestReceipt(TestChain(seed: 7), content: content.encoded())
        receipt.certificates.removeLast(2)
        let verifier = try ReceiptVerifier(chain, environments: [.sandbox, .xcode])
        let read = try verifier.verify(receipt.ber())
        #expect(!read.isSignatureChecked)
        #expect(read.purchases.count == 1)
        // The app is checked in any case.
        #expect(
            try ReceiptVerifier(chain, bundleID: "other", environments: .xcode).verdict(receipt.ber())
                == .invalid(.otherApp))
        #expect(self.verifier.verdict(receipt.ber()) == .invalid(.untrustedChain))
        #expect(
            try ReceiptVerifier(chain, environments: .localTesting).verdict(receipt.ber()) == .invalid(.untrustedChain))
    }

    /// Even if Xcode is allowed, other receipts need a valid signature.
    @Test
    func unsignedReceiptOfTheSandboxStaysInvalidWhereXcodeIsAllowed() throws {
        let receipt = try TestReceipt(TestChain(seed: 7))
        let verifier = try ReceiptVerifier(chain, environments: [.sandbox, .xcode])
        #expect(verifier.verdict(receipt.der) == .invalid(.untrustedChain))
    }
}
