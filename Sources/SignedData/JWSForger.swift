/// Makes texts that are forged in one way. Keys and certificates come from the store's seed, each forgery's under its own
/// label: the same seed gives the same texts.
package struct JWSForger: Sendable {
    private let forgery: JWSForgery
    private let key: SigningKey
    private let header: [UInt8]

    /// Makes the certificates, which takes much longer than a text.
    /// - Parameters:
    ///   - seed: That of the chain.
    ///   - chain: With which the store signs properly.
    package init(_ forgery: JWSForgery, seed: [UInt8], chain: CertificateChain) throws(SignedDataError) {
        let ownSeed = Digest.hmacSHA256(key: seed, message: Array("forgery \(forgery.rawValue)".utf8))
        var (certificates, key) = (chain.certificates, chain.leafKey)
        switch forgery {
        case .payload, .signature, .derSignature, .algorithmNone, .hmac, .encoding: break
        case .root:
            let lookalike = try chain.lookalike(seed: ownSeed)
            (certificates, key) = (lookalike.certificates, lookalike.leafKey)
        case .swappedChain: key = try SigningKey(seed: ownSeed, label: "leaf")
        case .shortChain: certificates = [chain.leaf, chain.root]
        case .noMarker:
            let other = try chain.withLeaf(seed: ownSeed, chainSeed: seed) { leaf in
                leaf.extensions.removeAll { $0.name == Certificate.Marker.receiptSigning.rawValue }
            }
            (certificates, key) = (other.certificates, other.leafKey)
        case .expired:
            let other = try chain.withLeaf(seed: ownSeed, chainSeed: seed) { leaf in
                leaf.notAfter = leaf.notBefore + Self.secondsOfExpiredLeaf
            }
            (certificates, key) = (other.certificates, other.leafKey)
        }
        self.forgery = forgery
        self.key = key
        header = Array(JWSSigner.header(algorithm: forgery.algorithm, certificates: certificates).utf8)
    }

    /// Half a day: the certificates begin one day before the first moment at which the store signs.
    private static let secondsOfExpiredLeaf: Int64 = 43_200

    /// - Parameters:
    ///   - payload: What is signed.
    ///   - altered: What `JWSForgery.payload` shows in its place; other forgeries show what they sign.
    package func sign(payload: [UInt8], altered: [UInt8]) throws(SignedDataError) -> String {
        let point = [UInt8(ascii: ".")]
        let signature = try signature(of: [header, payload].map(Base64Alphabet.url.encode).joined(separator: point))
        let segments = [header, forgery == .payload ? altered : payload, signature]
        let encode = forgery == .encoding ? PEM.lines : Base64Alphabet.url.encode
        return String(decoding: Array(segments.map(encode).joined(separator: point)), as: UTF8.self)
    }

    private func signature(of content: some Sequence<UInt8>) throws(SignedDataError) -> [UInt8] {
        let content = Array(content)
        switch forgery {
        case .algorithmNone: return []
        case .hmac: return Digest.hmacSHA256(key: PEM.publicKey(key.publicKeyDER), message: content)
        case .derSignature: return try key.derSignature(of: content)
        case .signature:
            var signature = try key.signature(of: content)
            signature[signature.count - 1] ^= 1
            return signature
        case .payload, .root, .swappedChain, .shortChain, .noMarker, .expired, .encoding:
            return try key.signature(of: content)
        }
    }
}

extension JWSForgery {
    fileprivate var algorithm: String {
        switch self {
        case .algorithmNone: "none"
        case .hmac: "HS256"
        default: "ES256"
        }
    }
}
