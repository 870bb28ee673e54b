internal import IAPDatabase
package import IAPSQL

/// Data for support and operations.
extension Book {
    package struct Overview: Sendable, Hashable {
        package var purchases: Int64
        package var players: Int64
        package var notifications: Int64
        package var deliveries: [String: Int64]
        package var work: [String: Int64]
    }

    package func overview() throws(SQLError) -> Overview {
        try database.transaction { connection throws(SQLError) in
            func count(_ sql: String) throws(SQLError) -> Int64 { try connection.query(sql).first?.integer(0) ?? 0 }
            func counts(_ sql: String) throws(SQLError) -> [String: Int64] {
                Dictionary(try connection.query(sql).map { ($0.text(0), $0.integer(1)) }) { first, _ in first }
            }
            return Overview(
                purchases: try count("SELECT COUNT(*) FROM purchase"),
                players: try count("SELECT COUNT(DISTINCT player) FROM owner"),
                notifications: try count("SELECT COUNT(*) FROM notification"),
                deliveries: try counts("SELECT state, COUNT(*) FROM delivery GROUP BY state"),
                work: try counts("SELECT kind, COUNT(*) FROM work GROUP BY kind"))
        }
    }

    /// Returns the owners of a transaction, or of purchases with an appAccountToken.
    package func players(transaction id: String) throws(SQLError) -> [String] {
        var players: Set<String> = []
        for id in try ids(ofTransaction: id) {
            players.formUnion(
                try names(
                    """
                    SELECT DISTINCT owner.player FROM owner JOIN purchase ON purchase.environment = owner.environment
                        AND purchase.bundle_id = owner.bundle_id AND purchase.original_id = owner.original_id
                    WHERE (purchase.transaction_id = $1 OR purchase.original_id = $2) AND owner.player IS NOT NULL
                    """, [.text(id), .text(id)]))
        }
        return players.sorted()
    }

    /// Returns all ids of the purchase that has this id. Returns only this id if the book knows no other one.
    package func ids(ofTransaction id: String) throws(SQLError) -> [String] {
        try database.transaction { connection throws(SQLError) in
            let ids = try connection.query(
                """
                SELECT DISTINCT other.transaction_id FROM purchase_alias AS one JOIN purchase_alias AS other
                    ON other.environment = one.environment AND other.bundle_id = one.bundle_id
                    AND other.purchase_id = one.purchase_id
                WHERE one.transaction_id = $1 ORDER BY other.transaction_id
                """, [.text(id)]
            ).map { $0.text(0) }
            return ids.isEmpty ? [id] : ids
        }
    }

    package func players(token: String) throws(SQLError) -> [String] {
        try names(
            """
            SELECT DISTINCT owner.player FROM owner JOIN purchase ON purchase.environment = owner.environment
                AND purchase.bundle_id = owner.bundle_id AND purchase.original_id = owner.original_id
            WHERE purchase.token = $1 AND owner.player IS NOT NULL
            """, [.text(token.lowercased())])
    }

    private func names(_ sql: String, _ values: [Value]) throws(SQLError) -> [String] {
        try database.transaction { connection throws(SQLError) in
            try connection.query(sql, values).map { $0.text(0) }.sorted()
        }
    }

    package struct DeliveryRow: Sendable, Hashable {
        package var eventID: String
        package var type: String
        package var endpoint: String
        package var state: String
        package var attempts: Int64
        package var dueDate: Int64?
        package var lastStatus: Int64?
        package var lastError: String?
    }

    /// Returns the newest deliveries first.
    package func deliveries(state: String, limit: Int = 100) throws(SQLError) -> [DeliveryRow] {
        try database.transaction { connection throws(SQLError) in
            try connection.query(
                """
                SELECT delivery.event_id, event.type, delivery.endpoint, delivery.state, delivery.attempts,
                    delivery.due_ms, delivery.last_status, delivery.last_error
                FROM delivery JOIN event ON event.id = delivery.event_id WHERE delivery.state = $1
                ORDER BY event.at_ms DESC, event.id LIMIT $2
                """, [.text(state), .integer(Int64(limit))]
            ).map {
                DeliveryRow(
                    eventID: $0.text(0), type: $0.text(1), endpoint: $0.text(2), state: $0.text(3),
                    attempts: $0.integer(4), dueDate: $0.optionalInteger(5), lastStatus: $0.optionalInteger(6),
                    lastError: $0.optionalText(7))
            }
        }
    }

    /// Sends an event to every address again. Returns false if the event does not exist.
    package func sendAgain(_ eventID: String) throws(SQLError) -> Bool {
        let now = now
        return try database.transaction { connection throws(SQLError) in
            try !connection.query(
                """
                UPDATE delivery SET state = 'waiting', due_ms = $1, attempts = 0 WHERE event_id = $2 RETURNING event_id
                """, [.integer(now), .text(eventID)]
            ).isEmpty
        }
    }

    /// Returns all entries in parts, in the order in which they were written.
    ///
    /// - Parameter place: the last entry of the previous part; nil for the first part.
    package func entries(after place: (date: Int64, id: String)?, limit: Int) throws(SQLError) -> [BookEntry] {
        try database.transaction { connection throws(SQLError) in
            try connection.query(
                """
                SELECT \(BookEntry.columns) FROM entry WHERE at_ms > $1 OR at_ms = $2 AND id > $3 ORDER BY at_ms, id LIMIT $4
                """,
                [
                    .integer(place?.date ?? .min), .integer(place?.date ?? .min), .text(place?.id ?? ""),
                    .integer(Int64(limit)),
                ]
            ).compactMap(BookEntry.init)
        }
    }
}
