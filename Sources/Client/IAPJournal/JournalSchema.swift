internal import IAPDatabase

/// The tables of the journal. iOS 15 has SQLite 3.36, which does not support strict tables.
enum JournalSchema {
    static let format = Database.Format(
        applicationID: 0x4941_504A,  // "IAPJ"
        // The development versions before 0.3 counted up to 11. The rescue of an older journal copies the columns that both
        // have: give a new column of an old table a default, or SQLite leaves out its rows.
        version: 12,
        schema: [tables, Inventory.schema, ProductCache.schema, RowChecksums.schema].joined(separator: "\n"),
        isExclusive: true,
        isChecked: true)

    private static let tables = """
        CREATE TABLE delivery (
            transaction_id INTEGER PRIMARY KEY,
            product_id TEXT NOT NULL,
            -- With the id it tells a transaction from one of another store that happens to have the same number.
            purchase_ms INTEGER NOT NULL,
            stage INTEGER NOT NULL,
            delivery_count INTEGER NOT NULL,
            is_verified INTEGER NOT NULL,
            -- What the verdict covered. A verdict about other data does not count.
            verified_as TEXT,
            is_granted INTEGER NOT NULL,
            is_rejected INTEGER NOT NULL,
            revocation_ms INTEGER,
            is_revocation_reported INTEGER NOT NULL,
            -- What restores have done with it.
            restored INTEGER NOT NULL
        );
        -- The requests to the game's verification that have no verdict yet.
        CREATE TABLE verification (
            transaction_id INTEGER PRIMARY KEY,
            purchase_ms INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            due_ms INTEGER NOT NULL
        );
        -- Revocations with an invalid signature. The store does not report them again, so each launch looks for them.
        CREATE TABLE doubt (transaction_id INTEGER PRIMARY KEY);
        -- What the account may use, as the store last reported it.
        CREATE TABLE entitlement (
            transaction_id INTEGER PRIMARY KEY,
            product_id TEXT NOT NULL,
            -- NULL if it does not end.
            end_ms INTEGER,
            -- The purchase behind it.
            original_id INTEGER NOT NULL,
            purchase_ms INTEGER NOT NULL,
            group_id TEXT,
            app_transaction_id TEXT,
            app_account_token TEXT
        );
        -- The account's App Store, as the store last reported it.
        CREATE TABLE storefront (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            country_code TEXT NOT NULL,
            identifier TEXT NOT NULL
        );
        CREATE TABLE audit (number INTEGER PRIMARY KEY, line TEXT NOT NULL);
        -- The error that this journal was rescued or edited, until the game has received it.
        CREATE TABLE damage (id INTEGER PRIMARY KEY CHECK (id = 1), message TEXT NOT NULL, code INTEGER NOT NULL);
        """
}
