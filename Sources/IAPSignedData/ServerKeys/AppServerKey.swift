package import IAPSignedText

/// A key with which the server of one game signs for the App Store. Without its private part it can check, but not
/// sign.
package struct AppServerKey: Sendable {
    /// Its key ID in App Store Connect.
    package let id: String
    /// The issuer ID of the team in App Store Connect. The older form of a promotional offer needs none.
    package let issuerID: String?
    package let bundleID: String
    let signingKey: (any ES256Key)?
    package let verifyingKey: VerifyingKey

    package init(id: String, issuerID: String?, bundleID: String, key: any ES256Key) {
        self.id = id
        self.issuerID = issuerID
        self.bundleID = bundleID
        signingKey = key
        verifyingKey = key.verifyingKey
    }

    package init(id: String, issuerID: String?, bundleID: String, publicKey: VerifyingKey) {
        self.id = id
        self.issuerID = issuerID
        self.bundleID = bundleID
        signingKey = nil
        verifyingKey = publicKey
    }

    package var canSign: Bool { signingKey != nil }

    /// PEM.
    package var publicKeyText: String { verifyingKey.pem }

    /// The claims of a JWS that this key has signed. The values are not checked.
    package func claims(of jws: String) throws(Rejection) -> RequestClaims {
        try RequestClaims(json: payload(of: jws))
    }

    /// The payload of a JWS that this key has signed. Keys and certificates in the header are ignored: a text cannot
    /// bring its own key.
    func payload(of jws: String) throws(Rejection) -> [UInt8] {
        let text = try CompactJWS(jws.utf8)
        let payload = try text.decodedPayload()
        let header = try JWSHeader(text.header)
        try header.checkAlgorithm()
        guard let keyID = header.keyID, keyID.utf8.elementsEqual(id.utf8) else {
            throw Rejection(.unknownKey, "the header's kid is not \(id)")
        }
        try text.checkSignature(ES256Check(key: verifyingKey, beginning: text.beginning), of: "the key \(id)")
        return payload
    }
}
