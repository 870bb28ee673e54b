internal import Foundation
internal import IAPJSON

/// Signs payloads as compact JWS with ES256.
package struct JWSSigner: Sendable {
    private let key: any ES256Key
    /// The encoded header and the point after it, the same for all texts.
    private let beginning: String

    /// A signer that signs as the App Store does, with the certificates in `x5c`.
    /// - Parameter certificates: DER, the leaf first.
    package init(certificates: [[UInt8]], key: any ES256Key) {
        self.init(key, Self.header(algorithm: "ES256", certificates: certificates))
    }

    /// A signer that signs as a game's server does, with the identifier of a key that the store knows.
    package init(keyID: String, key: any ES256Key) {
        self.init(key, Self.json(Header(alg: "ES256", kid: keyID, typ: "JWT")))
    }

    private init(_ key: any ES256Key, _ header: [UInt8]) {
        self.key = key
        beginning = Base64URL.encode(header) + "."
    }

    /// Signs the payload's bytes unchanged. A client expects a JSON object.
    package func sign(payload: [UInt8]) throws(SignedDataError) -> String {
        let content = Array((beginning + Base64URL.encode(payload)).utf8)
        let signature = "." + Base64URL.encode(try key.signature(of: content))
        // A text that grows would keep room for twice its length.
        return String(decoding: content + Array(signature.utf8), as: UTF8.self)
    }

    /// The JSON of a header, with certificates if there are any.
    package static func header(algorithm: String, certificates: [[UInt8]]) -> [UInt8] {
        json(Header(alg: algorithm, x5c: certificates.isEmpty ? nil : certificates.map(Base64.encode)))
    }

    private struct Header: Encodable {
        var alg: String
        var kid: String?
        var typ: String?
        var x5c: [String]?
    }

    private static func json(_ header: Header) -> [UInt8] {
        // JSON exists for every text.
        Array((JSONEncoder.sortedText(header) ?? "").utf8)
    }
}
