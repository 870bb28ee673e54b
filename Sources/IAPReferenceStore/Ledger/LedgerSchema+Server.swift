extension LedgerSchema {
    /// What the App Store keeps for the game's server.
    static let server = """
        -- The number of the command that changed the transaction last: servers list what has changed since they looked.
        ALTER TABLE ledger ADD COLUMN change_number INTEGER NOT NULL DEFAULT 0;
        -- Not by account first: SQLite would take it for searches that have a better one.
        CREATE INDEX ledger_changes ON ledger (change_number, transaction_id, account);

        -- Notifications, signed when it happened. They are kept only while the store has an address to send them to.
        CREATE TABLE notification (
            number INTEGER PRIMARY KEY,
            uuid TEXT NOT NULL UNIQUE,
            type TEXT NOT NULL,
            subtype TEXT,
            created_ms INTEGER NOT NULL,
            transaction_id INTEGER,
            original_id INTEGER,
            payload TEXT NOT NULL,
            -- When it is to be sent; NULL when it is not sent any more.
            due_ms INTEGER
        ) STRICT;
        CREATE INDEX notification_due ON notification (due_ms, number) WHERE due_ms IS NOT NULL;
        CREATE INDEX notification_by_transaction ON notification (original_id, number);

        CREATE TABLE send_attempt (
            number INTEGER NOT NULL,
            attempted_ms INTEGER NOT NULL,
            result TEXT NOT NULL,
            -- The status of the answer; NULL if there was none.
            status INTEGER,
            detail TEXT
        ) STRICT;
        CREATE INDEX send_attempt_by_notification ON send_attempt (number);

        -- What the game's server has told about consumption, JSON.
        CREATE TABLE consumption (
            transaction_id INTEGER PRIMARY KEY,
            received_ms INTEGER NOT NULL,
            report TEXT NOT NULL
        ) STRICT;

        -- Longer periods that the game's server has given.
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

        -- What the game's server has put here: retention messages and their images, claims of seats. The content is JSON.
        CREATE TABLE server_object (
            kind TEXT NOT NULL,
            id TEXT NOT NULL,
            content TEXT NOT NULL,
            PRIMARY KEY (kind, id)
        ) STRICT, WITHOUT ROWID;
        """
}
