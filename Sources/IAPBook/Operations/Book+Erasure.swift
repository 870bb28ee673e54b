package import IAPSQL

extension Book {
    /// Removes the player from everything. What was bought stays, for accounting, and belongs to nobody until somebody claims it.
    package func erase(_ player: String) throws(SQLError) {
        let player = name(player)
        try database.transaction { connection throws(SQLError) in
            let tokens = try connection.query(
                """
                SELECT DISTINCT purchase.token FROM purchase JOIN owner ON owner.environment = purchase.environment
                    AND owner.bundle_id = purchase.bundle_id AND owner.original_id = purchase.original_id
                WHERE owner.player = $1 AND purchase.token IS NOT NULL
                """, [.text(player)]
            ).map { $0.text(0) }
            for token in tokens {
                try connection.run("UPDATE purchase SET token = NULL WHERE token = $1", [.text(token)])
            }
            try connection.run(
                "UPDATE owner SET player = NULL, is_erased = 1, is_open = 0 WHERE player = $1", [.text(player)])
            for table in ["token_owner", "balance", "given"] {
                try connection.run("DELETE FROM \(table) WHERE player = $1", [.text(player)])
            }
            // Reasons that people have written may name the player.
            try connection.run(
                """
                UPDATE entry SET player = NULL, detail = CASE WHEN kind = 'manual' THEN NULL ELSE detail END
                WHERE player = $1
                """, [.text(player)])
            try connection.run(
                "DELETE FROM delivery WHERE event_id IN (SELECT id FROM event WHERE player = $1)", [.text(player)])
            try connection.run("DELETE FROM event WHERE player = $1", [.text(player)])
        }
        try database.forget()
    }
}
