/// Base64 with the standard alphabet and padding, as `x5c` and receipts have it.
package enum Base64 {
    package static func encode(_ bytes: [UInt8]) -> String {
        String(decoding: Base64Alphabet.standard.encode(bytes), as: UTF8.self)
    }

    /// Nil for every text but the one that `encode` gives for the bytes.
    package static func decode(_ text: String) -> [UInt8]? {
        Base64Alphabet.standard.decode(Array(text.utf8)[...])
    }
}
