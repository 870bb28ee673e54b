/// The two alphabets of RFC 4648. Every byte sequence has exactly one text that this type accepts: a text with
/// whitespace, wrong padding or bits after the last byte is refused, so that nobody can change a signed text and
/// keep its bytes.
struct Base64Alphabet: Sendable {
    static let standard = Base64Alphabet(last: "+/", isPadded: true)
    static let url = Base64Alphabet(last: "-_", isPadded: false)

    private static let invalid: UInt8 = 0xFF
    private static let padding = UInt8(ascii: "=")

    private let digits: [UInt8]
    private let values: [UInt8]
    private let isPadded: Bool

    private init(last: String, isPadded: Bool) {
        digits = Array(("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last).utf8)
        var values = [UInt8](repeating: Self.invalid, count: 256)
        for (value, digit) in digits.enumerated() {
            values[Int(digit)] = UInt8(value)
        }
        self.values = values
        self.isPadded = isPadded
    }

    /// The value of each byte; above 63 for those that are no digit.
    func withValues<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        values.withUnsafeBufferPointer(body)
    }

    func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index + 2 < bytes.count {
            let group = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
            text.append(digits[group >> 18])
            text.append(digits[group >> 12 & 63])
            text.append(digits[group >> 6 & 63])
            text.append(digits[group & 63])
            index += 3
        }
        let rest = bytes.count - index
        if rest > 0 {
            let group = Int(bytes[index]) << 16 | (rest == 2 ? Int(bytes[index + 1]) << 8 : 0)
            text.append(digits[group >> 18])
            text.append(digits[group >> 12 & 63])
            if rest == 2 { text.append(digits[group >> 6 & 63]) }
            if isPadded { text.append(contentsOf: repeatElement(Self.padding, count: 3 - rest)) }
        }
        return text
    }

    func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var text = text
        if isPadded {
            guard text.count % 4 == 0 else { return nil }
            if text.last == Self.padding { text.removeLast() }
            if text.last == Self.padding { text.removeLast() }
        }
        let rest = text.count % 4
        guard rest != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 2)
        var index = text.startIndex
        while text.endIndex - index >= 4 {
            let (a, b) = (values[Int(text[index])], values[Int(text[index + 1])])
            let (c, d) = (values[Int(text[index + 2])], values[Int(text[index + 3])])
            // A value is below 64, the mark of an invalid digit is not.
            guard (a | b | c | d) < 64 else { return nil }
            bytes.append(a << 2 | b >> 4)
            bytes.append(b << 4 | c >> 2)
            bytes.append(c << 6 | d)
            index += 4
        }
        guard rest > 0 else { return bytes }
        let (a, b) = (values[Int(text[index])], values[Int(text[index + 1])])
        let c = rest == 3 ? values[Int(text[index + 2])] : 0
        guard (a | b | c) < 64 else { return nil }
        bytes.append(a << 2 | b >> 4)
        if rest == 2 {
            return b & 0x0F == 0 ? bytes : nil
        }
        bytes.append(b << 4 | c >> 2)
        return c & 0x03 == 0 ? bytes : nil
    }
}
