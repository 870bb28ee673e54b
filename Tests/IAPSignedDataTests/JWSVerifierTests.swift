import IAPSignedText
import Testing

@testable import IAPReferenceStore
@testable import IAPSignedData

/// Each reason for a rejection, shown by a forged text, and the order of the checks.
struct JWSVerifierTests {
    private let chain: TestChain
    private let certificates: [[UInt8]]
    private let verifier: JWSVerifier

    init() throws {
        chain = try TestChain()
        certificates = try chain.certificates()
        verifier = try JWSVerifier(roots: [certificates[2]])
    }

    private func verdict(_ jws: String, at date: Int64 = TestChain.date) -> JWSVerdict {
        verifier.verdict(jws, at: date)
    }

    @Test
    func rightTextGivesItsPayload() throws {
        let payload = "{\"bundleId\":\"com.example.game\"}"
        #expect(try verdict(chain.jws(certificates, payload: payload)) == .valid(payload: Array(payload.utf8)))
    }

    @Test
    func anyOfTheRootsIsEnough() throws {
        let other = try TestChain(seed: 9).certificates()
        let verifier = try JWSVerifier(roots: [other[2], certificates[2]])
        #expect(try verifier.verdict(chain.jws(certificates), at: TestChain.date) == .valid(payload: Array("{}".utf8)))
    }

    @Test(arguments: [[], [[]], [[1, 2, 3]], [Array("-----BEGIN CERTIFICATE-----".utf8)]] as [[[UInt8]]])
    func verifierWithoutUsableRootsCannotBeMade(roots: [[UInt8]]) {
        #expect(throws: SignedDataError.self) { try JWSVerifier(roots: roots) }
    }

    @Test
    func textWithoutCertificatesIsRefused() throws {
        for header in ["{\"alg\":\"ES256\"}", "{\"alg\":\"ES256\",\"x5c\":[]}"] {
            #expect(try verdict(chain.jws(header: header)) == .invalid(.missingCertificates))
        }
    }

    @Test(arguments: ["none", "None", "HS256", "ES384", "RS256", "es256", "ES256 ", ""])
    func otherAlgorithmIsRefused(algorithm: String) throws {
        let header = TestChain.header(certificates, algorithm: algorithm)
        #expect(try verdict(chain.jws(header: header)) == .invalid(.unsupportedAlgorithm))
    }

    @Test
    func algorithmNoneWithoutSignatureIsRefused() {
        let header = Base64URL.encode(Array(TestChain.header(certificates, algorithm: "none").utf8))
        #expect(verdict(header + ".e30.") == .invalid(.unsupportedAlgorithm))
    }

    @Test
    func absentAlgorithmIsRefused() throws {
        let header = "{\"x5c\":[\(TestChain.list(certificates))]}"
        #expect(try verdict(chain.jws(header: header)) == .invalid(.unsupportedAlgorithm))
    }

    @Test
    func macWithThePublicKeyIsRefused() throws {
        let header = Base64URL.encode(Array(TestChain.header(certificates, algorithm: "HS256").utf8))
        let code = Digest.hmacSHA256(key: chain.leafKey.publicKeyDER, message: Array("\(header).e30".utf8))
        #expect(verdict("\(header).e30.\(Base64URL.encode(code))") == .invalid(.unsupportedAlgorithm))
    }

    @Test(arguments: [1, 2, 4])
    func chainOfOtherLengthIsRefused(count: Int) throws {
        let list = Array((certificates + certificates).prefix(count))
        #expect(try verdict(chain.jws(list)) == .invalid(.invalidChainLength))
    }

    @Test(arguments: [0, 1])
    func certificateThatIsNoCertificateIsRefused(place: Int) throws {
        var truncated = certificates
        truncated[place].removeLast()
        var extended = certificates
        extended[place].append(0)
        var empty = certificates
        empty[place] = []
        for list in [truncated, extended, empty] {
            #expect(try verdict(chain.jws(list)) == .invalid(.invalidCertificate))
        }
    }

    @Test
    func certificateInBase64URLIsRefused() throws {
        let list = certificates.map { "\"\(Base64URL.encode($0))\"" }.joined(separator: ",")
        let header = "{\"alg\":\"ES256\",\"x5c\":[\(list)]}"
        #expect(try verdict(chain.jws(header: header)) == .invalid(.invalidCertificate))
    }

    /// As in Apple's libraries, the verifier's own root certificate decides.
    @Test
    func thirdCertificateIsCountedAndNotRead() throws {
        let list = [certificates[0], certificates[1], [1, 2, 3]]
        #expect(try verdict(chain.jws(list)) == .valid(payload: Array("{}".utf8)))
    }

    @Test
    func chainOfAnotherRootIsRefused() throws {
        let other = try TestChain(seed: 1)
        #expect(try verdict(other.jws(other.certificates())) == .invalid(.untrustedChain))
    }

    @Test
    func swappedChainIsRefused() throws {
        let swapped = [certificates[1], certificates[0], certificates[2]]
        #expect(try verdict(chain.jws(swapped)) == .invalid(.untrustedChain))
        #expect(try verdict(chain.jws(certificates.reversed())) == .invalid(.untrustedChain))
    }

    @Test
    func leafThatIsNotOfTheIntermediateIsRefused() throws {
        let foreign = try TestChain(seed: 1)
        let mixed = [try foreign.certificates()[0], certificates[1], certificates[2]]
        #expect(try verdict(foreign.jws(mixed)) == .invalid(.untrustedChain))
    }

    @Test
    func leafOfTheRootItselfIsRefused() throws {
        let root = try chain.root.certificate(issuer: nil, signedBy: chain.rootKey)
        let leaf = try chain.leaf.certificate(issuer: root, signedBy: chain.rootKey)
        let list = [leaf.der, certificates[1], certificates[2]]
        #expect(try verdict(chain.jws(list)) == .invalid(.untrustedChain))
    }

    @Test
    func certificateWithAlteredContentIsRefused() throws {
        let leaf = try #require(certificates.first)
        let name = Array("Test Leaf".utf8)
        let place = try #require(leaf.indices.first { leaf[$0...].starts(with: name) })
        var altered = certificates
        altered[0][place] = UInt8(ascii: "B")
        #expect(try verdict(chain.jws(altered)) == .invalid(.untrustedChain))
    }

    private static let firstDate: Int64 = TestChain.date - 86_400_000
    /// One second before the end of the validity. At the end itself, OpenSSL treats the certificate as expired.
    private static let lastDate: Int64 = TestChain.date + 999 * 86_400_000 - 1000

    @Test(arguments: [firstDate, firstDate + 1, lastDate, lastDate + 999])
    func datesOfTheValidityAreAccepted(date: Int64) throws {
        #expect(try verdict(chain.jws(certificates), at: date) == .valid(payload: Array("{}".utf8)))
    }

    @Test(arguments: [firstDate - 1, lastDate + 1000, 0, -1, Int64.max, Int64.min])
    func dateOutsideTheValidityIsRefused(date: Int64) throws {
        #expect(try verdict(chain.jws(certificates), at: date) == .invalid(.notValidAtDate))
    }

    @Test
    func missingMarkerIsRefused() throws {
        var withoutLeafMarker = chain
        withoutLeafMarker.leaf.remove("1.2.840.113635.100.6.11.1")
        var withoutIntermediateMarker = chain
        withoutIntermediateMarker.intermediate.remove("1.2.840.113635.100.6.2.1")
        for changed in [withoutLeafMarker, withoutIntermediateMarker] {
            #expect(try verdict(changed.jws(changed.certificates())) == .invalid(.missingMarker))
        }
    }

    @Test
    func alteredPayloadIsRefused() throws {
        let segments = try chain.jws(certificates, payload: "{\"price\":1}").split(separator: ".")
        let altered = "\(segments[0]).\(Base64URL.encode(Array("{\"price\":0}".utf8))).\(segments[2])"
        #expect(verdict(altered) == .invalid(.invalidSignature))
    }

    @Test
    func signatureInAnotherFormIsRefused() throws {
        let segments = try chain.jws(certificates).split(separator: ".")
        let raw = try #require(Base64URL.decode(String(segments[2])))
        let others = try [DER.ecdsaSignature(raw), raw.dropLast(), raw + [0], [], [UInt8](repeating: 0, count: 64)]
        for signature in others {
            let text = "\(segments[0]).\(segments[1]).\(Base64URL.encode(Array(signature)))"
            #expect(verdict(text) == .invalid(.invalidSignature))
        }
    }

    @Test
    func signatureOfAnotherKeyIsRefused() throws {
        let other = try TestChain(seed: 1)
        #expect(try verdict(other.jws(certificates)) == .invalid(.invalidSignature))
    }

    @Test
    func leafKeyOfAnotherCurveIsRefused() throws {
        var changed = chain
        changed.leaf.publicKeyDER = try #require(
            Base64.decode(
                "MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEGlIA5m7vdeAdHON1EA7awtfa+yqJ27fF8YcP95Vxa2p7y5F6CU05tkYT"
                    + "fNJDjS/glNrc0MFE"
                    + "dQMADNhxYIaSOWy9eeVRasaiJxZIN4yKsCn3ypBh8YlzuKPAN2rglAOg"))
        #expect(try verdict(changed.jws(changed.certificates())) == .invalid(.invalidSignature))
    }

    @Test
    func firstFaultDecides() throws {
        let two = Array(certificates.prefix(2))
        var withoutMarker = try TestChain(seed: 1)
        withoutMarker.leaf.remove("1.2.840.113635.100.6.11.1")
        let list = try withoutMarker.certificates()
        let trusting = try JWSVerifier(roots: [list[2]])
        let text = try chain.jws(list)
        #expect(try verdict(chain.jws(header: "{\"alg\":\"none\"}")) == .invalid(.missingCertificates))
        #expect(
            try verdict(chain.jws(header: TestChain.header(two, algorithm: "none"))) == .invalid(.unsupportedAlgorithm))
        #expect(try verdict(chain.jws([[], []])) == .invalid(.invalidChainLength))
        #expect(verdict(text, at: 0) == .invalid(.untrustedChain))
        #expect(trusting.verdict(text, at: 0) == .invalid(.notValidAtDate))
        #expect(trusting.verdict(text, at: TestChain.date) == .invalid(.missingMarker))
    }
}
