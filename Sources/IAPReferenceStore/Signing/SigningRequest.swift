internal import IAPJSON

/// What a game's server is to sign.
package enum SigningRequest: Sendable, Hashable {
    /// The older form. The signature is Base64 of DER.
    case promotionalOffer(productID: String, offerID: String, appAccountToken: String?, nonce: String)
    case promotionalOfferJWS(productID: String, offerID: String, transactionID: UInt64?)
    case introductoryOfferJWS(productID: String, isAllowed: Bool, transactionID: UInt64?)
    /// The request is a JSON object.
    case advancedCommerceJWS(request: String)

    /// Whether a text is a JSON object, as Advanced Commerce wants it. What is signed with it in it is nested more deeply, and
    /// has to stay within what verifiers read.
    package static func isObject(_ text: String) -> Bool {
        if case .object = try? JSONReader.read(Array(text.utf8), deepestNesting: 48) { true } else { false }
    }
}
