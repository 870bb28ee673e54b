/// Base64 with the standard alphabet and padding, as in `x5c` and receipts (RFC 4648, section 4).
///
/// Exactly one text is accepted for each byte sequence. White space, wrong padding and bits after the last byte are
/// refused: otherwise anyone could change a signed text and keep its bytes. Foundation's decoder accepts such bits.
package enum Base64 {
    private static let alphabet = Base64Alphabet(last: "+/")

    package static func encode(_ bytes: [UInt8]) -> String {
        let digits = alphabet.encode(bytes)
        return String(decoding: digits, as: UTF8.self) + String(repeating: "=", count: (4 - digits.count % 4) % 4)
    }

    /// Nil for every text except the one that `encode` returns for the bytes.
    package static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8)[...]) }

    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        text.withUnsafeBufferPointer { text in digits(of: text).flatMap(alphabet.decode) }
    }

    /// Decodes into memory of the caller, which has room for `decodedCount` bytes.
    /// - Returns: the number of written bytes.
    package static func decode(
        _ text: UnsafeBufferPointer<UInt8>, into output: UnsafeMutablePointer<UInt8>
    ) -> Int? {
        digits(of: text).flatMap { alphabet.decode($0, into: output) }
    }

    /// The maximum number of bytes that a text of this length encodes.
    package static func decodedCount(_ count: Int) -> Int { Base64Alphabet.decodedCount(count) }

    /// A text without its padding. Nil if its padding is wrong.
    private static func digits(of text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        guard text.count % 4 == 0 else { return nil }
        var digits = text.count
        while digits > 0, text.count - digits < 2, text[digits - 1] == UInt8(ascii: "=") { digits -= 1 }
        return UnsafeBufferPointer(rebasing: text[..<digits])
    }
}

/// Base64 with the URL alphabet and without padding, as in the segments of a JWS (RFC 7515, section 2).
package enum Base64URL {
    private static let alphabet = Base64Alphabet(last: "-_")

    package static func encode(_ bytes: [UInt8]) -> String { String(decoding: alphabet.encode(bytes), as: UTF8.self) }

    /// Nil for every text except the one that `encode` returns for the bytes.
    package static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8)[...]) }

    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        text.withUnsafeBufferPointer(alphabet.decode)
    }
}

/// The digits of one of the two alphabets, without padding.
private struct Base64Alphabet: Sendable {
    /// Not below 64, as values are.
    private static let invalid: UInt8 = 0xFF

    private let digits: [UInt8]
    private let values: [UInt8]

    init(last: String) {
        digits = Array(("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last).utf8)
        var values = [UInt8](repeating: Self.invalid, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        self.values = values
    }

    static func decodedCount(_ count: Int) -> Int { count / 4 * 3 + 2 }

    func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let count = min(3, bytes.count - index)
            var group = 0
            for place in 0..<3 { group = group << 8 | (place < count ? Int(bytes[index + place]) : 0) }
            for place in 0...count { text.append(digits[group >> (18 - 6 * place) & 63]) }
            index += 3
        }
        return text
    }

    func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var isRight = false
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.decodedCount(text.count)) { output, count in
            guard let start = output.baseAddress, let decoded = decode(text, into: start) else { return }
            count = decoded
            isRight = true
        }
        return isRight ? bytes : nil
    }

    func decode(_ text: UnsafeBufferPointer<UInt8>, into output: UnsafeMutablePointer<UInt8>) -> Int? {
        let rest = text.count % 4
        guard rest != 1 else { return nil }
        guard let input = text.baseAddress else { return 0 }
        return values.withUnsafeBufferPointer { values in
            var (next, end) = (input, output)
            // Collects the bits of all digits. An invalid digit shows at the end.
            var all: UInt8 = 0
            for _ in 0..<(text.count / 4) {
                let (a, b) = (values[Int(next[0])], values[Int(next[1])])
                let (c, d) = (values[Int(next[2])], values[Int(next[3])])
                all |= a | b | c | d
                end[0] = a << 2 | b >> 4
                end[1] = b << 4 | c >> 2
                end[2] = c << 6 | d
                next += 4
                end += 3
            }
            if rest > 0 {
                let (a, b) = (values[Int(next[0])], values[Int(next[1])])
                let c = rest == 3 ? values[Int(next[2])] : 0
                all |= a | b | c
                end[0] = a << 2 | b >> 4
                end += 1
                if rest == 3 {
                    end[0] = b << 4 | c >> 2
                    end += 1
                }
                guard rest == 3 ? c & 0x03 == 0 : b & 0x0F == 0 else { return nil }
            }
            return all < 64 ? end - output : nil
        }
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
