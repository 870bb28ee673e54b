/// The rule for names of players, counters and unlocks.
enum Names {
    static let longest = 256

    /// Refuses NUL, because C functions end a text there. Refuses the replacement character, because it stands for
    /// bytes that are not UTF-8: two different names could become equal.
    static func isAcceptable(_ text: String) -> Bool {
        (1...longest).contains(text.unicodeScalars.count)
            && !text.unicodeScalars.contains { $0.value == 0 || $0 == "\u{FFFD}" }
    }
}
