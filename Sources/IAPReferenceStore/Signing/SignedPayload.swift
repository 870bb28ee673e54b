internal import Foundation
internal import IAPJSON
internal import IAPSignedData

/// What the store signs: a JSON object.
protocol SignedPayload: Encodable {
    /// Whether it names the app that it is for.
    static var namesApp: Bool { get }
    /// The same with one field altered, as a forger would.
    var altered: Self { get }
    /// The request of the game's server, a JSON object. It is not encoded with the other fields, as it is signed digit for digit
    /// as the server wrote it.
    var advancedCommerceInfo: String? { get }
}

/// What is signed about an account's copy of the app, for one of its devices or for the game's server.
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

    /// Compact JSON with sorted names: the same fields give the same bytes.
    func encoded() throws -> [UInt8] {
        let bytes = [UInt8](try JSONEncoder.sorted.encode(self))
        guard let advancedCommerceInfo else { return bytes }
        // Among the names of what is signed this one sorts first.
        return ObjectText.adding("advancedCommerceInfo", ObjectText.compact(advancedCommerceInfo), to: bytes)
    }
}

/// What ties signed data to one app, environment and device; to the device by the hash of a nonce and the device's own id.
struct DeviceSeal: Sendable {
    /// When it is signed, in milliseconds since 1970.
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
