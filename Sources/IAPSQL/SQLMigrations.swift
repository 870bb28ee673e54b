/// The steps from an empty database to the newest tables. A step only adds, so that an older process goes on working.
package struct SQLMigrations: Sendable {
    /// For each version the statements that make it from the one before.
    private let steps: @Sendable (SQLDialect) -> [[String]]

    package init(_ steps: @escaping @Sendable (SQLDialect) -> [[String]]) { self.steps = steps }

    private func makeVersions(_ database: some SQLDatabase) throws(SQLError) {
        try database.transaction { connection throws(SQLError) in
            let dialect = connection.dialect
            try connection.run(
                "CREATE TABLE IF NOT EXISTS schema_version (version \(dialect.integer) PRIMARY KEY)\(dialect.tableEnd)")
        }
    }

    /// Applies what is missing. Several processes may do it at a time: who inserts the version first applies it, and the others
    /// wait for the end of that transaction.
    package func apply(to database: some SQLDatabase) throws(SQLError) {
        let dialect = database.dialect
        // Where two processes make the table at once, PostgreSQL lets one of them fail. Then it is there.
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
