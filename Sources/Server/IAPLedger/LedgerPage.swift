internal import Foundation
internal import IAPDatabase

/// Access to the ledger's tables within one transaction.
struct LedgerPage {
    let connection: any SQLConnection
    let environment: String
    let bundleID: String
    let now: Int64

    private var place: [Value] { [.text(environment), .text(bundleID)] }

    // MARK: Owners

    /// Locks the purchase until the end of the transaction and returns its owner. The first player becomes the owner.
    ///
    /// - Parameter isClaim: the player claims the purchase; otherwise the player comes from the appAccountToken only.
    func owner(of originalID: String, first player: String?, isClaim: Bool) throws(SQLError) -> Owner {
        try owner(originalID, connection.query([locking(originalID, player, isClaim)])[0])
    }

    /// Locks the purchase for a player who claims it, and inserts it if it belongs to the player.
    ///
    /// - Returns: the owner, and true if the purchase was inserted. A purchase is inserted only once.
    func claim(_ record: PurchaseRule.Record, for player: String) throws(SQLError) -> (Owner, isNew: Bool) {
        let originalID = record.fact.originalID
        let results = try connection.query(
            [locking(originalID, player, true), naming(record.fact, of: player), insertion(record)])
        return (try owner(originalID, results[0]), !results[2].isEmpty)
    }

    private func locking(_ originalID: String, _ player: String?, _ isClaim: Bool) -> SQLStatement {
        SQLStatement(
            """
            INSERT INTO owner (environment, bundle_id, original_id, player) VALUES ($1, $2, $3, $4)
            ON CONFLICT (environment, bundle_id, original_id) DO UPDATE SET
                player = CASE WHEN owner.is_erased = 1 AND $5 = 0 THEN NULL
                    ELSE COALESCE(owner.player, excluded.player) END,
                is_erased = CASE WHEN $5 = 1 THEN 0 ELSE owner.is_erased END
            RETURNING \(Owner.columns)
            """, place + [.text(originalID), Value(player), Value(isClaim)])
    }

    private func owner(_ originalID: String, _ rows: [SQLRow]) throws(SQLError) -> Owner {
        guard let row = rows.first else { throw SQLError(.failed, "the owner of \(originalID) was not written") }
        return try Owner(originalID: originalID, row)
    }

    func player(of originalID: String) throws(SQLError) -> String? {
        try connection.query(
            "SELECT player FROM owner WHERE environment = $1 AND bundle_id = $2 AND original_id = $3",
            place + [.text(originalID)]
        ).first?.optionalText(0)
    }

    func renewal(of originalID: String) throws(SQLError) -> RenewalFact? {
        try connection.query(
            "SELECT \(Owner.columns) FROM owner WHERE environment = $1 AND bundle_id = $2 AND original_id = $3",
            place + [.text(originalID)]
        ).first.flatMap { row throws(SQLError) in try Owner(originalID: originalID, row).renewal }
    }

    func update(_ owner: Owner) throws(SQLError) {
        let renewal = owner.renewal
        try connection.run(
            """
            UPDATE owner SET renewal_date_ms = $1, renewal_signed_ms = $2, will_renew = $3, next_product_id = $4,
                expiration_intent = $5, is_in_billing_retry = $6, grace_end_ms = $7, has_history = $8, is_open = $9
            WHERE environment = $10 AND bundle_id = $11 AND original_id = $12
            """,
            [
                Value(renewal?.renewalDate), Value(renewal?.signedDate),
                Value(renewal.map { $0.willRenew ? 1 : 0 }), Value(renewal?.nextProductID),
                Value(renewal?.expirationIntent), Value(renewal.map { $0.isInBillingRetry ? 1 : 0 }),
                Value(renewal?.graceEnd), Value(owner.hasHistory), Value(owner.isOpen),
            ] + place + [.text(owner.originalID)])
    }

    func owner(ofToken token: String) throws(SQLError) -> String? {
        try connection.query(
            "SELECT player FROM token_owner WHERE environment = $1 AND bundle_id = $2 AND token = $3",
            place + [.text(token)]
        ).first?.text(0)
    }

    /// The first player becomes the owner.
    func bind(_ token: String, to player: String) throws(SQLError) {
        try connection.run(
            "INSERT INTO token_owner (environment, bundle_id, token, player) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            place + [.text(token), .text(player)])
    }

    // MARK: Purchases

    private static let purchaseColumns = """
        environment, bundle_id, transaction_id, original_id, product_id, type, group_id, quantity, purchased_ms,
        expires_ms, revoked_ms, revocation_reason, revocation_type, is_upgraded, ownership, token, price_milliunits,
        currency, storefront, signed_ms, digest, has_returnable, has_lasting, original_purchased_ms,
        revoked_seats, has_added_seats
        """

    /// Each row is a purchase, except the rows whose id is another id of a purchase.
    private static let isPurchase = """
        NOT EXISTS (SELECT 1 FROM purchase_alias WHERE purchase_alias.transaction_id = purchase.transaction_id
            AND purchase_alias.environment = purchase.environment AND purchase_alias.bundle_id = purchase.bundle_id
            AND purchase_alias.purchase_id <> purchase.transaction_id)
        """

    /// - Parameter transactionID: any id of the purchase.
    func purchase(_ transactionID: String) throws(SQLError) -> PurchaseRule.Record? {
        try connection.query(
            """
            SELECT \(Self.purchaseColumns) FROM purchase
            WHERE environment = $1 AND bundle_id = $2 AND transaction_id = COALESCE(
                (SELECT purchase_id FROM purchase_alias
                    WHERE transaction_id = $3 AND environment = $1 AND bundle_id = $2), $3)
            """, place + [.text(transactionID)]
        ).first.map(PurchaseRule.Record.init)
    }

    /// Returns the purchase of a transaction, even if the ledger has it under another id.
    func purchase(of fact: PurchaseFact) throws(SQLError) -> StoredPurchase? {
        let identity = identity(of: fact)
        let id = "(SELECT transaction_id FROM purchase_key WHERE \(Self.isIdentity))"
        let results = try connection.query([
            SQLStatement(
                """
                SELECT \(Self.purchaseColumns) FROM purchase
                WHERE environment = $1 AND bundle_id = $2 AND transaction_id = COALESCE(\(id), $7)
                """, identity + [.text(fact.transactionID)]),
            SQLStatement(
                """
                SELECT transaction_id, signed_ms, digest, revoked_ms, revocation_reason, revocation_type
                FROM purchase_alias WHERE environment = $1 AND bundle_id = $2 AND purchase_id = \(id)
                ORDER BY transaction_id
                """, identity),
            SQLStatement("SELECT reversed_ms FROM purchase_key WHERE \(Self.isIdentity)", identity),
        ])
        guard let record = try results[0].first.map(PurchaseRule.Record.init) else { return nil }
        var purchase = StoredPurchase(record)
        purchase.ids = try results[1].map(StoredPurchase.ID.init)
        purchase.reversalDate = try results[2].first?.optionalInteger(0)
        return purchase
    }

    func purchases(of originalID: String) throws(SQLError) -> [PurchaseRule.Record] {
        try connection.query(
            """
            SELECT \(Self.purchaseColumns) FROM purchase
            WHERE environment = $1 AND bundle_id = $2 AND original_id = $3 AND \(Self.isPurchase)
            ORDER BY purchased_ms, transaction_id
            """, place + [.text(originalID)]
        ).map(PurchaseRule.Record.init)
    }

    func purchases(ofPlayer player: String) throws(SQLError) -> [PurchaseRule.Record] {
        let columns = Self.purchaseColumns.replacingOccurrences(of: "\n", with: " ").split(separator: ",").map {
            "purchase." + $0.trimmingCharacters(in: .whitespaces)
        }
        return try connection.query(
            """
            SELECT \(columns.joined(separator: ", ")) FROM purchase
            JOIN owner ON owner.environment = purchase.environment AND owner.bundle_id = purchase.bundle_id
                AND owner.original_id = purchase.original_id
            WHERE owner.environment = $1 AND owner.bundle_id = $2 AND owner.player = $3 AND \(Self.isPurchase)
            ORDER BY purchase.purchased_ms, purchase.transaction_id
            """, place + [.text(player)]
        ).map(PurchaseRule.Record.init)
    }

    func owners(ofPlayer player: String) throws(SQLError) -> [Owner] {
        try connection.query(
            """
            SELECT \(Owner.columns), original_id FROM owner WHERE environment = $1 AND bundle_id = $2 AND player = $3 ORDER BY original_id
            """, place + [.text(player)]
        ).map { row throws(SQLError) in try Owner(originalID: row.text(Owner.columnCount), row) }
    }

    private static let placeholders = (1...28).map { "$\($0)" }.joined(separator: ", ")

    private static let isIdentity = """
        environment = $1 AND bundle_id = $2 AND original_id = $3 AND purchased_ms = $4 AND product_id = $5
        AND order_line_id = $6
        """

    /// The values of `isIdentity`.
    private func identity(of fact: PurchaseFact) -> [Value] {
        place + [
            .text(fact.originalID), .integer(fact.identityDates.lowerBound), .text(fact.productID),
            .text(fact.orderLineID ?? ""),
        ]
    }

    /// Notes the identity of a new purchase with its id. Changes nothing if the purchase belongs to another player.
    ///
    /// - Parameter player: nil for any player.
    private func naming(_ fact: PurchaseFact, of player: String?) -> SQLStatement {
        SQLStatement(
            """
            INSERT INTO purchase_key (environment, bundle_id, original_id, purchased_ms, product_id, order_line_id,
                transaction_id)
            SELECT $1, $2, $3, $4, $5, $6, $7
            WHERE EXISTS (SELECT 1 FROM owner WHERE environment = $1 AND bundle_id = $2 AND original_id = $3
                AND COALESCE($8, player, '') = COALESCE(player, ''))
            ON CONFLICT DO NOTHING
            """, identity(of: fact) + [.text(fact.transactionID), Value(player)])
    }

    /// Changes nothing if the ledger has the purchase already, under this id or another one.
    private func insertion(_ record: PurchaseRule.Record) -> SQLStatement {
        SQLStatement(
            """
            INSERT INTO purchase (\(Self.purchaseColumns), first_seen_ms, changed_ms) SELECT \(Self.placeholders)
            WHERE EXISTS (SELECT 1 FROM purchase_key WHERE environment = $1 AND bundle_id = $2 AND original_id = $4
                AND purchased_ms = $29 AND product_id = $5 AND order_line_id = $30 AND transaction_id = $3)
            ON CONFLICT DO NOTHING RETURNING transaction_id
            """,
            record.values + [
                .integer(now), .integer(now), .integer(record.fact.identityDates.lowerBound),
                .text(record.fact.orderLineID ?? ""),
            ])
    }

    /// Returns false if the ledger has the purchase already; the call then does not insert it.
    func insert(_ record: PurchaseRule.Record) throws(SQLError) -> Bool {
        try !connection.query([naming(record.fact, of: nil), insertion(record)])[1].isEmpty
    }

    /// Notes that the App Store has reversed a refund of the purchase.
    func reverse(_ fact: PurchaseFact, at date: Int64) throws(SQLError) {
        try connection.run(
            """
            UPDATE purchase_key SET reversed_ms = $1 WHERE environment = $2 AND bundle_id = $3 AND original_id = $4
                AND purchased_ms = $5 AND product_id = $6 AND order_line_id = $7 AND COALESCE(reversed_ms, 0) < $1
            """, [.integer(date)] + identity(of: fact))
    }

    func update(_ id: StoredPurchase.ID, of purchaseID: String) throws(SQLError) {
        try connection.run(
            """
            INSERT INTO purchase_alias (transaction_id, environment, bundle_id, purchase_id, signed_ms, digest,
                revoked_ms, revocation_reason, revocation_type) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            ON CONFLICT (transaction_id, environment, bundle_id) DO UPDATE SET signed_ms = excluded.signed_ms,
                digest = excluded.digest, revoked_ms = excluded.revoked_ms,
                revocation_reason = excluded.revocation_reason, revocation_type = excluded.revocation_type
            """,
            [
                .text(id.transactionID), .text(environment), .text(bundleID), .text(purchaseID),
                .integer(id.version.date), .text(id.version.digest), Value(id.revocation?.date),
                Value(id.revocation?.reason), Value(id.revocation?.type),
            ])
    }

    func update(_ record: PurchaseRule.Record) throws(SQLError) {
        let fact = record.fact
        try connection.run(
            """
            UPDATE purchase SET expires_ms = $1, revoked_ms = $2, revocation_reason = $3, revocation_type = $4,
                is_upgraded = $5, token = $6, signed_ms = $7, digest = $8, has_returnable = $9, has_lasting = $10,
                changed_ms = $11, revoked_seats = $12, has_added_seats = $13
            WHERE environment = $14 AND bundle_id = $15 AND transaction_id = $16
            """,
            [
                Value(fact.expirationDate), Value(fact.revocation?.date), Value(fact.revocation?.reason),
                Value(fact.revocation?.type), Value(fact.isUpgraded), Value(fact.token),
                .integer(fact.version.date), .text(fact.version.digest),
                Value(record.holding.hasReturnable), Value(record.holding.hasLasting), .integer(now),
                .integer(fact.revokedSeats), Value(fact.hasAddedSeats),
            ] + place + [.text(fact.transactionID)])
    }

    // MARK: Balances

    func add(_ amount: Int64, of name: String, to player: String) throws(SQLError) {
        try connection.run(
            """
            INSERT INTO balance (environment, bundle_id, player, name, amount) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (environment, bundle_id, player, name) DO UPDATE SET amount = balance.amount + excluded.amount
            """, place + [.text(player), .text(name), .integer(amount)])
    }

    /// Returns the amounts that the purchase has added to the player's counters, minus the amounts deducted again.
    func given(by transactionID: String, to player: String) throws(SQLError) -> [(name: String, amount: Int64)] {
        try connection.query(
            """
            SELECT name, CAST(SUM(amount) AS \(connection.dialect.integer)) FROM entry
            WHERE transaction_id = $1 AND player = $2 AND environment = $3 AND bundle_id = $4 AND name IS NOT NULL
            GROUP BY name ORDER BY name
            """, [.text(transactionID), .text(player)] + place
        ).map { row throws(SQLError) in (try row.text(0), try row.integer(1)) }
    }

    /// Returns the amounts that the last refund of the purchase has deducted from each counter.
    func taken(from player: String, of transactionID: String) throws(SQLError) -> [String: Int64] {
        let rows = try connection.query(
            """
            SELECT name, amount FROM entry WHERE transaction_id = $1 AND player = $2 AND environment = $3
                AND bundle_id = $4 AND kind = 'taken-back' AND name IS NOT NULL ORDER BY at_ms DESC, id
            """, [.text(transactionID), .text(player)] + place)
        let amounts = try rows.map { row throws(SQLError) in (try row.text(0), -(try row.integer(1))) }
        return Dictionary(amounts) { latest, _ in latest }
    }

    func balances(of player: String) throws(SQLError) -> [(name: String, amount: Int64)] {
        try connection.query(
            """
            SELECT name, amount FROM balance WHERE environment = $1 AND bundle_id = $2 AND player = $3 ORDER BY name
            """, place + [.text(player)]
        ).map { row throws(SQLError) in (try row.text(0), try row.integer(1)) }
    }

    // MARK: Entries

    func isRefused(_ transactionID: String, to player: String) throws(SQLError) -> Bool {
        try !connection.query(
            """
            SELECT 1 FROM entry WHERE transaction_id = $1 AND player = $2 AND kind = 'refused' AND environment = $3
                AND bundle_id = $4 LIMIT 1
            """, [.text(transactionID), .text(player)] + place
        ).isEmpty
    }

    func write(_ entry: LedgerEntry) throws(SQLError) {
        try connection.run(
            """
            INSERT INTO entry (id, player, environment, bundle_id, at_ms, kind, cause, transaction_id, product_id, name,
                amount, detail) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            """,
            [
                .text(entry.id), Value(entry.player), .text(environment), .text(bundleID), .integer(now),
                .text(entry.kind.rawValue), .text(entry.cause), Value(entry.transactionID),
                Value(entry.productID), Value(entry.name), Value(entry.amount), Value(entry.detail),
            ])
    }
}

/// The ledger's data about one purchase with all its renewals.
struct Owner {
    var originalID: String
    var player: String?
    var renewal: RenewalFact?
    var hasHistory: Bool
    var isOpen: Bool
    var isErased: Bool

    static let columns = """
        player, renewal_date_ms, renewal_signed_ms, will_renew, next_product_id, expiration_intent, is_in_billing_retry,
        grace_end_ms, has_history, is_open, is_erased
        """
    static let columnCount = 11

    init(originalID: String, _ row: SQLRow) throws(SQLError) {
        self.originalID = originalID
        player = try row.optionalText(0)
        if let signedDate = try row.optionalInteger(2) {
            let willRenew = try row.flag(3)
            renewal = try RenewalFact(
                originalID: originalID, willRenew: willRenew, nextProductID: row.optionalText(4),
                expirationIntent: row.optionalInteger(5), isInBillingRetry: row.flag(6),
                graceEnd: row.optionalInteger(7), renewalDate: row.optionalInteger(1),
                signedDate: signedDate)
        }
        hasHistory = try row.flag(8)
        isOpen = try row.flag(9)
        isErased = try row.flag(10)
    }
}

extension StoredPurchase.ID {
    fileprivate init(_ row: SQLRow) throws(SQLError) {
        let revocation = try PurchaseFact.Revocation(row, from: 3)
        try self.init(
            transactionID: row.text(0),
            version: FactVersion(date: row.integer(1), isEnd: revocation != nil, digest: row.text(2)),
            revocation: revocation)
    }
}

extension PurchaseFact.Revocation {
    /// Returns nil if the date, which is the first of three columns, is missing.
    fileprivate init?(_ row: SQLRow, from column: Int) throws(SQLError) {
        guard let date = try row.optionalInteger(column) else { return nil }
        try self.init(date: date, reason: row.optionalInteger(column + 1), type: row.optionalText(column + 2))
    }
}

extension PurchaseRule.Record {
    fileprivate init(_ row: SQLRow) throws(SQLError) {
        guard let type = ProductKind(rawValue: try row.text(5)) else { throw SQLRow.unreadable(5) }
        let revocation = try PurchaseFact.Revocation(row, from: 10)
        let fact = try PurchaseFact(
            environment: row.text(0), bundleID: row.text(1), transactionID: row.text(2), originalID: row.text(3),
            productID: row.text(4), type: type, groupID: row.optionalText(6), quantity: row.integer(7),
            purchaseDate: row.integer(8), originalDate: row.integer(23), expirationDate: row.optionalInteger(9),
            revocation: revocation, revokedSeats: row.integer(24), isUpgraded: row.flag(13),
            hasAddedSeats: row.flag(25), ownership: row.text(14), token: row.optionalText(15),
            priceMilliunits: row.optionalInteger(16), currency: row.optionalText(17),
            storefront: row.optionalText(18),
            version: FactVersion(date: row.integer(19), isEnd: revocation != nil, digest: row.text(20)))
        try self.init(
            fact: fact, holding: PurchaseRule.Holding(hasReturnable: row.flag(21), hasLasting: row.flag(22)))
    }

    fileprivate var values: [Value] {
        [
            .text(fact.environment), .text(fact.bundleID), .text(fact.transactionID), .text(fact.originalID),
            .text(fact.productID), .text(fact.type.rawValue), Value(fact.groupID), .integer(fact.quantity),
            .integer(fact.purchaseDate), Value(fact.expirationDate), Value(fact.revocation?.date),
            Value(fact.revocation?.reason), Value(fact.revocation?.type), Value(fact.isUpgraded),
            .text(fact.ownership), Value(fact.token), Value(fact.priceMilliunits), Value(fact.currency),
            Value(fact.storefront), .integer(fact.version.date), .text(fact.version.digest),
            Value(holding.hasReturnable), Value(holding.hasLasting), .integer(fact.originalDate),
            .integer(fact.revokedSeats), Value(fact.hasAddedSeats),
        ]
    }
}

/// A change of a player's counters or unlocks, or a refused claim, with its cause.
package struct LedgerEntry: Sendable, Hashable, Encodable {
    package enum Kind: String, Sendable, Hashable, Encodable {
        case granted = "granted"
        case takenBack = "taken-back"
        case refused = "refused"
        case subscription = "subscription"
        case manual = "manual"
    }

    package var id = UniqueID.make()
    package var player: String?
    package var environment = ""
    package var date: Int64 = 0
    package var kind: Kind
    /// The source of the change: "game", "notification TYPE", "by hand: NAME".
    package var cause: String
    package var transactionID: String?
    package var productID: String?
    package var name: String?
    package var amount: Int64?
    package var detail: String?

    private enum CodingKeys: String, CodingKey {
        case id, player, environment, kind, cause, name, amount, detail
        case date = "at"
        case transactionID = "transactionId"
        case productID = "productId"
    }

    package init(player: String?, kind: Kind, cause: String) {
        self.player = player
        self.kind = kind
        self.cause = cause
    }
}
