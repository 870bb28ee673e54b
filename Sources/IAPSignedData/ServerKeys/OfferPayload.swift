/// The content that a game's server signs to allow a promotional offer, in the older of the two forms: seven texts and
/// no JSON. The newer form is a JWS with `RequestClaims`.
package struct OfferPayload: Sendable, Hashable {
    /// U+2063, invisible separator.
    private static let separator: Unicode.Scalar = "\u{2063}"

    package var bundleID: String
    package var keyID: String
    package var productID: String
    package var offerID: String
    /// The account's token or the payment's `applicationUsername`. Empty if there is none. Signed in lower case.
    package var appAccountToken: String
    /// A UUID for one attempt to buy. Signed in lower case.
    package var nonce: String
    /// Milliseconds since 1970.
    package var timestamp: Int64

    package init(
        bundleID: String, keyID: String, productID: String, offerID: String, appAccountToken: String = "",
        nonce: String, timestamp: Int64
    ) {
        self.bundleID = bundleID
        self.keyID = keyID
        self.productID = productID
        self.offerID = offerID
        self.appAccountToken = appAccountToken
        self.nonce = nonce
        self.timestamp = timestamp
    }

    /// The signed text, in UTF-8. Nil if a field contains the separator: the same text could then be split into other
    /// fields.
    package var text: String? {
        let fields = [bundleID, keyID, productID, offerID, appAccountToken.lowercased(), nonce.lowercased()]
        guard !fields.contains(where: { $0.unicodeScalars.contains(Self.separator) }) else { return nil }
        return (fields + [String(timestamp)]).joined(separator: String(Self.separator))
    }

    /// The signature in DER form.
    package func signature(with key: any ES256Key) throws(SignedDataError) -> [UInt8] {
        guard let text else {
            throw .invalidEncoding("A field of the offer contains U+2063, which separates the fields; remove it.")
        }
        return try key.derSignature(of: Array(text.utf8))
    }

    /// Whether the bytes are the key's signature of this payload in DER form.
    package func isSigned(_ signature: [UInt8], by key: VerifyingKey) -> Bool {
        guard let text else { return false }
        return key.isValid(derSignature: signature, of: Array(text.utf8))
    }
}
