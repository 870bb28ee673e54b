internal import IAPModel
internal import IAPSignedData
internal import IAPSignedText

/// The public key of one of the game's servers. The store verifies this server's signatures with it.
package struct KnownServerKey: Sendable, Hashable, Codable {
    let id: String
    /// The required `iss`; nil accepts any.
    let issuerID: String?
    /// The Base64 of a DER SubjectPublicKeyInfo.
    private let key: String

    /// Returns nil unless the text is the PEM of a P-256 public key.
    package init?(id: String, issuerID: String?, pem: String) {
        guard let key = VerifyingKey(pem: pem) else { return nil }
        self.id = id
        self.issuerID = issuerID
        self.key = Base64.encode(key.publicKeyDER)
    }

    /// Returns nil if the stored text is no key.
    func forApp(_ bundleID: String) -> AppServerKey? {
        guard let key = Base64.decode(key).flatMap(VerifyingKey.init(publicKeyDER:)) else { return nil }
        return AppServerKey(id: id, issuerID: issuerID, bundleID: bundleID, publicKey: key)
    }
}
