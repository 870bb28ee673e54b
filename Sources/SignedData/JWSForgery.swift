/// The ways in which a compact JWS can be forged. Each is wrong in this one way only, as an attacker makes it.
package enum JWSForgery: String, Sendable, Hashable, CaseIterable {
    /// The payload that is shown is not the one that was signed.
    case payload
    /// The last bit of the signature is another one.
    case signature
    /// The signature is DER.
    case derSignature
    /// `alg` is "none", and there is no signature.
    case algorithmNone
    /// `alg` is "HS256": a verifier that takes the text of the leaf's public key for a shared secret falls for it.
    case hmac
    /// A chain with the same names that leads to another root.
    case root
    /// Signed with a key that is not the leaf's.
    case swappedChain
    /// The intermediate certificate is left out.
    case shortChain
    /// The leaf comes from the same intermediate and lacks the marker of receipt signing.
    case noMarker
    /// The leaf comes from the same intermediate and had expired before anything was signed.
    case expired
    /// The segments are Base64 in lines, as a program writes it that knows nothing of JWS; without the line breaks, and
    /// in the other alphabet, the text is right.
    case encoding
    /// The intermediate comes from the same root and lacks the marker of developer relations.
    case noIntermediateMarker
    /// The root is shown twice: four certificates.
    case longChain
    /// The leaf's marker is critical: who does not know it must refuse the certificate.
    case criticalMarker
    /// Signed with a certificate that the store's leaf has issued, as if it were an authority.
    case leafAsIssuer
    /// The leaf comes from the same intermediate and holds only after everything was signed.
    case notYetValid
    /// The header has no certificates.
    case noCertificates
}
