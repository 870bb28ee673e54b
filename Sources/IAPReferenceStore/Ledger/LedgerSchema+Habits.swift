extension LedgerSchema {
    /// The planned later effects of habits.
    static let habits = """
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
