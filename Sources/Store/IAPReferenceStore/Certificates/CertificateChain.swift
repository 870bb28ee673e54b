package import IAPSignatures

/// The three certificates and the key with which the reference store signs. They have the form of the App Store's: a root, an
/// intermediate and a leaf certificate, all P-256. The same seed and date give the same bytes.
package struct CertificateChain: Sendable {
    /// DER. A verifier that receives this root trusts the data of this store.
    package let root: [UInt8]
    package let intermediate: [UInt8]
    package let leaf: [UInt8]
    package let leafKey: SigningKey
    /// The seconds since 1970 at which all three are valid; nil if there are none.
    private let validity: ClosedRange<Int64>?

    /// Whether all three certificates are valid at this time, in milliseconds since 1970.
    package func isValid(at date: Int64) -> Bool {
        validity?.contains(EffectiveDate(milliseconds: date).seconds) ?? false
    }

    /// The leaf comes first, as in `x5c` (RFC 7515, section 4.1.6).
    package var certificates: [[UInt8]] { [leaf, intermediate, root] }

    private init(root: Certificate, intermediate: Certificate, leaf: Certificate, leafKey: SigningKey) {
        self.root = root.der
        self.intermediate = intermediate.der
        self.leaf = leaf.der
        self.leafKey = leafKey
        validity = try? Self.common([root.validity, intermediate.validity, leaf.validity])
    }

    private static func common(_ ranges: [ClosedRange<Int64>]) -> ClosedRange<Int64>? {
        guard let first = ranges.map(\.lowerBound).max(), let last = ranges.map(\.upperBound).min(), first <= last
        else { return nil }
        return first...last
    }
}

extension CertificateChain {
    private static let secondsPerDay: Int64 = 86_400
    /// The labels that derive the keys of a chain from its seed.
    private static let (rootLabel, intermediateLabel, leafLabel) = ("root", "intermediate", "leaf")

    /// Makes the chain. `validFrom` is in milliseconds since 1970. The certificates begin one day before it. They are valid
    /// until the end of the year 9999, because the store's clock can run far ahead.
    ///
    /// - Parameter ocspURL: The OCSP server that leaf and intermediate name for verifiers; ASCII.
    package static func make(
        seed: [UInt8], validFrom: Int64, ocspURL: String? = nil
    ) throws(SignedDataError) -> CertificateChain {
        let notBefore = EffectiveDate(milliseconds: validFrom).seconds - secondsPerDay
        guard notBefore > EffectiveDate.limits.lowerBound, notBefore < EffectiveDate.limits.upperBound - secondsPerDay
        else {
            throw SignedDataError.invalidCertificate(
                "certificates cannot begin in the year of \(validFrom) ms since 1970")
        }
        return try make(seed: seed, notBefore: notBefore, ocspURL: ocspURL)
    }

    private static func make(
        seed: [UInt8], notBefore: Int64, ocspURL: String?
    ) throws(SignedDataError) -> CertificateChain {
        let rootKey = try SigningKey(seed: seed, label: rootLabel)
        let intermediateKey = try SigningKey(seed: seed, label: intermediateLabel)
        let leafKey = try SigningKey(seed: seed, label: leafLabel)
        let templates = ChainTemplates(seed: seed, notBefore: notBefore, ocspURL: ocspURL)
        let root = try templates.root(of: rootKey).certificate(issuer: nil, signedBy: rootKey)
        let intermediate = try templates.intermediate(of: intermediateKey).certificate(issuer: root, signedBy: rootKey)
        let leaf = try templates.leaf(of: leafKey).certificate(issuer: intermediate, signedBy: intermediateKey)
        return CertificateChain(root: root, intermediate: intermediate, leaf: leaf, leafKey: leafKey)
    }

    // MARK: - Chains for forgeries. Each takes its own seed for the keys and certificates that it makes

    /// Returns a chain with the same names and dates, but with another root.
    func lookalike(seed: [UInt8]) throws(SignedDataError) -> CertificateChain {
        let leaf = try parts.leaf
        return try Self.make(seed: seed, notBefore: try leaf.validity.lowerBound, ocspURL: leaf.ocspURL)
    }

    /// Returns this chain with another leaf and another leaf key. The same intermediate issued the new leaf.
    /// - Parameters:
    ///   - chainSeed: The seed of this chain; it gives the key of the intermediate.
    ///   - change: Makes the new leaf differ from the old one.
    func withLeaf(
        seed: [UInt8], chainSeed: [UInt8], _ change: (inout CertificateTemplate) -> Void
    ) throws(SignedDataError) -> CertificateChain {
        let (root, intermediate, _) = try parts
        let key = try SigningKey(seed: seed, label: Self.leafLabel)
        var template = try templates(seed: seed).leaf(of: key)
        change(&template)
        let issued = try template.certificate(issuer: intermediate, signedBy: try Self.intermediateKey(chainSeed))
        return CertificateChain(root: root, intermediate: intermediate, leaf: issued, leafKey: key)
    }

    /// Returns this chain with another intermediate and a leaf that this one issued. The same root issued the intermediate.
    func withIntermediate(
        seed: [UInt8], chainSeed: [UInt8], _ change: (inout CertificateTemplate) -> Void
    ) throws(SignedDataError) -> CertificateChain {
        let root = try parts.root
        let intermediateKey = try Self.intermediateKey(seed)
        let leafKey = try SigningKey(seed: seed, label: Self.leafLabel)
        let templates = try templates(seed: seed)
        var template = templates.intermediate(of: intermediateKey)
        change(&template)
        let intermediate = try template.certificate(issuer: root, signedBy: try Self.rootKey(chainSeed))
        let leaf = try templates.leaf(of: leafKey).certificate(issuer: intermediate, signedBy: intermediateKey)
        return CertificateChain(root: root, intermediate: intermediate, leaf: leaf, leafKey: leafKey)
    }

    /// Returns a certificate with its key that this chain's leaf issued, as if the leaf were an authority.
    func issuedByLeaf(seed: [UInt8]) throws(SignedDataError) -> (certificate: [UInt8], key: SigningKey) {
        let key = try SigningKey(seed: seed, label: Self.leafLabel)
        let template = try templates(seed: seed).leaf(of: key)
        return (try template.certificate(issuer: try parts.leaf, signedBy: leafKey).der, key)
    }

    func templates(seed: [UInt8]) throws(SignedDataError) -> ChainTemplates {
        let leaf = try parts.leaf
        return ChainTemplates(seed: seed, notBefore: try leaf.validity.lowerBound, ocspURL: leaf.ocspURL)
    }

    static func rootKey(_ seed: [UInt8]) throws(SignedDataError) -> SigningKey {
        try SigningKey(seed: seed, label: rootLabel)
    }

    static func intermediateKey(_ seed: [UInt8]) throws(SignedDataError) -> SigningKey {
        try SigningKey(seed: seed, label: intermediateLabel)
    }

    var parts: (root: Certificate, intermediate: Certificate, leaf: Certificate) {
        get throws(SignedDataError) {
            guard let root = Certificate(der: root), let intermediate = Certificate(der: intermediate),
                let leaf = Certificate(der: leaf)
            else { throw .invalidCertificate("OpenSSL cannot read a certificate of the chain; make a new one.") }
            return (root, intermediate, leaf)
        }
    }
}

extension JWSSigner {
    /// Signs with the chain's certificates, as the App Store does.
    package init(_ chain: CertificateChain) { self.init(certificates: chain.certificates, key: chain.leafKey) }
}

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
