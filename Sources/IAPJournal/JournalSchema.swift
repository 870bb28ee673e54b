internal import IAPDatabase

/// The tables of the journal. A released script never changes; a new version adds a script. iOS 15 has SQLite 3.36,
/// which does not support strict tables.
enum JournalSchema {
    static let format = Database.Format(
        applicationID: 0x4941_504A,  // "IAPJ"
        migrations: [deliveries, grants, doubts, damage, verdicts, restores, entitlements, Seal.schema, sources],
        isExclusive: true,
        isChecked: true,
        mark: "CREATE TABLE delivery (")

    private static let deliveries = """
        CREATE TABLE delivery (
            transaction_id INTEGER PRIMARY KEY,
            product_id TEXT NOT NULL,
            -- With the id it tells a transaction from one of another store that happens to have the same number.
            purchase_ms INTEGER NOT NULL,
            stage INTEGER NOT NULL,
            delivery_count INTEGER NOT NULL,
            revocation_ms INTEGER,
            is_revocation_told INTEGER NOT NULL DEFAULT 0
        );
        """

    private static let grants =
        """
        ALTER TABLE delivery ADD COLUMN is_verified INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE delivery ADD COLUMN is_granted INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE delivery ADD COLUMN is_rejected INTEGER NOT NULL DEFAULT 0;
        -- The questions to the game's verification that have no verdict yet.
        CREATE TABLE verification (
            transaction_id INTEGER PRIMARY KEY,
            purchase_ms INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            due_ms INTEGER NOT NULL
        );
        CREATE TABLE audit (number INTEGER PRIMARY KEY, line TEXT NOT NULL);
        """ + Inventory.schema + ProductCache.schema

    private static let doubts = """
        -- The revocations whose signatures did not hold. The store does not tell them again, so they are looked for.
        CREATE TABLE doubt (transaction_id INTEGER PRIMARY KEY);
        """

    private static let damage = """
        -- This journal is what could be read of a damaged one, of which the game has not heard.
        CREATE TABLE damage (id INTEGER PRIMARY KEY CHECK (id = 1), message TEXT NOT NULL, code INTEGER NOT NULL);
        """

    private static let verdicts = """
        -- What was found valid, so that a verdict is not taken for one about something else. Nothing is known of older ones.
        ALTER TABLE delivery ADD COLUMN verified_as TEXT;
        """

    private static let entitlements = """
        -- What the account may use, as the store last told.
        CREATE TABLE entitlement (
            transaction_id INTEGER PRIMARY KEY,
            product_id TEXT NOT NULL,
            -- NULL if it does not end.
            end_ms INTEGER
        );
        """

    private static let sources = """
        -- The purchase behind an entitlement. Older rows get it with the next list of the store.
        ALTER TABLE entitlement ADD COLUMN original_id INTEGER;
        ALTER TABLE entitlement ADD COLUMN purchase_ms INTEGER;
        ALTER TABLE entitlement ADD COLUMN group_id TEXT;
        ALTER TABLE entitlement ADD COLUMN app_transaction_id TEXT;
        ALTER TABLE entitlement ADD COLUMN app_account_token TEXT;
        -- The account's App Store, as the store last reported it.
        CREATE TABLE storefront (id INTEGER PRIMARY KEY CHECK (id = 1), country_code TEXT NOT NULL, identifier TEXT NOT NULL);
        """

    private static let restores = """
        -- What restores have done with it. Nothing is known of older ones.
        ALTER TABLE delivery ADD COLUMN restored INTEGER NOT NULL DEFAULT 0;
        """
}
