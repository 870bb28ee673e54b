internal import Database
package import IAPModel
internal import Platform

/// What the client must not forget, on disk before anybody acts on it: which transactions were handed to the game, how
/// often, and which of them it has finished.
///
/// Each call returns when its change is durable. Never call it on the thread that pumps events.
package final class Journal: @unchecked Sendable {  // The lock guards the connection.
    /// What an offer of a transaction comes to.
    package enum Offer: Sendable, Hashable {
        /// To be handed to the game, for the so-manieth time.
        case deliver(count: Int)
        /// The game has finished it in an earlier run; the store may not have heard of it.
        case alreadyFinished
    }

    private enum Stage: Int64 {
        case offered = 1
        case finishRecorded = 2
        case finishedInStore = 3
    }

    private static let format = Database.Format(
        applicationID: 0x4941_504A,  // "IAPJ"
        migrations: [
            """
            CREATE TABLE delivery (
                transaction_id INTEGER PRIMARY KEY,
                product_id TEXT NOT NULL,
                -- With the id it tells a transaction from one of another store that happens to have the same number.
                purchase_ms INTEGER NOT NULL,
                stage INTEGER NOT NULL,
                delivery_count INTEGER NOT NULL,
                revocation_ms INTEGER,
                is_revocation_told INTEGER NOT NULL DEFAULT 0
            ) STRICT;
            """
        ],
        isExclusive: true)

    private let lock = Monitor()
    private let database: Database

    /// - Parameter path: nil keeps the journal in memory.
    package init(path: String?) throws(IAPError) {
        do { database = try Database(path: path, format: Self.format) } catch {
            guard error.kind == .busy else { throw IAPError(error) }
            throw IAPError(
                .busy, "another client uses the journal \(path ?? ""); close it, or give this client its own",
                isRetryable: true, storeDomain: "SQLite", storeCode: Int(error.code))
        }
    }

    /// Counts one more delivery, unless the transaction has been finished.
    package func offer(_ id: UInt64, productID: String, purchaseDate: Int64 = 0) throws(IAPError) -> Offer {
        try change { database throws(DatabaseError) in
            let known = try database.query(
                "SELECT stage, delivery_count FROM delivery WHERE transaction_id = ? AND purchase_ms = ?",
                [Value(bits: id), .integer(purchaseDate)]
            ) { (stage: $0.integer(0), count: Int($0.integer(1))) }.first
            if let known, known.stage >= Stage.finishRecorded.rawValue { return .alreadyFinished }
            // A damaged file may say anything.
            let count = min(max(known?.count ?? 0, 0), Int(Int32.max) - 1) + 1
            try enter(id, productID, purchaseDate, database)
            try database.run(
                "UPDATE delivery SET delivery_count = ? WHERE transaction_id = ?", [Value(count), Value(bits: id)])
            return .deliver(count: count)
        }
    }

    /// From here on the transaction is never offered again, and the store may be told.
    package func recordFinish(_ id: UInt64, productID: String, purchaseDate: Int64 = 0) throws(IAPError) {
        try change { database throws(DatabaseError) in
            try enter(id, productID, purchaseDate, database)
            try database.run(
                "UPDATE delivery SET stage = max(stage, ?) WHERE transaction_id = ?",
                [.integer(Stage.finishRecorded.rawValue), Value(bits: id)])
        }
    }

    /// The store has been told.
    package func recordStoreFinish(_ id: UInt64) throws(IAPError) {
        try change { database throws(DatabaseError) in
            try database.run(
                "UPDATE delivery SET stage = ? WHERE transaction_id = ?",
                [.integer(Stage.finishedInStore.rawValue), Value(bits: id)])
        }
    }

    /// The store has taken the purchase back.
    package func recordRevocation(
        _ id: UInt64, productID: String, date: Int64, purchaseDate: Int64 = 0
    ) throws(IAPError) {
        try change { database throws(DatabaseError) in
            try enter(id, productID, purchaseDate, database)
            try database.run(
                """
                UPDATE delivery SET revocation_ms = ?, is_revocation_told = 0
                WHERE transaction_id = ? AND revocation_ms IS NOT ?
                """, [.integer(date), Value(bits: id), .integer(date)])
        }
    }

    /// The game has heard of the revocation. May come before the record of the revocation itself.
    package func recordRevocationTold(
        _ id: UInt64, productID: String, date: Int64, purchaseDate: Int64 = 0
    ) throws(IAPError) {
        try change { database throws(DatabaseError) in
            try enter(id, productID, purchaseDate, database)
            try database.run(
                "UPDATE delivery SET revocation_ms = ?, is_revocation_told = 1 WHERE transaction_id = ?",
                [.integer(date), Value(bits: id)])
        }
    }

    /// The revocations that an earlier run knew of and has not told the game.
    package func untoldRevocations() throws(IAPError) -> [UInt64] {
        try change { database throws(DatabaseError) in
            try database.query(
                "SELECT transaction_id FROM delivery WHERE revocation_ms IS NOT NULL AND is_revocation_told = 0"
            ) { $0.bits(0) }
        }
    }

    /// The revocations that the game has heard of, by id, with their dates.
    package func toldRevocations() throws(IAPError) -> [UInt64: Int64] {
        let rows = try change { database throws(DatabaseError) in
            try database.query(
                """
                SELECT transaction_id, revocation_ms FROM delivery
                WHERE revocation_ms IS NOT NULL AND is_revocation_told = 1
                """
            ) { (id: $0.bits(0), date: $0.integer(1)) }
        }
        return Dictionary(rows.map { ($0.id, $0.date) }, uniquingKeysWith: { $1 })
    }

    /// Makes the row of a transaction. A row of another one under the same id is that of another store's, and goes.
    private func enter(
        _ id: UInt64, _ productID: String, _ purchaseDate: Int64, _ database: Database
    ) throws(DatabaseError) {
        try database.run(
            "DELETE FROM delivery WHERE transaction_id = ? AND purchase_ms <> ?",
            [Value(bits: id), .integer(purchaseDate)])
        try database.run(
            """
            INSERT INTO delivery (transaction_id, product_id, purchase_ms, stage, delivery_count) VALUES (?, ?, ?, ?, 0)
            ON CONFLICT (transaction_id) DO NOTHING
            """,
            [Value(bits: id), Value(productID), .integer(purchaseDate), .integer(Stage.offered.rawValue)])
    }

    /// Lets the file go, so that the next launch can open it.
    package func close() {
        lock.withLock { database.close() }
    }

    private func change<Result>(
        _ body: (Database) throws(DatabaseError) -> Result
    ) throws(IAPError) -> Result {
        do throws(DatabaseError) {
            return try lock.withLock { () throws(DatabaseError) in
                try database.transaction { () throws(DatabaseError) in try body(database) }
            }
        } catch {
            throw IAPError(error)
        }
    }
}
