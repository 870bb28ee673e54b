internal import CDatabase

#if canImport(SQLite3)
    internal import SQLite3
#else
    internal import CSQLite
#endif

/// One connection to an SQLite file of this library. Not for two threads at once: the owner holds a lock.
///
/// Money depends on these files, so each commit is on disk when it returns (WAL with synchronous=FULL), and a file that
/// is not ours, or newer than we are, is refused before anything is written to it.
package final class Database {
    /// What makes a file ours.
    package struct Format: Sendable {
        package var applicationID: Int32
        /// One script for each version; the file's `user_version` counts those that were applied.
        package var migrations: [String]
        /// Held by one connection at a time. Otherwise several processes may share the file.
        package var isExclusive: Bool
        /// Looked through for damage when it is opened, which takes the longer the larger it is.
        package var isChecked: Bool
        /// The bytes of a page in files that are made new; nil for what SQLite takes, which disks write as a whole.
        package var pageSize: Int?
        /// A text that stands near the beginning of each such file, by which it is known when its header is lost.
        package var mark: String?

        package init(
            applicationID: Int32, migrations: [String], isExclusive: Bool, isChecked: Bool = false,
            pageSize: Int? = nil, mark: String? = nil
        ) {
            self.pageSize = pageSize
            self.mark = mark
            self.applicationID = applicationID
            self.migrations = migrations
            self.isExclusive = isExclusive
            self.isChecked = isChecked
        }
    }

    private var handle: OpaquePointer?
    private var statements: [StatementText: Statement] = [:]
    private let tables = WrittenTables()
    private let log = WriteAheadLog()
    private let name: String
    /// Whether a commit is on disk when it returns.
    private var isSynchronous = true
    /// The system could not bring to disk what was written, and may say nothing of it the next time.
    private var hasFailedSync = false
    private let isExclusive: Bool
    /// From so many pages on the log is written to the pages, as SQLite would by itself.
    private static let longLog: Int32 = 1000

    /// - Parameter path: nil keeps the database in memory.
    package init(path: String?, format: Format) throws(DatabaseError) {
        name = path ?? "the database in memory"
        isExclusive = format.isExclusive
        if let path { try FileSignature.refuseForeign(path, format) }
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        // A name that begins with a colon would mean something to SQLite.
        let file = path.map { $0.hasPrefix(":") ? "./" + $0 : $0 }
        let code = sqlite3_open_v2(file ?? ":memory:", &handle, flags, nil)
        do throws(DatabaseError) {
            guard code == SQLITE_OK else { throw failure(code, "open") }
            // The flag of the opening is newer than iOS 15.
            sqlite3_extended_result_codes(handle, 1)
            tables.watch(handle)
            log.watch(handle)
            // An exclusive file whose owner is just ending is worth a short wait, a shared one a longer wait.
            sqlite3_busy_timeout(handle, format.isExclusive ? 1000 : 10000)
            try refuseForeign(format)
            if format.isChecked { try refuseDamaged() }
            if format.isExclusive { try execute("PRAGMA locking_mode=EXCLUSIVE") }
            if path != nil {
                if let size = format.pageSize { try execute("PRAGMA page_size=\(size)") }
                try beginWAL(format)
                log.noteSize(ofPage: try query("PRAGMA page_size") { $0.integer(0) }.first ?? 0)
            }
            // SQLite would take the lock of a file that needs no change only with the first write, and two would think that
            // it is theirs.
            if format.isExclusive { try execute("BEGIN IMMEDIATE; COMMIT") }
            // What a killed process has left in the log may have failed to come to disk without anybody knowing now.
            hasFailedSync = path != nil && format.isExclusive
            try execute("PRAGMA synchronous=FULL")
            // On Apple's systems a plain sync leaves the data in the drive's own memory. Elsewhere these do nothing.
            try execute("PRAGMA fullfsync=ON")
            try execute("PRAGMA checkpoint_fullfsync=ON")
            try execute("PRAGMA foreign_keys=ON")
            try migrate(format)
        } catch {
            close()
            // SQLite says of what it cannot make sense of that it is no database or that it is damaged, whosever it is.
            guard let path, error.kind == .damaged || error.kind == .foreign && error.code != 0 else { throw error }
            throw DatabaseError(
                FileSignature.isOurs(path, format) ? .damaged : .foreign, code: error.code, error.description)
        }
    }

    /// What can still be read of a file that is damaged.
    package init(salvaging path: String) throws(DatabaseError) {
        name = path
        isExclusive = true
        let code = sqlite3_open_v2(
            path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        do throws(DatabaseError) {
            guard code == SQLITE_OK else { throw failure(code, "open") }
            sqlite3_extended_result_codes(handle, 1)
            try execute("PRAGMA locking_mode=EXCLUSIVE")
        } catch {
            close()
            throw error
        }
    }

    deinit { close() }

    /// Lets the file go; each later call fails.
    package func close() {
        for statement in statements.values { sqlite3_finalize(statement.handle) }
        statements = [:]
        // The close writes the log to the pages. If the disk does not take it now, it does not take that either.
        if hasFailedSync, isExclusive {
            do throws(DatabaseError) { try writeLogAgain() } catch {
                cdatabase_keep_log(UnsafeMutableRawPointer(handle))
            }
        }
        hasFailedSync = false
        sqlite3_close_v2(handle)
        handle = nil
    }

    /// Runs statements that give no rows and take no values.
    package func execute(_ sql: String) throws(DatabaseError) {
        guard handle != nil else { throw closed }
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code, sql) }
    }

    /// Runs one statement that gives no rows.
    package func run(_ sql: String, _ values: [Value] = []) throws(DatabaseError) {
        try query(sql, values) { _ in }
    }

    /// The tables that statements were to change since this was last made empty, whether there was a row to change or not.
    package var written: Set<String> = []

    /// How many rows the last statement changed.
    package var changes: Int { Int(sqlite3_changes(handle)) }

    /// The rows of one statement, in order.
    @discardableResult
    package func query<Element>(
        _ sql: String, _ values: [Value] = [], _ read: (Row) -> Element
    ) throws(DatabaseError) -> [Element] {
        let statement = try prepare(sql)
        defer { statement.reset() }
        try statement.bind(values, self)
        if !statement.tables.isEmpty { written.formUnion(statement.tables) }
        var rows: [Element] = []
        while try statement.step(self) { rows.append(read(Row(handle: statement.handle))) }
        return rows
    }

    /// The rows of one statement up to the first that is damaged.
    package func readableRows<Element>(_ sql: String, _ read: (Row) -> Element) throws(DatabaseError) -> [Element] {
        var rows: [Element] = []
        do throws(DatabaseError) {
            let statement = try prepare(sql)
            defer { statement.reset() }
            while try statement.step(self) { rows.append(read(Row(handle: statement.handle))) }
        } catch {
            guard error.isAboutTheFile else { throw error }
        }
        return rows
    }

    /// All or nothing. Takes the write lock at the start, so what the body reads stays true until it ends.
    ///
    /// - Parameter isDurable: false if it may be lost with a power failure right after it, together with what came later; a
    ///   kill of the process loses nothing.
    package func transaction<Result, Failure: Error>(
        isDurable: Bool = true, _ body: () throws(Failure) -> Result, wrap: (DatabaseError) -> Failure
    ) throws(Failure) -> Result {
        do {
            if hasFailedSync { try startLogAnew() }
            // A prepared pragma would take effect when it is prepared, and so only once.
            if isDurable != isSynchronous { try execute("PRAGMA synchronous=\(isDurable ? "FULL" : "NORMAL")") }
        } catch { throw wrap(error) }
        isSynchronous = isDurable
        let result = try transaction("BEGIN IMMEDIATE", needsRoom: isDurable, body, wrap: wrap)
        // The commit is whole as it is. What fails here is tried again after the next one.
        if log.pages >= Self.longLog {
            log.pages = 0
            _ = try? query("PRAGMA wal_checkpoint(PASSIVE)") { _ in }
        }
        return result
    }

    private func transaction<Result, Failure: Error>(
        _ begin: String, needsRoom: Bool = false, _ body: () throws(Failure) -> Result, wrap: (DatabaseError) -> Failure
    ) throws(Failure) -> Result {
        do { try run(begin) } catch { throw wrap(error) }
        do throws(Failure) {
            let result = try body()
            if needsRoom { log.makeRoom(handle) }
            do { try run("COMMIT") } catch { throw wrap(error) }
            return result
        } catch {
            // SQLite may have rolled back by itself, as it does on a full disk; then there is nothing to take back.
            if let handle, sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    package func transaction<Result>(
        _ body: () throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        try transaction(body, wrap: { $0 })
    }

    /// Whatever the body reads is as it was at one moment, whoever changes the file meanwhile.
    package func snapshot<Result>(_ body: () throws(DatabaseError) -> Result) throws(DatabaseError) -> Result {
        try transaction("BEGIN", body, wrap: { $0 })
    }

    /// Changes when another connection has changed the file.
    package func dataVersion() throws(DatabaseError) -> Int64 {
        try query("PRAGMA data_version") { $0.integer(0) }.first ?? 0
    }

    private func writeLogAgain() throws(DatabaseError) {
        let code = log.writeAgain(handle)
        guard code == SQLITE_OK else { throw failure(code, "writing the log again") }
    }

    private func prepare(_ sql: String) throws(DatabaseError) -> Statement {
        if let known = statements[StatementText(sql: sql)] { return known }
        guard handle != nil else { throw closed }
        var prepared: OpaquePointer?
        tables.names = []
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw failure(code, sql) }
        let statement = Statement(handle: prepared, tables: tables.names)
        statements[StatementText(sql: sql)] = statement
        return statement
    }

    private func refuseForeign(_ format: Format) throws(DatabaseError) {
        // In one read, as another process may be just making the file.
        try execute("BEGIN")
        let id = try query("PRAGMA application_id") { $0.integer(0) }.first ?? 0
        let version = try query("PRAGMA user_version") { $0.integer(0) }.first ?? 0
        // What is another program's, or newer, may have a schema that this SQLite cannot read.
        var isFresh = id == 0 && version == 0
        if isFresh { isFresh = try query("SELECT 1 FROM sqlite_schema LIMIT 1") { _ in }.isEmpty }
        try execute("COMMIT")
        if isFresh { return }
        guard id == Int64(format.applicationID) else {
            throw DatabaseError(.foreign, "\(name) is a database of another program; it is left as it is")
        }
        guard version <= Int64(format.migrations.count) else {
            throw DatabaseError(
                .newer,
                "\(name) has version \(version), newer than the \(format.migrations.count) known here; it is left as it is"
            )
        }
    }

    /// What was written before a sync that failed may never come to disk, and what is appended to it would be lost with it:
    /// a log ends at its first gap. So all of it is written once more, to the pages themselves.
    private func startLogAnew() throws(DatabaseError) {
        // While another process may append to the log, it is left as it is.
        if isExclusive { try writeLogAgain() }
        let isBusy = try query("PRAGMA wal_checkpoint(TRUNCATE)") { $0.bool(0) }.first ?? false
        guard !isBusy else { throw DatabaseError(.busy, code: SQLITE_BUSY, "\(name): the log is in use") }
        hasFailedSync = false
    }

    /// Looks at each page, and whether the indexes say what the tables say: a key that an index has lost would be free again.
    private func refuseDamaged() throws(DatabaseError) {
        let findings = try query("PRAGMA integrity_check(1)") { $0.text(0) }
        guard findings != ["ok"] else { return }
        let finding = findings.first ?? "it cannot be looked through"
        // A page that could not be read is among the findings, whatever the reason.
        let parts = finding.split(separator: "=")
        if parts.count > 1, parts[parts.count - 2].hasSuffix("error code"), let code = Int32(parts[parts.count - 1]),
            code & 0xFF != SQLITE_CORRUPT
        {
            throw DatabaseError(.failed, code: code, "\(name) cannot be read now: \(finding)")
        }
        throw DatabaseError(.damaged, code: SQLITE_CORRUPT, "\(name) is damaged: \(finding)")
    }

    /// SQLite does not wait for the lock that this change of mode needs, so the wait is ours: some process is just doing the
    /// same, and is done soon.
    private func beginWAL(_ format: Format) throws(DatabaseError) {
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

    private func migrate(_ format: Format) throws(DatabaseError) {
        // An open file that need not change is not written to.
        let version = Int(try query("PRAGMA user_version") { $0.integer(0) }.first ?? 0)
        guard version < format.migrations.count else { return }
        try transaction { () throws(DatabaseError) in
            let version = Int(try query("PRAGMA user_version") { $0.integer(0) }.first ?? 0)
            guard version < format.migrations.count else { return }
            for script in format.migrations[version...] { try execute(script) }
            try execute("PRAGMA application_id=\(format.applicationID)")
            try execute("PRAGMA user_version=\(format.migrations.count)")
        }
    }

    // SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC, which are macros of more than a number.
    private static let failedSync = SQLITE_IOERR | (4 << 8)
    private static let failedFolderSync = SQLITE_IOERR | (5 << 8)

    private var closed: DatabaseError { DatabaseError(.failed, "\(name) has been closed") }

    func failure(_ code: Int32, _ action: String) -> DatabaseError {
        if [Self.failedSync, Self.failedFolderSync].contains(code) { hasFailedSync = true }
        let text = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "out of memory"
        let kind: DatabaseError.Kind =
            switch code & 0xFF {
            case SQLITE_NOTADB: .foreign
            case SQLITE_CORRUPT: .damaged
            case SQLITE_FULL: .full
            case SQLITE_BUSY, SQLITE_LOCKED: .busy
            default: .failed
            }
        return DatabaseError(kind, code: code, "\(name): \(text) (SQLite \(code)) at: \(action.prefix(80))")
    }
}

/// A statement's text as the name under which it is kept. Few are equally long, so its length is hash enough: hashing all of it
/// takes longer than some statements do.
private struct StatementText: Hashable {
    let sql: String

    func hash(into hasher: inout Hasher) { hasher.combine(sql.utf8.count) }
}
