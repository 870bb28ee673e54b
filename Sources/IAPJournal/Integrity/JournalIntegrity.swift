/// Whose journal it is, and the key of its checksums.
package struct JournalIntegrity: Sendable {
    /// Nil: there are no checksums.
    package var key: [UInt8]?
    /// The game's name of the player; nil if the game gives none.
    package var player: String?
    /// Takes over a journal that has no checksums yet, or those of another key.
    package var adopts = false

    /// The limits of a key that a game gives, in bytes.
    package static let keyLengths = 16...1024

    package init() {}

    package init(key: [UInt8]?, player: String? = nil, adopts: Bool = false) {
        (self.key, self.player, self.adopts) = (key, player, adopts)
    }
}
