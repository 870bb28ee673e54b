/// Whether the store has signed the data.
public enum Verification: Sendable, Hashable {
    case verified
    case failed(Failure)

    public enum Failure: Sendable, Hashable, CaseIterable {
        case revokedCertificate
        case invalidCertificateChain
        case invalidDeviceVerification
        case invalidEncoding
        case invalidSignature
        case missingRequiredProperties
        /// A reason that this version does not know.
        case other
    }
}
