/// How the store forges its signatures. Each forgery is wrong in this one way only, as an attacker would make it. The numbers
/// are those of the C header's `IAP_STORE_FORGERY_…`.
package enum Forgery: Int32, Sendable, Hashable, CaseIterable, Codable {
    /// The text shows another payload than the signed one.
    case payload = 1
    /// The last bit of the signature is wrong.
    case signature = 2
    /// The signature is DER. A receipt should have DER, and gets r and s instead.
    case derSignature = 3
    /// `alg` is "none", and there is no signature.
    case algorithmNone = 4
    /// `alg` is "HS256". It deceives a verifier that takes the text of the leaf's public key as a shared secret.
    case hmac = 5
    /// A chain with the same names but another root.
    case root = 6
    /// Another key signs, not the leaf's.
    case swappedChain = 7
    /// The intermediate certificate is missing.
    case shortChain = 8
    /// The same intermediate issued the leaf, but the leaf lacks the marker of receipt signing.
    case noMarker = 9
    /// The same intermediate issued the leaf, but the leaf expired before the first signature.
    case expired = 10
    /// The segments are Base64 in lines, as a program writes it that does not know JWS. Without the line breaks, and in the
    /// other alphabet, the text is right.
    case encoding = 11
    /// A proper signature, for another app.
    case otherBundle = 12
    /// A proper signature, in another environment.
    case otherEnvironment = 13
    /// A proper signature, for another device.
    case otherDevice = 14
    /// The same root issued the intermediate, but the intermediate lacks the marker of developer relations.
    case noIntermediateMarker = 15
    /// The chain shows the root twice: four certificates.
    case longChain = 16
    /// The leaf's marker is critical: a verifier that does not know it must refuse the certificate.
    case criticalMarker = 17
    /// The store's leaf issued the signing certificate, as if the leaf were an authority.
    case leafAsIssuer = 18
    /// The same intermediate issued the leaf, but the leaf becomes valid only after every signature.
    case notYetValid = 19
    /// The header has no certificates.
    case noCertificates = 20
    /// A proper signature; one of the payload's names occurs twice.
    case duplicateName = 21
}

extension Forgery {
    /// The label that derives this forgery's keys from the store's seed.
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

    /// Whether only the payload is wrong, and everything around it is right.
    package var isProperlySigned: Bool {
        switch self {
        case .otherBundle, .otherEnvironment, .otherDevice, .duplicateName: true
        default: false
        }
    }

    /// The algorithm in the header of a text.
    var algorithm: String {
        switch self {
        case .algorithmNone: "none"
        case .hmac: "HS256"
        default: "ES256"
        }
    }
}
