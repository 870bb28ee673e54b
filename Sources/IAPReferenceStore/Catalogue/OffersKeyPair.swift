/// The key with which a game's server signs promotional offers in the test environment.
///
/// It is a secret of the studio, even if only for tests. Descriptions, dumps and interpolations never show the private half.
package struct OffersKeyPair: Sendable, Hashable {
    /// The key identifier.
    package var id: String
    /// A PKCS #8 DER of an EC P-256 key, in Base64 without PEM armour.
    package var privateKey: String

    package init(id: String, privateKey: String) {
        self.id = id
        self.privateKey = privateKey
    }
}

extension OffersKeyPair: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "OffersKeyPair(id: \(id), privateKey: hidden)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
