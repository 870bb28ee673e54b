internal import Foundation

/// Base64 with the standard alphabet and padding, as in `x5c` and receipts (RFC 4648, section 4).
///
/// Exactly one text is accepted for each byte sequence. White space, wrong padding and bits after the last byte are
/// refused: otherwise anyone could change a signed text and keep its bytes. Foundation's decoder accepts such bits.
package enum Base64 {
    package static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// Nil for every text except the one that `encode` returns for the bytes.
    package static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8)[...]) }

    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard let bytes = Data(base64Encoded: Data(text)), [UInt8](bytes.base64EncodedData())[...] == text else {
            return nil
        }
        return Array(bytes)
    }
}

/// Base64 with the URL alphabet and without padding, as in the segments of a JWS (RFC 7515, section 2).
package enum Base64URL {
    package static func encode(_ bytes: [UInt8]) -> String {
        // In an array, because reading the bytes of Data one by one is slow.
        let digits = [UInt8](Data(bytes).base64EncodedData()).prefix { $0 != UInt8(ascii: "=") }
        return String(decoding: digits.map { replace($0, "+", "-", "/", "_") }, as: UTF8.self)
    }

    /// Nil for every text except the one that `encode` returns for the bytes.
    package static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8)[...]) }

    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let padding = Array(repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
        let standard = text.map { replace($0, "-", "+", "_", "/") } + padding
        // A text that has digits of the standard alphabet decodes, but is not what `encode` returns.
        guard let bytes = Base64.decode(standard[...]), encode(bytes).utf8.elementsEqual(text) else { return nil }
        return bytes
    }

    private static func replace(
        _ digit: UInt8, _ first: Unicode.Scalar, _ newFirst: Unicode.Scalar, _ second: Unicode.Scalar,
        _ newSecond: Unicode.Scalar
    ) -> UInt8 {
        digit == UInt8(ascii: first)
            ? UInt8(ascii: newFirst) : digit == UInt8(ascii: second) ? UInt8(ascii: newSecond) : digit
    }
}

package enum Hex {
    package static func text(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    package static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.compactMap { $0.hexDigitValue.map(UInt8.init) }
        guard digits.count == text.count, digits.count % 2 == 0 else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
