/// Texts that name players, counters and unlocks.
enum Names {
    static let longest = 256

    /// Not a NUL, where C functions see the end of a text, and not the character that stands for bytes that are no UTF-8: else two
    /// names could become one.
    static func isAcceptable(_ text: String) -> Bool {
        (1...longest).contains(text.unicodeScalars.count)
            && !text.unicodeScalars.contains { $0.value == 0 || $0 == "\u{FFFD}" }
    }
}
