/// Something that a game's server has signed, made or checked: the text, and what it says.
package struct ServerSignature: Sendable, Hashable {
    package var kind: ServerRequest.Kind
    /// A compact JWS, or Base64 of the older form.
    package var text: String
    /// A lowercase UUID; tokens have none.
    package var nonce: String?
    /// When it was signed, in milliseconds since 1970; tokens need not say it.
    package var timestamp: Int64?
    /// Of a token.
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
