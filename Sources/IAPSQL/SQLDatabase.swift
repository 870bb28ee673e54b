package import IAPDatabase

/// The values of one row, in the column order of the statement. The servers' tables contain only whole numbers and texts.
package struct SQLRow: Sendable, Hashable {
    package let values: [Value]

    package init(_ values: [Value]) { self.values = values }

    /// Returns 0 if the value is not a number.
    package func integer(_ column: Int) -> Int64 { optionalInteger(column) ?? 0 }

    package func optionalInteger(_ column: Int) -> Int64? {
        if case .integer(let number) = values[column] { number } else { nil }
    }

    /// Returns an empty text if the value is not a text.
    package func text(_ column: Int) -> String { optionalText(column) ?? "" }

    package func optionalText(_ column: Int) -> String? {
        if case .text(let text) = values[column] { text } else { nil }
    }

    package func flag(_ column: Int) -> Bool { integer(column) != 0 }
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
    /// Returns the rows of one statement.
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
    package let name: String
    /// The type of 64-bit whole numbers.
    package let integer: String
    /// The text after the columns of a new table.
    package let tableEnd: String
    /// Locks the rows that a query finds until the transaction ends, and skips rows that others have locked.
    package let skipLocked: String

    /// SQLite has one writer at a time, so no locks are needed.
    package static let sqlite = SQLDialect(
        name: "SQLite", integer: "INTEGER", tableEnd: " STRICT", skipLocked: "")
    package static let postgreSQL = SQLDialect(
        name: "PostgreSQL", integer: "BIGINT", tableEnd: "", skipLocked: " FOR UPDATE SKIP LOCKED")
}
