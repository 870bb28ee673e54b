import CIAPOpenSSL
import Testing

@testable import IAPReferenceStore
@testable import IAPSignedData

struct VerifyingKeyTests {
    private static let order = bytes("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551")
    private let key: SigningKey
    private let message = Array("message".utf8)

    init() throws {
        key = try SigningKey(seed: [1], label: "verify")
    }

    @Test
    func bothFormsOfASignatureAreAccepted() throws {
        let signature = try key.signature(of: message)
        #expect(key.verifyingKey.isValid(signature, of: message))
        #expect(try key.verifyingKey.isValid(derSignature: DER.ecdsaSignature(signature), of: message))
    }

    @Test
    func oneFormIsNotTakenForTheOther() throws {
        let signature = try key.signature(of: message)
        #expect(try !key.verifyingKey.isValid(DER.ecdsaSignature(signature), of: message))
        #expect(!key.verifyingKey.isValid(derSignature: signature, of: message))
    }

    @Test
    func everyAlteredBitIsRefused() throws {
        let signature = try key.signature(of: message)
        for bit in 0..<512 {
            var altered = signature
            altered[bit / 8] ^= 1 << (bit % 8)
            #expect(!key.verifyingKey.isValid(altered, of: message))
        }
    }

    @Test
    func otherKeyAndOtherMessageAreRefused() throws {
        let signature = try key.signature(of: message)
        let other = try SigningKey(seed: [2], label: "verify").verifyingKey
        #expect(!other.isValid(signature, of: message))
        #expect(!key.verifyingKey.isValid(signature, of: message + [0]))
    }

    @Test(arguments: [0, 1, 32, 63, 65, 128])
    func signatureOfOtherLengthIsRefused(count: Int) throws {
        let signature = try Array((key.signature(of: message) + [UInt8](repeating: 0, count: 64)).prefix(count))
        #expect(!key.verifyingKey.isValid(signature, of: message))
    }

    @Test
    func signatureWithANumberOutOfRangeIsRefused() throws {
        let signature = try key.signature(of: message)
        let zero = [UInt8](repeating: 0, count: 32)
        let (r, s) = (Array(signature.prefix(32)), Array(signature.suffix(32)))
        for altered in [zero + s, r + zero, zero + zero, Self.order + s, r + Self.order] {
            #expect(!key.verifyingKey.isValid(altered, of: message))
            #expect(try !key.verifyingKey.isValid(derSignature: DER.ecdsaSignature(altered), of: message))
        }
    }

    /// The owner of the key can choose r. Then the check's computed point is the point at infinity.
    @Test
    func signatureOfThePointAtInfinityIsInvalid() throws {
        let (digest, scalar) = (Digest.sha256(message), key.scalar)
        let (e, d, n) = (BN_bin2bn(digest, 32, nil), BN_bin2bn(scalar, 32, nil), BN_bin2bn(Self.order, 32, nil))
        let context = BN_CTX_new()
        defer {
            [e, d, n].forEach(BN_free)
            BN_CTX_free(context)
        }
        // r = -e / d
        BN_mod_inverse(d, d, n, context)
        BN_mod_mul(d, d, e, n, context)
        BN_sub(d, n, d)
        var r = [UInt8](repeating: 0, count: 32)
        #expect(BN_bn2binpad(d, &r, 32) == 32)
        let check = try #require(ES256Check(key: key.verifyingKey, beginning: []))
        for s in [[UInt8](repeating: 0, count: 31) + [1], digest] {
            #expect(check.outcome((r + s)[...], rest: message[...]) == .invalid)
            #expect(check.outcome(derSignature: try DER.ecdsaSignature(r + s), rest: message) == .invalid)
        }
    }

    @Test
    func numberOutOfRangeIsInvalidAndNotUndecided() throws {
        let signature = try key.signature(of: message)
        let (zero, all) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0xFF, count: 32))
        let (r, s) = (Array(signature.prefix(32)), Array(signature.suffix(32)))
        let check = try #require(ES256Check(key: key.verifyingKey, beginning: []))
        for wrong in [zero, Self.order, all] {
            for altered in [wrong + s, r + wrong, wrong + wrong] {
                #expect(check.outcome(altered[...], rest: message[...]) == .invalid)
            }
        }
    }

    @Test
    func looseDERIsRefused() throws {
        let signature = try DER.ecdsaSignature(key.signature(of: message))
        var longLength = signature
        longLength.insert(0x81, at: 1)
        for altered in [signature + [0], longLength, Array(signature.dropLast()), []] {
            #expect(!key.verifyingKey.isValid(derSignature: altered, of: message))
        }
    }
}
