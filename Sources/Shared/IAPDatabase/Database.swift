internal import CIAPDatabase
#if canImport(SQLite3)
    internal import SQLite3
#else
    internal import CIAPSQLite
#endif

/// One connection to an SQLite file of this library. It is not thread-safe: the owner holds a lock.
///
/// Money depends on these files. So each commit is on disk when it returns (WAL with synchronous=FULL). A file of
/// another program, or of a newer version, is refused before anything is written to it.
package final class Database {
    private var handle: OpaquePointer?
    private var statements: [String: Statement] = [:]
    private let rows = ChangedRows()
    private var notesRows = false
    private let path: String?
    let name: String
    /// Nil for a file that is only salvaged.
    private let format: Format?
    /// Whether a commit is on disk when it returns.
    private var isSynchronous = true
    /// A sync has failed. The system may then treat the data as written although it is not on disk. The next sync
    /// succeeds, even if this data is lost.
    private var hasFailedSync = false
    /// The disk may lack a part of the log that can still be read.
    private var isLogUncertain = false
    private var commitsInLog = 0
    /// The number of commits after which the log is copied to the pages of the database. SQLite would do this itself,
    /// but would not report a failed sync.
    private static let longLog = 250

    /// - Parameter path: Nil keeps the database in memory.
    package init(path: String?, format: Format) throws(DatabaseError) {
        self.path = path
        self.format = format
        name = path ?? "the database in memory"
        try open(format)
    }

    private func open(_ format: Format) throws(DatabaseError) {
        if let path {
            // SQLite would leave out the slash.
            if path.hasSuffix("/"), let fault = FileAccess.openingFault(path) { throw fault }
            try FileAccess.refuseSpecialFiles(path)
            try FileSignature.refuseForeign(path, format)
            FileAccess.restrict(path)
        }
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        var isRead = false
        let code = sqlite3_open_v2(path.map(Self.plainName) ?? ":memory:", &handle, flags, nil)
        do throws(DatabaseError) {
            guard code == SQLITE_OK else {
                throw path.flatMap(FileAccess.openingFault) ?? failure(code, "open")
            }
            // The flag for opening needs a newer system than iOS 15.
            sqlite3_extended_result_codes(handle, 1)
            database_trust_no_schema(UnsafeMutableRawPointer(handle))
            if notesRows { rows.watch(handle) }
            // A short wait for an exclusive file whose owner is just closing it, a longer wait for a shared file.
            sqlite3_busy_timeout(handle, format.isExclusive ? 1000 : 10000)
            try refuseForeign(format)
            if format.isChecked { try refuseDamaged() }
            if format.isExclusive { try execute("PRAGMA locking_mode=EXCLUSIVE") }
            if path != nil {
                if let size = format.pageSize { try execute("PRAGMA page_size=\(size)") }
                try beginWAL(format)
            }
            // SQLite takes the exclusive lock with the first write. Without this write, two processes could open the
            // same file.
            if format.isExclusive { try execute("BEGIN IMMEDIATE; COMMIT") }
            try execute("PRAGMA synchronous=FULL")
            isSynchronous = true
            // On Apple's systems a plain sync leaves the data in the drive's own memory. On other systems these
            // settings do nothing.
            try execute("PRAGMA fullfsync=ON")
            try execute("PRAGMA checkpoint_fullfsync=ON")
            try execute("PRAGMA foreign_keys=ON")
            try execute("PRAGMA wal_autocheckpoint=0")
            if format.overwritesDeletedData { try execute("PRAGMA secure_delete=ON") }
            isRead = true
            // The process before may have been killed before it synced the log.
            isLogUncertain = path != nil && format.isExclusive
            try create(format)
            if format.isSchemaChecked { try refuseChangedSchema(format) }
            if let path { FileAccess.restrict(path) }
        } catch {
            close()
            guard let path, isAboutContent(error, isHeaderRead: isRead) else { throw error }
            let isOurs = FileSignature.isOurs(path, format)
            // SQLite says "not a database" and "damaged" about files of either kind. The signature decides.
            if error.kind == .failed, !isOurs { throw error }
            throw isOurs
                ? DatabaseError(.damaged, code: error.code, error.description)
                : DatabaseError(
                    .foreign, code: error.code,
                    "\(path) is not a database of this library; it stays unchanged; give another path")
        }
    }

    /// Whether SQLite could not open the file because of what is in it.
    private func isAboutContent(_ error: DatabaseError, isHeaderRead: Bool) -> Bool {
        switch error.kind {
        case .damaged: return true
        // The library's own refusals of foreign files have no code.
        case .foreign: return error.code != 0
        // For SQLite, a damaged header may be an unsupported format, or may forbid writing.
        case .failed where !isHeaderRead:
            let code = error.code & 0xFF
            return code == SQLITE_ERROR || code == SQLITE_READONLY && FileAccess.isWritable(path)
        default: return false
        }
    }

    /// Opens a damaged file to rescue its readable content.
    package init(salvaging path: String) throws(DatabaseError) {
        self.path = path
        format = nil
        name = path
        let code = sqlite3_open_v2(
            Self.plainName(path), &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        do throws(DatabaseError) {
            guard code == SQLITE_OK else { throw failure(code, "open") }
            sqlite3_extended_result_codes(handle, 1)
            database_trust_no_schema(UnsafeMutableRawPointer(handle))
            try execute("PRAGMA locking_mode=EXCLUSIVE")
        } catch {
            close()
            throw error
        }
    }

    deinit { close() }

    /// Closes the file. Each later call fails.
    package func close() {
        for statement in statements.values { sqlite3_finalize(statement.handle) }
        statements = [:]
        sqlite3_close_v2(handle)
        handle = nil
    }

    /// Runs statements that return no rows and take no values.
    package func execute(_ sql: String) throws(DatabaseError) {
        guard handle != nil else { throw closed }
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code, sql) }
    }

    /// Runs one statement that returns no rows.
    package func run(_ sql: String, _ values: [Value] = []) throws(DatabaseError) {
        try query(sql, values) { _ in }
    }

    /// From now on, records which rows each transaction changes.
    package func noteChangedRows() {
        notesRows = true
        rows.watch(handle)
    }

    /// The changes of the current transaction, by table.
    package var changedRows: [String: Set<Int64>] { rows.byTable }

    /// The number of rows that the last statement changed.
    package var changes: Int { Int(sqlite3_changes(handle)) }

    /// The rows of one statement, in order.
    @discardableResult
    package func query<Element>(
        _ sql: String, _ values: [Value] = [], _ read: (Row) -> Element
    ) throws(DatabaseError) -> [Element] {
        let statement = try prepare(sql)
        defer { statement.reset() }
        try statement.bind(values, self)
        var rows: [Element] = []
        while try statement.step(self) { rows.append(read(Row(handle: statement.handle))) }
        return rows
    }

    /// The rows of one statement up to the first damaged row.
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

    /// Makes all changes or none. Takes the write lock at the start. So the values that the body reads stay true until
    /// it ends.
    ///
    /// - Parameter isDurable: False if a power loss right after it may lose it, with all later commits. A kill of the
    ///   process loses nothing.
    package func transaction<Result, Failure: Error>(
        isDurable: Bool = true, _ body: () throws(Failure) -> Result, wrap: (DatabaseError) -> Failure
    ) throws(Failure) -> Result {
        do {
            if hasFailedSync { try reopen() }
            if isLogUncertain { try emptyLog() }
            // Not prepared: a pragma takes effect when it is prepared. A kept statement would work only once.
            if isDurable != isSynchronous { try execute("PRAGMA synchronous=\(isDurable ? "FULL" : "NORMAL")") }
        } catch { throw wrap(error) }
        isSynchronous = isDurable
        rows.byTable = [:]
        let result = try transaction("BEGIN IMMEDIATE", body, wrap: wrap)
        commitsInLog += 1
        if commitsInLog >= Self.longLog {
            commitsInLog = 0
            // The commit is complete without this. The next commit sees a failed sync.
            _ = try? query("PRAGMA wal_checkpoint(PASSIVE)") { _ in }
        }
        return result
    }

    private func transaction<Result, Failure: Error>(
        _ begin: String, _ body: () throws(Failure) -> Result, wrap: (DatabaseError) -> Failure
    ) throws(Failure) -> Result {
        do { try run(begin) } catch { throw wrap(error) }
        do throws(Failure) {
            let result = try body()
            do { try run("COMMIT") } catch { throw wrap(error) }
            return result
        } catch {
            // SQLite may have rolled back itself, for example on a full disk.
            if let handle, sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    package func transaction<Result>(
        _ body: () throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        try transaction(body, wrap: { $0 })
    }

    /// The body reads the state of one moment, even if another connection changes the file meanwhile.
    package func snapshot<Result>(_ body: () throws(DatabaseError) -> Result) throws(DatabaseError) -> Result {
        try transaction("BEGIN", body, wrap: { $0 })
    }

    /// Changes when another connection has changed the file.
    package func dataVersion() throws(DatabaseError) -> Int64 {
        try query("PRAGMA data_version") { $0.integer(0) }.first ?? 0
    }

    private func prepare(_ sql: String) throws(DatabaseError) -> Statement {
        if let known = statements[sql] { return known }
        guard handle != nil else { throw closed }
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw failure(code, sql) }
        let statement = Statement(handle: prepared)
        statements[sql] = statement
        return statement
    }

    /// Continues with what SQLite reads from the file. The commit whose sync failed may be in it.
    private func reopen() throws(DatabaseError) {
        guard let format else { return }
        do throws(DatabaseError) {
            close()
            try open(format)
        } catch {
            hasFailedSync = true
            // The file was in order. So the disk still fails.
            guard error.isPassing else { throw DatabaseError(.failed, code: SQLITE_IOERR, error.description) }
            throw error
        }
        isLogUncertain = true
    }

    /// Copies the log to the pages and syncs them. A log ends at its first gap, and with a gap on the disk the next
    /// commits would be lost, too.
    private func emptyLog() throws(DatabaseError) {
        let isBusy = try query("PRAGMA wal_checkpoint(TRUNCATE)") { $0.bool(0) }.first ?? false
        guard !isBusy else { throw DatabaseError(.busy, code: SQLITE_BUSY, "\(name): the log is in use") }
        isLogUncertain = false
    }

    // SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC, which Swift does not import because they are macros with an
    // expression.
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

extension Database {
    /// How one of the library's files is recognized, created and opened.
    package struct Format: Sendable {
        package var applicationID: Int32
        /// The file's `user_version`, greater than 0. A file of another version is refused and stays unchanged.
        package var version: Int
        /// Creates the tables.
        package var schema: String
        /// One connection at a time holds the file. Otherwise several processes may share it.
        package var isExclusive: Bool
        /// The file is checked for damage when it is opened. The time grows with the file.
        package var isChecked: Bool
        /// A file whose tables differ from those of the schema counts as damaged.
        package var isSchemaChecked = false
        /// SQLite overwrites deleted data with zeros.
        package var overwritesDeletedData = false
        /// The size of a page in new files, in bytes. Nil for SQLite's default, which disks write as a whole.
        package var pageSize: Int?

        package init(
            applicationID: Int32, version: Int = 1, schema: String, isExclusive: Bool, isChecked: Bool = false,
            pageSize: Int? = nil
        ) {
            (self.pageSize, self.applicationID, self.version) = (pageSize, applicationID, version)
            (self.schema, self.isExclusive, self.isChecked) = (schema, isExclusive, isChecked)
        }
    }
}
