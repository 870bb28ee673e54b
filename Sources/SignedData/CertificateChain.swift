/// The three certificates and the key with which the reference store signs, in the form of the App Store's: a root,
/// an intermediate and a leaf certificate, P-256 everywhere. The same seed and date give the same bytes.
package struct CertificateChain: Sendable {
    /// DER. A verifier trusts the data of this store when it is given this certificate.
    package let root: [UInt8]
    package let intermediate: [UInt8]
    package let leaf: [UInt8]
    package let leafKey: SigningKey

    /// The leaf first, as `x5c` has it (RFC 7515, section 4.1.6).
    package var certificates: [[UInt8]] { [leaf, intermediate, root] }

    private init(root: Certificate, intermediate: Certificate, leaf: Certificate, leafKey: SigningKey) {
        self.root = root.der
        self.intermediate = intermediate.der
        self.leaf = leaf.der
        self.leafKey = leafKey
    }
}

extension CertificateChain {
    private static let secondsPerDay: Int64 = 86_400

    /// Makes the chain. `validFrom` is in milliseconds since 1970; the certificates begin one day before it and
    /// hold to the end of the year 9999, because the store's clock may run far ahead.
    package static func make(seed: [UInt8], validFrom: Int64) throws(SignedDataError) -> CertificateChain {
        let notBefore = EffectiveDate(milliseconds: validFrom).seconds - secondsPerDay
        guard notBefore > EffectiveDate.limits.lowerBound, notBefore < EffectiveDate.limits.upperBound - secondsPerDay
        else {
            throw SignedDataError.invalidCertificate("certificates cannot begin in the year that \(validFrom) ms names")
        }
        let rootKey = try SigningKey(seed: seed, label: "root")
        let intermediateKey = try SigningKey(seed: seed, label: "intermediate")
        let leafKey = try SigningKey(seed: seed, label: "leaf")

        func template(_ name: String, key: SigningKey, _ extensions: [CertificateTemplate.Extension])
            -> CertificateTemplate
        {
            let commonName = "IAPBridge Reference Store \(name)"
            return CertificateTemplate(
                commonName: commonName,
                serialNumber: serialNumber(seed: seed, text: "\(commonName) \(notBefore)"),
                notBefore: notBefore, notAfter: EffectiveDate.limits.upperBound,
                publicKeyDER: key.publicKeyDER, extensions: extensions)
        }

        let root = try template(
            "Root CA", key: rootKey,
            [
                .init("basicConstraints", "critical,CA:TRUE"),
                .init("keyUsage", "critical,keyCertSign,cRLSign"),
                .init("subjectKeyIdentifier", "hash"),
            ]
        ).certificate(issuer: nil, signedBy: rootKey)
        let intermediate = try template(
            "Intermediate CA", key: intermediateKey,
            [
                .init("basicConstraints", "critical,CA:TRUE,pathlen:0"),
                .init("keyUsage", "critical,keyCertSign,cRLSign"),
                .init("subjectKeyIdentifier", "hash"),
                .init("authorityKeyIdentifier", "keyid:always"),
                .marker(.developerRelations),
            ]
        ).certificate(issuer: root, signedBy: rootKey)
        let leaf = try template(
            "Transaction Signing", key: leafKey,
            [
                .init("basicConstraints", "critical,CA:FALSE"),
                .init("keyUsage", "critical,digitalSignature"),
                .init("subjectKeyIdentifier", "hash"),
                .init("authorityKeyIdentifier", "keyid:always"),
                .marker(.receiptSigning),
            ]
        ).certificate(issuer: intermediate, signedBy: intermediateKey)
        return CertificateChain(root: root, intermediate: intermediate, leaf: leaf, leafKey: leafKey)
    }

    /// 16 bytes. The first is in 0x40...0x7F, which makes the number positive and its length the same for every seed.
    private static func serialNumber(seed: [UInt8], text: String) -> [UInt8] {
        var bytes = Array(Digest.hmacSHA256(key: seed, message: Array("serial \(text)".utf8)).prefix(16))
        bytes[0] = bytes[0] & 0x3F | 0x40
        return bytes
    }
}

extension CertificateChain {
    private static let encodingVersion: UInt8 = 1

    /// All of the chain, the private key included, for a database: a version, then the key, leaf, intermediate and
    /// root, each after its length in four bytes, big endian.
    package var encoded: [UInt8] {
        ([leafKey.scalar] + certificates).reduce(into: [Self.encodingVersion]) { bytes, part in
            let count = UInt32(part.count)
            bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
            bytes += part
        }
    }

    package init(encoded bytes: [UInt8]) throws(SignedDataError) {
        guard let parts = Self.parts(of: bytes), parts.count == 4 else {
            throw .invalidEncoding("The stored certificate chain is damaged; make a new one from a seed.")
        }
        let key = try SigningKey(scalar: parts[0])
        guard let leaf = Certificate(der: parts[1]), let intermediate = Certificate(der: parts[2]),
            let root = Certificate(der: parts[3]), leaf.publicKey?.publicKeyDER == key.publicKeyDER
        else {
            throw .invalidCertificate(
                "The stored certificate chain has a part that is not a certificate or not of its key; make a new one.")
        }
        self.init(root: root, intermediate: intermediate, leaf: leaf, leafKey: key)
    }

    private static func parts(of bytes: [UInt8]) -> [[UInt8]]? {
        guard bytes.first == encodingVersion else { return nil }
        var rest = bytes.dropFirst()
        var parts: [[UInt8]] = []
        while !rest.isEmpty {
            guard rest.count >= 4 else { return nil }
            let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            guard count <= rest.count else { return nil }
            parts.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return parts
    }
}
