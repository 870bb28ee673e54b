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

        -- The network between each device and the store, and the order of updates on it. The account with which a device was
        -- opened names the device.
        CREATE TABLE network (
            account TEXT NOT NULL,
            device TEXT NOT NULL,
            is_down INTEGER NOT NULL DEFAULT 0,
            never_answers INTEGER NOT NULL DEFAULT 0,
            requests_per_minute INTEGER NOT NULL DEFAULT 0,
            latency_ms INTEGER NOT NULL DEFAULT 0,
            timeout_ms INTEGER NOT NULL DEFAULT 0,
            update_order INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (account, device)
        ) STRICT, WITHOUT ROWID;

        -- The requests of devices with a limit for requests.
        CREATE TABLE request (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            account TEXT NOT NULL,
            device TEXT NOT NULL,
            made_ms INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX request_by_device ON request (account, device, made_ms);

        -- Transactions that repeat another one with a new id.
        CREATE TABLE transaction_copy (transaction_id INTEGER PRIMARY KEY) STRICT;
        """
}
