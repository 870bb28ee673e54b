/// Signs payloads as the App Store does: compact JWS, ES256, with the certificates in `x5c`.
package struct JWSSigner: Sendable {
    private let key: SigningKey
    /// The encoded header and the point after it: the same for all texts, therefore made and hashed once.
    private let beginning: [UInt8]
    private let hashedBeginning: SHA256State

    package init(_ chain: CertificateChain) {
        key = chain.leafKey
        let certificates = chain.certificates.map { "\"\(Base64.encode($0))\"" }.joined(separator: ",")
        let header = "{\"alg\":\"ES256\",\"x5c\":[\(certificates)]}"
        beginning = Base64Alphabet.url.encode(Array(header.utf8)) + [UInt8(ascii: ".")]
        var state = SHA256State()
        state.update(beginning)
        hashedBeginning = state
    }

    /// The payload's bytes are signed as they are; a client expects a JSON object.
    package func sign(payload: [UInt8]) -> String {
        let segment = Base64Alphabet.url.encode(payload)
        var state = hashedBeginning
        state.update(segment)
        var text: [UInt8] = []
        text.reserveCapacity(beginning.count + segment.count + 87)
        text += beginning
        text += segment
        text.append(UInt8(ascii: "."))
        text += Base64Alphabet.url.encode(key.signature(ofDigest: state.digest))
        return String(decoding: text, as: UTF8.self)
    }
}
