@testable import IAPSignatures
import Testing

@testable import IAPReferenceStore

/// The verifier remembers valid certificates. The memory is limited in time and in number, and an unsigned text adds
/// nothing to it.
struct KnownSignersTests {
    private func signer(_ number: Int, validity: ClosedRange<Int64> = 0...100, provenUntil: Int64? = nil) throws
        -> KnownSigner
    {
        let key = try SigningKey(seed: [1], label: "leaf").verifyingKey
        return KnownSigner(
            header: Array("header \(number)".utf8), key: key, validity: validity, provenUntil: provenUntil)
    }

    private func isKnown(_ signers: KnownSigners, _ number: Int) -> Bool {
        signers[Array("header \(number)".utf8)[...]] != nil
    }

    private func isValid(_ signer: KnownSigner, at second: Int64) -> Bool {
        signer.isValid(at: EffectiveDate(milliseconds: second * 1000))
    }

    @Test
    func signerIsKnownWhileItsCertificatesAreValid() throws {
        let signer = try signer(1, validity: 10...20)
        for (second, isRight) in [(9, false), (10, true), (20, true), (21, false)] as [(Int64, Bool)] {
            #expect(isValid(signer, at: second) == isRight)
        }
    }

    @Test
    func signerIsKnownWhileItsProofIsValid() throws {
        let signer = try signer(1, validity: 0...10_000, provenUntil: 2000)
        let first = 2000 - RevocationCheck.secondsOfResponse
        for (second, isProven) in [(first - 1, false), (first, true), (2000, true), (2001, false)] as [(Int64, Bool)] {
            #expect(isValid(signer, at: second) == isProven)
        }
    }

    @Test
    func oldestSignerGoesWhenThereAreTooMany() throws {
        var signers = KnownSigners()
        for number in 0...KnownSigners.capacity { signers.insert(try signer(number)) }
        #expect(!isKnown(signers, 0))
        for number in 1...KnownSigners.capacity { #expect(isKnown(signers, number)) }
    }

    @Test
    func secondTextOfASignerNeedsNoCertificates() throws {
        let chain = try TestChain()
        let verifier = try chain.verifier()
        let certificates = try chain.certificates()
        let first = try chain.jws(certificates, payload: TestChain.payload(.transaction))
        let second = try chain.jws(certificates, payload: TestChain.payload(.renewalInfo))
        #expect(!verifier.verifier.knowsSigner(of: first))
        // A forged text does not make its header known.
        let forged = try TestChain(seed: 1).jws(
            header: TestChain.header(certificates), payload: TestChain.payload(.transaction))
        #expect(verifier.reason(.transaction, forged) == .invalidSignature)
        #expect(!verifier.verifier.knowsSigner(of: first))
        #expect(verifier.reason(.transaction, first) == nil)
        #expect(verifier.verifier.knowsSigner(of: second))
        #expect(verifier.reason(.renewalInfo, second) == nil)
        #expect(verifier.reason(.transaction, forged) == .invalidSignature)
    }

    /// Swift's `String` compares the Kelvin sign and the letter K as equal.
    @Test
    func headerThatOnlyComparesEqualIsRefused() throws {
        let chain = try TestChain()
        let certificates = try chain.certificates()
        let verifier = try JWSVerifier(roots: [certificates[2]])
        // The content of the third certificate is free. This one makes sure that the header contains the letter.
        let list = [certificates[0], certificates[1], [UInt8](repeating: 0x28, count: 30)]
        let text = try chain.jws(list)
        try #require(verifier.verdict(text, at: TestChain.date) == .valid(payload: Array("{}".utf8)))
        let place = try #require(text.firstIndex(of: "K"))
        let forged = text[..<place] + "\u{212A}" + text[text.index(after: place)...]
        try #require(String(forged) == text)
        #expect(verifier.verdict(String(forged), at: TestChain.date) == .invalid(.malformed))
    }

    @Test
    func knownSignerIsStillJudgedByDate() throws {
        let chain = try TestChain()
        let certificates = try chain.certificates()
        let verifier = try JWSVerifier(roots: [certificates[2]])
        let text = try chain.jws(certificates)
        let end = TestChain.date + 999 * 86_400_000
        for date in [TestChain.date, end - 1, end, 0, Int64.min, Int64.max, end - 1] {
            let fresh = try JWSVerifier(roots: [certificates[2]])
            #expect(verifier.verdict(text, at: date) == fresh.verdict(text, at: date))
        }
        #expect(verifier.verdict(text, at: end) == .invalid(.notValidAtDate))
    }
}
