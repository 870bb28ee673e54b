package import IAPSignedData
internal import IAPSignedText

/// Makes texts with one forgery. It derives keys and certificates from the store's seed, with a label for each forgery: the
/// same seed gives the same texts.
package struct JWSForger: Sendable {
    let forgery: Forgery
    let key: SigningKey
    /// The certificates that the text shows, DER.
    let certificates: [[UInt8]]
    private let header: [UInt8]

    /// Makes the certificates. This takes much longer than a text.
    /// - Parameters:
    ///   - seed: The seed of the chain.
    ///   - chain: The chain with which the store signs properly.
    package init(_ forgery: Forgery, seed: [UInt8], chain: CertificateChain) throws(SignedDataError) {
        let ownSeed = Digest.hmacSHA256(key: seed, message: Array("forgery \(forgery.label)".utf8))
        (certificates, key) = try Self.signer(forgery, ownSeed, seed, chain)
        self.forgery = forgery
        header = JWSSigner.header(algorithm: forgery.algorithm, certificates: certificates)
    }

    /// Returns the certificates to show, and the key that signs.
    private static func signer(
        _ forgery: Forgery, _ ownSeed: [UInt8], _ seed: [UInt8], _ chain: CertificateChain
    ) throws(SignedDataError) -> (certificates: [[UInt8]], key: SigningKey) {
        let other: CertificateChain
        switch forgery {
        case .payload, .signature, .derSignature, .algorithmNone, .hmac, .encoding, .otherBundle, .otherEnvironment,
            .otherDevice, .duplicateName:
            return (chain.certificates, chain.leafKey)
        case .swappedChain: return (chain.certificates, try SigningKey(seed: ownSeed, label: "leaf"))
        case .shortChain: return ([chain.leaf, chain.root], chain.leafKey)
        case .longChain: return (chain.certificates + [chain.root], chain.leafKey)
        case .noCertificates: return ([], chain.leafKey)
        case .leafAsIssuer:
            let issued = try chain.issuedByLeaf(seed: ownSeed)
            return ([issued.certificate, chain.leaf, chain.intermediate], issued.key)
        case .root: other = try chain.lookalike(seed: ownSeed)
        case .noMarker:
            other = try chain.withLeaf(seed: ownSeed, chainSeed: seed) { leaf in
                leaf.extensions.removeAll { $0.name == Certificate.Marker.receiptSigning.rawValue }
            }
        case .noIntermediateMarker:
            other = try chain.withIntermediate(seed: ownSeed, chainSeed: seed) { intermediate in
                intermediate.extensions.removeAll { $0.name == Certificate.Marker.developerRelations.rawValue }
            }
        case .criticalMarker:
            other = try chain.withLeaf(seed: ownSeed, chainSeed: seed) { leaf in
                let last = leaf.extensions.count - 1
                leaf.extensions[last].value = "critical,\(leaf.extensions[last].value)"
            }
        case .expired:
            other = try chain.withLeaf(seed: ownSeed, chainSeed: seed) { leaf in
                leaf.notAfter = leaf.notBefore + Self.secondsOfExpiredLeaf
            }
        case .notYetValid:
            other = try chain.withLeaf(seed: ownSeed, chainSeed: seed) { leaf in
                leaf.notBefore = Self.beginningOf9999
            }
        }
        return (other.certificates, other.leafKey)
    }

    /// Half a day: the certificates begin one day before the store's first signature.
    private static let secondsOfExpiredLeaf: Int64 = 43_200
    /// No store's clock goes that far.
    private static let beginningOf9999: Int64 = 253_370_764_800

    /// - Parameters:
    ///   - payload: The payload to sign.
    ///   - altered: The payload that `Forgery.payload` shows instead. Other forgeries show the signed one.
    package func sign(payload: [UInt8], altered: [UInt8]) throws(SignedDataError) -> String {
        let signature = try signature(of: [header, payload].map(Base64URL.encode).joined(separator: "."))
        let segments = [header, forgery == .payload ? altered : payload, signature]
        return segments.map(forgery == .encoding ? PEM.lines : Base64URL.encode).joined(separator: ".")
    }

    private func signature(of content: String) throws(SignedDataError) -> [UInt8] {
        let content = Array(content.utf8)
        switch forgery {
        case .algorithmNone: return []
        case .hmac: return Digest.hmacSHA256(key: Array(key.verifyingKey.pem.utf8), message: content)
        case .derSignature: return try key.derSignature(of: content)
        case .signature:
            var signature = try key.signature(of: content)
            signature[signature.count - 1] ^= 1
            return signature
        default: return try key.signature(of: content)
        }
    }
}
