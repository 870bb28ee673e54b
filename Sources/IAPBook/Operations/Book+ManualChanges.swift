internal import IAPDatabase
package import IAPSQL
internal import IAPSignedData
internal import IAPSignedText

/// A counter or an unlock that support changes manually.
package struct ManualChange: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// Added to a counter; a negative amount is deducted.
        case counter(Int64)
        case give(end: Int64?)
        case take
    }

    package var player: String
    package var environment: String
    /// A key that the caller creates for each change. The same key makes one change only.
    package var key: String
    package var reason: String
    /// The name of the counter or the unlock.
    package var name: String
    /// The name of the access key that makes the change.
    package var by: String
    package var kind = Kind.counter(0)

    package init(
        player: String, environment: String, key: String, reason: String, name: String, by: String
    ) {
        self.player = player
        self.environment = environment
        self.key = key
        self.reason = reason
        self.name = name
        self.by = by
    }
}

extension Book {
    /// The key is stored as a digest, because it may name the player.
    private static func digest(_ key: String) -> String {
        Hex.text(Digest.sha256(Array(key.utf8)))
    }

    /// - Returns: false if the key was used before; the call then changes nothing.
    package func change(_ change: ManualChange) throws(SQLError) -> Bool {
        var change = change
        change.player = name(change.player)
        return try inPage(change.environment) { page throws(SQLError) in
            var entry = BookEntry(player: change.player, kind: .manual, cause: "by hand: \(change.by)")
            entry.name = change.name
            entry.detail = change.reason
            let isNew = try !page.connection.query(
                """
                INSERT INTO manual_change (bundle_id, key, entry_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING key
                """, [.text(options.bundleID), .text(Self.digest(change.key)), .text(entry.id)]
            ).isEmpty
            guard isNew else { return false }
            let place: [Value] = [
                .text(change.environment), .text(options.bundleID), .text(change.player), .text(change.name),
            ]
            switch change.kind {
            case .counter(let amount):
                try page.add(amount, of: change.name, to: change.player)
                entry.amount = amount
            case .give(let end):
                entry.detail = "given: \(change.reason)"
                try page.connection.run(
                    """
                    INSERT INTO given (environment, bundle_id, player, name, given_ms, expires_ms)
                    VALUES ($1, $2, $3, $4, $5, $6)
                    ON CONFLICT (environment, bundle_id, player, name) DO UPDATE SET expires_ms = excluded.expires_ms
                    """, place + [.integer(page.now), Value(end)])
            case .take:
                entry.detail = "taken: \(change.reason)"
                try page.connection.run(
                    "DELETE FROM given WHERE environment = $1 AND bundle_id = $2 AND player = $3 AND name = $4", place)
            }
            try page.write(entry)
            return true
        }
    }
}
