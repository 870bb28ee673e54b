/// Checks texts that a game's server signed for the store without certificates: requests for offers and tokens. The
/// store knows the key by the identifier that the header names.
package struct KeyedJWSVerifier: Sendable {
    private let keys: [String: VerifyingKey]

    /// The keys by their identifiers. Without any key no text is valid.
    package init(keys: [String: VerifyingKey]) {
        self.keys = keys
    }

    /// Judges header and signature. What the payload says, and whether it said so before, is for the caller to check.
    /// Keys and certificates in the header are not read: a text cannot bring along its own key.
    package func verify(_ jws: String) -> KeyedJWSVerdict {
        guard let text = CompactJWS(jws), let header = text.decodedHeader else { return .invalid(.malformed) }
        guard header.algorithm == "ES256" else { return .invalid(.unsupportedAlgorithm) }
        guard let key = header.keyID.flatMap({ keys[$0] }) else { return .invalid(.unknownKey) }
        guard text.isSigned(by: key, after: text.hashedBeginning) else { return .invalid(.invalidSignature) }
        return .valid(payload: text.decodedPayload)
    }
}
