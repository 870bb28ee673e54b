/// Signs payloads as compact JWS, ES256: as the App Store does, with certificates, or as a game's server does, with the
/// identifier of a key that the store knows.
package struct JWSSigner: Sendable {
    private let key: SigningKey
    /// The encoded header and the point after it: the same for all texts, therefore made and hashed once.
    private let beginning: [UInt8]
    private let hashedBeginning: SHA256State

    /// With the certificates in `x5c`.
    package init(_ chain: CertificateChain) {
        self.init(key: chain.leafKey, header: Self.header(algorithm: "ES256", certificates: chain.certificates))
    }

    /// With the key's identifier in `kid`.
    package init(keyID: String, key: SigningKey) {
        self.init(key: key, header: "{\"alg\":\"ES256\",\"kid\":\(Self.quoted(keyID)),\"typ\":\"JWT\"}")
    }

    private init(key: SigningKey, header: String) {
        self.key = key
        beginning = Base64Alphabet.url.encode(Array(header.utf8)) + [UInt8(ascii: ".")]
        var state = SHA256State()
        state.update(beginning)
        hashedBeginning = state
    }

    /// The payload's bytes are signed as they are; a client expects a JSON object.
    package func sign(payload: [UInt8]) throws(SignedDataError) -> String {
        let segment = Base64Alphabet.url.encode(payload)
        var state = hashedBeginning
        state.update(segment)
        var text: [UInt8] = []
        text.reserveCapacity(beginning.count + segment.count + 87)
        text += beginning
        text += segment
        text.append(UInt8(ascii: "."))
        text += Base64Alphabet.url.encode(try key.signature(ofDigest: state.digest))
        return String(decoding: text, as: UTF8.self)
    }

    /// The JSON of a header with certificates, if there are any.
    static func header(algorithm: String, certificates: [[UInt8]]) -> String {
        guard !certificates.isEmpty else { return "{\"alg\":\"\(algorithm)\"}" }
        let list = certificates.map { "\"\(Base64.encode($0))\"" }.joined(separator: ",")
        return "{\"alg\":\"\(algorithm)\",\"x5c\":[\(list)]}"
    }

    /// A JSON string.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                quoted += "\\\(scalar)"
            case "\0"..<" ":
                quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default:
                quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
