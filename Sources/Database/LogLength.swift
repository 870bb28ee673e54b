#if canImport(SQLite3)
    internal import SQLite3
#else
    internal import CSQLite
#endif

/// How many pages the log has since the last commit.
///
/// SQLite would write a long log to the pages by itself after a commit, and say nothing of a sync that failed in it.
final class LogLength {
    var pages: Int32 = 0

    /// The connection must not outlive it.
    func watch(_ connection: OpaquePointer?) {
        sqlite3_wal_hook(
            connection,
            { length, _, _, pages in
                if let length { Unmanaged<LogLength>.fromOpaque(length).takeUnretainedValue().pages = pages }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
