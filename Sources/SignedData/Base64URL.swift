/// Base64 with the URL alphabet and without padding, as the segments of a JWS have it (RFC 7515, section 2).
package enum Base64URL {
    package static func encode(_ bytes: [UInt8]) -> String {
        String(decoding: Base64Alphabet.url.encode(bytes), as: UTF8.self)
    }

    /// Nil for every text but the one that `encode` gives for the bytes.
    package static func decode(_ text: String) -> [UInt8]? {
        Base64Alphabet.url.decode(Array(text.utf8)[...])
    }
}
