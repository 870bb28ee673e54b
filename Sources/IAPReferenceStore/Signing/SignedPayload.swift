internal import Foundation
internal import IAPJSON
internal import IAPSignedData

/// A JSON object that the store signs.
protocol SignedPayload: Encodable {
    /// Whether the payload names its app.
    static var namesApp: Bool { get }
    /// The same payload with one changed field, for a forgery.
    var altered: Self { get }
    /// The game server's request, a JSON object. It is not encoded with the other fields: the store signs it digit for digit as
    /// the server wrote it.
    var advancedCommerceInfo: String? { get }
}

/// A payload about an account's copy of the app, for one of its devices or for the game server.
protocol AccountPayload: SignedPayload {
    var appTransactionId: String { get set }
    /// Only for a device.
    var deviceVerification: String? { get set }
    var deviceVerificationNonce: String? { get set }
}

extension AccountPayload {
    var forServers: Self {
        var payload = self
        payload.deviceVerification = nil
        payload.deviceVerificationNonce = nil
        return payload
    }
}

extension SignedPayload {
    static var namesApp: Bool { true }
    var advancedCommerceInfo: String? { nil }

    /// Returns compact JSON with sorted names: the same fields give the same bytes.
    func encoded() throws -> [UInt8] {
        let bytes = [UInt8](try JSONEncoder.sorted.encode(self))
        guard let advancedCommerceInfo else { return bytes }
        // This name is the first of the sorted names.
        return ObjectText.adding("advancedCommerceInfo", ObjectText.compact(advancedCommerceInfo), to: bytes)
    }
}

/// The data that bind a signature to one app, environment and device. The hash of a nonce and the device's own id binds it to
/// the device.
struct DeviceSeal: Sendable {
    /// The time of the signature, in milliseconds since 1970.
    var date: Int64
    var bundleID: String
    var environment: String
    /// A lowercase UUID.
    var nonce: String
    /// Base64.
    var verification: String

    init(date: Int64, bundleID: String, environment: String, nonce: String, deviceVerificationID: String) {
        self.date = date
        self.bundleID = bundleID
        self.environment = environment
        self.nonce = nonce
        verification = DeviceClaims.verification(ofDevice: deviceVerificationID, nonce: nonce)
    }
}
