#if canImport(SQLite3)
    internal import SQLite3
#else
    internal import CIAPSQLite
#endif

/// The length of the log beside a database. SQLite appends its commits to the log.
///
/// After a commit that leaves a long log, SQLite would itself copy the log to the database's pages, and would not
/// report a failed sync there. So the owner of the database does this and sees the error.
final class WriteAheadLog {
    /// The number of pages of the log after the last commit.
    var pages: Int32 = 0

    /// The connection must not outlive this object.
    func watch(_ connection: OpaquePointer?) {
        sqlite3_wal_hook(
            connection,
            { log, _, _, pages in
                if let log { Unmanaged<WriteAheadLog>.fromOpaque(log).takeUnretainedValue().pages = pages }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
