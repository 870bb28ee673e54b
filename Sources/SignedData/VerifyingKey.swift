import COpenSSL

/// A P-256 public key that checks ES256 signatures.
package struct VerifyingKey: Sendable {
    let key: P256Key

    init(key: P256Key) {
        self.key = key
    }

    /// Nil unless the bytes are the DER SubjectPublicKeyInfo of a point that is not compressed, as OpenSSL writes it.
    package init?(publicKeyDER bytes: [UInt8]) {
        guard bytes.starts(with: P256Key.publicKeyPrefix),
            let key = P256Key(point: Array(bytes.dropFirst(P256Key.publicKeyPrefix.count)))
        else { return nil }
        self.key = key
    }

    /// Reads the same as PEM. Spaces and line breaks do not count.
    package init?(pem text: String) {
        guard let bytes = PEM.content(of: text, label: "PUBLIC KEY") else { return nil }
        self.init(publicKeyDER: bytes)
    }

    /// A text file with the DER SubjectPublicKeyInfo.
    package var pem: String { String(decoding: PEM.publicKey(publicKeyDER), as: UTF8.self) }

    /// The DER SubjectPublicKeyInfo.
    package var publicKeyDER: [UInt8] { P256Key.publicKeyPrefix + key.point }

    /// Whether the bytes are the raw form of a signature: r and s, 64 bytes, as a JWS has it.
    package func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        isValid(signature, ofDigest: Digest.sha256(message))
    }

    /// Whether the bytes are the DER form of a signature, as the promotional offers of StoreKit's first API have it.
    package func isValid(derSignature signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let count = Int32(exactly: signature.count) else { return false }
        return copenssl_p256_verify_der(key.pointer, Digest.sha256(message), signature, count) == 1
    }

    func isValid(_ signature: [UInt8], ofDigest digest: [UInt8]) -> Bool {
        guard signature.count == 64 else { return false }
        return copenssl_p256_verify(key.pointer, digest, signature) == 1
    }
}
