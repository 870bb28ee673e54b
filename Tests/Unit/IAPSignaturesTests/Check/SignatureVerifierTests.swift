import IAPModel
@testable import IAPSignatures
import Testing

@testable import IAPReferenceStore

@Suite struct SignatureVerifierTests {
    private let purchase: SignedPurchase
    private let verifier: SignatureVerifier
    private let folder: Folder

    init() throws {
        folder = try Folder()
        purchase = try SignedPurchase()
        verifier = try SignatureVerifier(rootsPath: folder.file(purchase.rootPEM))
    }

    @Test func signatureOfTheStoreIsValid() async throws {
        #expect(await verifier.verify(try purchase.transaction()) == .valid)
    }

    @Test func anotherRootIsNotTrusted() async throws {
        let other = try SignedPurchase(seed: 2)
        #expect(await verifier.verify(try other.transaction()) == .forged(.invalidCertificateChain))
        let both = try SignatureVerifier(rootsPath: folder.file(purchase.rootPEM + other.rootPEM))
        #expect(await both.verify(try other.transaction()) == .valid)
        #expect(await both.verify(try purchase.transaction()) == .valid)
    }

    /// The test changes the second character of a segment. In the header and the payload this breaks the JSON.
    @Test(arguments: [
        (0, Verification.Failure.invalidEncoding), (1, .missingRequiredProperties), (2, .invalidSignature),
    ])
    func aChangedSegmentIsForged(segment: Int, failure: Verification.Failure) async throws {
        var transaction = try purchase.transaction()
        var segments = transaction.signedText.split(separator: ".").map { Array($0) }
        segments[segment][1] = segments[segment][1] == "A" ? "B" : "A"
        transaction.signedText = segments.map { String($0) }.joined(separator: ".")
        #expect(await verifier.verify(transaction) == .forged(failure))
    }

    @Test func anAlteredPayloadIsForged() async throws {
        var transaction = try purchase.transaction(id: 8)
        let altered = Base64URL.encode(Array(SignedPurchase.payload(id: "8").utf8))
        var segments = transaction.signedText.split(separator: ".").map(String.init)
        segments[1] = altered
        transaction.signedText = segments.joined(separator: ".")
        #expect(await verifier.verify(transaction) == .forged(.invalidSignature))
    }

    @Test(arguments: [("8", "com.example.coins"), ("07", "com.example.coins"), ("7", "com.example.sword"), ("7", "")])
    func theTextOfAnotherTransactionIsForged(id: String, product: String) async throws {
        let transaction = try purchase.transaction(payload: SignedPurchase.payload(id: id, product: product))
        #expect(await verifier.verify(transaction) == .forged(.invalidSignature))
    }

    @Test(arguments: [("1", true), ("2", false), ("0", false), ("\"1\"", true)])
    func aTextThatSaysAnotherQuantityIsForged(quantity: String, isValid: Bool) async throws {
        let payload = SignedPurchase.payload().dropLast() + ",\"quantity\":\(quantity)}"
        let transaction = try purchase.transaction(payload: String(payload))
        #expect(transaction.quantity == 1)
        #expect(await verifier.verify(transaction) == (isValid ? .valid : .forged(.invalidSignature)))
    }

    /// Ids are compared byte by byte. "é" has two spellings.
    @Test func idsWrittenWithOtherCodePointsAreOtherIds() async throws {
        let transaction = try purchase.transaction(
            product: "caf\u{E9}", payload: SignedPurchase.payload(product: "cafe\u{301}"))
        #expect(await verifier.verify(transaction) == .forged(.invalidSignature))
    }

    @Test(arguments: [
        "{}", "[]", "", "null", #"{"transactionId":7,"productId":"com.example.coins","signedDate":1700000000000}"#,
        #"{"transactionId":"7","signedDate":1700000000000}"#, #"{"transactionId":"7","productId":"com.example.coins"}"#,
        #"{"transactionId":"7","productId":"com.example.coins","signedDate":1e300}"#,
    ])
    func aSignedTextWithoutTheFieldsIsForged(payload: String) async throws {
        let transaction = try purchase.transaction(payload: payload)
        #expect(await verifier.verify(transaction) == .forged(.missingRequiredProperties))
    }

    @Test(arguments: ["", "garbage", "a.b.c", "...", "\u{0}", String(repeating: "e30.", count: 100)])
    func garbageIsForged(text: String) async throws {
        var transaction = try purchase.transaction()
        transaction.signedText = text
        guard case .forged = await verifier.verify(transaction) else {
            Issue.record("\(text.prefix(20)) is not a signed transaction")
            return
        }
    }

    @Test func signatureBeforeTheCertificatesValidityIsForged() async throws {
        let early = SignedPurchase.payload(date: SignedPurchase.date - 2 * 86_400_000)
        #expect(await verifier.verify(try purchase.transaction(payload: early)) == .forged(.invalidCertificateChain))
    }
}
