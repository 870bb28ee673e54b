internal import SignedData

/// How what the store signs is forged. The numbers are those of the C header's `IAP_STORE_FORGERY_…`.
package enum Forgery: Int32, Sendable, Hashable, CaseIterable, Codable {
    case payload = 1
    case signature = 2
    case derSignature = 3
    case algorithmNone = 4
    case hmac = 5
    case root = 6
    case swappedChain = 7
    case shortChain = 8
    case noMarker = 9
    case expired = 10
    case encoding = 11
    case otherBundle = 12
    case otherEnvironment = 13
    case otherDevice = 14
    case noIntermediateMarker = 15
    case longChain = 16
    case criticalMarker = 17
    case leafAsIssuer = 18
    case notYetValid = 19
    case noCertificates = 20
    /// Signed as it should be, and one of its names comes twice.
    case duplicateName = 21

    /// Nil if the text is signed as it should be, and the fault is in what it says.
    var ofText: JWSForgery? {
        switch self {
        case .payload: .payload
        case .signature: .signature
        case .derSignature: .derSignature
        case .algorithmNone: .algorithmNone
        case .hmac: .hmac
        case .root: .root
        case .swappedChain: .swappedChain
        case .shortChain: .shortChain
        case .noMarker: .noMarker
        case .expired: .expired
        case .encoding: .encoding
        case .noIntermediateMarker: .noIntermediateMarker
        case .longChain: .longChain
        case .criticalMarker: .criticalMarker
        case .leafAsIssuer: .leafAsIssuer
        case .notYetValid: .notYetValid
        case .noCertificates: .noCertificates
        case .otherBundle, .otherEnvironment, .otherDevice, .duplicateName: nil
        }
    }
}

extension AccountPayload {
    /// The same, passed off as another account's. It is the field that all that is signed for devices has.
    var altered: Self {
        var altered = self
        let last = appTransactionId.last?.wholeNumberValue ?? 0
        altered.appTransactionId = appTransactionId.dropLast() + String((last + 1) % 10)
        return altered
    }
}
