internal import IAPDatabase

/// The steps from an empty database to the newest tables. A step only adds, so older processes continue to work.
package struct SQLMigrations: Sendable {
    /// For each version, the statements that upgrade the previous version.
    private let steps: @Sendable (SQLDialect) -> [[String]]

    package init(_ steps: @escaping @Sendable (SQLDialect) -> [[String]]) { self.steps = steps }

    private func makeVersions(_ database: some SQLDatabase) throws(SQLError) {
        try database.transaction { connection throws(SQLError) in
            let dialect = connection.dialect
            try connection.run(
                "CREATE TABLE IF NOT EXISTS schema_version (version \(dialect.integer) PRIMARY KEY)\(dialect.tableEnd)")
        }
    }

    /// Applies missing steps. Several processes can do this at the same time: the first to insert the version applies
    /// the step, and the others wait for the end of that transaction.
    package func apply(to database: some SQLDatabase) throws(SQLError) {
        let dialect = database.dialect
        // If two processes create the table at the same time, PostgreSQL makes one of them fail. After that, the table
        // exists.
        if (try? makeVersions(database)) == nil { try makeVersions(database) }
        for (index, step) in steps(dialect).enumerated() {
            try database.transaction { connection throws(SQLError) in
                let isNew = try !connection.query(
                    "INSERT INTO schema_version (version) VALUES ($1) ON CONFLICT DO NOTHING RETURNING version",
                    [.integer(Int64(index + 1))]
                ).isEmpty
                if isNew { for statement in step { try connection.run(statement) } }
            }
        }
    }
}
