internal import CIAPStoreSigning
package import IAPSignedData

/// A P-256 private key of the store that signs with ES256. The same key and message always give the same signature.
package struct SigningKey: ES256Key {
    /// 32 bytes, big endian.
    let scalar: [UInt8]
    package let verifyingKey: VerifyingKey

    /// The scalar must be 32 bytes, big endian, and in 1...n-1.
    package init(scalar: [UInt8]) throws(SignedDataError) {
        var point = [UInt8](repeating: 0, count: 65)
        guard scalar.count == 32, store_key_point(scalar, &point) == 1, let key = VerifyingKey(point: point) else {
            throw .invalidKey("The private key must be 32 bytes with a value in 1...n-1 of P-256; give another one.")
        }
        self.scalar = scalar
        verifyingKey = key
    }

    /// Derives a key from a seed and a label. Other labels give unrelated keys.
    package init(seed: [UInt8], label: String) throws(SignedDataError) {
        // 48 bytes, 16 more than a scalar has: the reduction then prefers no scalar.
        let first = Digest.hmacSHA256(key: seed, message: Array(label.utf8) + [1])
        let second = Digest.hmacSHA256(key: seed, message: first + Array(label.utf8) + [2])
        try self.init(scalar: Self.reduced(first + second.prefix(16)))
    }

    /// Returns a scalar for any number: 1 + (number mod (n - 1)).
    static func reduced(_ number: [UInt8]) throws(SignedDataError) -> [UInt8] {
        var scalar = [UInt8](repeating: 0, count: 32)
        guard store_key_reduce(number, number.count, &scalar) == 1 else {
            throw .systemFailure("OpenSSL has no memory to derive a key; free memory and try again.")
        }
        return scalar
    }

    /// DER as in RFC 5208 and RFC 5915.
    var pkcs8: [UInt8] {
        let publicKey: [UInt8] = [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
        let p256: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
        // The last 65 bytes of a public key's DER are its point.
        let point = DER.context(1, DER.bitString(Array(verifyingKey.publicKeyDER.suffix(65))))
        let key = DER.sequence(DER.integer(1) + DER.octetString(scalar) + point)
        return DER.sequence(DER.integer(0) + DER.sequence(publicKey + p256) + DER.octetString(key))
    }

    package func signature(of message: [UInt8]) throws(SignedDataError) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: 64)
        guard store_key_sign(scalar, Digest.sha256(message), &signature) == 1 else {
            throw .systemFailure("OpenSSL has no memory to sign; free memory and try again.")
        }
        return signature
    }
}

/// Hides the key: a log or a failed test must not print it.
extension SigningKey: CustomStringConvertible, CustomReflectable {
    package var description: String { "SigningKey" }

    package var customMirror: Mirror { Mirror(self, children: []) }
}
