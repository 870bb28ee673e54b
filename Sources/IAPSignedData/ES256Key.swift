import CIAPOpenSSL

/// A private key for P-256 that signs with ES256.
package protocol ES256Key: Sendable {
    var verifyingKey: VerifyingKey { get }

    /// r and s, 64 bytes.
    func signature(of message: [UInt8]) throws(SignedDataError) -> [UInt8]
}

extension ES256Key {
    /// The DER SubjectPublicKeyInfo.
    package var publicKeyDER: [UInt8] { verifyingKey.publicKeyDER }

    /// The signature in DER form.
    package func derSignature(of message: [UInt8]) throws(SignedDataError) -> [UInt8] {
        try DER.ecdsaSignature(signature(of: message))
    }
}
