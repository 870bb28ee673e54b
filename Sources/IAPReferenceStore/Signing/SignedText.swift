package import IAPModel

/// A text that the store signed for one device, with its content.
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
    /// The result of the device's verification, or the verification error that a test ordered; nil if the text is valid.
    package var failure: Verification.Failure?
}
