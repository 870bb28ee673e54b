#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif
internal import IAPDatabase
internal import IAPModel

/// Renames a damaged journal, or one of an earlier version, and copies what SQLite can read of it into a new one.
enum DamagedJournal {
    static func open(_ path: String?, _ format: Database.Format, now: Int64) throws(IAPError) -> Database {
        if let path, exists(path + finished) { return try exchange(path, format) }
        // A copy remains if the process was killed during a temporary read error.
        if let path, exists(path + copied) { FileCopy.remove(path + copied, parts) }
        do throws(DatabaseError) { return try Database(path: path, format: format) } catch {
            switch (error.kind, path) {
            case (.busy, let path?):
                throw IAPError(
                    .busy, "another client uses the journal \(path); close it, or give this client a separate journal",
                    isRetryable: true, storeDomain: "SQLite", storeCode: Int(error.code))
            case (.damaged, let path?), (.older, let path?): return try replace(path, format, error, now)
            default: throw IAPError(error)
            }
        }
    }

    /// The error that reports a damaged journal to the game. Nil if the game has received it.
    static func untold(in database: Database) throws(IAPError) -> IAPError? {
        do throws(DatabaseError) {
            let row = try database.query("SELECT message, code FROM damage") {
                (message: $0.text(0), code: Int($0.integer(1)))
            }.first
            return row.map { IAPError(.storageDamaged, $0.message, storeDomain: "SQLite", storeCode: $0.code) }
        } catch { throw IAPError(error) }
    }

    private static let messageStart = "the journal was set aside"

    /// Whether this journal was rescued from a damaged file, and the game has not received the report.
    static func isRescued(_ database: Database) throws(DatabaseError) -> Bool {
        try database.query("SELECT message FROM damage") { $0.text(0) }.contains { $0.hasPrefix(messageStart) }
    }

    /// Copies everything that is readable into a new file, which then replaces the damaged file. A kill at any moment
    /// leaves either the damaged file, and the rescue starts again, or the complete new file.
    private static func replace(
        _ path: String, _ format: Database.Format, _ error: DatabaseError, _ now: Int64
    ) throws(IAPError) -> Database {
        // SQLite reports some failed reads as damage. A file is damaged only if all of it can be read and it is
        // inconsistent.
        try FileCopy.make(of: path, at: path + copied, parts)
        defer { FileCopy.remove(path + copied, parts) }
        if try isSound(path + copied, format) {
            throw IAPError(
                .storage, "\(path) could not be read temporarily: \(error.description)", isRetryable: true,
                storeDomain: "SQLite", storeCode: Int(error.code))
        }
        let name = aside(path).split(separator: "/").last.map(String.init) ?? aside(path)
        let isOlder = error.kind == .older
        let reason = isOlder ? "an earlier version wrote it" : "it was damaged"
        // The checksums of an earlier version cover other columns.
        let omitted = isOlder ? Seal.ownTables : []
        do throws(DatabaseError) {
            try rescue(from: path + copied, to: path + unfinished, format, without: omitted, at: now) { rescued in
                IAPError(
                    .storageDamaged,
                    "\(messageStart), because \(reason); it is kept as \(name) beside the new one; \(rescued) of its rows were rescued",
                    storeDomain: "SQLite", storeCode: Int(error.code))
            }
        } catch { throw IAPError(error) }
        try move(path + unfinished, to: path + finished)
        return try exchange(path, format)
    }

    private static let copied = ".copied"
    private static let unfinished = ".rescue"
    private static let finished = ".rescued"
    private static let parts = ["", "-wal", "-shm"]

    static func freeName(_ path: String, _ word: String) -> String {
        var number = 1
        while exists("\(path).\(word)-\(number)") { number += 1 }
        return "\(path).\(word)-\(number)"
    }

    /// Keeps an error about the file for the game. Each launch reports it until the game has received it.
    static func note(
        _ error: IAPError, _ event: String, in database: Database, at now: Int64
    ) throws(DatabaseError) {
        try database.run(
            "INSERT OR REPLACE INTO damage (id, message, code) VALUES (1, ?, ?)",
            [Value(error.message), Value(error.storeCode)])
        var line = AuditLine(event, error)
        line.time = now
        try database.run("INSERT INTO audit (line) VALUES (?)", [Value(line.text)])
    }

    /// The name that the damaged file gets.
    private static func aside(_ path: String) -> String {
        var number = 1
        while exists("\(path).damaged-\(number)") { number += 1 }
        // The process was killed after it had renamed the damaged file.
        if !exists(path), number > 1 { number -= 1 }
        return "\(path).damaged-\(number)"
    }

    /// Replaces the damaged file with the new one. After a kill it continues where it stopped.
    private static func exchange(_ path: String, _ format: Database.Format) throws(IAPError) -> Database {
        FileCopy.remove(path + copied, parts)
        let aside = aside(path)
        // The file itself is renamed last. So its log always gets the same number.
        for part in parts.reversed() where exists(path + part) { try move(path + part, to: aside + part) }
        try move(path + finished, to: path)
        do throws(DatabaseError) { return try Database(path: path, format: format) } catch { throw IAPError(error) }
    }

    private static func move(_ path: String, to other: String) throws(IAPError) {
        guard rename(path, other) == 0 else {
            let code = errno
            throw IAPError(
                code == ENOSPC || code == EDQUOT ? .storageFull : .storage,
                "the journal is damaged, and \(path) cannot be renamed to \(other)", isRetryable: true,
                storeDomain: "errno", storeCode: Int(code))
        }
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    // MARK: Readable content

    /// - Parameter report: Makes the error for the game from the number of rescued rows.
    private static func rescue(
        from path: String, to other: String, _ format: Database.Format, without omitted: [String], at now: Int64,
        _ report: (Int) -> IAPError
    ) throws(DatabaseError) {
        FileCopy.remove(other, parts)
        let database = try Database(path: other, format: format)
        defer { database.close() }
        let damaged = try readable(path)
        defer { damaged?.close() }
        try database.transaction { () throws(DatabaseError) in
            var rescued = 0
            if let damaged {
                for table in try tables(of: database) where !omitted.contains(table) {
                    rescued += try rescue(table, from: damaged, to: database)
                }
            }
            try note(report(rescued), "journal_set_aside", in: database, at: now)
        }
        // Only the file itself is renamed. So its log must be empty.
        let isInLog = try database.query("PRAGMA wal_checkpoint(TRUNCATE)") { $0.bool(0) }.first ?? true
        guard !isInLog else {
            throw DatabaseError(.failed, "\(other): the changes in its log cannot be written into the file")
        }
    }

    private static func isSound(_ path: String, _ format: Database.Format) throws(IAPError) -> Bool {
        do throws(DatabaseError) {
            try Database(path: path, format: format).close()
            return true
        } catch {
            guard error.isAboutTheFile else { throw IAPError(error) }
            return false
        }
    }

    /// Opens the file for reading. Nil if nothing in it is readable.
    private static func readable(_ path: String) throws(DatabaseError) -> Database? {
        do throws(DatabaseError) { return try Database(salvaging: path) } catch {
            guard error.isAboutTheFile else { throw error }
            return nil
        }
    }

    private static func tables(of database: Database) throws(DatabaseError) -> [String] {
        try database.query("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") { $0.text(0) }
    }

    private static func columns(_ table: String, of database: Database) throws(DatabaseError) -> [String] {
        try database.readableRows("SELECT name FROM pragma_table_info('\(table)')") { $0.text(0) }
    }

    private static func hasIDColumn(_ table: String, of database: Database) throws(DatabaseError) -> Bool {
        let keys = try database.query("SELECT type FROM pragma_table_info('\(table)') WHERE pk > 0") { $0.text(0) }
        return keys == ["INTEGER"]
    }

    /// Reads from the front up to the damage.
    private static func rescue(
        _ table: String, from damaged: Database, to database: Database
    ) throws(DatabaseError) -> Int {
        let known = Set(try columns(table, of: damaged))
        var columns = try columns(table, of: database).filter(known.contains)
        guard !columns.isEmpty else { return 0 }
        // Checksums identify rows by their row ids. A column that is the row id itself keeps it anyway.
        if try !hasIDColumn(table, of: database) { columns.insert("rowid", at: 0) }
        let list = columns.joined(separator: ", ")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        var rescued = 0
        let rows = try damaged.readableRows("SELECT \(list) FROM \(table) ORDER BY rowid") { row in
            columns.indices.map { row.value(Int32($0)) }
        }
        for row in rows {
            // A row that violates the table's rules is part of the damage.
            do throws(DatabaseError) {
                try database.run("INSERT OR IGNORE INTO \(table) (\(list)) VALUES (\(marks))", row)
            } catch  where error.isAboutTheRow { continue }
            rescued += database.changes
        }
        return rescued
    }
}
