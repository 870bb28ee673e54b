internal import IAPModel
internal import IAPSignedData
internal import IAPSignedText

/// The public half of the key of one of the game's servers, by which the store knows what that one has signed.
package struct KnownServerKey: Sendable, Hashable, Codable {
    let id: String
    /// What `iss` has to be; nil takes any.
    let issuerID: String?
    /// The Base64 of a DER SubjectPublicKeyInfo.
    private let key: String

    /// Nil unless the text is PEM of a P-256 public key.
    package init?(id: String, issuerID: String?, pem: String) {
        guard let key = VerifyingKey(pem: pem) else { return nil }
        self.id = id
        self.issuerID = issuerID
        self.key = Base64.encode(key.publicKeyDER)
    }

    /// Nil if what is written is no key.
    func forApp(_ bundleID: String) -> AppServerKey? {
        guard let key = Base64.decode(key).flatMap(VerifyingKey.init(publicKeyDER:)) else { return nil }
        return AppServerKey(id: id, issuerID: issuerID, bundleID: bundleID, publicKey: key)
    }

    private enum CodingKeys: String, CodingKey {
        case id, issuerID, key
    }
}
