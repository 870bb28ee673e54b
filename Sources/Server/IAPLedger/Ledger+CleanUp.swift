internal import IAPDatabase

extension Ledger {
    /// Deletes a part of the events that every address has received, and of the notifications, that are older than the
    /// date. Events that wait, were refused or were given up stay: somebody must still look at them.
    ///
    /// - Returns: false when nothing old is left. Parts keep the transactions short.
    package func cleanUp(before date: Int64, limit: Int = 500) throws(SQLError) -> Bool {
        try database.transaction { connection throws(SQLError) in
            let events = try connection.query(
                """
                SELECT id FROM event WHERE at_ms < $1 AND NOT EXISTS (
                    SELECT 1 FROM delivery WHERE delivery.event_id = event.id AND delivery.state <> 'delivered')
                ORDER BY at_ms, id LIMIT $2
                """, [.integer(date), .integer(Int64(limit))])
            for event in events {
                try connection.run("DELETE FROM delivery WHERE event_id = $1", [.text(event.text(0))])
                try connection.run("DELETE FROM event WHERE id = $1", [.text(event.text(0))])
            }
            let notifications = try connection.query(
                """
                DELETE FROM notification WHERE uuid IN (
                    SELECT uuid FROM notification WHERE received_ms < $1 ORDER BY received_ms, uuid LIMIT $2)
                RETURNING uuid
                """, [.integer(date), .integer(Int64(limit))])
            return !events.isEmpty || !notifications.isEmpty
        }
    }
}
