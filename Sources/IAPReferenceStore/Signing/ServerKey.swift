internal import IAPSignedData

/// The key with which the game's server signs requests: the key of the `.storekit` file, or one that the store makes.
struct ServerKey: Sendable {
    let id: String
    let key: any ES256Key
    /// The private key in the form of App Store Connect: PEM of PKCS #8.
    let pem: String

    init(_ pair: OffersKeyPair?, seed: [UInt8]) throws(SignedDataError) {
        if let pair, !pair.id.isEmpty, !pair.privateKey.isEmpty {
            id = pair.id
            key = try PrivateKey(pkcs8Text: pair.privateKey)
            pem = PEM.privateKey(text: pair.privateKey)
        } else {
            // The id has ten letters and digits, as in App Store Connect.
            id = String(
                Digest.hmacSHA256(key: seed, message: Array("server key".utf8)).prefix(5)
                    .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined().uppercased())
            let own = try SigningKey(seed: seed, label: "server")
            key = own
            pem = PEM.privateKey(own.pkcs8)
        }
    }
}
