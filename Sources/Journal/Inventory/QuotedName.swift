extension String {
    /// A name as messages show it: on one line, and not longer than a message should be.
    var quoted: String {
        let shown = prefix(60)
        return String(shown).debugDescription + (shown.endIndex == endIndex ? "" : "…")
    }
}
