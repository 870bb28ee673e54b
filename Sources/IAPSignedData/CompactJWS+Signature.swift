internal import IAPSignedText

extension CompactJWS {
    /// Throws unless the key has signed the text.
    /// - Parameter check: The key's check, begun with `beginning`. Nil if there was no memory for it.
    func checkSignature(_ check: ES256Check?, of owner: String) throws(Rejection) {
        let signature = try decodedSignature()
        guard signature.count == 64 else {
            throw Rejection(.invalidSignature, "the signature does not have the 64 bytes of ES256")
        }
        switch check?.outcome(signature[...], rest: payload) {
        case .valid: return
        case .invalid: throw Rejection(.invalidSignature, "the signature does not match this text and \(owner)")
        case .noMemory, nil:
            throw Rejection(.noMemory, "OpenSSL has no memory to check the signature; try again later")
        }
    }
}
