package import IAPModel

/// Something that the store has signed for one device, with what is in it.
package struct SignedText: Sendable, Hashable {
    /// The compact JWS.
    package var text: String
    /// JSON.
    package var payload: String
    package var signedDate: Int64
    /// Base64.
    package var deviceVerification: String
    /// A lowercase UUID.
    package var deviceVerificationNonce: String
    /// What the device's check of the signature says, or the verification error that a test has ordered; nil if it is to be
    /// trusted.
    package var failure: Verification.Failure?
}
