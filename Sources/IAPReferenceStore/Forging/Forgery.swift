/// How what the store signs is forged. Each is wrong in this one way only, as an attacker makes it. The numbers are those of the C
/// header's `IAP_STORE_FORGERY_…`.
package enum Forgery: Int32, Sendable, Hashable, CaseIterable, Codable {
    /// The payload that is shown is not the one that was signed.
    case payload = 1
    /// The last bit of the signature is another one.
    case signature = 2
    /// The signature is DER; that of a receipt, which should be DER, is r and s.
    case derSignature = 3
    /// `alg` is "none", and there is no signature.
    case algorithmNone = 4
    /// `alg` is "HS256": a verifier that takes the text of the leaf's public key for a shared secret falls for it.
    case hmac = 5
    /// A chain with the same names that leads to another root.
    case root = 6
    /// Signed with a key that is not the leaf's.
    case swappedChain = 7
    /// The intermediate certificate is left out.
    case shortChain = 8
    /// The leaf comes from the same intermediate and lacks the marker of receipt signing.
    case noMarker = 9
    /// The leaf comes from the same intermediate and had expired before anything was signed.
    case expired = 10
    /// The segments are Base64 in lines, as a program writes it that knows nothing of JWS; without the line breaks, and
    /// in the other alphabet, the text is right.
    case encoding = 11
    /// Signed as it should be, for another app.
    case otherBundle = 12
    /// Signed as it should be, in another environment.
    case otherEnvironment = 13
    /// Signed as it should be, for another device.
    case otherDevice = 14
    /// The intermediate comes from the same root and lacks the marker of developer relations.
    case noIntermediateMarker = 15
    /// The root is shown twice: four certificates.
    case longChain = 16
    /// The leaf's marker is critical: who does not know it must refuse the certificate.
    case criticalMarker = 17
    /// Signed with a certificate that the store's leaf has issued, as if it were an authority.
    case leafAsIssuer = 18
    /// The leaf comes from the same intermediate and holds only after everything was signed.
    case notYetValid = 19
    /// The header has no certificates.
    case noCertificates = 20
    /// Signed as it should be, and one of its names comes twice.
    case duplicateName = 21
}

extension Forgery {
    /// The label under which the store's seed gives this forgery its keys.
    var label: String {
        switch self {
        case .payload: "payload"
        case .signature: "signature"
        case .derSignature: "derSignature"
        case .algorithmNone: "algorithmNone"
        case .hmac: "hmac"
        case .root: "root"
        case .swappedChain: "swappedChain"
        case .shortChain: "shortChain"
        case .noMarker: "noMarker"
        case .expired: "expired"
        case .encoding: "encoding"
        case .otherBundle: "otherBundle"
        case .otherEnvironment: "otherEnvironment"
        case .otherDevice: "otherDevice"
        case .noIntermediateMarker: "noIntermediateMarker"
        case .longChain: "longChain"
        case .criticalMarker: "criticalMarker"
        case .leafAsIssuer: "leafAsIssuer"
        case .notYetValid: "notYetValid"
        case .noCertificates: "noCertificates"
        case .duplicateName: "duplicateName"
        }
    }

    /// Whether the payload says the wrong thing, and everything around it is as it should be.
    package var isProperlySigned: Bool {
        switch self {
        case .otherBundle, .otherEnvironment, .otherDevice, .duplicateName: true
        default: false
        }
    }

    /// What the header of a text says.
    var algorithm: String {
        switch self {
        case .algorithmNone: "none"
        case .hmac: "HS256"
        default: "ES256"
        }
    }
}
