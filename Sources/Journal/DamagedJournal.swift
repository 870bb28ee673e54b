#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif
internal import Database
internal import IAPModel

/// Sets a journal aside that is damaged, and takes over into a new one what can still be read.
enum DamagedJournal {
    static func open(
        _ path: String?, _ format: Database.Format
    ) throws(IAPError) -> (database: Database, damage: IAPError?) {
        if let path, exists(path + finished) {
            return try exchange(path, format, "what could be read of it was rescued", code: 0)
        }
        do throws(DatabaseError) { return (try Database(path: path, format: format), nil) } catch {
            switch (error.kind, path) {
            case (.busy, let path?):
                throw IAPError(
                    .busy, "another client uses the journal \(path); close it, or give this client its own",
                    isRetryable: true, storeDomain: "SQLite", storeCode: Int(error.code))
            case (.damaged, let path?): return try replace(path, format, error)
            default: throw IAPError(error)
            }
        }
    }

    /// What can be read goes into a file of its own, which takes the place of the damaged one as a whole: a kill at any
    /// moment leaves either the damaged file, to be dealt with again, or the whole new one.
    private static func replace(
        _ path: String, _ format: Database.Format, _ error: DatabaseError
    ) throws(IAPError) -> (database: Database, damage: IAPError?) {
        let rescued: Int
        do throws(DatabaseError) { rescued = try rescue(from: path, to: path + unfinished, format) } catch {
            throw IAPError(error)
        }
        try move(path + unfinished, to: path + finished)
        return try exchange(path, format, "\(rescued) rows of it were rescued", code: error.code)
    }

    private static let unfinished = ".rescue"
    private static let finished = ".rescued"
    private static let parts = ["", "-wal", "-shm"]

    /// Puts the finished file in the place of the damaged one. Goes on where a kill has ended it.
    private static func exchange(
        _ path: String, _ format: Database.Format, _ what: String, code: Int32
    ) throws(IAPError) -> (database: Database, damage: IAPError?) {
        var number = 1
        while exists("\(path).damaged-\(number)") { number += 1 }
        // A kill came after the damaged file had got its name.
        if !exists(path), number > 1 { number -= 1 }
        let aside = "\(path).damaged-\(number)"
        // The file itself goes last, so that its log gets the same number whatever happens between.
        for part in parts.reversed() where exists(path + part) { try move(path + part, to: aside + part) }
        try move(path + finished, to: path)
        let database: Database
        do throws(DatabaseError) { database = try Database(path: path, format: format) } catch { throw IAPError(error) }
        let name = aside.split(separator: "/").last.map(String.init) ?? aside
        return (
            database,
            IAPError(
                .storageDamaged, "the journal was damaged; it is kept as \(name) beside the new one; \(what)",
                storeDomain: "SQLite", storeCode: Int(code))
        )
    }

    private static func move(_ path: String, to other: String) throws(IAPError) {
        guard rename(path, other) == 0 else {
            throw IAPError(
                .storage, "the journal is damaged, and \(path) cannot be renamed to \(other)", isRetryable: true,
                storeDomain: "errno", storeCode: Int(errno))
        }
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    // MARK: What can be read

    /// - Returns: how many rows were taken over.
    private static func rescue(
        from path: String, to other: String, _ format: Database.Format
    ) throws(DatabaseError) -> Int {
        for part in parts where exists(other + part) { remove(other + part) }
        let database = try Database(path: other, format: format)
        defer { database.close() }
        var rescued = 0
        if let damaged = try? Database(salvaging: path) {
            defer { damaged.close() }
            rescued = try database.transaction { () throws(DatabaseError) in
                var rescued = 0
                for table in try tables(of: database) { rescued += try rescue(table, from: damaged, to: database) }
                return rescued
            }
        }
        // All of it is in the one file that is renamed.
        let isInLog = try database.query("PRAGMA wal_checkpoint(TRUNCATE)") { $0.bool(0) }.first ?? true
        guard !isInLog else { throw DatabaseError(.failed, "\(other): the log cannot be brought into the file") }
        return rescued
    }

    private static func tables(of database: Database) throws(DatabaseError) -> [String] {
        try database.query("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") { $0.text(0) }
    }

    private static func columns(_ table: String, of database: Database) -> [String] {
        database.readableRows("SELECT name FROM pragma_table_info('\(table)')") { $0.text(0) }
    }

    /// Reads from both ends up to the damage between them.
    private static func rescue(
        _ table: String, from damaged: Database, to database: Database
    ) throws(DatabaseError) -> Int {
        let known = Set(columns(table, of: damaged))
        let columns = columns(table, of: database).filter(known.contains)
        guard !columns.isEmpty else { return 0 }
        let list = columns.joined(separator: ", ")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        var rescued = 0
        for order in ["ASC", "DESC"] {
            let rows = damaged.readableRows("SELECT \(list) FROM \(table) ORDER BY rowid \(order)") { row in
                columns.indices.map { row.value(Int32($0)) }
            }
            for row in rows {
                // One that does not fit the table is part of the damage.
                do throws(DatabaseError) {
                    try database.run("INSERT OR IGNORE INTO \(table) (\(list)) VALUES (\(marks))", row)
                } catch  where error.isAboutTheRow { continue }
                rescued += database.changes
            }
        }
        return rescued
    }
}
