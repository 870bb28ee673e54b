/// Hexadecimal digits.
package enum Hex {
    package static func text(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    package static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.map(\.hexDigitValue)
        guard digits.count % 2 == 0, !digits.contains(nil) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8((digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0)) }
    }
}
