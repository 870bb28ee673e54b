internal import Foundation
internal import IAPJSON
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

extension SignedText {
    var json: Data { Data(payload.utf8) }
    var date: Date { Date(milliseconds: signedDate) }
    var verificationData: Data { Data(base64Encoded: deviceVerification) ?? Data() }

    /// The store's nonces are UUIDs. Any other nonce becomes the UUID of zeros.
    var nonce: UUID {
        UUID(uuidString: deviceVerificationNonce) ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    }

    /// Returns a text of the signed fields; empty if there is none.
    func text(of field: String) -> String {
        // The store writes the payload itself. A payload that is no JSON has no fields, and a forged one can have a name twice.
        let bytes = Array(payload.utf8)
        guard case .object(let fields)? = try? JSONReader.read(bytes, acceptsRepeatedNames: true) else { return "" }
        return fields.text(field) ?? ""
    }
}

extension Date {
    /// - Parameter milliseconds: Milliseconds since 1970, as in the store.
    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

extension Decimal {
    /// - Parameter milliunits: Thousandths of the currency unit, as in the store.
    init(milliunits: Int64) {
        var (digits, exponent) = (milliunits, -3)
        while digits % 10 == 0, exponent < 0 { (digits, exponent) = (digits / 10, exponent + 1) }
        self = Decimal(sign: digits < 0 ? .minus : .plus, exponent: exponent, significand: Decimal(digits.magnitude))
    }
}
