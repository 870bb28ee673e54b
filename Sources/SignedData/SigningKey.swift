import COpenSSL

/// A P-256 private key that makes ES256 signatures. The same key and message always give the same signature.
package struct SigningKey: Sendable {
    /// 32 bytes, big endian.
    package let scalar: [UInt8]
    let key: P256Key

    /// The scalar must be 32 bytes and in 1...n-1.
    package init(scalar: [UInt8]) throws(SignedDataError) {
        guard let key = P256Key(scalar: scalar) else {
            throw .invalidKey("The private key is not 32 bytes with a value in 1...n-1 of P-256; give another one.")
        }
        self.scalar = scalar
        self.key = key
    }

    /// The key that this seed gives under this label; other labels give unrelated keys.
    package init(seed: [UInt8], label: String) throws(SignedDataError) {
        // 48 bytes: 16 more than the scalar has, so that the reduction prefers no scalar.
        let authenticator = HMACSHA256(key: seed)
        let first = authenticator.code(for: Array(label.utf8) + [1])
        let second = authenticator.code(for: first + Array(label.utf8) + [2])
        let expanded = first + second.prefix(16)
        var scalar = [UInt8](repeating: 0, count: 32)
        guard copenssl_p256_reduce(expanded, Int32(expanded.count), &scalar) == 1 else {
            throw .systemFailure("OpenSSL has no memory to derive the key \(label); free some and try again.")
        }
        try self.init(scalar: scalar)
    }

    /// Reads a DER PKCS#8 key, which is what an App Store Connect `.p8` file and a `.storekit` file hold in base64.
    package init(pkcs8 bytes: [UInt8]) throws(SignedDataError) {
        var scalar = [UInt8](repeating: 0, count: 32)
        guard copenssl_p256_read_pkcs8(bytes, bytes.count, &scalar) == 1 else {
            throw .invalidKey("The bytes are not one DER PKCS#8 private key for P-256; export the key in this form.")
        }
        try self.init(scalar: scalar)
    }

    /// Reads the text of a PKCS#8 key: base64 as in a `.storekit` file, or PEM as in an App Store Connect `.p8` file.
    /// Spaces and line breaks do not count.
    package init(pkcs8Text text: String) throws(SignedDataError) {
        guard let bytes = Self.pkcs8(inText: text) else {
            throw .invalidKey("The private key is not base64 or PEM of a PKCS#8 key; export it in this form.")
        }
        try self.init(pkcs8: bytes)
    }

    private static func pkcs8(inText text: String) -> [UInt8]? {
        if let bytes = PEM.content(of: text, label: "PRIVATE KEY") { return bytes }
        // A key for P-256 has some 250 characters.
        guard text.utf8.count <= 4096 else { return nil }
        let blanks = Array(" \t\r\n".utf8)
        return Base64Alphabet.standard.decode(text.utf8.filter { !blanks.contains($0) }[...])
    }

    package var verifyingKey: VerifyingKey { VerifyingKey(key: key) }

    /// The DER SubjectPublicKeyInfo.
    package var publicKeyDER: [UInt8] { verifyingKey.publicKeyDER }

    /// The ES256 signature: r and s, 64 bytes.
    package func signature(of message: [UInt8]) throws(SignedDataError) -> [UInt8] {
        try signature(ofDigest: Digest.sha256(message))
    }

    /// The same signature in DER form.
    package func derSignature(of message: [UInt8]) throws(SignedDataError) -> [UInt8] {
        DER.ecdsaSignature(try signature(of: message))
    }

    func signature(ofDigest digest: [UInt8]) throws(SignedDataError) -> [UInt8] {
        try Self.signature(ofDigest: digest, scalar: scalar, key: key)
    }

    /// The key must be that of the scalar.
    static func signature(ofDigest digest: [UInt8], scalar: [UInt8], key: P256Key) throws(SignedDataError) -> [UInt8] {
        var nonce = DeterministicNonce(scalar: scalar, digest: digest)
        var signature = [UInt8](repeating: 0, count: 64)
        while true {
            let candidate = nonce.next()
            switch copenssl_p256_sign(key.pointer, digest, candidate, nonce.blinding, &signature) {
            case 1: return signature
            case 0: continue
            default: throw .systemFailure("OpenSSL has no memory to sign; free some and try again.")
            }
        }
    }
}

/// A log or a failed test that prints a value with a key in it must not print the key.
extension SigningKey: CustomStringConvertible, CustomReflectable {
    package var description: String { "SigningKey" }

    package var customMirror: Mirror { Mirror(self, children: []) }
}
