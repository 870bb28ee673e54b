internal import Foundation
internal import IAPDatabase
internal import IAPJSON
internal import IAPModel
internal import IAPSignatures

/// The App Store Server API, for the game server.
package struct ServerRequests: Sendable {
    let file: LedgerFile
    let writer: NotificationWriter
    let keeper: SubscriptionKeeper
    package let objects: ServerObjects

    package static let pageSize = 20

    private var identity: StoreIdentity { writer.identity }
    // MARK: Lookups

    /// Returns the account that owns the transaction, or the copy of the app, with this id; nil if there is none.
    package func customer(of id: String) throws -> String? {
        try file.read { ledger in
            if let number = UInt64(id), let transaction = try ledger.transaction(number) { return transaction.account }
            return try objects.account(ofAppTransaction: id, ledger)
        }
    }

    package func isAppTransaction(_ id: String) throws -> Bool {
        try file.read { ledger in try objects.account(ofAppTransaction: id, ledger) != nil }
    }

    // MARK: Transactions

    /// Returns nil if the transaction does not exist.
    package func signedTransaction(_ id: UInt64) throws -> String? {
        let (transaction, context) = try readForServers { ledger in try ledger.transaction(id) }
        return try transaction.map { try context.sign(SignedPayload($0, context)) }
    }

    package func history(of account: String, _ query: HistoryQuery) throws -> HistoryPage {
        let (found, context) = try readForServers { ledger in
            try ledger.history(of: account, query, limit: Self.pageSize + 1)
        }
        return try page(found, context)
    }

    /// Returns refunded transactions; the oldest refund comes first.
    package func refunds(of account: String, after place: HistoryPlace?) throws -> HistoryPage {
        let (found, context) = try readForServers { ledger in
            try ledger.refunds(of: account, after: place, limit: Self.pageSize + 1)
        }
        return try page(found, context)
    }

    private func page(_ found: [Ledger.ChangedTransaction], _ context: SigningContext) throws -> HistoryPage {
        let page = found.prefix(Self.pageSize)
        return HistoryPage(
            signed: try page.map { try context.sign(SignedPayload($0.transaction, context)) },
            end: page.last.map { HistoryPlace(change: $0.change, id: $0.transaction.id) },
            hasMore: found.count > Self.pageSize)
    }

    package func signedAppTransaction(of account: String) throws -> String {
        let ((), context) = try readForServers { _ in }
        let app = AppRecord(
            bundleID: identity.bundleID, appleID: identity.appleIDInProduction,
            appTransactionID: identity.appTransactionID(of: account), receiptDate: context.date)
        return try context.sign(SignedPayload(app, context))
    }

    // MARK: Subscriptions

    package struct SignedStatus: Sendable {
        package var groupID: String
        package var originalID: UInt64
        package var state: Int
        package var transaction: String
        package var renewal: String
    }

    package func signedStatuses(of account: String) throws -> [SignedStatus] {
        let (statuses, context) = try readForServers { ledger in
            try writer.statuses.list(of: account, groupID: nil, ledger)
        }
        return try statuses.map { status in
            SignedStatus(
                groupID: status.groupID, originalID: status.transaction.originalID, state: status.state.rawValue,
                transaction: try context.sign(SignedPayload(status.transaction, context)),
                renewal: try context.sign(SignedPayload(status.renewal, context)))
        }
    }

    /// Returns the signed request for a retention message; nil if the transaction belongs to no subscription.
    package func signedRealtimeRequest(for id: UInt64, locale: String) throws -> (text: String, productID: String)? {
        let (found, context) = try readForServers { ledger in try ledger.transaction(id) }
        guard let transaction = found, transaction.subscriptionGroupID != nil else { return nil }
        // Apple's DecodedRealtimeRequestBody.
        let payload = SignedPayload([
            "originalTransactionId": .id(transaction.originalID), "appAppleId": .whole(identity.appleID),
            "productId": .text(transaction.productID), "userLocale": .text(locale),
            "requestIdentifier": .text(try identity.freshUUID(file)),
            "environment": .text(identity.environment.rawValue), "signedDate": .whole(context.date),
        ])
        return (try context.sign(payload), transaction.productID)
    }

    package func massExtension(
        productID: String, requestID: String
    ) throws -> MassExtension? { try file.read { ledger in try ledger.massExtension(productID, requestID) } }

    // MARK: Signing

    private func readForServers<Value>(_ body: (Ledger) throws -> Value) throws -> (Value, SigningContext) {
        try file.read { ledger in
            let context = SigningContext(identity: identity, date: try ledger.now, forgery: try ledger.forgery())
            return (try body(ledger), context)
        }
    }
}

extension LedgerTransaction {
    /// The order id on the receipt that a customer gets by mail: "M" and thirteen letters and digits. The id can be read back
    /// from it.
    package var orderID: String {
        let text = String(id, radix: 32, uppercase: true)
        return "M" + String(repeating: "0", count: max(0, 13 - text.count)) + text
    }

    package static func id(ofOrder order: String) -> UInt64? {
        guard order.count == 14, order.first == "M" else { return nil }
        return UInt64(order.dropFirst(), radix: 32)
    }
}

// MARK: -

extension Ledger {
    /// A row of the history, with the last command that changed it.
    struct ChangedTransaction: Sendable {
        var transaction: LedgerTransaction
        var change: Int64
    }

    fileprivate func history(of account: String, _ query: HistoryQuery, limit: Int) throws -> [ChangedTransaction] {
        let (order, comparison) = query.isDescending ? ("DESC", "<") : ("ASC", ">")
        let rows = try database.query(
            """
            SELECT transaction_id, change_number FROM ledger WHERE account = ?1
            AND (?2 IS NULL OR (change_number, transaction_id) \(comparison) (?2, ?3))
            AND (?4 IS NULL OR product_id IN (SELECT value FROM json_each(?4)))
            AND (?5 IS NULL OR product_type IN (SELECT value FROM json_each(?5)))
            AND (?6 IS NULL OR group_id IN (SELECT value FROM json_each(?6)))
            AND (?7 IS NULL OR ownership = ?7)
            AND (?8 IS NULL OR (revocation_ms IS NOT NULL) = ?8)
            AND (?9 IS NULL OR purchase_ms >= ?9) AND (?10 IS NULL OR purchase_ms < ?10)
            AND (NOT ?11 OR product_type <> 'Consumable' OR is_finished = 0 OR revocation_ms IS NOT NULL)
            ORDER BY change_number \(order), transaction_id \(order) LIMIT ?12
            """,
            [
                Value(account), Value(query.after?.change), Value(query.after.map { Int64(bitPattern: $0.id) }),
                Value(Self.list(query.productIDs)), Value(Self.list(query.productTypes)),
                Value(Self.list(query.groupIDs)), Value(query.ownership), query.isRevoked.map { Value($0) } ?? .null,
                Value(query.start), Value(query.end), Value(query.leavesOutFinishedConsumables), Value(limit),
            ]
        ) { (id: $0.bits(0), change: $0.integer(1)) }
        return try changed(rows)
    }

    private static func list(_ values: [String]?) -> String? { values.flatMap { JSONEncoder.sortedText($0) } }

    fileprivate func refunds(
        of account: String, after place: HistoryPlace?, limit: Int
    ) throws -> [ChangedTransaction] {
        let rows = try database.query(
            """
            SELECT transaction_id, change_number FROM ledger WHERE account = ?1 AND revocation_type LIKE 'REFUND%'
            AND (?2 IS NULL OR (change_number, transaction_id) > (?2, ?3))
            ORDER BY change_number, transaction_id LIMIT ?4
            """,
            [Value(account), Value(place?.change), Value(place.map { Int64(bitPattern: $0.id) }), Value(limit)]
        ) { (id: $0.bits(0), change: $0.integer(1)) }
        return try changed(rows)
    }

    private func changed(_ rows: [(id: UInt64, change: Int64)]) throws -> [ChangedTransaction] {
        var found: [ChangedTransaction] = []
        for row in rows {
            guard let transaction = try transaction(row.id) else { continue }
            found.append(ChangedTransaction(transaction: transaction, change: row.change))
        }
        return found
    }

    fileprivate func massExtension(_ productID: String, _ requestID: String) throws -> MassExtension? {
        try database.query(
            "SELECT completed_ms, succeeded, failed FROM mass_extension WHERE product_id = ? AND request_id = ?",
            [Value(productID), Value(requestID)]
        ) { MassExtension(date: $0.integer(0), succeeded: Int($0.integer(1)), failed: Int($0.integer(2))) }.first
    }
}
