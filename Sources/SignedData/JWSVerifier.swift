internal import Platform

/// Checks signed texts in the order of Apple's `SignedDataVerifier`, without its online checks. Any thread may use it.
package final class JWSVerifier: Sendable {
    /// Larger texts are refused unread.
    package static let maximumLength = CompactJWS.maximumLength

    private let trustStore: TrustStore
    private let cache = Guarded(SignerCache())

    /// The roots are DER certificates; at least one.
    package init(roots: [[UInt8]]) throws(SignedDataError) {
        trustStore = try TrustStore(roots: roots)
    }

    /// Judges the text. `date` is the effective date in milliseconds since 1970 at which the certificates must be
    /// valid: Apple's libraries take the payload's `signedDate` when they are offline.
    package func verify(_ jws: String, at date: Int64) -> JWSVerdict {
        guard let text = CompactJWS(jws) else { return .invalid(.malformed) }
        let date = EffectiveDate(milliseconds: date)
        let name = String(decoding: text.header, as: UTF8.self)
        let signer: SignerCache.Signer
        if let known = cache.withLock({ $0[name] }), known.validity.contains(date.seconds) {
            signer = known
        } else {
            switch findSigner(text, at: date) {
            case .success(let found): signer = found
            case .failure(let rejection): return .invalid(rejection.reason)
            }
            cache.withLock { $0.insert(signer, for: name) }
        }
        guard text.isSigned(by: signer.key, after: signer.hashedBeginning) else { return .invalid(.invalidSignature) }
        return .valid(payload: text.decodedPayload)
    }

    private struct Rejection: Error {
        var reason: JWSVerdict.Reason
    }

    private func findSigner(_ text: CompactJWS, at date: EffectiveDate) -> Result<SignerCache.Signer, Rejection> {
        func rejection(_ reason: JWSVerdict.Reason) -> Result<SignerCache.Signer, Rejection> {
            .failure(Rejection(reason: reason))
        }
        guard let header = text.decodedHeader else { return rejection(.malformed) }
        guard !header.certificates.isEmpty else { return rejection(.missingCertificates) }
        guard header.algorithm == "ES256" else { return rejection(.unsupportedAlgorithm) }
        guard header.certificates.count == 3 else { return rejection(.invalidChainLength) }
        // The third is counted and not read, as in Apple's libraries: trust comes from the verifier's own roots.
        let path: SignerPath
        switch trustStore.signer(
            leaf: Base64.decode(header.certificates[0]), intermediate: Base64.decode(header.certificates[1]), at: date)
        {
        case .valid(let found): path = found
        case .noLeaf, .noIntermediate: return rejection(.invalidCertificate)
        case .notValidAtDate: return rejection(.certificateNotValidAtDate)
        case .untrusted, .noMemory: return rejection(.untrustedChain)
        }
        guard path.leafIsReceiptSigning, path.intermediateIsDeveloperRelations else {
            return rejection(.missingMarker)
        }
        // ES256 is defined for P-256 alone (RFC 7518, section 3.4): no other key can have made the signature.
        guard let key = path.key else { return rejection(.invalidSignature) }
        return .success(SignerCache.Signer(key: key, validity: path.validity, hashedBeginning: text.hashedBeginning))
    }
}
