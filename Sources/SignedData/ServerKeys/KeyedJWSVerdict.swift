/// What a verifier says about a text that a game's server signed without certificates.
package enum KeyedJWSVerdict: Sendable, Hashable {
    /// The payload's bytes as they were signed. Nobody has read them yet.
    case valid(payload: [UInt8])
    case invalid(Reason)

    /// In the order in which the checks run: a text with several faults gives the first.
    package enum Reason: String, Sendable, Hashable, CaseIterable {
        /// Not three segments in strict base64url, or a header that is not a JSON object with the right types.
        case malformed
        /// `alg` is not ES256.
        case unsupportedAlgorithm
        /// `kid` is absent or names no key that the verifier knows.
        case unknownKey
        /// The signature is not the key's for this text.
        case invalidSignature
    }
}
