internal import Foundation
internal import IAPDatabase
internal import IAPModel

/// The ledger of purchases. It grants each purchase once, independent of the source, the order and the number of
/// reports. It is thread-safe, and any number of processes can use the same database.
package final class Ledger: Sendable {
    package struct Options: Sendable {
        package var bundleID: String
        package var goods: Goods
        /// If no player has submitted a purchase, it belongs to the player whose name is its appAccountToken, a
        /// lowercase UUID.
        package var playersAreTokens = false
        /// The game gives each player one appAccountToken. If false, the tokens of purchases say nothing about players.
        package var tokensIdentifyPlayers = true
        package var answersConsumption = false
        package var endpoints: [Endpoint] = []
        /// The waits between the attempts to send an event. The last attempt is about three days after the first. After
        /// that, the event is given up.
        package var retrySeconds: [Int64] = [5, 30, 120, 600, 1800, 7200, 21_600, 43_200, 86_400, 86_400]
        /// Milliseconds since 1970.
        package var now: @Sendable () -> Int64

        package init(bundleID: String, goods: Goods, now: @escaping @Sendable () -> Int64) {
            self.bundleID = bundleID
            self.goods = goods
            self.now = now
        }
    }

    package struct Endpoint: Sendable {
        package var url: String
        /// True if the address also receives events of single purchases, which are not part of the Commerce Protocol.
        package var hearsOfPurchases: Bool

        package init(url: String, hearsOfPurchases: Bool) {
            self.url = url
            self.hearsOfPurchases = hearsOfPurchases
        }
    }

    package let options: Options
    let database: any SQLDatabase

    package init(_ database: any SQLDatabase, _ options: Options) throws(SQLError) {
        self.database = database
        self.options = options
        try LedgerSchema.schema.create(in: database)
        try LedgerSchema.analyze(database)
    }

    package var now: Int64 { options.now() }

    /// Returns the player's name as the tables store it. With `playersAreTokens`, upper and lower case are equal.
    func name(_ player: String) -> String { options.playersAreTokens ? player.lowercased() : player }

    /// The rows of one statement in its own transaction.
    @discardableResult
    func rows(_ sql: String, _ values: [Value] = []) throws(SQLError) -> [SQLRow] {
        try database.transaction { connection throws(SQLError) in try connection.query(sql, values) }
    }

    func inPage<Result>(
        _ environment: String, _ body: (LedgerPage) throws(SQLError) -> Result
    ) throws(SQLError) -> Result {
        let now = now
        return try database.transaction { connection throws(SQLError) in
            try body(
                LedgerPage(connection: connection, environment: environment, bundleID: options.bundleID, now: now))
        }
    }
}

extension Ledger {
    package func checkDatabase() throws(SQLError) {
        try rows("SELECT 1")
    }
}

/// The balances, unlocks and subscriptions of a player in one environment.
package struct PlayerHoldings: Sendable, Hashable {
    package struct Unlock: Sendable, Hashable, Encodable {
        package var name: String
        package var productID: String?
        /// Nil if it does not end.
        package var end: Int64?

        private enum CodingKeys: String, CodingKey {
            case name
            case productID = "productId"
            case end = "expiresAt"
        }
    }

    package var balances: [String: Int64]
    package var unlocks: [Unlock]
    package var subscriptions: [SubscriptionSnapshot]
}

extension Ledger {
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
            let periods = purchases.map(\.fact).filter { $0.type == .autoRenewable }
            let subscriptions = Dictionary(grouping: periods, by: \.originalID).values
            for periods in subscriptions.sorted(by: { $0[0].purchaseDate < $1[0].purchaseDate }) {
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
            let given = try page.connection.query(
                """
                SELECT name, expires_ms FROM given
                WHERE environment = $1 AND bundle_id = $2 AND player = $3 ORDER BY name
                """, [.text(environment), .text(options.bundleID), .text(player)])
            for row in given {
                let end = try row.optionalInteger(1)
                if end ?? .max > page.now { holdings.unlocks.append(.init(name: try row.text(0), end: end)) }
            }
            return holdings
        }
    }

    /// Returns the newest entries first.
    ///
    /// - Parameter environment: nil for all environments.
    package func history(
        of player: String, environment: String? = nil, limit: Int = 200
    ) throws(SQLError) -> [LedgerEntry] {
        try entries("player", [name(player)], environment, limit)
    }

    /// - Parameter id: any id of the purchase.
    package func history(ofTransaction id: String, limit: Int = 200) throws(SQLError) -> [LedgerEntry] {
        try entries("transaction_id", ids(ofTransaction: id), nil, limit)
    }

    private func entries(
        _ column: String, _ values: [String], _ environment: String?, _ limit: Int
    ) throws(SQLError) -> [LedgerEntry] {
        let places = (1...values.count).map { "$\($0)" }.joined(separator: ", ")
        return try rows(
            """
            SELECT \(LedgerEntry.columns) FROM entry
            WHERE \(column) IN (\(places)) AND environment = COALESCE($\(values.count + 1), environment)
            ORDER BY at_ms DESC, id LIMIT $\(values.count + 2)
            """, values.map { .text($0) } + [Value(environment), .integer(Int64(limit))]
        ).map(LedgerEntry.init)
    }
}

extension LedgerEntry {
    static let columns = """
        id, player, at_ms, kind, cause, transaction_id, product_id, name, amount, detail, environment
        """

    init(_ row: SQLRow) throws(SQLError) {
        guard let kind = Kind(rawValue: try row.text(3)) else { throw SQLRow.unreadable(3) }
        self.init(player: try row.optionalText(1), kind: kind, cause: try row.text(4))
        id = try row.text(0)
        date = try row.integer(2)
        transactionID = try row.optionalText(5)
        productID = try row.optionalText(6)
        name = try row.optionalText(7)
        amount = try row.optionalInteger(8)
        detail = try row.optionalText(9)
        environment = try row.text(10)
    }
}

extension Ledger {
    /// Applies a purchase that a game submits.
    ///
    /// - Parameters:
    ///   - fact: the verified purchase.
    ///   - player: nil if the game does not name the player. The appAccountToken of the purchase must then identify the
    ///     player.
    ///   - token: the appAccountToken of the game's current player; nil if the game does not send it.
    package func submit(
        _ fact: PurchaseFact, player: String?, token: String? = nil, cause: String = "game"
    ) throws(SQLError) -> ChangeOutcome {
        try inPage(fact.environment) { page throws(SQLError) in
            var change = IncomingChange(purchase: fact, player: player, cause: cause)
            if let signed = fact.token, let token {
                change.hasPlayersToken = ExactText(token.lowercased()) == ExactText(signed)
                guard change.hasPlayersToken else {
                    guard let player else { return .ofAnotherPlayer }
                    return try refuse(change, name(player), page)
                }
            }
            if player == nil, !options.playersAreTokens {
                // Only the appAccountToken can identify the owner.
                guard options.tokensIdentifyPlayers, let signed = fact.token,
                    let marked = try page.owner(ofToken: signed)
                else { return .applied(player: nil, record: nil, isNew: false) }
                change.player = marked
            }
            return try apply(change, page)
        }
    }
}

extension Ledger {
    package func reconcile(_ purchase: PurchaseFact, _ renewal: RenewalFact?) throws(SQLError) {
        _ = try inPage(purchase.environment) { page throws(SQLError) in
            try apply(IncomingChange(purchase: purchase, renewal: renewal, cause: "asked the App Store"), page)
        }
    }
}

extension Ledger {
    /// Returns the status of the purchase, from the given data and from what the ledger knows. It changes nothing.
    package func standing(of fact: PurchaseFact) throws(SQLError) -> (fact: PurchaseFact, isOver: Bool) {
        try inPage(fact.environment) { page throws(SQLError) in
            let newest = try page.purchase(of: fact)?.applying(fact, isGrantable: false).record.fact ?? fact
            let isPast = newest.expirationDate.map { $0 <= page.now } ?? false
            guard newest.type == .autoRenewable else { return (newest, isPast) }
            let renewal = try page.renewal(of: fact.originalID)
            return (newest, !SubscriptionSnapshot(newest, renewal, now: page.now).isActive)
        }
    }
}

/// A notification of the App Store. All signed data in it was verified.
package struct NotificationFact: Sendable {
    package var uuid: String
    package var type: String
    package var subtype: String?
    package var signedDate: Int64
    package var environment: String
    package var purchase: PurchaseFact?
    package var renewal: RenewalFact?
    package var unclaimedSeats: [String] = []
}

extension Ledger {
    /// - Returns: false if the notification was applied before.
    package func receive(_ notification: NotificationFact) throws(SQLError) -> Bool {
        try inPage(notification.environment) { page throws(SQLError) in
            let isNew = try !page.connection.query(
                """
                INSERT INTO notification (uuid, received_ms, signed_ms, type, subtype, environment, transaction_id,
                    original_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING uuid
                """,
                [
                    .text(notification.uuid), .integer(page.now), .integer(notification.signedDate),
                    .text(notification.type), Value(notification.subtype), .text(notification.environment),
                    Value(notification.purchase?.transactionID),
                    Value(notification.purchase?.originalID ?? notification.renewal?.originalID),
                ]
            ).isEmpty
            guard isNew else { return false }
            let name = [notification.type, notification.subtype].compactMap { $0 }.joined(separator: "/")
            _ = try apply(
                IncomingChange(
                    purchase: notification.purchase, renewal: notification.renewal,
                    cause: "notification \(name)", notification: notification), page)
            if notification.type == "UNCLAIM_SEATS" || notification.subtype == "SEATS" {
                try tellSeats(notification, page)
            }
            if options.answersConsumption, notification.type == "CONSUMPTION_REQUEST",
                let purchase = notification.purchase
            {
                try Self.add(.consumption, purchase.transactionID, page)
            }
            return true
        }
    }
}

extension NotificationFact {
    /// The date of the event: for a renewal the start of its period, otherwise the date of the signature.
    var occurrenceDate: Int64 { type == "DID_RENEW" ? purchase?.purchaseDate ?? signedDate : signedDate }
}

extension Ledger {
    /// Removes the player from all data. The purchases stay for accounting, without an owner until a player claims
    /// them.
    package func erase(_ player: String) throws(SQLError) {
        let player = name(player)
        try database.transaction { connection throws(SQLError) in
            // Changes the purchases first. This prevents others from adding rows for the player.
            let owners = try connection.query(
                """
                UPDATE owner SET player = NULL, is_erased = 1, is_open = 0 WHERE player = $1
                RETURNING environment, bundle_id, original_id
                """, [.text(player)])
            for owner in owners {
                // A player who claims the purchase later receives its grant again.
                try connection.run(
                    """
                    UPDATE purchase SET token = NULL, has_returnable = 0, has_lasting = 0
                    WHERE environment = $1 AND bundle_id = $2 AND original_id = $3
                    """, owner.values)
            }
            for table in ["token_owner", "balance", "given"] {
                try connection.run("DELETE FROM \(table) WHERE player = $1", [.text(player)])
            }
            // Reasons written by people may name the player.
            try connection.run(
                """
                UPDATE entry SET player = NULL, detail = CASE WHEN kind = 'manual' THEN NULL ELSE detail END
                WHERE player = $1
                """, [.text(player)])
            try connection.run(
                "DELETE FROM delivery WHERE event_id IN (SELECT id FROM event WHERE player = $1)", [.text(player)])
            try connection.run("DELETE FROM event WHERE player = $1", [.text(player)])
        }
        try database.forget()
    }
}

package enum UniqueID {
    /// Returns a new lowercase UUID.
    package static func make() -> String { UUID().uuidString.lowercased() }
}
