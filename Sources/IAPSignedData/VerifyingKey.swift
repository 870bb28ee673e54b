import CIAPOpenSSL

/// A P-256 public key that checks ES256 signatures.
///
/// Unchecked Sendable: the key does not change after `init`.
package final class VerifyingKey: @unchecked Sendable {
    /// The DER of a SubjectPublicKeyInfo up to the point: id-ecPublicKey, prime256v1, a bit string of 66 bytes.
    private static let publicKeyPrefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01,
        0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]
    private static let pointLength = 65

    /// An EVP_PKEY.
    let pointer: OpaquePointer

    /// - Parameter pointer: An EVP_PKEY for P-256. This object frees it.
    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { EVP_PKEY_free(pointer) }

    /// Nil unless the bytes are the DER SubjectPublicKeyInfo of an uncompressed point, as OpenSSL writes it.
    package convenience init?(publicKeyDER bytes: [UInt8]) {
        guard bytes.count == Self.publicKeyPrefix.count + Self.pointLength, bytes.starts(with: Self.publicKeyPrefix),
            let pointer = openssl_public_key_read(bytes, bytes.count)
        else { return nil }
        self.init(owning: pointer)
    }

    /// - Parameter point: 65 bytes: 4, x, y.
    package convenience init?(point: [UInt8]) { self.init(publicKeyDER: Self.publicKeyPrefix + point) }

    /// Reads the same key from PEM. Spaces and line breaks do not count.
    package convenience init?(pem text: String) {
        guard let bytes = PEM.content(of: text, label: "PUBLIC KEY") else { return nil }
        self.init(publicKeyDER: bytes)
    }

    /// A text file with the DER SubjectPublicKeyInfo.
    package var pem: String { PEM.publicKey(publicKeyDER) }

    /// The DER SubjectPublicKeyInfo.
    package var publicKeyDER: [UInt8] { DER.written(by: { i2d_PUBKEY(pointer, $0) }) ?? [] }

    /// Whether the bytes are the raw form of a signature: r and s, 64 bytes, as in a JWS.
    package func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        ES256Check(key: self, beginning: [])?.outcome(signature[...], rest: message[...]) == .valid
    }

    /// Whether the bytes are the DER form of a signature, as in the promotional offers of StoreKit's first API.
    package func isValid(derSignature signature: [UInt8], of message: [UInt8]) -> Bool {
        ES256Check(key: self, beginning: [])?.outcome(derSignature: signature, rest: message) == .valid
    }
}
