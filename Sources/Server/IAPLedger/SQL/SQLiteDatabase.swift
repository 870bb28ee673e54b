internal import IAPDatabase
internal import IAPPlatform

/// An SQLite file, or a database in memory. It runs one transaction at a time.
package final class SQLiteDatabase: SQLDatabase {
    private let database: Guarded<Database>
    /// Nil for a database in memory.
    private let turns: Turns?

    package var dialect: SQLDialect { .sqlite }

    /// - Parameter path: nil for a database in memory.
    package init(path: String?, applicationID: Int32) throws(SQLError) {
        do throws(DatabaseError) {
            // The tables are those of `SQLSchema`.
            var format = Database.Format(applicationID: applicationID, schema: "", isExclusive: false)
            format.overwritesDeletedData = true
            database = Guarded(try Database(path: path, format: format))
        } catch {
            throw SQLError(error)
        }
        turns = try path.map { path throws(SQLError) in try Turns(path: path) }
    }

    package func transaction<Result>(
        _ body: (any SQLConnection) throws(SQLError) -> Result
    ) throws(SQLError) -> Result {
        try database.withLock { database throws(SQLError) in
            try turns?.take(timeout: 10_000)
            defer { turns?.end() }
            let connection = Connection(database: database)
            return try database.transaction(body: connection, body)
        }
    }

    /// The write-ahead log still contains the old pages. This empties the log, unless another process reads from it
    /// now.
    package func forget() throws(SQLError) {
        try database.withLock { database throws(SQLError) in
            do throws(DatabaseError) { _ = try database.query("PRAGMA wal_checkpoint(TRUNCATE)") { _ in } } catch {
                throw SQLError(error)
            }
        }
    }

    package func close() { database.withLock { $0.close() } }

    fileprivate struct Connection: SQLConnection {
        let database: Database

        func run(_ sql: String, _ values: [Value]) throws(SQLError) { _ = try query(sql, values) }

        var dialect: SQLDialect { .sqlite }

        func query(_ statements: [SQLStatement]) throws(SQLError) -> [[SQLRow]] {
            var results: [[SQLRow]] = []
            for statement in statements { results.append(try rows(statement)) }
            return results
        }

        private func rows(_ statement: SQLStatement) throws(SQLError) -> [SQLRow] {
            try SQLError.checkTexts(statement.values)
            do throws(DatabaseError) {
                return try database.query(statement.sql, statement.values) { row in
                    SQLRow((0..<row.count).map { row.value($0) })
                }
            } catch {
                throw SQLError(error)
            }
        }
    }
}

extension Database {
    fileprivate func transaction<Result>(
        body connection: SQLiteDatabase.Connection, _ body: (any SQLConnection) throws(SQLError) -> Result
    ) throws(SQLError) -> Result {
        try transaction({ () throws(SQLError) in try body(connection) }, wrap: SQLError.init)
    }
}

extension SQLError {
    fileprivate init(_ error: DatabaseError) {
        self.init(error.kind == .busy ? .unavailable : .failed, error.description)
    }
}
