import CIAPOpenSSL
@testable import IAPSignatures
import Testing

@testable import IAPReferenceStore

/// The signature algorithms of receipts. The App Store uses RSA with SHA-1 or SHA-2. The reference store uses ECDSA.
struct ReceiptSignatureTests {
    private static let rsa: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01]
    private static let null: [UInt8] = [0x05, 0x00]
    private static let sha1: [UInt8] = [0x06, 0x05, 0x2B, 0x0E, 0x03, 0x02, 0x1A]

    private static func sha2(_ number: UInt8) -> [UInt8] {
        [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, number]
    }

    private static let digests: [(id: [UInt8], rsa: UInt8, nid: Int32)] = [
        (sha1, 5, NID_sha1), (sha2(1), 11, NID_sha256), (sha2(2), 12, NID_sha384), (sha2(3), 13, NID_sha512),
    ]

    @Test
    func receiptsSignedWithRSAAreChecked() throws {
        let key = try #require(RSAKey())
        var chain = try TestChain()
        chain.leaf.publicKeyDER = key.publicKeyDER
        let verifier = try ReceiptVerifier(chain)
        var receipt = try TestReceipt(chain)
        for digest in Self.digests {
            receipt.digestAlgorithm = digest.id + Self.null
            receipt.signature = try #require(key.signature(of: receipt.content, digest.nid))
            // The App Store names the algorithm of the key. Xcode names the algorithm of the signature.
            for algorithm in [Self.rsa + [1] + Self.null, Self.rsa + [digest.rsa] + Self.null, Self.rsa + [1]] {
                receipt.signatureAlgorithm = algorithm
                #expect(verifier.verdict(receipt.der) == .valid)
                var altered = receipt
                altered.signature[100] ^= 1
                #expect(verifier.verdict(altered.der) == .invalid(.invalidSignature))
            }
            for other in Self.digests where other.nid != digest.nid {
                receipt.signatureAlgorithm = Self.rsa + [other.rsa] + Self.null
                #expect(verifier.verdict(receipt.der) == .invalid(.unsupportedAlgorithm))
                receipt.signatureAlgorithm = Self.rsa + [1] + Self.null
                var renamed = receipt
                renamed.digestAlgorithm = other.id + Self.null
                #expect(verifier.verdict(renamed.der) == .invalid(.invalidSignature))
            }
        }
        // The key's type does not match the algorithm.
        receipt.digestAlgorithm = DER.sha256
        receipt.signatureAlgorithm = Array(DER.ecdsaWithSHA256.dropFirst(2))
        #expect(verifier.verdict(receipt.der) == .invalid(.invalidSignature))
    }

    @Test(arguments: [
        // MD5 as digest, RSA with MD5, PSS, DSA, ECDSA with SHA-1, and an unknown algorithm.
        (bytes("06082a864886f70d0205"), rsa + [1]), (sha2(1), rsa + [4]), (sha2(1), rsa + [10]),
        (sha2(1), bytes("06072a8648ce380401")), (sha1, bytes("06072a8648ce3d0401")), (bytes("06012a"), bytes("06012a")),
    ])
    func otherAlgorithmsAreRefused(digest: [UInt8], signature: [UInt8]) throws {
        let chain = try TestChain()
        var receipt = try TestReceipt(chain)
        (receipt.digestAlgorithm, receipt.signatureAlgorithm) = (digest, signature)
        #expect(try ReceiptVerifier(chain).verdict(receipt.der) == .invalid(.unsupportedAlgorithm))
    }

    @Test
    func algorithmWithParametersIsRefused() throws {
        let chain = try TestChain()
        var receipt = try TestReceipt(chain)
        receipt.digestAlgorithm += DER.integer(1)
        #expect(try ReceiptVerifier(chain).verdict(receipt.der) == .invalid(.unsupportedAlgorithm))
    }
}

/// A key of the App Store's type, made for one test.
private final class RSAKey {
    private let pointer: OpaquePointer

    init?() {
        let context = EVP_PKEY_CTX_new_id(EVP_PKEY_RSA, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_generate(context, &key) == 1, let key
        else { return nil }
        pointer = key
    }

    deinit { EVP_PKEY_free(pointer) }

    var publicKeyDER: [UInt8] { DER.written { i2d_PUBKEY(pointer, $0) } ?? [] }

    func signature(of message: [UInt8], _ digest: Int32) -> [UInt8]? {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: 256)
        var count = signature.count
        guard EVP_DigestSignInit(context, nil, EVP_get_digestbyname(OBJ_nid2sn(digest)), nil, pointer) == 1,
            EVP_DigestSign(context, &signature, &count, message, message.count) == 1, count == signature.count
        else { return nil }
        return signature
    }
}
