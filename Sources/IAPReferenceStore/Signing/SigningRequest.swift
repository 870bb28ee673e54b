internal import IAPJSON

/// A request that the game's server should sign.
package enum SigningRequest: Sendable, Hashable {
    /// The older form. The signature is the Base64 of a DER.
    case promotionalOffer(productID: String, offerID: String, appAccountToken: String?, nonce: String)
    case promotionalOfferJWS(productID: String, offerID: String, transactionID: UInt64?)
    case introductoryOfferJWS(productID: String, isAllowed: Bool, transactionID: UInt64?)
    /// The request is a JSON object.
    case advancedCommerceJWS(request: String)

    /// Whether a text is a JSON object, as Advanced Commerce requires. The signed data nest the object more deeply; they must
    /// stay within the limit of verifiers.
    package static func isObject(_ text: String) -> Bool {
        if case .object = try? JSONReader.read(Array(text.utf8), deepestNesting: 48) { true } else { false }
    }
}
