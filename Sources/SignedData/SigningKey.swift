import COpenSSL

/// A P-256 private key that makes ES256 signatures. The same key and message always give the same signature.
package struct SigningKey: Sendable {
    let key: P256Key

    /// The scalar must be 32 bytes, big endian, and in 1...n-1.
    package init(scalar: [UInt8]) throws(SignedDataError) {
        self.init(key: try scalar.withUnsafeBufferPointer { scalar throws(SignedDataError) in try Self.key(scalar) })
    }

    private init(key: P256Key) {
        self.key = key
    }

    private static func key(_ scalar: UnsafeBufferPointer<UInt8>) throws(SignedDataError) -> P256Key {
        guard let key = P256Key(scalar: scalar) else {
            throw .invalidKey("The private key is not 32 bytes with a value in 1...n-1 of P-256; give another one.")
        }
        return key
    }

    /// 32 bytes, big endian: a copy that nobody wipes, for those who store the key.
    package var scalar: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            count = copenssl_p256_scalar(key.pointer, buffer.baseAddress) == 1 ? 32 : 0
        }
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
        self = try bytes.withUnsafeBufferPointer { bytes throws(SignedDataError) in try SigningKey(pkcs8: bytes) }
    }

    private init(pkcs8 bytes: UnsafeBufferPointer<UInt8>) throws(SignedDataError) {
        self = try withSecretBytes(count: 32) { scalar throws(SignedDataError) in
            guard copenssl_p256_read_pkcs8(bytes.baseAddress, bytes.count, scalar.baseAddress) == 1 else {
                throw .invalidKey(
                    "The bytes are not one DER PKCS#8 private key for P-256; export the key in this form.")
            }
            return SigningKey(key: try Self.key(UnsafeBufferPointer(scalar)))
        }
    }

    /// Reads the text of a PKCS#8 key: base64 as in a `.storekit` file, or PEM as in an App Store Connect `.p8` file.
    /// Spaces and line breaks do not count.
    package init(pkcs8Text text: String) throws(SignedDataError) {
        var text = text
        let outcome: Result<SigningKey, SignedDataError> = text.withUTF8 { text in
            do throws(SignedDataError) { return .success(try SigningKey(pkcs8Text: text)) } catch {
                return .failure(error)
            }
        }
        self = try outcome.get()
    }

    /// The same of a text in memory. What is made of it on the way is wiped.
    package init(pkcs8Text text: UnsafeBufferPointer<UInt8>) throws(SignedDataError) {
        // A key for P-256 has some 250 characters.
        guard text.count <= 4096 else { throw Self.noText }
        self = try withSecretBytes(count: text.count) { filtered throws(SignedDataError) in
            var count = 0
            for byte in text where !PEM.blanks.contains(byte) {
                filtered[count] = byte
                count += 1
            }
            return try SigningKey(filtered: UnsafeBufferPointer(rebasing: filtered[..<count]))
        }
    }

    private init(filtered text: UnsafeBufferPointer<UInt8>) throws(SignedDataError) {
        let range = PEM.digits(of: text, label: "PRIVATE KEY") ?? text.indices
        guard let digits = Base64Alphabet.withoutPadding(UnsafeBufferPointer(rebasing: text[range])) else {
            throw Self.noText
        }
        self = try withSecretBytes(count: Base64Alphabet.decodedCount(digits.count)) { bytes throws(SignedDataError) in
            guard let start = bytes.baseAddress, let count = Base64Alphabet.standard.decode(digits, into: start) else {
                throw Self.noText
            }
            return try SigningKey(pkcs8: UnsafeBufferPointer(rebasing: bytes[..<count]))
        }
    }

    private static let noText = SignedDataError.invalidKey(
        "The private key is not base64 or PEM of a PKCS#8 key; export it in this form.")

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
        try Self.signature(ofDigest: digest, key: key)
    }

    static func signature(ofDigest digest: [UInt8], key: P256Key) throws(SignedDataError) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: 64)
        guard copenssl_p256_sign_alike(key.pointer, digest, P256Key.reduced(digest), &signature) == 1 else {
            throw .systemFailure("OpenSSL has no memory to sign; free some and try again.")
        }
        return signature
    }
}

/// A log or a failed test that prints a value with a key in it must not print the key.
extension SigningKey: CustomStringConvertible, CustomReflectable {
    package var description: String { "SigningKey" }

    package var customMirror: Mirror { Mirror(self, children: []) }
}
