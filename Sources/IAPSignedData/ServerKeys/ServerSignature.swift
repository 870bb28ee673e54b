/// A request that a game's server has signed, created or checked: the text and its content.
package struct ServerSignature: Sendable, Hashable {
    package var kind: ServerRequest.Kind
    /// A compact JWS, or the older form in Base64.
    package var text: String
    /// A lowercase UUID. Tokens have none.
    package var nonce: String?
    /// The time of the signature, in milliseconds since 1970. Tokens need not contain it.
    package var timestamp: Int64?
    /// Only for tokens.
    package var expirationDate: Int64?
    package var productID: String?
    package var offerID: String?
    package var transactionID: String?
    package var allowsIntroductoryOffer: Bool?
    /// A JSON object.
    package var requestJSON: String?

    init(_ kind: ServerRequest.Kind, text: String) {
        self.kind = kind
        self.text = text
    }
}
