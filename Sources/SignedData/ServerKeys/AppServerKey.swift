/// A key with which the server of one game signs for the App Store. Without its private part it checks and does not sign.
package struct AppServerKey: Sendable {
    /// What App Store Connect calls it.
    package let id: String
    /// Of the team in App Store Connect. The older form of a promotional offer needs none.
    package let issuerID: String?
    package let bundleID: String
    let signingKey: SigningKey?
    package let verifyingKey: VerifyingKey

    package init(id: String, issuerID: String?, bundleID: String, key: SigningKey) {
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

    /// The claims of a JWS that this key has signed, whatever they say.
    package func claims(of jws: String) throws(Rejection) -> RequestClaims {
        guard jws.utf8.count <= CompactJWS.maximumLength else {
            throw Rejection(.tooLarge, "the text is longer than \(CompactJWS.maximumLength) bytes")
        }
        switch KeyedJWSVerifier(keys: [id: verifyingKey]).verify(jws) {
        case .valid(let payload): return try RequestClaims(json: payload)
        case .invalid(.malformed):
            throw Rejection(.malformed, "the text is not three segments of Base64url, the first one a header in JSON")
        case .invalid(.unsupportedAlgorithm): throw Rejection(.unsupportedAlgorithm, "the header's alg is not ES256")
        case .invalid(.unknownKey): throw Rejection(.unknownKey, "the header's kid is not \(id)")
        case .invalid(.invalidSignature):
            throw Rejection(.invalidSignature, "the signature is not that of the key \(id) for this text")
        }
    }
}
