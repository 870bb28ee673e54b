import IAPModel
@testable import IAPSignatures
import Testing

@testable import IAPReferenceStore

/// StoreKit testing in Xcode signs with its own single certificate, in the environment "Xcode".
@Suite struct XcodeTestingTests {
    private let purchase: SignedPurchase
    private let folder: Folder
    private let strict: SignatureVerifier
    private let accepting: SignatureVerifier

    init() throws {
        folder = try Folder()
        purchase = try SignedPurchase(seed: 3)
        let roots = try folder.file(try SignedPurchase().rootPEM)
        strict = try SignatureVerifier(rootsPath: roots)
        accepting = try SignatureVerifier(rootsPath: roots, acceptsXcodeTesting: true)
    }

    @Test func itIsRefusedWithAdvice() async throws {
        guard case .forged(.invalidCertificateChain, let advice) = await strict.verify(try purchase.xcodeTransaction())
        else {
            Issue.record("the reason is not the certificate chain")
            return
        }
        #expect(advice.contains("Xcode") && advice.contains("accepts_xcode_testing"))
    }

    @Test func debugOptionAcceptsIt() async throws {
        #expect(await accepting.verify(try purchase.xcodeTransaction()) == .valid)
    }

    @Test func debugOptionAcceptsTheAppStoresTextsAsBefore() async throws {
        let own = try SignedPurchase()
        #expect(await accepting.verify(try own.transaction()) == .valid)
        #expect(await accepting.verify(try purchase.transaction()) == .forged(.invalidCertificateChain))
    }

    /// Outside the environment "Xcode", the error does not suggest the option, and the option allows nothing.
    @Test(arguments: ["Sandbox", "Production", "xcode", ""])
    func otherEnvironmentsAreRefused(environment: String) async throws {
        let transaction = try purchase.xcodeTransaction(payload: SignedPurchase.payload(environment: environment))
        for verifier in [strict, accepting] {
            #expect(await verifier.verify(transaction) == .forged(.invalidCertificateChain))
        }
    }

    @Test(arguments: [0, 2, 3]) func otherNumbersOfCertificatesAreRefused(count: Int) async throws {
        let certificates = Array(purchase.chain.certificates.prefix(count))
        let transaction = try purchase.xcodeTransaction(certificates: certificates)
        for verifier in [strict, accepting] {
            #expect(await verifier.verify(transaction) == .forged(.invalidCertificateChain))
        }
    }

    @Test func signatureOfAnotherKeyIsRefused() async throws {
        let other = try SignedPurchase(seed: 4)
        let transaction = try purchase.xcodeTransaction(certificates: [other.chain.leaf])
        #expect(await accepting.verify(transaction) == .forged(.invalidSignature))
    }

    @Test func textOfAnotherTransactionIsRefused() async throws {
        let payload = SignedPurchase.payload(id: "8", environment: "Xcode")
        #expect(await accepting.verify(try purchase.xcodeTransaction(payload: payload)) == .forged(.invalidSignature))
    }

    @Test func invalidCertificateIsRejected() async throws {
        let transaction = try purchase.xcodeTransaction(certificates: [[1, 2, 3]])
        #expect(await accepting.verify(transaction) == .forged(.invalidCertificateChain))
    }
}
