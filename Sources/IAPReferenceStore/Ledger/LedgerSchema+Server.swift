extension LedgerSchema {
    /// The App Store's records for the game server.
    static let server = """
        -- Notifications, signed at the time of the event. The store keeps them only while it has an address for them.
        CREATE TABLE notification (
            number INTEGER PRIMARY KEY,
            uuid TEXT NOT NULL UNIQUE,
            type TEXT NOT NULL,
            subtype TEXT,
            created_ms INTEGER NOT NULL,
            transaction_id INTEGER,
            original_id INTEGER,
            payload TEXT NOT NULL,
            -- The time of the next attempt; NULL if there is none.
            due_ms INTEGER
        ) STRICT;
        CREATE INDEX notification_due ON notification (due_ms, number) WHERE due_ms IS NOT NULL;
        CREATE INDEX notification_by_transaction ON notification (original_id, number);

        CREATE TABLE send_attempt (
            number INTEGER NOT NULL,
            attempted_ms INTEGER NOT NULL,
            result TEXT NOT NULL,
            -- The HTTP status of the response; NULL without a response.
            status INTEGER,
            detail TEXT
        ) STRICT;
        CREATE INDEX send_attempt_by_notification ON send_attempt (number);

        -- The consumption reports of the game server, JSON.
        CREATE TABLE consumption (
            transaction_id INTEGER PRIMARY KEY,
            received_ms INTEGER NOT NULL,
            report TEXT NOT NULL
        ) STRICT;

        -- Extensions of periods by the game server.
        CREATE TABLE extension (original_id INTEGER NOT NULL, extended_ms INTEGER NOT NULL) STRICT;
        CREATE INDEX extension_by_subscription ON extension (original_id, extended_ms);
        CREATE TABLE mass_extension (
            product_id TEXT NOT NULL,
            request_id TEXT NOT NULL,
            completed_ms INTEGER NOT NULL,
            succeeded INTEGER NOT NULL,
            failed INTEGER NOT NULL,
            PRIMARY KEY (product_id, request_id)
        ) STRICT, WITHOUT ROWID;

        -- Objects of the game server: retention messages and their images, claims of seats. The content is JSON.
        CREATE TABLE server_object (
            kind TEXT NOT NULL,
            id TEXT NOT NULL,
            content TEXT NOT NULL,
            PRIMARY KEY (kind, id)
        ) STRICT, WITHOUT ROWID;
        """
}
