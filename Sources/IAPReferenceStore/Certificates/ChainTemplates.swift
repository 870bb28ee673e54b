internal import IAPSignedData

/// The contents of a chain's certificates, in the form of the App Store's.
struct ChainTemplates: Sendable {
    /// The seed of the serial numbers.
    var seed: [UInt8]
    /// Seconds since 1970.
    var notBefore: Int64
    /// The OCSP server that the certificates name; nil for none.
    var ocspURL: String?

    func root(of key: SigningKey) -> CertificateTemplate {
        template(
            "Root CA", key,
            [
                .init("basicConstraints", "critical,CA:TRUE"),
                .init("keyUsage", "critical,keyCertSign,cRLSign"),
                .init("subjectKeyIdentifier", "hash"),
            ])
    }

    func intermediate(of key: SigningKey) -> CertificateTemplate {
        template(
            "Intermediate CA", key,
            [
                .init("basicConstraints", "critical,CA:TRUE,pathlen:0"),
                .init("keyUsage", "critical,keyCertSign,cRLSign"),
                .init("subjectKeyIdentifier", "hash"),
                .init("authorityKeyIdentifier", "keyid:always"),
            ] + authorityInformation + [.marker(.developerRelations)])
    }

    func leaf(of key: SigningKey) -> CertificateTemplate {
        template(
            "Transaction Signing", key,
            [
                .init("basicConstraints", "critical,CA:FALSE"),
                .init("keyUsage", "critical,digitalSignature"),
                .init("subjectKeyIdentifier", "hash"),
                .init("authorityKeyIdentifier", "keyid:always"),
            ] + authorityInformation + [.marker(.receiptSigning)])
    }

    /// The certificate of a responder that the issuer authorized (RFC 6960, section 4.2.2.2).
    func responder(of key: SigningKey) -> CertificateTemplate {
        template(
            "OCSP Responder", key,
            [
                .init("basicConstraints", "critical,CA:FALSE"),
                .init("keyUsage", "critical,digitalSignature"),
                .init("extendedKeyUsage", "OCSPSigning"),
                .init("subjectKeyIdentifier", "hash"),
                .init("authorityKeyIdentifier", "keyid:always"),
                .init("1.3.6.1.5.5.7.48.1.5", "DER:05:00"),
            ])
    }

    private var authorityInformation: [CertificateTemplate.Extension] {
        ocspURL.map { [.authorityInformation(ocspURL: $0)] } ?? []
    }

    private func template(
        _ name: String, _ key: SigningKey, _ extensions: [CertificateTemplate.Extension]
    ) -> CertificateTemplate {
        let commonName = "IAPBridge Reference Store \(name)"
        return CertificateTemplate(
            commonName: commonName, serialNumber: serialNumber(of: "\(commonName) \(notBefore)"),
            notBefore: notBefore, notAfter: EffectiveDate.limits.upperBound, publicKeyDER: key.publicKeyDER,
            extensions: extensions)
    }

    /// 16 bytes. The first is in 0x40...0x7F: the number is positive, and its length is the same for every seed.
    private func serialNumber(of text: String) -> [UInt8] {
        var bytes = Array(Digest.hmacSHA256(key: seed, message: Array("serial \(text)".utf8)).prefix(16))
        bytes[0] = bytes[0] & 0x3F | 0x40
        return bytes
    }
}
