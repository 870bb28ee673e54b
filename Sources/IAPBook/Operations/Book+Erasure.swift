internal import IAPDatabase
package import IAPSQL

extension Book {
    /// Removes the player from all data. The purchases stay for accounting, without an owner until a player claims
    /// them.
    package func erase(_ player: String) throws(SQLError) {
        let player = name(player)
        try database.transaction { connection throws(SQLError) in
            // Changes the purchases first. This prevents others from adding rows for the player.
            let owners = try connection.query(
                """
                UPDATE owner SET player = NULL, is_erased = 1, is_open = 0 WHERE player = $1
                RETURNING environment, bundle_id, original_id
                """, [.text(player)])
            for owner in owners {
                // A player who claims the purchase later receives its grant again.
                try connection.run(
                    """
                    UPDATE purchase SET token = NULL, has_returnable = 0, has_lasting = 0
                    WHERE environment = $1 AND bundle_id = $2 AND original_id = $3
                    """, owner.values)
            }
            for table in ["token_owner", "balance", "given"] {
                try connection.run("DELETE FROM \(table) WHERE player = $1", [.text(player)])
            }
            // Reasons written by people may name the player.
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
