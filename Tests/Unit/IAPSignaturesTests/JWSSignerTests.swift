@testable import IAPSignatures
import Testing

@testable import IAPReferenceStore

struct JWSSignerTests {
    private let chain: CertificateChain
    private let signer: JWSSigner

    init() throws {
        chain = try CertificateChain.make(seed: Array("seed".utf8), validFrom: 1_700_000_000_000)
        signer = JWSSigner(chain)
    }

    @Test
    func headerNamesES256AndTheChainInStandardBase64() throws {
        let text = try signer.sign(payload: Array("{}".utf8))
        let segments = text.split(separator: ".", omittingEmptySubsequences: false)
        let header = try #require(Base64URL.decode(String(segments[0])))
        let list = chain.certificates.map { "\"\(Base64.encode($0))\"" }.joined(separator: ",")
        #expect(String(decoding: header, as: UTF8.self) == "{\"alg\":\"ES256\",\"x5c\":[\(list)]}")
        #expect(list.contains("="))
    }

    @Test
    func sameChainAndPayloadGiveTheSameText() throws {
        let payload = Array("{\"a\":1}".utf8)
        let other = try CertificateChain.make(seed: Array("seed".utf8), validFrom: 1_700_000_000_000)
        #expect(try JWSSigner(other).sign(payload: payload) == signer.sign(payload: payload))
        #expect(try signer.sign(payload: payload) == signer.sign(payload: payload))
        #expect(try signer.sign(payload: payload) != signer.sign(payload: payload + [0x20]))
    }

    @Test(arguments: [0, 1, 2, 3, 63, 64, 65, 1000, 100_000])
    func payloadComesBackAndTheSignatureIs64Bytes(count: Int) throws {
        var random = RandomSource(state: UInt64(count))
        let payload = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        let text = try signer.sign(payload: payload)
        let segments = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        try #require(segments.count == 3)
        #expect(Base64URL.decode(segments[1]) == payload)
        let signature = try #require(Base64URL.decode(segments[2]))
        #expect(signature.count == 64)
        let content = Array("\(segments[0]).\(segments[1])".utf8)
        #expect(try signature == chain.leafKey.signature(of: content))
        #expect(chain.leafKey.verifyingKey.isValid(signature, of: content))
    }

    @Test
    func threadsMayShareOneSigner() async throws {
        let signer = signer
        let expected = try (0..<100).map { try signer.sign(payload: [UInt8($0)]) }
        try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in 0..<100 {
                group.addTask { (number, try signer.sign(payload: [UInt8(number)])) }
            }
            for try await (number, text) in group {
                #expect(text == expected[number])
            }
        }
    }
}
