/// The owner of a journal, and the key of its checksums.
package struct JournalIntegrity: Sendable {
    /// Nil if there are no checksums.
    package var key: [UInt8]?
    /// The game's name for the player. Nil if the game gives none.
    package var player: String?
    /// Adopts a journal that has no checksums yet, or has checksums of another key.
    package var adopts = false

    /// The limits for the length of a game's key, in bytes.
    package static let keyLengths = 16...1024

    package init() {}

    package init(key: [UInt8]?, player: String? = nil, adopts: Bool = false) {
        (self.key, self.player, self.adopts) = (key, player, adopts)
    }
}
