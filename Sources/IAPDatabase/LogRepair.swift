#if canImport(SQLite3)
    internal import SQLite3
#else
    internal import CIAPSQLite
#endif

/// Writes the log of a database once more, with its present bytes, and syncs it.
///
/// This survives one failure that SQLite cannot handle. A sync of the log fails, perhaps in an earlier process that was
/// killed before it got the error. After that the system may treat the log's pages as written although they are not on
/// the disk: they can still be read, and the next sync succeeds without writing them. When SQLite now copies the log to
/// the pages of the database, it trusts that sync. If there is a power loss between two of those pages, the database is
/// half old and half new, and the log that would complete it has a gap.
///
/// It does not help to close the connection, check the file and open it again: SQLite reads the same bytes again and
/// trusts them again. If the bytes are written once more, the next sync either writes them to disk or fails, too.
enum LogRepair {
    private static let part = 65536

    /// Only this connection uses the log.
    ///
    /// - Returns: SQLite's code.
    static func rewriteLog(of connection: OpaquePointer?) -> Int32 {
        guard let file = log(of: connection), let methods = file.pointee.pMethods?.pointee,
            let sizeOf = methods.xFileSize, let read = methods.xRead, let write = methods.xWrite,
            let sync = methods.xSync
        else { return SQLITE_OK }
        var size: sqlite3_int64 = 0
        var code = sizeOf(file, &size)
        guard code == SQLITE_OK, size > 0 else { return code }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: part, alignment: 8)
        defer { bytes.deallocate() }
        var offset: sqlite3_int64 = 0
        while offset < size {
            let count = Int32(min(size - offset, sqlite3_int64(part)))
            code = read(file, bytes.baseAddress, count, offset)
            if code == SQLITE_OK { code = write(file, bytes.baseAddress, count, offset) }
            guard code == SQLITE_OK else { return code }
            offset += sqlite3_int64(count)
        }
        return sync(file, SQLITE_SYNC_FULL)
    }

    private static func log(of connection: OpaquePointer?) -> UnsafeMutablePointer<sqlite3_file>? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard let connection,
            sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file) == SQLITE_OK
        else { return nil }
        return file
    }
}
