import Testing

@testable import SignedData

/// Certificates that are trusted are read once, and their number is bounded.
struct KnownCertificatesTests {
    @Test
    func keptCertificateIsNotReadAgain() throws {
        let known = KnownCertificates()
        let der = try TestChain().certificates()[0]
        let first = try known.read(der)
        #expect(try known.read(der) !== first)
        known.keep(first)
        known.keep(first)
        #expect(try known.read(der) === first)
        for other in [der + [0], [], nil] { #expect(throws: Certificate.Unread.other) { try known.read(other) } }
    }

    @Test
    func oldestCertificateGoesWhenThereAreTooMany() throws {
        let known = KnownCertificates()
        var chain = try TestChain()
        var kept: [Certificate] = []
        for number in 0...KnownCertificates.capacity {
            chain.root.serialNumber = [UInt8(number + 1)]
            kept.append(try chain.root.certificate(issuer: nil, signedBy: chain.rootKey))
            known.keep(kept[number])
        }
        #expect(try known.read(kept[0].der) !== kept[0])
        for certificate in kept.dropFirst() { #expect(try known.read(certificate.der) === certificate) }
    }

    @Test
    func certificateThatNobodyTrustsIsNotKept() throws {
        let (chain, foreign) = (try TestChain(seed: 31), try TestChain(seed: 32))
        let verifier = try chain.verifier()
        let (own, other) = (try chain.certificates(), try foreign.certificates())
        #expect(
            verifier.reason(.transaction, try foreign.jws(other, payload: TestChain.payload(.transaction)))
                == .untrustedChain)
        let unsigned = try foreign.jws(header: TestChain.header(own), payload: TestChain.payload(.transaction))
        #expect(verifier.reason(.transaction, unsigned) == .invalidSignature)
        let known = KnownCertificates.shared
        for der in [other[0], other[1], own[0], own[1]] { #expect(try known.read(der) !== known.read(der)) }
    }
}
