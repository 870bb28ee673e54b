internal import IAPDatabase

/// The tables of a database, and their version.
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
            if let other = others.first?.integer(0) {
                throw SQLError(
                    .failed,
                    "the tables have version \(other), but this program reads only version \(version); they stay unchanged; give a new database"
                )
            }
            if isNew { for statement in statements(dialect) { try connection.run(statement) } }
        }
    }
}
