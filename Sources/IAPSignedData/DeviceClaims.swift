internal import IAPJSON
internal import IAPSignedText

/// The recipient that signed data names: app, environment and device. A verifier checks that the store has signed it.
/// The caller checks that the recipient is right.
package struct DeviceClaims: Sendable, Hashable {
    /// Renewal info names no app.
    package private(set) var bundleID: String?
    /// `environment`, or `receiptType` of an app transaction.
    package private(set) var environment: String?
    /// Base64.
    package private(set) var deviceVerification: String?
    package private(set) var deviceVerificationNonce: String?

    /// Nil unless the bytes are a JSON object without repeated names. A claim that is not a text counts as missing.
    package init?(json bytes: [UInt8]) {
        guard let object = try? SignedJSON.object(bytes) else { return nil }
        // Only one of the two. Otherwise readers of different names could find different environments.
        guard object.text("environment") == nil || object.text("receiptType") == nil else { return nil }
        bundleID = object.text("bundleId")
        environment = object.text("environment") ?? object.text("receiptType")
        deviceVerification = object.text("deviceVerification")
        deviceVerificationNonce = object.text("deviceVerificationNonce")
    }

    /// Whether it was signed for the device with this id, as StoreKit documents it: the Base64 of a SHA-384 over nonce
    /// and id, both in lower case.
    package func isFor(device verificationID: String) -> Bool {
        guard let deviceVerification, let deviceVerificationNonce else { return false }
        // Texts of other characters can be equal to ASCII texts.
        return Self.verification(ofDevice: verificationID, nonce: deviceVerificationNonce).utf8
            .elementsEqual(deviceVerification.utf8)
    }

    package static func verification(ofDevice verificationID: String, nonce: String) -> String {
        Base64.encode(Digest.sha384(Array((nonce.lowercased() + verificationID.lowercased()).utf8)))
    }
}
