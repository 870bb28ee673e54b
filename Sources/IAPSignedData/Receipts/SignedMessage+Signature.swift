internal import CIAPOpenSSL
internal import IAPSignedText

extension SignedMessage {
    private enum KeyKind {
        case rsa, ellipticCurve
    }

    /// By the identifier in hexadecimal digits of DER, as RFC 3279, 4055 and 5758 list them.
    private static func digest(_ id: [UInt8]) -> Int32? {
        switch id {
        case [0x06, 0x05, 0x2B, 0x0E, 0x03, 0x02, 0x1A]: NID_sha1
        case [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]: NID_sha256
        case [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x02]: NID_sha384
        case [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03]: NID_sha512
        default: nil
        }
    }

    /// - Returns: the kind of key, and the digest if the identifier names one.
    private static func signing(_ id: [UInt8]) -> (key: KeyKind, digest: Int32?)? {
        let rsa: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01]
        let ecdsa: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03]
        if id.dropLast() == rsa[...] {
            switch id.last {
            case 1: return (.rsa, nil)
            case 5: return (.rsa, NID_sha1)
            case 11: return (.rsa, NID_sha256)
            case 12: return (.rsa, NID_sha384)
            case 13: return (.rsa, NID_sha512)
            default: return nil
            }
        }
        switch id {
        case ecdsa + [2]: return (.ellipticCurve, NID_sha256)
        case ecdsa + [3]: return (.ellipticCurve, NID_sha384)
        case ecdsa + [4]: return (.ellipticCurve, NID_sha512)
        default: return nil
        }
    }

    /// Throws unless the receipt names algorithms of the App Store's receipts: RSA with SHA-1 (before 2025) or SHA-2,
    /// or ECDSA.
    func checkAlgorithms() throws(Rejection) {
        guard let digest = Self.digest(digestAlgorithm), let signing = Self.signing(signatureAlgorithm),
            signing.digest == nil || signing.digest == digest
        else {
            throw Rejection(
                .unsupportedAlgorithm, "the receipt is signed with an algorithm that the App Store does not use")
        }
    }

    /// Throws unless the certificate's key made the signature.
    func checkSignature(by certificate: Certificate) throws(Rejection) {
        guard let digest = Self.digest(digestAlgorithm), let signing = Self.signing(signatureAlgorithm) else {
            throw Rejection(
                .unsupportedAlgorithm, "the receipt is signed with an algorithm that the App Store does not use")
        }
        let kind = signing.key == .rsa ? EVP_PKEY_RSA : EVP_PKEY_EC
        let outcome = openssl_certificate_verify(
            certificate.pointer, kind, digest, content, content.count, signature, signature.count)
        switch outcome {
        case 1: return
        case -1: throw Rejection(.noMemory, "OpenSSL has no memory to check the receipt's signature; try again later")
        default:
            throw Rejection(
                .invalidSignature, "the receipt's signature does not match its content and its certificate")
        }
    }
}
