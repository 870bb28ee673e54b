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
    /// The header and the point after it. All texts of the same signer begin with it.
    package let beginning: ArraySlice<UInt8>

    package init(_ text: some Collection<UInt8>) throws(Rejection) {
        guard text.count <= Self.maximumLength else {
            throw Rejection(.tooLarge, "the text has \(text.count) bytes; at most \(Self.maximumLength) are allowed")
        }
        // One copy of the whole, if the bytes are contiguous.
        let text = text.withContiguousStorageIfAvailable { Array($0) } ?? Array(text)
        let point = UInt8(ascii: ".")
        guard let first = text.offset(of: point), let second = text.offset(of: point, after: first),
            text.offset(of: point, after: second) == nil
        else { throw Rejection(.malformed, "the text does not have three segments separated by points") }
        guard first <= Self.maximumHeaderLength else {
            throw Rejection(.malformed, "the header has more than \(Self.maximumHeaderLength) characters")
        }
        header = text[..<first]
        beginning = text[...first]
        payload = text[(first + 1)..<second]
        signature = text[(second + 1)...]
    }

    package func decodedPayload() throws(Rejection) -> [UInt8] {
        guard let bytes = Base64URL.decode(payload) else {
            throw Rejection(.malformed, "the payload is not Base64url without padding")
        }
        return bytes
    }

    package func decodedSignature() throws(Rejection) -> [UInt8] {
        guard let bytes = Base64URL.decode(signature) else {
            throw Rejection(.malformed, "the signature is not Base64url without padding")
        }
        return bytes
    }
}
