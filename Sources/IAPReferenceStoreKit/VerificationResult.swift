internal import IAPModel
internal import IAPReferenceStore

/// Whether the App Store signed the data, with the names of StoreKit's own type.
@frozen public enum VerificationResult<SignedType> {
    case unverified(SignedType, VerificationError)
    case verified(SignedType)

    public enum VerificationError: Error, Hashable, Sendable {
        case revokedCertificate
        case invalidCertificateChain
        case invalidDeviceVerification
        case invalidEncoding
        case invalidSignature
        case missingRequiredProperties
    }

    /// The value, verified or not.
    public var unsafePayloadValue: SignedType {
        switch self {
        case .unverified(let value, _), .verified(let value): value
        }
    }

    public var payloadValue: SignedType {
        get throws {
            switch self {
            case .unverified(_, let error): throw error
            case .verified(let value): value
            }
        }
    }

    init(_ value: SignedType, _ failure: Verification.Failure?) {
        self =
            switch failure {
            case nil: .verified(value)
            case .revokedCertificate: .unverified(value, .revokedCertificate)
            case .invalidCertificateChain: .unverified(value, .invalidCertificateChain)
            case .invalidDeviceVerification: .unverified(value, .invalidDeviceVerification)
            case .invalidEncoding: .unverified(value, .invalidEncoding)
            case .invalidSignature, .other: .unverified(value, .invalidSignature)
            case .missingRequiredProperties: .unverified(value, .missingRequiredProperties)
            }
    }
}

extension VerificationResult: Equatable where SignedType: Equatable {}
extension VerificationResult: Hashable where SignedType: Hashable {}
extension VerificationResult: Sendable where SignedType: Sendable {}

extension VerificationResult where SignedType == Transaction {
    /// The compact JWS.
    public var jwsRepresentation: String { unsafePayloadValue.signed.text }
}

extension VerificationResult where SignedType == Product.SubscriptionInfo.RenewalInfo {
    /// The compact JWS.
    public var jwsRepresentation: String { unsafePayloadValue.signed.text }
}

extension VerificationResult where SignedType == AppTransaction {
    /// The compact JWS.
    public var jwsRepresentation: String { unsafePayloadValue.signed.text }
}
