package enum LedgerSchema {
    /// The development versions before 0.3 counted up to 2.
    package static let schema = SQLSchema(version: 11, statements)

    /// The tables that are read for each player or purchase.
    private static let searched = ["owner", "purchase", "purchase_alias", "purchase_key", "balance", "given", "entry"]

    /// A restored or upgraded PostgreSQL has no statistics of its tables until it analyzes them, which can take minutes.
    /// Without them it reads whole tables to find one player.
    static func analyze(_ database: any SQLDatabase) throws(SQLError) {
        guard database.dialect == .postgreSQL else { return }
        let known = try database.transaction { connection throws(SQLError) in
            try connection.query("SELECT tablename::text FROM pg_stats WHERE schemaname = current_schema()")
        }.map { row throws(SQLError) in try row.text(0) }
        for table in searched where !known.contains(table) {
            // A large table on a slow disk can take too long. The server then starts with what there is.
            try? database.transaction { connection throws(SQLError) in try connection.run("ANALYZE \(table)") }
        }
    }

    private static func statements(_ dialect: SQLDialect) -> [String] {
        let (integer, end) = (dialect.integer, dialect.tableEnd)
        return [
            // The owner of a purchase, and the renewal of a subscription. The row is locked while data of the purchase
            // changes.
            """
            CREATE TABLE owner (
                environment TEXT NOT NULL, bundle_id TEXT NOT NULL, original_id TEXT NOT NULL,
                player TEXT,
                renewal_date_ms \(integer), renewal_signed_ms \(integer),
                will_renew \(integer), next_product_id TEXT, expiration_intent \(integer),
                is_in_billing_retry \(integer), grace_end_ms \(integer),
                -- A notification about the purchase has arrived.
                has_history \(integer) NOT NULL DEFAULT 0,
                -- The studio has the event that the access started, and not yet the event that it ended.
                is_open \(integer) NOT NULL DEFAULT 0,
                -- The player was erased. Only the player or the studio can claim the purchase again.
                is_erased \(integer) NOT NULL DEFAULT 0,
                PRIMARY KEY (environment, bundle_id, original_id))\(end)
            """,
            // The index matches the reads of a player exactly, so PostgreSQL needs no statistics to choose it.
            "CREATE INDEX owner_by_player ON owner (player, environment, bundle_id)",
            """
            CREATE TABLE purchase (
                environment TEXT NOT NULL, bundle_id TEXT NOT NULL, transaction_id TEXT NOT NULL,
                original_id TEXT NOT NULL, product_id TEXT NOT NULL, type TEXT NOT NULL, group_id TEXT,
                quantity \(integer) NOT NULL, purchased_ms \(integer) NOT NULL,
                original_purchased_ms \(integer) NOT NULL, expires_ms \(integer),
                revoked_ms \(integer), revocation_reason \(integer), revocation_type TEXT,
                revoked_seats \(integer) NOT NULL, has_added_seats \(integer) NOT NULL,
                is_upgraded \(integer) NOT NULL, ownership TEXT NOT NULL, token TEXT,
                price_milliunits \(integer), currency TEXT, storefront TEXT,
                signed_ms \(integer) NOT NULL, digest TEXT NOT NULL,
                has_returnable \(integer) NOT NULL, has_lasting \(integer) NOT NULL, first_seen_ms \(integer) NOT NULL, changed_ms \(integer) NOT NULL,
                PRIMARY KEY (environment, bundle_id, transaction_id))\(end)
            """,
            "CREATE INDEX purchase_by_original ON purchase (environment, bundle_id, original_id, purchased_ms)",
            "CREATE INDEX purchase_by_token ON purchase (token)",
            // The appAccountToken of a purchase belongs to one player. Environments are separate, because a purchase in the
            // sandbox costs nothing: with another player's token it would claim that player's purchases.
            """
            CREATE TABLE token_owner (
                environment TEXT NOT NULL, bundle_id TEXT NOT NULL, token TEXT NOT NULL, player TEXT NOT NULL,
                PRIMARY KEY (environment, bundle_id, token))\(end)
            """,
            // The counters of each player. Environments are separate: sandbox purchases count only in the sandbox.
            """
            CREATE TABLE balance (
                environment TEXT NOT NULL, bundle_id TEXT NOT NULL, player TEXT NOT NULL, name TEXT NOT NULL,
                amount \(integer) NOT NULL,
                PRIMARY KEY (environment, bundle_id, player, name))\(end)
            """,
            // Unlocks that support has granted manually.
            """
            CREATE TABLE given (
                environment TEXT NOT NULL, bundle_id TEXT NOT NULL, player TEXT NOT NULL, name TEXT NOT NULL,
                given_ms \(integer) NOT NULL, expires_ms \(integer),
                PRIMARY KEY (environment, bundle_id, player, name))\(end)
            """,
            // Every change of counters and unlocks, with its cause. Rows are only added, never changed.
            """
            CREATE TABLE entry (
                id TEXT PRIMARY KEY, player TEXT, environment TEXT NOT NULL, bundle_id TEXT NOT NULL,
                at_ms \(integer) NOT NULL, kind TEXT NOT NULL, cause TEXT NOT NULL,
                transaction_id TEXT, product_id TEXT, name TEXT, amount \(integer), detail TEXT)\(end)
            """,
            "CREATE INDEX entry_by_player ON entry (player, at_ms, id)",
            "CREATE INDEX entry_by_transaction ON entry (transaction_id, at_ms)",
            // Notifications that have been applied.
            """
            CREATE TABLE notification (
                uuid TEXT PRIMARY KEY, received_ms \(integer) NOT NULL, signed_ms \(integer) NOT NULL, type TEXT NOT NULL,
                subtype TEXT, environment TEXT, transaction_id TEXT, original_id TEXT)\(end)
            """,
            "CREATE INDEX notification_by_original ON notification (original_id, signed_ms)",
            // The events for the studio. They are written together with the change.
            """
            CREATE TABLE event (
                id TEXT PRIMARY KEY, at_ms \(integer) NOT NULL, type TEXT NOT NULL, player TEXT, body TEXT NOT NULL)\(end)
            """,
            "CREATE INDEX event_by_date ON event (at_ms, id)",
            """
            CREATE TABLE delivery (
                event_id TEXT NOT NULL, endpoint TEXT NOT NULL,
                -- The order of the events of one change.
                position \(integer) NOT NULL, attempts \(integer) NOT NULL DEFAULT 0,
                due_ms \(integer), last_status \(integer), last_error TEXT, state TEXT NOT NULL,
                PRIMARY KEY (event_id, endpoint))\(end)
            """,
            "CREATE INDEX delivery_due ON delivery (endpoint, due_ms, position)",
            // Requests to the App Store.
            """
            CREATE TABLE work (
                id TEXT PRIMARY KEY, kind TEXT NOT NULL, environment TEXT NOT NULL, subject TEXT NOT NULL,
                created_ms \(integer) NOT NULL, due_ms \(integer) NOT NULL, attempts \(integer) NOT NULL DEFAULT 0,
                last_error TEXT,
                UNIQUE (kind, environment, subject))\(end)
            """,
            "CREATE INDEX work_by_subject ON work (subject, created_ms)",
            "CREATE INDEX work_due ON work (due_ms)",
            "CREATE TABLE lease (name TEXT PRIMARY KEY, holder TEXT NOT NULL, until_ms \(integer) NOT NULL)\(end)",
            "CREATE TABLE cursor_value (name TEXT PRIMARY KEY, value \(integer) NOT NULL)\(end)",
            // Manual changes, by the key of the caller. Each key makes one change.
            """
            CREATE TABLE manual_change (
                bundle_id TEXT NOT NULL, key TEXT NOT NULL, entry_id TEXT NOT NULL,
                PRIMARY KEY (bundle_id, key))\(end)
            """,
            // The identity of each purchase, and the transaction id of its row in the table purchase.
            """
            CREATE TABLE purchase_key (
                environment TEXT NOT NULL, bundle_id TEXT NOT NULL, original_id TEXT NOT NULL,
                -- The start of the second of the purchase.
                purchased_ms \(integer) NOT NULL, product_id TEXT NOT NULL,
                -- Identifies the period of a subscription; else empty.
                order_line_id TEXT NOT NULL,
                transaction_id TEXT NOT NULL,
                -- The date of the last notification that reversed a refund.
                reversed_ms \(integer),
                PRIMARY KEY (environment, bundle_id, original_id, purchased_ms, product_id, order_line_id))\(end)
            """,
            // Every id of a purchase that has several, with the newest signed data of the id.
            """
            CREATE TABLE purchase_alias (
                transaction_id TEXT NOT NULL, environment TEXT NOT NULL, bundle_id TEXT NOT NULL,
                purchase_id TEXT NOT NULL,
                signed_ms \(integer) NOT NULL, digest TEXT NOT NULL,
                revoked_ms \(integer), revocation_reason \(integer), revocation_type TEXT,
                PRIMARY KEY (transaction_id, environment, bundle_id))\(end)
            """,
            "CREATE INDEX purchase_alias_by_purchase ON purchase_alias (environment, bundle_id, purchase_id)",
        ]
    }
}
