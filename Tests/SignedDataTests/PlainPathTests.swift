import COpenSSL
import Testing

@testable import SignedData

/// Which paths are judged without OpenSSL's reading, and that it makes no difference but in time.
struct PlainPathTests {
    @Test(arguments: [nil, "http://127.0.0.1:8080/ocsp"])
    func storesOwnChainIsPlain(ocspURL: String?) throws {
        let chain = try CertificateChain.make(seed: [1], validFrom: TestChain.date, ocspURL: ocspURL)
        let plain = try PathJudgement.plain([chain.root], chain.leaf, chain.intermediate)
        #expect(plain?.isValid == true)
        #expect(try plain == PathJudgement.any([chain.root], chain.leaf, chain.intermediate))
    }

    @Test
    func chainLikeApplesWithP384IsPlain() throws {
        let chain = try TestAppleChain()
        let plain = try PathJudgement.plain([chain.root], chain.leaf, chain.intermediate)
        #expect(plain?.isValid == true)
        #expect(try plain == PathJudgement.any([chain.root], chain.leaf, chain.intermediate))
    }

    /// ES256 has no use for the key, but the path is valid.
    @Test
    func leafForP384IsNotPlain() throws {
        let chain = try TestAppleChain(leafCurve: NID_secp384r1)
        #expect(try PathJudgement.plain([chain.root], chain.leaf, chain.intermediate) == nil)
        #expect(try PathJudgement.any([chain.root], chain.leaf, chain.intermediate).isValid)
    }

    @Test
    func markersAreSeen() throws {
        for (name, markers) in [
            ("1.2.840.113635.100.6.11.1", [false, true]), ("1.2.840.113635.100.6.2.1", [true, false]),
        ] {
            var chain = try TestChain()
            chain.leaf.remove(name)
            chain.intermediate.remove(name)
            let certificates = try chain.certificates()
            guard
                case .valid(_, _, let found) = try PathJudgement.plain(
                    [certificates[2]], certificates[0], certificates[1])
            else {
                Issue.record("the path without \(name) is not plain")
                continue
            }
            #expect(found == markers)
        }
    }

    @Test
    func foreignSignatureOfEachCertificateIsForged() throws {
        let chain = try TestChain()
        let own = try chain.certificates()
        for place in 0...1 {
            var certificates = own
            let parts = try #require(DERElement.list(own[place])?[0].parts)
            let content = DER.element(tag: parts[0].tag, parts[0].content)
            let signature = try chain.leafKey.derSignature(of: content)
            certificates[place] = DER.sequence(content + DER.ecdsaWithSHA256 + DER.bitString(signature))
            #expect(try PathJudgement.plain([own[2]], certificates[0], certificates[1]) == .untrusted)
            #expect(try PathJudgement.any([own[2]], certificates[0], certificates[1]) == .untrusted)
        }
    }

    /// OpenSSL looks at the others first, or not, and tells.
    @Test
    func onlyARootThatCannotBeTakenForAnotherIsPlain() throws {
        let chain = try TestChain()
        let certificates = try chain.certificates()
        let foreign = try TestChain(seed: 9).certificates()[2]
        var unnamed = try TestChain(seed: 8)
        unnamed.root.remove("subjectKeyIdentifier")
        let withoutKeyID = try unnamed.root.certificate(issuer: nil, signedBy: unnamed.rootKey).der
        var renewed = chain
        renewed.root.serialNumber = [77]
        let sameKey = try renewed.root.certificate(issuer: nil, signedBy: chain.rootKey).der
        for (roots, isPlain) in [
            ([foreign, certificates[2]], true), ([certificates[2], certificates[2]], true),
            ([certificates[2], withoutKeyID], false), ([certificates[2], sameKey], false),
            ([certificates[2], certificates[1]], false), ([foreign], false),
        ] {
            let plain = try PathJudgement.plain(roots, certificates[0], certificates[1])
            #expect((plain != nil) == isPlain)
            let any = try PathJudgement.any(roots, certificates[0], certificates[1])
            #expect(plain == nil || plain == any)
        }
    }

    @Test
    func validityIsThatOfAllThree() throws {
        let later = TestChain.date / 1000 + 10
        for change in [\TestChain.root, \.intermediate, \.leaf] as [WritableKeyPath<TestChain, CertificateTemplate>] {
            var chain = try TestChain()
            chain[keyPath: change].notAfter = later
            chain[keyPath: change].notBefore = later - 20
            let certificates = try chain.certificates()
            guard
                case .valid(let range, _, _) = try PathJudgement.plain(
                    [certificates[2]], certificates[0], certificates[1])
            else {
                Issue.record("the path is not plain")
                continue
            }
            #expect(range == (later - 20)...(later - 1))
        }
    }
}
