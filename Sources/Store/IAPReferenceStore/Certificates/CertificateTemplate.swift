internal import CIAPOpenSSL
internal import CIAPStoreSigning
package import IAPSignatures

/// The content of a certificate. The same template, issuer and key give the same bytes.
struct CertificateTemplate: Sendable {
    /// One extension in the syntax of openssl.cnf, for example `basicConstraints` and `critical,CA:TRUE`.
    struct Extension: Sendable {
        var name: String
        var value: String

        init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        /// The OCSP server of the issuer (RFC 5280, section 4.2.2.1).
        static func authorityInformation(ocspURL: String) -> Extension {
            let ocsp: [UInt8] = [0x06, 0x08, 0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x01]
            let location = DER.element(tag: 0x86, Array(ocspURL.utf8))
            return Extension("authorityInfoAccess", "DER:\(hex(DER.sequence(DER.sequence(ocsp + location))))")
        }

        private static func hex(_ bytes: [UInt8]) -> String {
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: ":")
        }

        /// The marker is not critical and has the value NULL, as in the App Store's certificates.
        static func marker(_ marker: Certificate.Marker) -> Extension { Extension(marker.rawValue, "DER:05:00") }
    }

    /// Every certificate names this library: nobody should mistake it for one of the App Store's.
    static let organization = "IAPBridge, for tests only"

    var commonName: String
    /// At most 20 bytes: a positive number, big endian.
    var serialNumber: [UInt8]
    /// Seconds since 1970. OpenSSL includes the first second in the validity and excludes the last.
    var notBefore: Int64
    var notAfter: Int64
    /// A DER SubjectPublicKeyInfo.
    var publicKeyDER: [UInt8]
    var extensions: [Extension]

    /// Makes the certificate. Without an issuer it is self-signed.
    func certificate(issuer: Certificate?, signedBy key: SigningKey) throws(SignedDataError) -> Certificate {
        guard EffectiveDate.limits.contains(notBefore), EffectiveDate.limits.contains(notAfter) else {
            throw .invalidCertificate(
                "The certificate \(commonName) must be valid within the years 1 to 9999; give another date.")
        }
        guard
            let draft = store_certificate_draft(
                serialNumber, Int32(serialNumber.count), notBefore, notAfter, publicKeyDER, publicKeyDER.count,
                Self.organization, commonName, issuer?.pointer)
        else {
            throw .invalidCertificate(
                "OpenSSL cannot build the certificate \(commonName); its public key must be DER that it can read.")
        }
        defer { X509_free(draft) }
        for item in extensions {
            guard store_certificate_add_extension(draft, issuer?.pointer, item.name, item.value) == 1 else {
                throw .invalidCertificate(
                    "OpenSSL cannot add \(item.name) = \(item.value) to the certificate \(commonName); correct the extension."
                )
            }
        }
        let content = try toBeSigned(of: draft)
        let signature = try key.derSignature(of: content)
        let der = DER.sequence(content + DER.ecdsaWithSHA256 + DER.bitString(signature))
        guard let certificate = Certificate(der: der) else {
            throw .invalidCertificate("OpenSSL cannot read the certificate \(commonName) that it built; report this.")
        }
        return certificate
    }

    private func toBeSigned(of draft: OpaquePointer) throws(SignedDataError) -> [UInt8] {
        guard let bytes = DER.written(by: { i2d_re_X509_tbs(draft, $0) }) else {
            throw .systemFailure("OpenSSL cannot encode the certificate \(commonName); free memory and try again.")
        }
        return bytes
    }
}

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

extension Certificate {
    private static let longestURL = 4096

    /// The address of the issuer's OCSP server; nil if the certificate names none.
    var ocspURL: String? {
        let url = [CChar](unsafeUninitializedCapacity: Self.longestURL + 1) { buffer, count in
            count = store_certificate_ocsp_url(pointer, buffer.baseAddress, buffer.count)
        }
        return url.isEmpty ? nil : String(decoding: url.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
