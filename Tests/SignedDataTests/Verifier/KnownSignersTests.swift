import Testing

@testable import SignedData

/// Certificates that were found valid are remembered: not for ever, not in any number, and not for anybody's sake.
struct KnownSignersTests {
    private func signer(_ number: Int, validity: ClosedRange<Int64> = 0...100, provenUntil: Int64 = .max) throws
        -> KnownSigner
    {
        let header = Array("header \(number)".utf8)
        return KnownSigner(
            header: header, key: try SigningKey(seed: [1], label: "leaf").verifyingKey, validity: validity,
            provenUntil: provenUntil, hashedBeginning: SHA256State())
    }

    private func isKnown(_ signers: KnownSigners, _ number: Int, at second: Int64 = 50, proof: Int64? = nil) -> Bool {
        Array("header \(number)".utf8).withUnsafeBufferPointer {
            signers.find($0, at: EffectiveDate(milliseconds: second * 1000), proof: proof) != nil
        }
    }

    @Test
    func signerIsFoundByItsHeader() throws {
        let signers = KnownSigners()
        #expect(!isKnown(signers, 1))
        signers.insert(try signer(1))
        #expect(isKnown(signers, 1))
        #expect(isKnown(signers, 1))
        #expect(!isKnown(signers, 2))
        #expect(!isKnown(signers, 11))
    }

    @Test
    func signerIsKnownWhileItsCertificatesAreValid() throws {
        let signers = KnownSigners()
        signers.insert(try signer(1, validity: 10...20))
        for (second, isValid) in [(9, false), (10, true), (20, true), (21, false)] as [(Int64, Bool)] {
            #expect(isKnown(signers, 1, at: second) == isValid)
        }
    }

    @Test
    func signerIsKnownWhileItsProofHolds() throws {
        let signers = KnownSigners()
        signers.insert(try signer(1, provenUntil: 2000))
        let first = 2000 - RevocationCheck.secondsOfAnswer
        for (second, isProven) in [(first - 1, false), (first, true), (2000, true), (2001, false)] as [(Int64, Bool)] {
            #expect(isKnown(signers, 1, proof: second) == isProven)
        }
        signers.insert(try signer(1, provenUntil: 2900))
        #expect(isKnown(signers, 1, proof: 2001))
    }

    @Test
    func oldestSignerGoesWhenThereAreTooMany() throws {
        let signers = KnownSigners()
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
        #expect(!verifier.knowsSigner(of: first))
        // Somebody who cannot sign makes no header known.
        let forged = try TestChain(seed: 1).jws(
            header: TestChain.header(certificates), payload: TestChain.payload(.transaction))
        #expect(verifier.reason(.transaction, forged) == .invalidSignature)
        #expect(!verifier.knowsSigner(of: first))
        #expect(verifier.reason(.transaction, first) == nil)
        #expect(verifier.knowsSigner(of: second))
        #expect(verifier.reason(.renewalInfo, second) == nil)
        #expect(verifier.reason(.transaction, forged) == .invalidSignature)
    }

    @Test
    func threadsMayUseOneVerifierAtTheSameTime() async throws {
        let chains = try (0..<3).map { try TestChain(seed: UInt8($0)) }
        let roots = try chains.map { try $0.certificates()[2] }
        let verifier = try chains[0].verifier { $0.roots = roots }
        let foreign = try TestChain(seed: 9)
        let right = try chains.map { try $0.jws($0.certificates(), payload: TestChain.payload(.transaction)) }
        let wrong = try foreign.jws(foreign.certificates(), payload: TestChain.payload(.transaction))
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    (0..<60).allSatisfy { round in
                        verifier.reason(.transaction, right[(task + round) % right.count]) == nil
                            && (round % 10 != 0 || verifier.reason(.transaction, wrong) == .untrustedChain)
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
