internal import IAPDatabase
internal import IAPModel

/// An account's subscription of a group, as a row of the ledger.
struct SubscriptionRow: Sendable, Hashable {
    var account: String
    var subscription: GroupSubscription

    var groupID: String { subscription.groupID }
}

extension Ledger {
    /// Returns the account's subscriptions, by group.
    func subscriptions(of account: String) throws(DatabaseError) -> [SubscriptionRow] {
        try subscriptions("account = ? ORDER BY group_id", [Value(account)])
    }

    func subscription(ofGroup groupID: String, account: String) throws(DatabaseError) -> SubscriptionRow? {
        try subscriptions("account = ? AND group_id = ?", [Value(account), Value(groupID)]).first
    }

    /// Returns the subscriptions that change automatically by this time, in a stable order.
    func subscriptions(dueBy now: Int64) throws(DatabaseError) -> [SubscriptionRow] {
        try subscriptions("due_ms IS NOT NULL AND due_ms <= ? ORDER BY account, group_id", [.integer(now)])
    }

    func subscriptions(_ condition: String, _ values: [Value]) throws(DatabaseError) -> [SubscriptionRow] {
        let query = asHeard(subscriptions: "SELECT account, state FROM subscription WHERE \(condition)", values)
        let texts = try database.query(query.text, query.values) {
            (account: $0.text(0), state: $0.text(1))
        }
        var rows: [SubscriptionRow] = []
        rows.reserveCapacity(texts.count)
        for text in texts {
            guard let subscription = try? subscriptionMemory.subscription(text.state) else {
                throw DatabaseError(
                    .failed, "the store's file is damaged: a subscription of \(text.account) cannot be read")
            }
            rows.append(SubscriptionRow(account: text.account, subscription: subscription))
        }
        return rows
    }

    static let nextDueDateQuery = "SELECT min(due_ms) FROM subscription WHERE due_ms IS NOT NULL"

    /// Returns the time of the next automatic change.
    func nextDueDate() throws(DatabaseError) -> Int64? {
        let renewal = try database.query(Self.nextDueDateQuery, []) { $0.optionalInteger(0) }.first ?? nil
        let update = try database.query(Self.nextLaterUpdateQuery, []) { $0.optionalInteger(0) }.first ?? nil
        return [renewal, update].compactMap(\.self).min()
    }

    func set(_ row: SubscriptionRow) throws(DatabaseError) {
        guard let state = try? KeptJSON.text(row.subscription) else {
            throw DatabaseError(.failed, "a subscription of \(row.account) cannot be written")
        }
        subscriptionMemory.note(row.subscription, state)
        try database.run(
            """
            INSERT INTO subscription (account, group_id, due_ms, state) VALUES (?, ?, ?, ?)
            ON CONFLICT (account, group_id) DO UPDATE SET due_ms = excluded.due_ms, state = excluded.state
            """,
            [
                Value(row.account), Value(row.groupID), Value(row.subscription.dueDate),
                .text(state),
            ])
    }

    // MARK: Products for sale

    func removedProducts() throws(DatabaseError) -> Set<ExactText> {
        Set(try database.query("SELECT product_id FROM removed_product") { ExactText($0.text(0)) })
    }

    func set(_ productID: String, isOnSale: Bool) throws(DatabaseError) {
        try database.run(
            isOnSale
                ? "DELETE FROM removed_product WHERE product_id = ?"
                : "INSERT INTO removed_product (product_id) VALUES (?) ON CONFLICT DO NOTHING",
            [Value(productID)])
    }
}
