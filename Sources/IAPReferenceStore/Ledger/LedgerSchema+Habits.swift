extension LedgerSchema {
    /// What the habits of real systems bring later.
    static let habits = """
        -- What happens to a transaction by itself, `LaterUpdate.Kind`.
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

        -- What devices list although the store's purchases have been cleared. A column that `ledger` gets is one of this table as
        -- well.
        CREATE TABLE stale_entitlement AS SELECT * FROM ledger WHERE FALSE;
        CREATE INDEX stale_entitlement_by_account ON stale_entitlement (account, transaction_id);

        -- Devices receive it although they have it already.
        ALTER TABLE transaction_update ADD COLUMN is_repeat INTEGER NOT NULL DEFAULT 0;
        """
}
