package import IAPModel
internal import IAPSignedData

/// The certificates with which the store signs, for display.
extension ReferenceStore {
    package struct ShownCertificate: Sendable, Hashable {
        package var der: [UInt8]
        package var subject: String
        package var issuer: String
        /// The validity, in milliseconds since 1970.
        package var start: Int64
        package var end: Int64
    }

    /// The order is that of a signature's header: the root is the last one.
    package var certificates: [ShownCertificate] {
        get throws(IAPError) {
            do {
                let chain = try identity.certificates.chain
                return try [chain.leaf, chain.intermediate, chain.root].map { der in
                    let certificate = try Certificate(reading: der)
                    let validity = try certificate.validity
                    return ShownCertificate(
                        der: der, subject: certificate.subject, issuer: certificate.issuer,
                        start: validity.lowerBound * 1000, end: validity.upperBound * 1000)
                }
            } catch {
                throw IAPError(.internalFailure, "the store cannot make its certificates: \(error)")
            }
        }
    }

    /// Returns a self-signed certificate for the store's server, and its key, both in PEM. It is valid for a year.
    ///
    /// - Parameter address: The numeric address of the server. Its clients may also use `localhost`.
    package func tlsCertificate(for address: String) throws(IAPError) -> (certificate: String, privateKey: String) {
        do throws(SignedDataError) {
            let key = try SigningKey(seed: identity.seed, label: "tls")
            let now = machineTime() / 1000
            let template = CertificateTemplate(
                commonName: "localhost",
                serialNumber: Array(identity.derived("tls \(now)").prefix(8).map { $0 & 0x7F | 0x40 }),
                notBefore: now - 86_400, notAfter: now + 365 * 86_400, publicKeyDER: key.verifyingKey.publicKeyDER,
                extensions: [
                    .init("basicConstraints", "critical,CA:TRUE"),
                    .init("keyUsage", "critical,digitalSignature,keyCertSign"),
                    .init("extendedKeyUsage", "serverAuth"), .init("subjectKeyIdentifier", "hash"),
                    .init("subjectAltName", "DNS:localhost,IP:127.0.0.1,IP:::1,IP:\(address)"),
                ])
            let certificate = try template.certificate(issuer: nil, signedBy: key)
            return (PEM.certificate(certificate.der), PEM.privateKey(key.pkcs8))
        } catch {
            throw IAPError(.internalFailure, "the store cannot make the certificate for TLS: \(error.description)")
        }
    }
}
