internal import IAPDatabase

/// The schema of the store's file.
enum LedgerSchema {
    static let format = Database.Format(
        applicationID: 0x4941_5053,  // "IAPS"
        version: 12,  // The development versions before 0.3 counted up to 6.
        // The tables with a copy of the columns of `ledger` come after it.
        schema: [schema, network, heard, server, quirks].joined(separator: "\n"),
        isExclusive: false,
        // A purchase changes a row in four or five pages. Small pages are less to write, and this file holds no
        // real money.
        pageSize: 2048)

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
            -- The transaction of another family member that this one follows.
            shared_from INTEGER,
            -- The last command that changed the transaction: servers list the changes since their last request.
            change_number INTEGER NOT NULL
        ) STRICT;
        -- The queries repeat the conditions of these indexes literally, because SQLite uses an index only then. Entitlements,
        -- unfinished transactions and latest transactions are found without a read of the account's history. The latest
        -- transaction of a product is the one that was bought last.
        CREATE INDEX ledger_history ON ledger (account, product_id, purchase_ms, shared_from IS NULL, transaction_id)
            WHERE (product_type <> 'Consumable' OR is_finished = 0 OR revocation_ms IS NOT NULL);
        CREATE INDEX ledger_shared ON ledger (shared_from, account) WHERE shared_from IS NOT NULL;
        CREATE INDEX ledger_shared_with ON ledger (account, group_id, original_id, transaction_id)
            WHERE shared_from IS NOT NULL;
        CREATE INDEX ledger_unfinished ON ledger (account, transaction_id) WHERE is_finished = 0;
        CREATE INDEX ledger_lasting ON ledger (account, transaction_id)
            WHERE product_type <> 'Consumable' AND expiration_ms IS NULL AND revocation_ms IS NULL;
        -- The account is not the first column: SQLite would use this index for queries that have a better one.
        CREATE INDEX ledger_changes ON ledger (change_number, transaction_id, account);

        -- The subscriptions of the accounts, one for each group, with the time of the next automatic change.
        CREATE TABLE subscription (
            account TEXT NOT NULL,
            group_id TEXT NOT NULL,
            due_ms INTEGER,
            -- JSON
            state TEXT NOT NULL,
            PRIMARY KEY (account, group_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX subscription_due ON subscription (due_ms) WHERE due_ms IS NOT NULL;

        -- The families and their sharing. An account without a row has no family, and shares once it joins one.
        CREATE TABLE member (account TEXT PRIMARY KEY, family TEXT, is_sharing INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE INDEX member_by_family ON member (family, account) WHERE family IS NOT NULL;

        -- Products of the .storekit file that are not for sale.
        CREATE TABLE removed_product (product_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

        -- Transactions that devices receive without a request.
        CREATE TABLE transaction_update (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            account TEXT NOT NULL,
            transaction_id INTEGER NOT NULL,
            except_device TEXT,
            only_device TEXT,
            -- Devices receive the update although they have the transaction already.
            is_repeat INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX transaction_update_by_account ON transaction_update (account, number);

        CREATE TABLE device (
            account TEXT NOT NULL,
            name TEXT NOT NULL,
            -- The number of the last acknowledged update.
            acknowledged_update INTEGER NOT NULL,
            app_transaction_ms INTEGER,
            receipt BLOB,
            PRIMARY KEY (account, name)
        ) STRICT, WITHOUT ROWID;

        -- Purchases that players began in the App Store and that their devices have not received yet.
        CREATE TABLE intent (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            account TEXT NOT NULL,
            device TEXT NOT NULL,
            product_id TEXT NOT NULL,
            offer_id TEXT
        ) STRICT;
        CREATE INDEX intent_by_device ON intent (account, device, number);

        -- Messages of the App Store to players. A row is deleted when the message was shown.
        CREATE TABLE message (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            account TEXT NOT NULL,
            device TEXT NOT NULL,
            reason TEXT NOT NULL,
            is_delivered INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX message_by_device ON message (account, device, is_delivered, number);

        -- Each device's changes of the App Store page. Only products that the device itself promotes have a position.
        CREATE TABLE promotion (
            account TEXT NOT NULL,
            device TEXT NOT NULL,
            product_id TEXT NOT NULL,
            position INTEGER,
            visibility INTEGER NOT NULL,
            PRIMARY KEY (account, device, product_id)
        ) STRICT, WITHOUT ROWID;

        -- Purchases without a charge. They share the ids of transactions. The content is an `Attempt`.
        CREATE TABLE attempt (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            account TEXT NOT NULL,
            requested_ms INTEGER NOT NULL,
            content TEXT NOT NULL
        ) STRICT;

        CREATE TABLE refund_request (transaction_id INTEGER PRIMARY KEY, requested_ms INTEGER NOT NULL) STRICT;

        -- The used nonces of signed requests: none is accepted twice.
        CREATE TABLE nonce (nonce TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

        -- The orders of a test for the next purchases; the oldest one applies first.
        CREATE TABLE script (id INTEGER PRIMARY KEY AUTOINCREMENT, outcome TEXT NOT NULL) STRICT;

        -- The player's next actions in sheets, the oldest first, and how often each sheet was shown.
        CREATE TABLE sheet_answer (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            sheet INTEGER NOT NULL,
            is_accepted INTEGER NOT NULL,
            detail TEXT
        ) STRICT;
        CREATE TABLE sheet_count (sheet INTEGER PRIMARY KEY, shown INTEGER NOT NULL) STRICT;

        -- The number of the last command.
        CREATE TABLE command (number INTEGER NOT NULL) STRICT;
        INSERT INTO command (number) VALUES (1);

        CREATE TABLE simulated_error (api INTEGER PRIMARY KEY, failure TEXT NOT NULL) STRICT;
        CREATE TABLE unsupported_feature (feature INTEGER PRIMARY KEY) STRICT;
        """
}

extension LedgerSchema {
    /// The knowledge of devices without a network. The account with which a device was opened names it; the listener is the
    /// signed-in account.
    static let heard = """
        CREATE TABLE heard_transaction AS
            SELECT '' AS owner, '' AS device, '' AS listener, * FROM ledger WHERE FALSE;
        CREATE INDEX heard_transaction_by_device ON heard_transaction (owner, device, listener);

        CREATE TABLE heard_subscription AS
            SELECT '' AS owner, '' AS device, '' AS listener, account, group_id, state FROM subscription WHERE FALSE;
        CREATE INDEX heard_subscription_by_device ON heard_subscription (owner, device, listener);
        """

    static let network = """

        -- The network between each device and the store, a `KeptNetwork`. The account with which a device was opened names the
        -- device.
        CREATE TABLE network (
            account TEXT NOT NULL,
            device TEXT NOT NULL,
            content TEXT NOT NULL,
            PRIMARY KEY (account, device)
        ) STRICT, WITHOUT ROWID;

        -- Transactions that repeat another one with a new id.
        CREATE TABLE transaction_copy (transaction_id INTEGER PRIMARY KEY) STRICT;
        """

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

    /// The planned later effects of quirks.
    static let quirks = """
        -- The later automatic changes of transactions, `LaterUpdate.Kind`.
        CREATE TABLE later_update (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            due_ms INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            account TEXT NOT NULL,
            transaction_id INTEGER NOT NULL,
            except_device TEXT,
            only_device TEXT
        ) STRICT;
        CREATE INDEX later_update_due ON later_update (due_ms, number);
        CREATE INDEX later_update_by_transaction ON later_update (transaction_id);

        -- Entitlements that devices still list after the store's purchases were cleared.
        CREATE TABLE stale_entitlement AS SELECT * FROM ledger WHERE FALSE;
        CREATE INDEX stale_entitlement_by_account ON stale_entitlement (account, transaction_id);
        """
}
