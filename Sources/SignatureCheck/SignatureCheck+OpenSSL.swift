#if canImport(SignedData)
    internal import IAPModel
    internal import SignedData

    /// The check of signature and certificates, by OpenSSL.
    struct SignatureCheck: Sendable {
        private let verifier: JWSVerifier

        static func isCertificate(_ der: [UInt8]) -> Bool { SignatureCheck(roots: [der]) != nil }

        init?(roots: [[UInt8]]) {
            guard let verifier = try? JWSVerifier(roots: roots) else { return nil }
            self.verifier = verifier
        }

        /// Nil if nothing is wrong.
        func failure(of text: CompactText, _ jws: String, signedAt date: Int64) -> Verification.Failure? {
            switch verifier.verify(jws, at: date) {
            case .valid: nil
            case .invalid(.malformed), .invalid(.unsupportedAlgorithm): .invalidEncoding
            case .invalid(.missingCertificates), .invalid(.invalidChainLength), .invalid(.invalidCertificate),
                .invalid(.untrustedChain), .invalid(.certificateNotValidAtDate), .invalid(.missingMarker):
                .invalidCertificateChain
            case .invalid(.invalidSignature): .invalidSignature
            }
        }
    }
#endif
