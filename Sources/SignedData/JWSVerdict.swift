/// What a verifier says about a signed text.
package enum JWSVerdict: Sendable, Hashable {
    /// The payload's bytes as they were signed. Nobody has read them yet.
    case valid(payload: [UInt8])
    case invalid(Reason)

    /// In the order in which the checks run: a text with several faults gives the first.
    package enum Reason: String, Sendable, Hashable, CaseIterable {
        /// Not three segments in strict base64url, or a header that is not a JSON object with the right types.
        case malformed
        /// `x5c` is absent or empty.
        case missingCertificates
        /// `alg` is not ES256.
        case unsupportedAlgorithm
        /// `x5c` has not three certificates.
        case invalidChainLength
        /// The leaf or the intermediate certificate is not base64 of DER.
        case invalidCertificate
        /// The leaf does not lead over the intermediate to one of the roots.
        case untrustedChain
        /// The chain is trusted, but not at the effective date.
        case certificateNotValidAtDate
        /// The leaf or the intermediate certificate lacks the App Store's marker.
        case missingMarker
        /// The signature is not the leaf key's for this text.
        case invalidSignature
    }
}
