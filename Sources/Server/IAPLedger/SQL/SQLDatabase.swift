package import IAPDatabase

/// The values of one row, in the column order of the statement. The servers' tables contain only whole numbers and texts.
package struct SQLRow: Sendable, Hashable {
    package let values: [Value]

    package init(_ values: [Value]) { self.values = values }

    // A row of another shape is an error: the ledger must not grant anything because of values that it cannot read.

    package func integer(_ column: Int) throws(SQLError) -> Int64 {
        guard let number = try optionalInteger(column) else { throw Self.unreadable(column) }
        return number
    }

    package func optionalInteger(_ column: Int) throws(SQLError) -> Int64? {
        switch try value(column) {
        case .null: return nil
        case .integer(let number): return number
        default: throw Self.unreadable(column)
        }
    }

    package func text(_ column: Int) throws(SQLError) -> String {
        guard let text = try optionalText(column) else { throw Self.unreadable(column) }
        return text
    }

    package func optionalText(_ column: Int) throws(SQLError) -> String? {
        switch try value(column) {
        case .null: return nil
        case .text(let text): return text
        default: throw Self.unreadable(column)
        }
    }

    package func flag(_ column: Int) throws(SQLError) -> Bool { try integer(column) != 0 }

    private func value(_ column: Int) throws(SQLError) -> Value {
        guard values.indices.contains(column) else { throw Self.unreadable(column) }
        return values[column]
    }

    /// - Parameter column: the column whose value the ledger cannot read.
    package static func unreadable(_ column: Int) -> SQLError {
        SQLError(.failed, "column \(column) of a row of the database has an unexpected value")
    }
}

package struct SQLError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        /// The database is not available now. The same call may succeed later.
        case unavailable
        /// Another transaction was in conflict. `SQLDatabase.transaction` tries again automatically.
        case conflict
        case failed
    }

    package var kind: Kind
    package var description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}

extension SQLError {
    /// C functions end a text at a NUL, so no text may contain one.
    package static func checkTexts(_ values: [Value]) throws(SQLError) {
        for case .text(let text) in values where text.utf8.contains(0) {
            throw SQLError(.failed, "a text contains a NUL")
        }
    }
}

package struct SQLStatement: Sendable, Hashable {
    /// The parameters are $1, $2 and so on, in the order in which they first appear.
    package var sql: String
    package var values: [Value]

    package init(_ sql: String, _ values: [Value] = []) {
        self.sql = sql
        self.values = values
    }
}

/// The connection of a transaction. It is valid only inside the transaction.
package protocol SQLConnection {
    var dialect: SQLDialect { get }

    /// Runs the statements one after the other and returns the rows of each. All statements are sent together.
    func query(_ statements: [SQLStatement]) throws(SQLError) -> [[SQLRow]]

    /// Runs a statement without using its rows. It may be sent together with the next statement, which then also
    /// reports its error.
    func run(_ sql: String, _ values: [Value]) throws(SQLError)
}

extension SQLConnection {
    package func query(_ sql: String, _ values: [Value] = []) throws(SQLError) -> [SQLRow] {
        try query([SQLStatement(sql, values)])[0]
    }

    package func run(_ sql: String) throws(SQLError) { try run(sql, []) }
}

/// The database of a server. It is thread-safe.
package protocol SQLDatabase: Sendable {
    var dialect: SQLDialect { get }

    /// Commits all changes or none. They are on disk when it returns. The body may run several times because of
    /// conflicts with other transactions.
    func transaction<Result>(
        _ body: (any SQLConnection) throws(SQLError) -> Result
    ) throws(SQLError) -> Result

    /// Overwrites deleted data, as far as the database can do it immediately.
    func forget() throws(SQLError)

    func close()
}

/// The differences between the databases. The rest of our SQL is the same for both.
package struct SQLDialect: Sendable, Hashable {
    /// The type of 64-bit whole numbers.
    package let integer: String
    /// The text after the columns of a new table.
    package let tableEnd: String
    /// Locks the rows that a query finds until the transaction ends, and skips rows that others have locked.
    package let skipLocked: String

    /// SQLite has one writer at a time, so no locks are needed.
    package static let sqlite = SQLDialect(integer: "INTEGER", tableEnd: " STRICT", skipLocked: "")
    package static let postgreSQL = SQLDialect(
        integer: "BIGINT", tableEnd: "", skipLocked: " FOR UPDATE SKIP LOCKED")
}

package struct SQLSchema: Sendable {
    private let version: Int64
    private let statements: @Sendable (SQLDialect) -> [String]

    package init(version: Int64, _ statements: @escaping @Sendable (SQLDialect) -> [String]) {
        self.version = version
        self.statements = statements
    }

    private func makeVersions(_ database: some SQLDatabase) throws(SQLError) {
        try database.transaction { connection throws(SQLError) in
            let dialect = connection.dialect
            try connection.run(
                "CREATE TABLE IF NOT EXISTS schema_version (version \(dialect.integer) PRIMARY KEY)\(dialect.tableEnd)")
        }
    }

    /// Creates the tables in a new database, and refuses a database of another version. Several processes can do this
    /// at the same time: the first to insert the version creates the tables, and the others wait for the end of that
    /// transaction.
    package func create(in database: some SQLDatabase) throws(SQLError) {
        let dialect = database.dialect
        // If two processes create the table at the same time, PostgreSQL makes one of them fail. After that, the table
        // exists.
        if (try? makeVersions(database)) == nil { try makeVersions(database) }
        try database.transaction { connection throws(SQLError) in
            let isNew = try !connection.query(
                "INSERT INTO schema_version (version) VALUES ($1) ON CONFLICT DO NOTHING RETURNING version",
                [.integer(version)]
            ).isEmpty
            let others = try connection.query(
                "SELECT version FROM schema_version WHERE version <> $1 ORDER BY version DESC", [.integer(version)])
            if let other = try others.first?.integer(0) {
                throw SQLError(
                    .failed,
                    "the tables have version \(other), but this program reads only version \(version); they stay unchanged; give a new database"
                )
            }
            if isNew { for statement in statements(dialect) { try connection.run(statement) } }
        }
    }
}
