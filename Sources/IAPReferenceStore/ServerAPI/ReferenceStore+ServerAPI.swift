internal import Foundation
internal import IAPDatabase
internal import IAPJSON
internal import IAPModel
internal import IAPSignedData
package import IAPSignedText

/// The lookups of the App Store Server API.
extension ReferenceStore {
    package static let pageSize = 20

    package var bundleID: String { identity.bundleID }

    package var appleIDInProduction: Int64? { identity.appleIDInProduction }

    package var environment: SigningEnvironment { identity.environment }

    /// Checks a token; throws the reason if it gives no access. Tokens follow the machine's time, even if the store has another
    /// clock.
    ///
    /// - Returns: The time at which the token expires, in milliseconds since 1970.
    package func authorize(_ token: String) throws(Rejection) -> Int64 {
        let known: [AppServerKey]
        do throws(StoreFailure) {
            known = try readAsItIs { ledger throws(DatabaseError) in try self.signedRequests(ledger).keys }
        } catch {
            throw Rejection(.unknownKey, error.detail)
        }
        let keyID = try JWSHeader(CompactJWS(token.utf8).header).keyID ?? ""
        guard let key = known.first(where: { ExactText($0.id) == ExactText(keyID) }) else {
            throw Rejection(.unknownKey, "the header's kid is \(keyID.prefix(40)), which the store does not know")
        }
        // Requests of devices may name any issuer with the store's own key. This API requires the store's own issuer.
        let checked = AppServerKey(
            id: key.id, issuerID: key.issuerID ?? identity.issuerID, bundleID: key.bundleID,
            publicKey: key.verifyingKey)
        let signature = try checked.check(token, for: ServerRequest(.apiToken), at: machineTime())
        return signature.expirationDate ?? 0
    }

    /// Returns the account that owns the transaction, or the copy of the app, with this id; nil if there is none.
    package func customer(of id: String) throws(StoreFailure) -> String? {
        try read { ledger throws(DatabaseError) in
            if let number = UInt64(id), let transaction = try ledger.transaction(number) { return transaction.account }
            return try self.account(ofAppTransaction: id, ledger)
        }
    }

    private func account(ofAppTransaction id: String, _ ledger: Ledger) throws(DatabaseError) -> String? {
        guard id.utf8.count == 18, id.hasPrefix("7") else { return nil }
        return try ledger.accounts().first { identity.appTransactionID(of: $0) == id }
    }

    package func isAppTransaction(_ id: String) throws(StoreFailure) -> Bool {
        try read { ledger throws(DatabaseError) in try self.account(ofAppTransaction: id, ledger) != nil }
    }

    // MARK: Transactions

    package func transaction(_ id: UInt64) throws(StoreFailure) -> LedgerTransaction? {
        try read { ledger throws(DatabaseError) in try ledger.transaction(id) }
    }

    /// Returns nil if the transaction does not exist.
    package func signedTransaction(_ id: UInt64) throws(StoreFailure) -> String? {
        let (transaction, seal) = try readForServers { ledger throws(DatabaseError) in try ledger.transaction(id) }
        return try transaction.map { transaction throws(StoreFailure) in try sign(transaction, seal) }
    }

    package func history(of account: String, _ query: HistoryQuery) throws(StoreFailure) -> HistoryPage {
        let (found, seal) = try readForServers { ledger throws(DatabaseError) in
            try ledger.history(of: account, query, limit: Self.pageSize + 1)
        }
        return try page(found, seal)
    }

    /// Returns refunded transactions; the oldest refund comes first.
    package func refunds(of account: String, after place: HistoryPlace?) throws(StoreFailure) -> HistoryPage {
        let (found, seal) = try readForServers { ledger throws(DatabaseError) in
            try ledger.refunds(of: account, after: place, limit: Self.pageSize + 1)
        }
        return try page(found, seal)
    }

    private func page(
        _ found: [Ledger.ChangedTransaction], _ seal: ServerSeal
    ) throws(StoreFailure) -> HistoryPage {
        let page = found.prefix(Self.pageSize)
        var signed: [String] = []
        for row in page { signed.append(try sign(row.transaction, seal)) }
        return HistoryPage(
            signed: signed, end: page.last.map { HistoryPlace(change: $0.change, id: $0.transaction.id) },
            hasMore: found.count > Self.pageSize)
    }

    package func signedAppTransaction(of account: String) throws(StoreFailure) -> String {
        let ((), seal) = try readForServers { _ in }
        let app = AppRecord(
            bundleID: identity.bundleID, appleID: identity.appleIDInProduction,
            appTransactionID: identity.appTransactionID(of: account), receiptDate: seal.seal.date)
        return try sign(AppPayload(app, seal.seal).forServers, seal.forgery)
    }

    // MARK: Subscriptions

    package struct SignedStatus: Sendable {
        package var groupID: String
        package var originalID: UInt64
        package var state: Int
        package var transaction: String
        package var renewal: String
    }

    package func signedStatuses(of account: String) throws(StoreFailure) -> [SignedStatus] {
        let (statuses, seal) = try readForServers { ledger throws(DatabaseError) in
            try self.statuses(of: account, groupID: nil, ledger)
        }
        var signed: [SignedStatus] = []
        for status in statuses {
            let id = identity.appTransactionID(of: status.renewal.account)
            signed.append(
                SignedStatus(
                    groupID: status.groupID, originalID: status.transaction.originalID, state: status.state.rawValue,
                    transaction: try sign(status.transaction, seal),
                    renewal: try sign(
                        RenewalPayload(status.renewal, appTransactionID: id, seal.seal).forServers, seal.forgery)))
        }
        return signed
    }

    package func massExtension(
        productID: String, requestID: String
    ) throws(StoreFailure) -> MassExtension? {
        try read { ledger throws(DatabaseError) in try ledger.massExtension(productID, requestID) }
    }

    // MARK: Signing

    /// The signature's data for everything that is read at one time.
    private struct ServerSeal {
        var seal: DeviceSeal
        var forgery: Forgery?
    }

    private func readForServers<Value>(
        _ body: (Ledger) throws(DatabaseError) -> Value
    ) throws(StoreFailure) -> (Value, ServerSeal) {
        try read { ledger throws(DatabaseError) in
            let forgery = try ledger.forgery()
            let seal = self.serverSeal(at: try self.now(ledger), forgery)
            return (try body(ledger), ServerSeal(seal: seal, forgery: forgery))
        }
    }

    private func sign(_ transaction: LedgerTransaction, _ seal: ServerSeal) throws(StoreFailure) -> String {
        let id = identity.appTransactionID(of: transaction.account)
        return try sign(
            TransactionPayload(transaction, appTransactionID: id, seal.seal).forServers, seal.forgery)
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

    fileprivate func history(
        of account: String, _ query: HistoryQuery, limit: Int
    ) throws(DatabaseError) -> [ChangedTransaction] {
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
    ) throws(DatabaseError) -> [ChangedTransaction] {
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

    private func changed(_ rows: [(id: UInt64, change: Int64)]) throws(DatabaseError) -> [ChangedTransaction] {
        var found: [ChangedTransaction] = []
        for row in rows {
            guard let transaction = try transaction(row.id) else { continue }
            found.append(ChangedTransaction(transaction: transaction, change: row.change))
        }
        return found
    }

    fileprivate func massExtension(
        _ productID: String, _ requestID: String
    ) throws(DatabaseError) -> MassExtension? {
        try database.query(
            "SELECT completed_ms, succeeded, failed FROM mass_extension WHERE product_id = ? AND request_id = ?",
            [Value(productID), Value(requestID)]
        ) { MassExtension(date: $0.integer(0), succeeded: Int($0.integer(1)), failed: Int($0.integer(2))) }.first
    }
}
