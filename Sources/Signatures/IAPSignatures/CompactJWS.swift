internal import IAPJSON
internal import IAPPlatform

/// The segments of a compact JWS (RFC 7515, section 3.1). Only their positions are checked so far.
package struct CompactJWS: Sendable {
    /// Larger texts are refused unread. The largest possible notification is far smaller.
    package static let maximumLength = 1 << 20
    private static let maximumHeaderLength = 1 << 16

    /// Base64url.
    package let header: ArraySlice<UInt8>
    package let payload: ArraySlice<UInt8>
    package let signature: ArraySlice<UInt8>
    /// Header and payload with the point between them.
    package let signed: ArraySlice<UInt8>

    package init(_ text: some Collection<UInt8>) throws(Rejection) {
        guard text.count <= Self.maximumLength else {
            throw Rejection(.tooLarge, "the text has \(text.count) bytes; at most \(Self.maximumLength) are allowed")
        }
        // One copy of the whole, if the bytes are contiguous.
        let text = text.withContiguousStorageIfAvailable { Array($0) } ?? Array(text)
        let segments = text.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard segments.count == 3 else {
            throw Rejection(.malformed, "the text does not have three segments separated by points")
        }
        (header, payload, signature) = (segments[0], segments[1], segments[2])
        guard header.count <= Self.maximumHeaderLength else {
            throw Rejection(.malformed, "the header has more than \(Self.maximumHeaderLength) characters")
        }
        signed = text[..<payload.endIndex]
    }

    package func decodedPayload() throws(Rejection) -> [UInt8] { try Self.decode(payload, "payload") }

    package func decodedSignature() throws(Rejection) -> [UInt8] { try Self.decode(signature, "signature") }

    fileprivate static func decode(_ segment: ArraySlice<UInt8>, _ name: String) throws(Rejection) -> [UInt8] {
        guard let bytes = Base64URL.decode(segment) else {
            throw Rejection(.malformed, "the \(name) is not Base64url without padding")
        }
        return bytes
    }
}

/// The members of a JWS header that decide about the signature.
package struct JWSHeader: Sendable, Hashable {
    package var algorithm: String?
    package var keyID: String?
    package var certificates: [String] = []

    /// - Parameter segment: Base64url of a JSON object.
    package init(_ segment: ArraySlice<UInt8>) throws(Rejection) {
        try self.init(json: CompactJWS.decode(segment, "header"))
    }

    /// Other members are ignored, except two. `crit` requires that the reader refuses extensions that it does not know
    /// (RFC 7515, section 4.1.11), and this reader knows none. `b64` with the value false means that the payload is not
    /// encoded (RFC 7797).
    package init(json bytes: [UInt8]) throws(Rejection) {
        let object: JSONObject
        do throws(Rejection) { object = try SignedJSON.object(bytes, "the header") } catch {
            throw Rejection(.malformed, error.detail)
        }
        guard object["crit"] == nil else {
            throw Rejection(.malformed, "the header requires extensions (crit), but this verifier supports none")
        }
        if case .flag(false) = object["b64"] {
            throw Rejection(.malformed, "the header says that the payload is not Base64url (b64)")
        }
        switch object["alg"] {
        case .text(let text): algorithm = text
        case nil, .null: break
        default: throw Rejection(.malformed, "the header's alg is not a text")
        }
        switch object["kid"] {
        case .text(let text): keyID = text
        case nil: break
        default: throw Rejection(.malformed, "the header's kid is not a text")
        }
        switch object["x5c"] {
        case .list(let elements):
            for case .text(let text) in elements { certificates.append(text) }
            guard certificates.count == elements.count else {
                throw Rejection(.malformed, "the header's x5c is not a list of texts")
            }
        case nil, .null: break
        default: throw Rejection(.malformed, "the header's x5c is not a list of texts")
        }
    }

    /// Throws unless the text is signed with ES256.
    package func checkAlgorithm() throws(Rejection) {
        guard algorithm == "ES256" else {
            let shown = algorithm.map { "\"\($0.prefix(80))\"" } ?? "absent"
            throw Rejection(.unsupportedAlgorithm, "the algorithm is \(shown), not ES256")
        }
    }

    /// Throws unless the text is signed as the App Store signs: with ES256, and with the certificates of a chain to a
    /// root.
    package func checkChain() throws(Rejection) {
        guard !certificates.isEmpty else {
            throw Rejection(.missingCertificates, "the header has no certificates (x5c)")
        }
        try checkAlgorithm()
        guard certificates.count == 3 else {
            throw Rejection(.invalidChainLength, "the header has \(certificates.count) certificates; 3 are required")
        }
    }
}

/// The certificates of a chain that are read. The third one is counted but not read, as in Apple's libraries: trust
/// comes from the verifier's own roots.
package enum ChainPlace: Int, Sendable {
    case leaf, intermediate

    /// The error for bytes that are not a certificate.
    package var invalidCertificate: Rejection {
        Rejection(
            .invalidCertificate, "the \(self == .leaf ? "first" : "second") certificate is not Base64 of DER")
    }
}

extension JWSHeader {
    /// The DER of the certificate, from a header with a chain.
    package func certificate(_ place: ChainPlace) throws(Rejection) -> [UInt8] {
        guard let der = Base64.decode(certificates[place.rawValue]) else { throw place.invalidCertificate }
        return der
    }
}
