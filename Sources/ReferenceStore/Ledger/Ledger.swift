internal import Database
internal import IAPModel

/// The rows of the store's file, read and written inside the transaction of the caller.
struct Ledger {
    let database: Database

    // MARK: Transactions

    private static let columns = """
        transaction_id, original_id, account, product_id, product_type, quantity, purchase_ms, original_purchase_ms,
        expiration_ms, group_id, order_line_id, app_account_token, ownership, storefront, storefront_id,
        price_milliunits, currency, reason, revocation_ms, revocation_reason, is_upgraded, is_finished
        """

    private func transactions(
        _ condition: String, _ values: [Value]
    ) throws(DatabaseError) -> [LedgerTransaction] {
        try database.query("SELECT \(Self.columns) FROM ledger WHERE \(condition)", values, LedgerTransaction.init)
    }

    func insert(_ transaction: LedgerTransaction) throws(DatabaseError) {
        let marks = Array(repeating: "?", count: 22).joined(separator: ", ")
        try database.run("INSERT INTO ledger (\(Self.columns)) VALUES (\(marks))", transaction.values)
    }

    func transaction(_ id: UInt64) throws(DatabaseError) -> LedgerTransaction? {
        try transactions("transaction_id = ?", [Value(bits: id)]).first
    }

    func unfinished(of account: String) throws(DatabaseError) -> [LedgerTransaction] {
        try transactions("account = ? AND is_finished = 0 ORDER BY transaction_id", [Value(account)])
    }

    /// Finished consumables are in the history only once they are refunded, as with StoreKit.
    func history(of account: String) throws(DatabaseError) -> [LedgerTransaction] {
        try transactions(
            """
            account = ? AND (product_type <> 'Consumable' OR is_finished = 0 OR revocation_ms IS NOT NULL)
            ORDER BY transaction_id
            """, [Value(account)])
    }

    /// What the account may use now: of each auto-renewable product the latest period, every other purchase in force.
    func entitlements(of account: String, at now: Int64) throws(DatabaseError) -> [LedgerTransaction] {
        try transactions(
            """
            account = ? AND product_type <> 'Consumable' AND revocation_ms IS NULL AND is_upgraded = 0
            AND (expiration_ms IS NULL OR expiration_ms > ?) ORDER BY transaction_id
            """, [Value(account), .integer(now)])
    }

    func latest(of productID: String, account: String) throws(DatabaseError) -> LedgerTransaction? {
        try transactions(
            """
            account = ? AND product_id = ?
            AND (product_type <> 'Consumable' OR is_finished = 0 OR revocation_ms IS NOT NULL)
            ORDER BY transaction_id DESC LIMIT 1
            """, [Value(account), Value(productID)]
        ).first
    }

    /// The purchase of a non-consumable that is in force.
    func owned(_ productID: String, account: String) throws(DatabaseError) -> LedgerTransaction? {
        try transactions(
            """
            account = ? AND product_id = ? AND revocation_ms IS NULL AND product_type = 'Non-Consumable'
            ORDER BY transaction_id DESC LIMIT 1
            """, [Value(account), Value(productID)]
        ).first
    }

    /// The newest period of a subscription group.
    func latest(ofGroup groupID: String, account: String) throws(DatabaseError) -> LedgerTransaction? {
        try transactions(
            "account = ? AND group_id = ? ORDER BY transaction_id DESC LIMIT 1", [Value(account), Value(groupID)]
        ).first
    }

    func markFinished(_ id: UInt64, account: String) throws(DatabaseError) -> Bool {
        try database.run(
            "UPDATE ledger SET is_finished = 1 WHERE transaction_id = ? AND account = ? AND is_finished = 0",
            [Value(bits: id), Value(account)])
        return database.changes > 0
    }

    func markUpgraded(_ id: UInt64) throws(DatabaseError) {
        try database.run("UPDATE ledger SET is_upgraded = 1 WHERE transaction_id = ?", [Value(bits: id)])
    }

    func revoke(_ id: UInt64, at date: Int64, reason: Int) throws(DatabaseError) {
        try database.run(
            "UPDATE ledger SET revocation_ms = ?, revocation_reason = ? WHERE transaction_id = ?",
            [.integer(date), Value(reason), Value(bits: id)])
    }

    func totals() throws(DatabaseError) -> LedgerTotals {
        try database.query(
            "SELECT count(*), coalesce(sum(is_finished = 0), 0), coalesce(sum(revocation_ms IS NOT NULL), 0) FROM ledger"
        ) {
            LedgerTotals(transactions: Int($0.integer(0)), unfinished: Int($0.integer(1)), refunded: Int($0.integer(2)))
        }
        .first ?? LedgerTotals(transactions: 0, unfinished: 0, refunded: 0)
    }

    // MARK: News

    func announce(_ transaction: LedgerTransaction, exceptDevice: String? = nil) throws(DatabaseError) {
        try database.run(
            "INSERT INTO news (account, transaction_id, except_device) VALUES (?, ?, ?)",
            [Value(transaction.account), Value(bits: transaction.id), Value(exceptDevice)])
    }

    func news(for device: String, of account: String, after number: Int64) throws(DatabaseError) -> [News] {
        let items = try database.query(
            """
            SELECT number, transaction_id FROM news
            WHERE account = ? AND number > ? AND except_device IS NOT ? ORDER BY number
            """, [Value(account), .integer(number), Value(device)]
        ) { (number: $0.integer(0), id: $0.bits(1)) }
        var news: [News] = []
        for item in items {
            if let transaction = try transaction(item.id) {
                news.append(News(number: item.number, transaction: transaction))
            }
        }
        return news
    }

    /// The number up to which a device has heard the news; a device that is new begins now.
    func newsHeard(by device: String, of account: String) throws(DatabaseError) -> Int64 {
        let known = try database.query(
            "SELECT news_heard FROM device WHERE account = ? AND name = ?", [Value(account), Value(device)]
        ) { $0.integer(0) }.first
        if let known { return known }
        let newest = try database.query("SELECT coalesce(max(number), 0) FROM news") { $0.integer(0) }.first ?? 0
        try database.run(
            "INSERT INTO device (account, name, news_heard) VALUES (?, ?, ?)",
            [Value(account), Value(device), .integer(newest)])
        return newest
    }

    func setNewsHeard(_ number: Int64, by device: String, of account: String) throws(DatabaseError) {
        try database.run(
            "UPDATE device SET news_heard = ? WHERE account = ? AND name = ?",
            [.integer(number), Value(account), Value(device)])
    }

    // MARK: Approvals and orders for the next purchases

    func insert(_ approval: Approval) throws(DatabaseError) {
        try database.run(
            """
            INSERT INTO approval (account, product_id, quantity, app_account_token, requested_ms)
            VALUES (?, ?, ?, ?, ?)
            """,
            [
                Value(approval.account), Value(approval.productID), Value(approval.quantity),
                Value(approval.appAccountToken), .integer(approval.requestDate),
            ])
    }

    func approvals() throws(DatabaseError) -> [Approval] {
        try database.query(
            "SELECT id, account, product_id, quantity, app_account_token, requested_ms FROM approval ORDER BY id"
        ) {
            Approval(
                id: $0.bits(0), account: $0.text(1), productID: $0.text(2), quantity: Int($0.integer(3)),
                appAccountToken: $0.optionalText(4), requestDate: $0.integer(5))
        }
    }

    func removeApproval(_ id: UInt64) throws(DatabaseError) {
        try database.run("DELETE FROM approval WHERE id = ?", [Value(bits: id)])
    }

    func order(_ outcome: PurchaseOrder) throws(DatabaseError) {
        try database.run("INSERT INTO script (outcome) VALUES (?)", [Value(outcome.rawValue)])
    }

    func nextOrder() throws(DatabaseError) -> PurchaseOrder? {
        try database.query("SELECT outcome FROM script ORDER BY id LIMIT 1") { PurchaseOrder(rawValue: $0.text(0)) }
            .first ?? nil
    }

    func removeNextOrder() throws(DatabaseError) {
        try database.run("DELETE FROM script WHERE id = (SELECT min(id) FROM script)")
    }

    // MARK: Settings

    func integer(_ key: Setting) throws(DatabaseError) -> Int64? {
        try database.query("SELECT value FROM setting WHERE key = ?", [Value(key.rawValue)]) { $0.integer(0) }.first
    }

    func text(_ key: Setting) throws(DatabaseError) -> String? {
        try database.query("SELECT value FROM setting WHERE key = ?", [Value(key.rawValue)]) { $0.text(0) }.first
    }

    func blob(_ key: Setting) throws(DatabaseError) -> [UInt8]? {
        try database.query("SELECT value FROM setting WHERE key = ?", [Value(key.rawValue)]) { $0.blob(0) }.first
    }

    func set(_ key: Setting, _ value: Value) throws(DatabaseError) {
        try database.run(
            "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            [Value(key.rawValue), value])
    }

    /// The next number of a row of ids.
    func next(_ key: Setting) throws(DatabaseError) -> UInt64 {
        let number = try integer(key) ?? 0
        guard number > 0, number < Int64.max else {
            throw DatabaseError(.failed, "the store's file is damaged: \(key.rawValue) is \(number)")
        }
        try set(key, .integer(number + 1))
        return UInt64(number)
    }
}

extension LedgerTransaction {
    fileprivate init(_ row: Row) {
        self.init(
            id: row.bits(0), originalID: row.bits(1), account: row.text(2), productID: row.text(3),
            productType: ProductType(rawValue: row.text(4)), quantity: Int(row.integer(5)),
            purchaseDate: row.integer(6),
            originalPurchaseDate: row.integer(7), expirationDate: row.optionalInteger(8),
            subscriptionGroupID: row.optionalText(9), webOrderLineItemID: row.optionalInteger(10).map(UInt64.init),
            appAccountToken: row.optionalText(11), ownership: Transaction.Ownership(rawValue: row.text(12)),
            storefront: Storefront(countryCode: row.text(13), id: row.text(14)),
            price: Money(milliunits: row.integer(15), currencyCode: row.text(16)),
            reason: Reason(rawValue: row.text(17)) ?? .purchase,
            revocation: row.optionalInteger(18).map { date in
                Transaction.Revocation(date: date, reason: row.optionalInteger(19).map(Int.init))
            },
            isUpgraded: row.bool(20), isFinished: row.bool(21))
    }

    fileprivate var values: [Value] {
        [
            Value(bits: id), Value(bits: originalID), Value(account), Value(productID), Value(productType.rawValue),
            Value(quantity), .integer(purchaseDate), .integer(originalPurchaseDate), Value(expirationDate),
            Value(subscriptionGroupID), Value(webOrderLineItemID.map(Int64.init)), Value(appAccountToken),
            Value(ownership.rawValue), Value(storefront.countryCode), Value(storefront.id),
            .integer(price.milliunits), Value(price.currencyCode), Value(reason.rawValue),
            Value(revocation?.date), Value(revocation?.reason.map(Int64.init)), Value(isUpgraded), Value(isFinished),
        ]
    }
}
