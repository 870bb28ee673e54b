/// The three segments of a compact JWS; those that are used at once are decoded.
struct CompactJWS {
    /// Larger texts are refused unread. A notification with all it can carry stays far below.
    static let maximumLength = 1 << 20
    private static let maximumHeaderLength = 1 << 16

    let header: ArraySlice<UInt8>
    let payload: ArraySlice<UInt8>
    let decodedPayload: [UInt8]
    let signature: [UInt8]

    /// Nil unless the text is three segments in strict base64url. The header's is not read yet.
    init?(_ jws: String) {
        guard jws.utf8.count <= Self.maximumLength else { return nil }
        let bytes = Array(jws.utf8)
        let point = UInt8(ascii: ".")
        guard let first = bytes.firstIndex(of: point), first <= Self.maximumHeaderLength,
            // Strings of other characters can be equal to ASCII ones; a cache by header must not confuse them.
            bytes[..<first].allSatisfy({ $0 < 0x80 }),
            let second = bytes[(first + 1)...].firstIndex(of: point),
            let payload = Base64Alphabet.url.decode(bytes[(first + 1)..<second]),
            let signature = Base64Alphabet.url.decode(bytes[(second + 1)...])
        else { return nil }
        header = bytes[..<first]
        self.payload = bytes[(first + 1)..<second]
        decodedPayload = payload
        self.signature = signature
    }

    /// Nil unless the header's segment is base64url of a header.
    var decodedHeader: JWSHeader? {
        Base64Alphabet.url.decode(header).flatMap(JWSHeader.init(json:))
    }

    /// The hash of the header and the point after it.
    var hashedBeginning: SHA256State {
        var state = SHA256State()
        state.update(header)
        state.update([UInt8(ascii: ".")])
        return state
    }

    /// Whether the key signed the text, whose beginning is hashed already.
    func isSigned(by key: VerifyingKey, after hashedBeginning: SHA256State) -> Bool {
        var state = hashedBeginning
        state.update(payload)
        return key.isValid(signature, ofDigest: state.digest)
    }
}
