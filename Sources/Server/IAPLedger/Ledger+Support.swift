internal import IAPDatabase
internal import IAPSignatures

/// The work that waits in the database. Ages are in milliseconds, and 0 if nothing waits.
package struct Backlog: Sendable, Hashable {
    /// Deliveries of events that will be attempted.
    package var events: Int64
    package var eventAge: Int64
    /// Deliveries that were refused or given up.
    package var abandoned: Int64
    /// Requests to the App Store.
    package var questions: Int64
    package var questionAge: Int64
}

/// Data for support and operations.
extension Ledger {
    package struct Overview: Sendable, Hashable, Encodable {
        package var bundleId: String
        package var environments: [String]
        package var now: Int64
        package var purchases: Int64
        package var players: Int64
        package var notifications: Int64
        package var deliveries: [String: Int64]
        package var work: [String: Int64]
    }

    package func overview(_ environments: [String] = []) throws(SQLError) -> Overview {
        func count(_ sql: String) throws(SQLError) -> Int64 { try rows(sql).first?.integer(0) ?? 0 }
        func counts(_ sql: String) throws(SQLError) -> [String: Int64] {
            Dictionary(try rows(sql).map { row throws(SQLError) in (try row.text(0), try row.integer(1)) }) {
                first, _ in
                first
            }
        }
        return Overview(
            bundleId: options.bundleID, environments: environments, now: now,
            purchases: try count("SELECT COUNT(*) FROM purchase"),
            players: try count("SELECT COUNT(DISTINCT player) FROM owner"),
            notifications: try count("SELECT COUNT(*) FROM notification"),
            deliveries: try counts("SELECT state, COUNT(*) FROM delivery GROUP BY state"),
            work: try counts("SELECT kind, COUNT(*) FROM work GROUP BY kind"))
    }

    /// What waits to be sent.
    package func backlog() throws(SQLError) -> Backlog {
        let now = now
        return try database.transaction { connection throws(SQLError) in
            var (events, oldest): (Int64, Int64) = (0, now)
            // With the address the index finds what waits, however many events were delivered before.
            for endpoint in Set(options.endpoints.map(\.url)) {
                let row = try connection.query(
                    """
                    SELECT COUNT(*), MIN(event.at_ms) FROM delivery JOIN event ON event.id = delivery.event_id
                    WHERE delivery.endpoint = $1 AND delivery.due_ms IS NOT NULL
                    """, [.text(endpoint)])[0]
                events += try row.integer(0)
                oldest = min(oldest, try row.optionalInteger(1) ?? now)
            }
            let abandoned = try connection.query(
                "SELECT COUNT(*) FROM delivery WHERE due_ms IS NULL AND state <> 'delivered'")[0]
            let questions = try connection.query("SELECT COUNT(*), MIN(created_ms) FROM work")[0]
            return try Backlog(
                events: events, eventAge: now - oldest, abandoned: abandoned.integer(0),
                questions: questions.integer(0), questionAge: max(0, now - (questions.optionalInteger(1) ?? now)))
        }
    }

    package func players(transaction id: String) throws(SQLError) -> [String] {
        var players: Set<String> = []
        for id in try ids(ofTransaction: id) {
            players.formUnion(
                try owners("purchase.transaction_id = $1 OR purchase.original_id = $2", [.text(id), .text(id)]))
        }
        return players.sorted()
    }

    /// Returns all ids of the purchase that has this id. Returns only this id if the ledger knows no other one.
    package func ids(ofTransaction id: String) throws(SQLError) -> [String] {
        let ids = try rows(
            """
            SELECT DISTINCT other.transaction_id FROM purchase_alias AS one JOIN purchase_alias AS other
                ON other.environment = one.environment AND other.bundle_id = one.bundle_id
                AND other.purchase_id = one.purchase_id
            WHERE one.transaction_id = $1 ORDER BY other.transaction_id
            """, [.text(id)]
        ).map { row throws(SQLError) in try row.text(0) }
        return ids.isEmpty ? [id] : ids
    }

    package func players(token: String) throws(SQLError) -> [String] {
        try owners("purchase.token = $1", [.text(token.lowercased())])
    }

    /// The owners of the purchases for which the condition is true.
    private func owners(_ condition: String, _ values: [Value]) throws(SQLError) -> [String] {
        try rows(
            """
            SELECT DISTINCT owner.player FROM owner JOIN purchase ON purchase.environment = owner.environment
                AND purchase.bundle_id = owner.bundle_id AND purchase.original_id = owner.original_id
            WHERE (\(condition)) AND owner.player IS NOT NULL
            """, values
        ).map { row throws(SQLError) in try row.text(0) }.sorted()
    }

    package struct DeliveryRow: Sendable, Hashable, Encodable {
        package var eventId: String
        package var type: String
        package var endpoint: String
        package var state: String
        package var attempts: Int64
        package var dueAt: Int64?
        package var lastStatus: Int64?
        package var lastError: String?
    }

    package func deliveries(state: String, limit: Int = 100) throws(SQLError) -> [DeliveryRow] {
        try rows(
            """
            SELECT delivery.event_id, event.type, delivery.endpoint, delivery.state, delivery.attempts,
                delivery.due_ms, delivery.last_status, delivery.last_error
            FROM delivery JOIN event ON event.id = delivery.event_id WHERE delivery.state = $1
            ORDER BY event.at_ms DESC, event.id LIMIT $2
            """, [.text(state), .integer(Int64(limit))]
        ).map { row throws(SQLError) in
            try DeliveryRow(
                eventId: row.text(0), type: row.text(1), endpoint: row.text(2), state: row.text(3),
                attempts: row.integer(4), dueAt: row.optionalInteger(5), lastStatus: row.optionalInteger(6),
                lastError: row.optionalText(7))
        }
    }

    /// Sends an event to every address again. Returns false if the event does not exist.
    package func sendAgain(_ eventID: String) throws(SQLError) -> Bool {
        try !rows(
            "UPDATE delivery SET state = 'waiting', due_ms = $1, attempts = 0 WHERE event_id = $2 RETURNING event_id",
            [.integer(now), .text(eventID)]
        ).isEmpty
    }

    /// Returns all entries in parts, in the order in which they were written.
    ///
    /// - Parameter place: the last entry of the previous part; nil for the first part.
    package func entries(after place: (date: Int64, id: String)?, limit: Int) throws(SQLError) -> [LedgerEntry] {
        let date = place?.date ?? .min
        return try rows(
            """
            SELECT \(LedgerEntry.columns) FROM entry WHERE at_ms > $1 OR at_ms = $2 AND id > $3 ORDER BY at_ms, id LIMIT $4
            """, [.integer(date), .integer(date), .text(place?.id ?? ""), .integer(Int64(limit))]
        ).map(LedgerEntry.init)
    }
}

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

extension Ledger {
    /// The key is stored as a digest, because it may name the player.
    private static func digest(_ key: String) -> String {
        Hex.text(Digest.sha256(Array(key.utf8)))
    }

    /// - Returns: false if the key was used before; the call then changes nothing.
    package func change(_ change: ManualChange) throws(SQLError) -> Bool {
        var change = change
        change.player = name(change.player)
        return try inPage(change.environment) { page throws(SQLError) in
            var entry = LedgerEntry(player: change.player, kind: .manual, cause: "by hand: \(change.by)")
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
