#if canImport(SQLite3)
    internal import SQLite3
#else
    internal import CIAPSQLite
#endif

/// The checks and steps when a file is opened.
extension Database {
    /// The path in a form that SQLite treats as a plain file name. A name that begins with a colon or like a URI has
    /// another meaning for SQLite.
    static func plainName(_ path: String) -> String {
        path.hasPrefix(":") || path.hasPrefix("file:") ? "./" + path : path
    }

    func refuseForeign(_ format: Format) throws(DatabaseError) {
        // In one read, because another process may be creating the file now.
        try execute("BEGIN")
        let id = try query("PRAGMA application_id") { $0.integer(0) }.first ?? 0
        let version = try query("PRAGMA user_version") { $0.integer(0) }.first ?? 0
        // Reads the content only of a file without ids. This SQLite may not be able to read the schema of another or a
        // newer program.
        var isFresh = id == 0 && version == 0
        if isFresh { isFresh = try query("SELECT 1 FROM sqlite_schema LIMIT 1") { _ in }.isEmpty }
        try execute("COMMIT")
        if isFresh { return }
        guard id == Int64(format.applicationID) else {
            throw DatabaseError(
                .foreign, "\(name) is a database of another program; it stays unchanged; give another path")
        }
        guard version != Int64(format.version) else { return }
        let versions = "\(name) has version \(version), but this library reads only version \(format.version)"
        guard version < Int64(format.version) else {
            throw DatabaseError(
                .newer, "\(versions); it stays unchanged; use the newer library, or give another path")
        }
        throw DatabaseError(.older, versions)
    }

    /// A missing constraint or an added default would change the rows of later writes.
    func refuseChangedSchema(_ format: Format) throws(DatabaseError) {
        guard try isOurs(format) else {
            throw DatabaseError(
                .damaged, code: SQLITE_CORRUPT,
                "the tables, indexes or triggers of \(name) differ from those that it was created with")
        }
    }

    /// Copies the content into a new file. When this returns, the file is on disk. Only this user may read it.
    package func copy(to path: String) throws(DatabaseError) {
        // SQLite writes into an empty file as into a new one.
        FileAccess.restrict(path)
        try run("VACUUM INTO ?", [Value(path)])
        guard FileAccess.sync(path) else { throw DatabaseError(.failed, "\(path) cannot be written to disk") }
    }

    /// Whether the tables are exactly those of the schema.
    private func isOurs(_ format: Format) throws(DatabaseError) -> Bool {
        let query = "SELECT coalesce(sql, '') FROM sqlite_schema ORDER BY type, name"
        // If it cannot be read, other checks decide.
        guard let found = try? self.query(query, [], { $0.text(0) }) else { return false }
        var format = format
        format.isSchemaChecked = false
        guard let made = try? Database(path: nil, format: format) else { return false }
        defer { made.close() }
        return try made.query(query) { $0.text(0) } == found
    }

    /// Checks each page, and whether the indexes agree with their tables. If an index has lost a key, the key could be
    /// used again.
    func refuseDamaged() throws(DatabaseError) {
        let findings = try query("PRAGMA integrity_check(1)") { $0.text(0) }
        guard findings != ["ok"] else { return }
        let finding = findings.first ?? "the integrity check returned nothing"
        // A page that could not be read is among the findings, even if the disk failed only for a moment.
        let parts = finding.split(separator: "=")
        if parts.count > 1, parts[parts.count - 2].hasSuffix("error code"), let code = Int32(parts[parts.count - 1]),
            code & 0xFF != SQLITE_CORRUPT
        {
            throw DatabaseError(.failed, code: code, "\(name) cannot be read now: \(finding)")
        }
        throw DatabaseError(.damaged, code: SQLITE_CORRUPT, "\(name) is damaged: \(finding)")
    }

    /// SQLite does not wait for the lock that this change of mode needs. So this function waits: another process is
    /// doing the same, and finishes soon.
    func beginWAL(_ format: Format) throws(DatabaseError) {
        var attempts = format.isExclusive ? 1 : 1000
        while true {
            do throws(DatabaseError) {
                return try execute("PRAGMA journal_mode=WAL")
            } catch {
                attempts -= 1
                guard error.kind == .busy, attempts > 0 else { throw error }
                sqlite3_sleep(5)
            }
        }
    }

    /// Creates the tables in a new file.
    func create(_ format: Format) throws(DatabaseError) {
        let isNew = try query("PRAGMA user_version") { $0.integer(0) } == [0]
        guard isNew else { return }
        try transaction { () throws(DatabaseError) in
            // Another process may have created them meanwhile.
            guard try query("PRAGMA user_version", [], { $0.integer(0) }) == [0] else { return }
            try execute(format.schema)
            try execute("PRAGMA application_id=\(format.applicationID)")
            try execute("PRAGMA user_version=\(format.version)")
        }
        // From now on the file itself shows whose it is, even without its log.
        _ = try? query("PRAGMA wal_checkpoint(PASSIVE)") { _ in }
    }
}
