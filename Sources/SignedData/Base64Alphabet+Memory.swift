extension Base64Alphabet {
    /// How many bytes a text without padding stands for at most.
    static func decodedCount(_ count: Int) -> Int { count / 4 * 3 + 2 }

    /// Decodes into memory, at the speed that texts which are checked in great numbers need.
    /// - Parameter output: Room for `decodedCount` bytes.
    /// - Returns: How many bytes were written; nil under the rules of `decode`. Padding is never taken.
    func decode(_ text: UnsafeBufferPointer<UInt8>, into output: UnsafeMutablePointer<UInt8>) -> Int? {
        let rest = text.count % 4
        guard rest != 1 else { return nil }
        guard let input = text.baseAddress else { return 0 }
        return withValues { values in
            var (next, end) = (input, output)
            // A value is below 64, the mark of an invalid digit is not: what is wrong anywhere shows in the end.
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

    /// A text with padding without it. Nil if it has not as much as it needs.
    static func withoutPadding(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        guard text.count % 4 == 0 else { return nil }
        var digits = text.count
        while digits > 0, text.count - digits < 2, text[digits - 1] == UInt8(ascii: "=") { digits -= 1 }
        return UnsafeBufferPointer(rebasing: text[..<digits])
    }

    /// The same for a text with padding.
    func decodePadded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard let unpadded = Self.withoutPadding(text) else { return nil }
        let digits = unpadded.count
        var isRight = true
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.decodedCount(digits)) { output, count in
            guard let start = output.baseAddress, let decoded = decode(unpadded, into: start) else {
                isRight = false
                return
            }
            count = decoded
        }
        return isRight ? bytes : nil
    }
}
