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
        if let path { try removeStrayLog(of: path) }
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

    private static func replace(
        _ path: String, _ format: Database.Format, _ error: DatabaseError
    ) throws(IAPError) -> (database: Database, damage: IAPError?) {
        let aside = try setAside(path)
        let database: Database
        do throws(DatabaseError) { database = try Database(path: path, format: format) } catch { throw IAPError(error) }
        let rescued = rescue(from: aside, to: database)
        let name = aside.split(separator: "/").last.map(String.init) ?? aside
        return (
            database,
            IAPError(
                .storageDamaged,
                "the journal was damaged; it is kept as \(name) beside the new one, into which \(rescued) rows were rescued",
                storeDomain: "SQLite", storeCode: Int(error.code))
        )
    }

    /// The file first: without its log a damaged file may look like a sound one of earlier.
    private static func setAside(_ path: String) throws(IAPError) -> String {
        var number = 1
        while exists("\(path).damaged-\(number)") || exists("\(path).damaged-\(number)-wal") { number += 1 }
        let aside = "\(path).damaged-\(number)"
        for part in ["", "-wal", "-shm"] where exists(path + part) {
            guard rename(path + part, aside + part) == 0 else {
                throw IAPError(
                    .storage, "the journal \(path) is damaged and cannot be set aside as \(aside)", isRetryable: true,
                    storeDomain: "errno", storeCode: Int(errno))
            }
        }
        return aside
    }

    /// A log without its file is what a kill in the middle of `setAside` leaves.
    private static func removeStrayLog(of path: String) throws(IAPError) {
        guard !exists(path), exists(path + "-wal") else { return }
        _ = try setAside(path)
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    // MARK: What can be read

    /// - Returns: how many rows were taken over.
    private static func rescue(from aside: String, to database: Database) -> Int {
        guard let damaged = try? Database(salvaging: aside) else { return 0 }
        defer { damaged.close() }
        let rescued = try? database.transaction { () throws(DatabaseError) in
            var rescued = 0
            for table in try tables(of: database) { rescued += try rescue(table, from: damaged, to: database) }
            return rescued
        }
        return rescued ?? 0
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
                guard (try? database.run("INSERT OR IGNORE INTO \(table) (\(list)) VALUES (\(marks))", row)) != nil else {
                    continue
                }
                rescued += database.changes
            }
        }
        return rescued
    }
}
