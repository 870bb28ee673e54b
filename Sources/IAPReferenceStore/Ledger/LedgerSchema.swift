internal import IAPDatabase

/// The store's file.
enum LedgerSchema {
    static let format = Database.Format(
        applicationID: 0x4941_5053,  // "IAPS"
        // Files of version 1, whose subscriptions are no JSON, are refused.
        migrations: ["", schema + network, latest, heard, server, habits], oldestVersion: 2,
        isExclusive: false,
        // A purchase changes a row in each of four or five pages, and this file holds no real money: small pages are less to
        // write.
        pageSize: 2048)

    /// Each feed of a device depends on these.
    static let tablesOfEveryFeed: Set<String> = ["setting", "network", "unsupported_feature", "device"]

    /// The latest transaction of a product is the one that was bought last.
    private static let latest = """
        DROP INDEX ledger_history;
        CREATE INDEX ledger_history ON ledger (account, product_id, purchase_ms, shared_from IS NULL, transaction_id)
            WHERE (product_type <> 'Consumable' OR is_finished = 0 OR revocation_ms IS NOT NULL);
        """

    private static let schema = """
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
            revocation_type TEXT,
            revocation_percentage INTEGER,
            offer_type INTEGER,
            offer_id TEXT,
            offer_mode TEXT,
            offer_period TEXT,
            billing_plan TEXT,
            commitment_number INTEGER,
            commitment_count INTEGER,
            commitment_end_ms INTEGER,
            commitment_price_milliunits INTEGER,
            advanced_commerce TEXT,
            seats INTEGER NOT NULL,
            is_upgraded INTEGER NOT NULL,
            is_finished INTEGER NOT NULL,
            refunded_milliunits INTEGER NOT NULL,
            -- The transaction of another member of the family that this one follows.
            shared_from INTEGER
        ) STRICT;
        -- The conditions of these indexes stand in the queries with the same words, so that SQLite uses them: what an account may
        -- use, what is unfinished and what is the latest are found without reading its history.
        CREATE INDEX ledger_history ON ledger (account, product_id, transaction_id)
            WHERE (product_type <> 'Consumable' OR is_finished = 0 OR revocation_ms IS NOT NULL);
        CREATE INDEX ledger_shared ON ledger (shared_from, account) WHERE shared_from IS NOT NULL;
        CREATE INDEX ledger_shared_with ON ledger (account, group_id, original_id, transaction_id)
            WHERE shared_from IS NOT NULL;
        CREATE INDEX ledger_unfinished ON ledger (account, transaction_id) WHERE is_finished = 0;
        CREATE INDEX ledger_lasting ON ledger (account, transaction_id)
            WHERE product_type <> 'Consumable' AND expiration_ms IS NULL AND revocation_ms IS NULL;

        -- The subscriptions of the accounts, one for a group, and when something happens to each by itself.
        CREATE TABLE subscription (
            account TEXT NOT NULL,
            group_id TEXT NOT NULL,
            due_ms INTEGER,
            -- JSON
            state TEXT NOT NULL,
            PRIMARY KEY (account, group_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX subscription_due ON subscription (due_ms) WHERE due_ms IS NOT NULL;

        -- Who shares with whom; an account that is not listed has no family and would share.
        CREATE TABLE member (account TEXT PRIMARY KEY, family TEXT, is_sharing INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE INDEX member_by_family ON member (family, account) WHERE family IS NOT NULL;

        -- What the .storekit file lists and the store does not sell.
        CREATE TABLE removed_product (product_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

        -- Transactions that devices receive without having asked.
        CREATE TABLE transaction_update (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            account TEXT NOT NULL,
            transaction_id INTEGER NOT NULL,
            except_device TEXT,
            only_device TEXT
        ) STRICT;
        CREATE INDEX transaction_update_by_account ON transaction_update (account, number);

        CREATE TABLE device (
            account TEXT NOT NULL,
            name TEXT NOT NULL,
            -- The number of the last update that it has acknowledged.
            acknowledged_update INTEGER NOT NULL,
            app_transaction_ms INTEGER,
            receipt BLOB,
            PRIMARY KEY (account, name)
        ) STRICT, WITHOUT ROWID;

        -- Purchases that players began in the App Store and that their devices have not received.
        CREATE TABLE intent (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            account TEXT NOT NULL,
            device TEXT NOT NULL,
            product_id TEXT NOT NULL,
            offer_id TEXT
        ) STRICT;
        CREATE INDEX intent_by_device ON intent (account, device, number);

        -- Messages of the App Store to players; a row is deleted when the message has been shown.
        CREATE TABLE message (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            account TEXT NOT NULL,
            device TEXT NOT NULL,
            reason TEXT NOT NULL,
            is_delivered INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX message_by_device ON message (account, device, is_delivered, number);

        -- The App Store page as each device has changed it. Only what is promoted by the device itself has a position.
        CREATE TABLE promotion (
            account TEXT NOT NULL,
            device TEXT NOT NULL,
            product_id TEXT NOT NULL,
            position INTEGER,
            visibility INTEGER NOT NULL,
            PRIMARY KEY (account, device, product_id)
        ) STRICT, WITHOUT ROWID;

        -- Purchases that were not charged, with the offers that were allowed to them; ids are those of transactions.
        CREATE TABLE attempt (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            failure TEXT,
            account TEXT NOT NULL,
            device TEXT NOT NULL,
            product_id TEXT NOT NULL,
            quantity INTEGER NOT NULL,
            app_account_token TEXT,
            requested_ms INTEGER NOT NULL,
            currency TEXT NOT NULL,
            offer_type INTEGER,
            offer_id TEXT,
            allows_introductory_offer INTEGER,
            billing_plan TEXT,
            advanced_commerce TEXT,
            seats INTEGER
        ) STRICT;

        CREATE TABLE refund_request (transaction_id INTEGER PRIMARY KEY, requested_ms INTEGER NOT NULL) STRICT;

        -- The nonces of signed requests, so that none is used twice.
        CREATE TABLE nonce (nonce TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

        -- What a test has ordered for the next purchases, first come first served.
        CREATE TABLE script (id INTEGER PRIMARY KEY AUTOINCREMENT, outcome TEXT NOT NULL) STRICT;

        -- What the player does when a sheet is shown next, first come first served, and how often each was shown.
        CREATE TABLE sheet_answer (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            sheet INTEGER NOT NULL,
            is_accepted INTEGER NOT NULL,
            detail TEXT
        ) STRICT;
        CREATE TABLE sheet_count (sheet INTEGER PRIMARY KEY, shown INTEGER NOT NULL) STRICT;

        -- The log: a line for each command.
        CREATE TABLE command (number INTEGER PRIMARY KEY, line TEXT NOT NULL) STRICT;

        CREATE TABLE simulated_error (api INTEGER PRIMARY KEY, failure TEXT NOT NULL) STRICT;
        CREATE TABLE unsupported_feature (feature INTEGER PRIMARY KEY) STRICT;
        """
}
