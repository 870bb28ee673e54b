internal import Database

/// The store's file.
enum LedgerSchema {
    static let format = Database.Format(
        applicationID: 0x4941_5053,  // "IAPS"
        migrations: [version1],
        isExclusive: false)

    private static let version1 = """
        CREATE TABLE setting (key TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;

        CREATE TABLE ledger (
            transaction_id INTEGER PRIMARY KEY,
            original_id INTEGER NOT NULL,
            account TEXT NOT NULL,
            product_id TEXT NOT NULL,
            product_type TEXT NOT NULL,
            quantity INTEGER NOT NULL,
            purchase_ms INTEGER NOT NULL,
            original_purchase_ms INTEGER NOT NULL,
            expiration_ms INTEGER,
            group_id TEXT,
            order_line_id INTEGER,
            app_account_token TEXT,
            ownership TEXT NOT NULL,
            storefront TEXT NOT NULL,
            storefront_id TEXT NOT NULL,
            price_milliunits INTEGER NOT NULL,
            currency TEXT NOT NULL,
            reason TEXT NOT NULL,
            revocation_ms INTEGER,
            revocation_reason INTEGER,
            is_upgraded INTEGER NOT NULL,
            is_finished INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX ledger_by_product ON ledger (account, product_id, transaction_id);
        CREATE INDEX ledger_by_group ON ledger (account, group_id, transaction_id) WHERE group_id IS NOT NULL;
        CREATE INDEX ledger_unfinished ON ledger (account, transaction_id) WHERE is_finished = 0;
        CREATE INDEX ledger_entitling ON ledger (account, expiration_ms, transaction_id)
            WHERE product_type <> 'Consumable' AND revocation_ms IS NULL AND is_upgraded = 0;

        -- What devices are to hear of without having asked.
        CREATE TABLE news (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            account TEXT NOT NULL,
            transaction_id INTEGER NOT NULL,
            except_device TEXT
        ) STRICT;
        CREATE INDEX news_by_account ON news (account, number);

        CREATE TABLE device (
            account TEXT NOT NULL,
            name TEXT NOT NULL,
            news_heard INTEGER NOT NULL,
            PRIMARY KEY (account, name)
        ) STRICT, WITHOUT ROWID;

        -- Purchases that wait for somebody else's approval.
        CREATE TABLE approval (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account TEXT NOT NULL,
            product_id TEXT NOT NULL,
            quantity INTEGER NOT NULL,
            app_account_token TEXT,
            requested_ms INTEGER NOT NULL
        ) STRICT;

        -- What a test has ordered for the next purchases, first come first served.
        CREATE TABLE script (id INTEGER PRIMARY KEY AUTOINCREMENT, outcome TEXT NOT NULL) STRICT;
        """
}
