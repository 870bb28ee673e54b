/// Returns the bytes of hexadecimal text. Spaces are ignored. An invalid text gives wrong bytes, and then the test
/// fails.
func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
