internal import CIAPOpenSSL
internal import CIAPStoreSigning
internal import IAPSignedData

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
        static func marker(_ marker: Certificate.Marker) -> Extension {
            Extension(marker.rawValue, "DER:05:00")
        }
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
