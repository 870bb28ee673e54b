import CIAPOpenSSL
import Testing

@testable import IAPReferenceStore
@testable import IAPSignatures

struct SigningKeyTests {
    /// RFC 6979, section A.2.5.
    private static let order = bytes("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551")
    private static let scalar = bytes("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721")

    /// The signatures in the RFC for P-256 and SHA-256.
    @Test(arguments: [
        (
            "sample",
            "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716"
                + "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"
        ),
        (
            "test",
            "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367"
                + "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083"
        ),
    ])
    func signatureIsThatOfRFC6979(message: String, signature: String) throws {
        #expect(try SigningKey(scalar: Self.scalar).signature(of: Array(message.utf8)) == bytes(signature))
    }

    @Test
    func publicKeyIsThatOfRFC6979() throws {
        let point =
            "04 60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6"
            + "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299"
        #expect(try SigningKey(scalar: Self.scalar).publicKeyDER.suffix(65) == bytes(point)[...])
    }

    @Test
    func signaturesVerifyWithOpenSSL() throws {
        for number in 0..<50 {
            let key = try SigningKey(seed: [UInt8(number)], label: "cross")
            let message = [UInt8](repeating: UInt8(number), count: number * 7)
            let signature = try key.signature(of: message)
            #expect(signature.count == 64)
            #expect(try signature == key.signature(of: message))
            #expect(try isAcceptedByOpenSSL(DER.ecdsaSignature(signature), of: message, key: key.publicKeyDER))
            #expect(try !isAcceptedByOpenSSL(DER.ecdsaSignature(signature), of: message + [0], key: key.publicKeyDER))
        }
    }

    @Test(arguments: [
        [], [UInt8](repeating: 1, count: 31), [UInt8](repeating: 1, count: 33), [UInt8](repeating: 0, count: 32),
        Self.order, [UInt8](repeating: 0xFF, count: 32),
    ])
    func scalarOutOfRangeIsRefused(scalar: [UInt8]) {
        #expect(throws: SignedDataError.self) { try SigningKey(scalar: scalar) }
    }

    @Test
    func firstAndLastScalarAreKeys() throws {
        var last = Self.order
        last[31] -= 1
        for scalar in [[UInt8](repeating: 0, count: 31) + [1], last] {
            let key = try SigningKey(scalar: scalar)
            #expect(key.scalar == scalar)
            #expect(try key.verifyingKey.isValid(key.signature(of: [1, 2, 3]), of: [1, 2, 3]))
        }
    }

    @Test
    func printedKeyDoesNotShowTheScalar() throws {
        let key = try SigningKey(scalar: Self.scalar)
        #expect("\(key.scalar)".contains("201, 175"))
        var dumped = ""
        dump([key], to: &dumped)
        for text in ["\(key)", String(reflecting: key), String(describing: [key]), dumped] {
            #expect(text.contains("SigningKey"))
            #expect(!text.contains("201"))
        }
    }

    @Test
    func seedAndLabelDecideTheKey() throws {
        let key = try SigningKey(seed: [1, 2, 3], label: "leaf")
        #expect(try SigningKey(seed: [1, 2, 3], label: "leaf").scalar == key.scalar)
        let others = try [
            key, SigningKey(seed: [1, 2, 3], label: "root"), SigningKey(seed: [1, 2, 4], label: "leaf"),
            SigningKey(seed: [], label: "leaf"), SigningKey(seed: [1, 2, 3], label: ""),
        ]
        #expect(Set(others.map(\.scalar)).count == others.count)
    }

    /// The bounds of 1 + (number mod (n - 1)).
    @Test
    func everyNumberIsReducedToAScalar() throws {
        var lessOne = Self.order
        lessOne[31] -= 1
        var lessTwo = Self.order
        lessTwo[31] -= 2
        let one = [UInt8](repeating: 0, count: 31) + [1]
        for (number, expected) in [([0], one), (lessOne, one), (lessTwo, lessOne)] as [([UInt8], [UInt8])] {
            #expect(try SigningKey.reduced(number) == expected)
        }
    }

    @Test
    func bothFormsHoldTheSameNumbers() throws {
        let key = try SigningKey(scalar: Self.scalar)
        let signature = try key.signature(of: [1])
        #expect(try key.derSignature(of: [1]) == DER.ecdsaSignature(signature))
        #expect(try isAcceptedByOpenSSL(key.derSignature(of: [1]), of: [1], key: key.publicKeyDER))
    }

    private func isAcceptedByOpenSSL(_ signature: [UInt8], of message: [UInt8], key: [UInt8]) -> Bool {
        key.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            let publicKey = d2i_PUBKEY(nil, &start, buffer.count)
            let context = EVP_MD_CTX_new()
            defer {
                EVP_MD_CTX_free(context)
                EVP_PKEY_free(publicKey)
            }
            return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, publicKey) == 1
                && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
        }
    }
}
