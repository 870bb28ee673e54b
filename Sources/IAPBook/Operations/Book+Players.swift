internal import IAPModel
internal import IAPDatabase
package import IAPSQL

/// The balances, unlocks and subscriptions of a player in one environment.
package struct PlayerHoldings: Sendable, Hashable {
    package struct Unlock: Sendable, Hashable {
        package var name: String
        package var productID: String?
        /// Nil if it does not end.
        package var end: Int64?
    }

    package var balances: [String: Int64]
    package var unlocks: [Unlock]
    package var subscriptions: [SubscriptionSnapshot]
}

extension Book {
    package func holdings(of player: String, environment: String) throws(SQLError) -> PlayerHoldings {
        let player = name(player)
        return try inPage(environment) { page throws(SQLError) in
            let purchases = try page.purchases(ofPlayer: player)
            var holdings = PlayerHoldings(balances: [:], unlocks: [], subscriptions: [])
            for balance in try page.balances(of: player) { holdings.balances[balance.name] = balance.amount }
            for record in purchases where record.fact.type != .autoRenewable && record.fact.type != .consumable {
                let isOver = record.fact.expirationDate.map { $0 <= page.now } ?? false
                for unlock in options.goods.unlocks(record.fact.productID) where !isOver {
                    if record.fact.revocation != nil, unlock.policy == .takeBack { continue }
                    holdings.unlocks.append(
                        .init(name: unlock.name, productID: record.fact.productID, end: record.fact.expirationDate))
                }
            }
            let renewals = try page.owners(ofPlayer: player)
            for periods in Dictionary(
                grouping: purchases.map(\.fact).filter { $0.type == .autoRenewable }, by: \.originalID
            )
            .values.sorted(by: { $0[0].purchaseDate < $1[0].purchaseDate }) {
                guard let latest = Self.latest(periods) else { continue }
                var snapshot = SubscriptionSnapshot(
                    latest, renewals.first { $0.originalID == latest.originalID }?.renewal, now: page.now)
                snapshot.seats = SubscriptionSnapshot.seats(of: latest, periods)
                holdings.subscriptions.append(snapshot)
                for unlock in options.goods.unlocks(snapshot.productID) where snapshot.isActive {
                    holdings.unlocks.append(
                        .init(name: unlock.name, productID: snapshot.productID, end: snapshot.end))
                }
            }
            holdings.unlocks += try page.connection.query(
                """
                SELECT name, expires_ms FROM given
                WHERE environment = $1 AND bundle_id = $2 AND player = $3 ORDER BY name
                """, [.text(environment), .text(options.bundleID), .text(player)]
            ).filter { ($0.optionalInteger(1) ?? .max) > page.now }.map {
                PlayerHoldings.Unlock(name: $0.text(0), productID: nil, end: $0.optionalInteger(1))
            }
            return holdings
        }
    }

    /// Returns the newest entries first.
    ///
    /// - Parameter environment: nil for all environments.
    package func history(
        of player: String, environment: String? = nil, limit: Int = 200
    ) throws(SQLError) -> [BookEntry] {
        try entries("player", [name(player)], environment, limit)
    }

    /// Returns the entries of a purchase.
    ///
    /// - Parameter id: any id of the purchase.
    package func history(ofTransaction id: String, limit: Int = 200) throws(SQLError) -> [BookEntry] {
        try entries("transaction_id", ids(ofTransaction: id), nil, limit)
    }

    private func entries(
        _ column: String, _ values: [String], _ environment: String?, _ limit: Int
    ) throws(SQLError) -> [BookEntry] {
        let places = (1...values.count).map { "$\($0)" }.joined(separator: ", ")
        return try database.transaction { connection throws(SQLError) in
            try connection.query(
                """
                SELECT \(BookEntry.columns) FROM entry
                WHERE \(column) IN (\(places)) AND environment = COALESCE($\(values.count + 1), environment)
                ORDER BY at_ms DESC, id LIMIT $\(values.count + 2)
                """, values.map { .text($0) } + [Value(environment), .integer(Int64(limit))]
            ).compactMap(BookEntry.init)
        }
    }
}

extension BookEntry {
    static let columns = """
        id, player, at_ms, kind, cause, transaction_id, product_id, name, amount, detail, environment
        """

    init?(_ row: SQLRow) {
        guard let kind = Kind(rawValue: row.text(3)) else { return nil }
        self.init(player: row.optionalText(1), kind: kind, cause: row.text(4))
        id = row.text(0)
        date = row.integer(2)
        transactionID = row.optionalText(5)
        productID = row.optionalText(6)
        name = row.optionalText(7)
        amount = row.optionalInteger(8)
        detail = row.optionalText(9)
        environment = row.text(10)
    }
}
