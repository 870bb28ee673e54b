/// The bytes of a text of hexadecimal digits; spaces part it as the reader likes. A wrong text gives wrong bytes,
/// and the test that holds it fails.
func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
