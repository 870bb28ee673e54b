/// What signed data says about for whom it was signed: app, environment and device. Whether it was signed by the store is
/// for a verifier to say, whether it was meant for this one is for the caller.
package struct DeviceClaims: Sendable, Hashable {
    /// Renewal info names no app.
    package private(set) var bundleID: String?
    /// `environment`, or `receiptType` of an app transaction.
    package private(set) var environment: String?
    /// Base64.
    package private(set) var deviceVerification: String?
    package private(set) var deviceVerificationNonce: String?

    /// What a game's server has asked for stands among the fields, and may be nested deeper than the scanner usually goes.
    private static let maximumDepth = 64

    /// Nil unless the bytes are a JSON object in which no name comes twice. A claim that is no text counts
    /// as missing.
    package init?(json bytes: [UInt8]) {
        guard var scanner = JSONScanner(bytes, maximumDepth: Self.maximumDepth) else { return nil }
        do throws(JSONScanner.Malformed) {
            var names: Set<String> = []
            try scanner.scanObject { scanner, name throws(JSONScanner.Malformed) in
                guard names.insert(name).inserted else { throw JSONScanner.Malformed() }
                switch name {
                case "bundleId": try Self.read(&scanner, into: &bundleID)
                case "environment", "receiptType": try Self.read(&scanner, into: &environment)
                case "deviceVerification": try Self.read(&scanner, into: &deviceVerification)
                case "deviceVerificationNonce": try Self.read(&scanner, into: &deviceVerificationNonce)
                default: try scanner.skipValue()
                }
            }
            try scanner.scanEnd()
        } catch {
            return nil
        }
    }

    private static func read(_ scanner: inout JSONScanner, into claim: inout String?) throws(JSONScanner.Malformed) {
        guard claim == nil else { throw JSONScanner.Malformed() }
        claim = try scanner.scanStringOrSkip()
    }

    /// Whether it was signed for the device with this id, as StoreKit documents it: the Base64 of a SHA-384 over nonce and
    /// id, both in lower case.
    package func isFor(device verificationID: String) -> Bool {
        guard let deviceVerification, let deviceVerificationNonce else { return false }
        // Texts of other characters can be equal to ASCII ones.
        return Self.verification(ofDevice: verificationID, nonce: deviceVerificationNonce).utf8
            .elementsEqual(deviceVerification.utf8)
    }

    package static func verification(ofDevice verificationID: String, nonce: String) -> String {
        Base64.encode(Digest.sha384(Array((nonce.lowercased() + verificationID.lowercased()).utf8)))
    }
}
