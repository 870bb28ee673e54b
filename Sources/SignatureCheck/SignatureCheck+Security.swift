#if canImport(Security)
    internal import Foundation
    internal import IAPModel
    internal import Security

    /// The check of signature and certificates, by the system.
    struct SignatureCheck: Sendable {
        /// 1.2.840.113635.100.6.11.1 (receipt signing) and 1.2.840.113635.100.6.2.1 (Worldwide Developer Relations) in DER:
        /// the extensions by which Apple's libraries know the App Store's certificates. Only their presence counts.
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

        /// Nil if nothing is wrong.
        func failure(of text: CompactText, _ jws: String, signedAt date: Int64) -> Verification.Failure? {
            guard let header = try? JSONSerialization.jsonObject(with: Data(text.header)) as? [String: Any],
                header["alg"] as? String == "ES256", header["crit"] == nil
            else { return .invalidEncoding }
            // The third is counted and not read, as in Apple's libraries: trust comes from the verifier's own roots.
            guard let chain = header["x5c"] as? [String], chain.count == 3,
                let leaf = Data(base64Encoded: chain[0]), let intermediate = Data(base64Encoded: chain[1]),
                Self.has(Self.leafMarker, leaf), Self.has(Self.intermediateMarker, intermediate),
                let key = key(of: [[UInt8](leaf), [UInt8](intermediate)], at: date)
            else { return .invalidCertificateChain }
            // ES256 is defined for P-256 alone (RFC 7518, section 3.4).
            guard Self.isP256(key), let signature = ECDSASignature(raw: text.signature),
                SecKeyVerifySignature(
                    key, .ecdsaSignatureMessageX962SHA256, Data(text.signed) as CFData, Data(signature.der) as CFData,
                    nil)
            else { return .invalidSignature }
            return nil
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
                // Leaf, intermediate and root, neither more nor fewer.
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

        private static func has(_ marker: [UInt8], _ certificate: Data) -> Bool {
            certificate.range(of: Data(marker)) != nil
        }
    }
#endif
