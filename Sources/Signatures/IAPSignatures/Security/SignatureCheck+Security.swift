internal import Foundation
internal import Security

/// Checks signature and certificates with the system.
struct SignatureCheck: Sendable {
    /// 1.2.840.113635.100.6.11.1 (receipt signing) and 1.2.840.113635.100.6.2.1 (Worldwide Developer Relations) in
    /// DER. Apple's libraries recognize the App Store's certificates by these extensions. Only their presence
    /// counts.
    private static let leafMarker: [UInt8] = [
        0x06, 0x0A, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06, 0x0B, 0x01,
    ]
    private static let intermediateMarker: [UInt8] = [
        0x06, 0x0A, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06, 0x02, 0x01,
    ]

    private let roots: [[UInt8]]

    static func isCertificate(_ der: [UInt8]) -> Bool { certificate(der) != nil }

    init?(roots: [[UInt8]]) {
        guard !roots.isEmpty else { return nil }
        self.roots = roots
    }

    /// - Parameter date: When the certificates must be valid, in milliseconds since 1970.
    func verify(_ text: CompactJWS, at date: Int64) throws(Rejection) {
        let header = try JWSHeader(text.header)
        try header.checkChain()
        let (leaf, intermediate) = (try header.certificate(.leaf), try header.certificate(.intermediate))
        guard let key = key(of: [leaf, intermediate], at: date) else {
            throw Rejection(.untrustedChain, "the certificates do not lead to a root certificate of this verifier")
        }
        guard Self.has(Self.leafMarker, leaf), Self.has(Self.intermediateMarker, intermediate) else {
            throw Rejection(.missingMarker, "a certificate lacks the App Store's marker")
        }
        try Self.checkSignature(of: text, key)
    }

    /// The text's own first certificate must have made the signature.
    func verifyByItself(_ text: CompactJWS) throws(Rejection) {
        let header = try JWSHeader(text.header)
        try header.checkAlgorithm()
        guard !header.certificates.isEmpty else {
            throw Rejection(.missingCertificates, "the header has no certificates (x5c)")
        }
        guard let certificate = Self.certificate(try header.certificate(.leaf)) else {
            throw ChainPlace.leaf.invalidCertificate
        }
        guard let key = SecCertificateCopyKey(certificate) else {
            throw Rejection(.invalidSignature, "the first certificate has no key")
        }
        try Self.checkSignature(of: text, key)
    }

    private static func checkSignature(of text: CompactJWS, _ key: SecKey) throws(Rejection) {
        // ES256 is defined only for P-256 (RFC 7518, section 3.4).
        guard isP256(key), let signature = ECDSASignature(raw: try text.decodedSignature()),
            SecKeyVerifySignature(
                key, .ecdsaSignatureMessageX962SHA256, Data(text.signed) as CFData,
                Data(signature.der) as CFData, nil)
        else {
            throw Rejection(.invalidSignature, "the signature does not match this text and the certificate's key")
        }
    }

    /// The leaf's key, if the chain leads to one of the roots.
    private func key(of chain: [[UInt8]], at date: Int64) -> SecKey? {
        let certificates = chain.compactMap(Self.certificate)
        let anchors = roots.compactMap(Self.certificate)
        guard certificates.count == chain.count, anchors.count == roots.count else { return nil }
        var trust: SecTrust?
        let policy = SecPolicyCreateBasicX509()
        guard SecTrustCreateWithCertificates(certificates as CFArray, policy, &trust) == errSecSuccess, let trust,
            SecTrustSetAnchorCertificates(trust, anchors as CFArray) == errSecSuccess,
            SecTrustSetAnchorCertificatesOnly(trust, true) == errSecSuccess,
            SecTrustSetNetworkFetchAllowed(trust, false) == errSecSuccess,
            SecTrustSetVerifyDate(trust, Date(timeIntervalSince1970: Double(date) / 1000) as CFDate)
                == errSecSuccess,
            SecTrustEvaluateWithError(trust, nil),
            // Exactly leaf, intermediate and root.
            SecTrustGetCertificateCount(trust) == 3
        else { return nil }
        return SecTrustCopyKey(trust)
    }

    private static func certificate(_ der: [UInt8]) -> SecCertificate? {
        SecCertificateCreateWithData(nil, Data(der) as CFData)
    }

    private static func isP256(_ key: SecKey) -> Bool {
        let attributes = SecKeyCopyAttributes(key) as? [CFString: Any]
        return attributes?[kSecAttrKeyType] as? String == kSecAttrKeyTypeECSECPrimeRandom as String
            && attributes?[kSecAttrKeySizeInBits] as? Int == 256
    }

    private static func has(_ marker: [UInt8], _ certificate: [UInt8]) -> Bool {
        Data(certificate).range(of: Data(marker)) != nil
    }
}
