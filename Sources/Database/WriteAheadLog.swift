#if canImport(SQLite3)
    internal import SQLite3
#else
    internal import CSQLite
#endif

/// The file beside a database that takes its commits first.
final class WriteAheadLog {
    /// How many it has since the last commit. SQLite would bring a long log into the database's pages by itself after a
    /// commit, and say nothing of a sync that failed in it; so whoever owns the database does.
    var pages: Int32 = 0
    private var frameSize: sqlite3_int64 = 0

    private static let headerSize: sqlite3_int64 = 32
    private static let frameHeaderSize: sqlite3_int64 = 24
    /// As many pages as a commit of ours usually has, and more.
    private static let usualCommit: sqlite3_int64 = 12
    private static let roomSize = 65536

    /// The connection must not outlive it.
    func watch(_ connection: OpaquePointer?) {
        sqlite3_wal_hook(
            connection,
            { log, _, _, pages in
                if let log { Unmanaged<WriteAheadLog>.fromOpaque(log).takeUnretainedValue().pages = pages }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    func noteSize(ofPage size: Int64) { frameSize = Self.frameHeaderSize + size }

    /// Sees to it that the file is longer than the next commit needs. A sync that has to bring a new length to disk, too, has
    /// up to twice as much to wait for. Nothing is read behind the last commit, so what is there does not matter.
    ///
    /// To be called in a transaction that writes: nobody else appends then. Where this fails the commit makes the file longer
    /// itself, or says why it cannot.
    func makeRoom(_ connection: OpaquePointer?) {
        // Measured with ext4 and XFS; what the systems of other vendors gain by it is not known.
        #if os(Linux)
            guard frameSize > 0, sqlite3_txn_state(connection, "main") == SQLITE_TXN_WRITE,
                let file = file(of: connection), let methods = file.pointee.pMethods?.pointee,
                let sizeOf = methods.xFileSize, let write = methods.xWrite
            else { return }
            var size: sqlite3_int64 = 0
            let end = Self.headerSize + (sqlite3_int64(pages) + Self.usualCommit) * frameSize
            // The first commit begins the file.
            guard sizeOf(file, &size) == SQLITE_OK, size > 0, size < end else { return }
            withUnsafeTemporaryAllocation(byteCount: Self.roomSize, alignment: 1) { room in
                room.initializeMemory(as: UInt8.self, repeating: 0)
                _ = write(file, room.baseAddress, Int32(room.count), size)
            }
        #endif
    }

    /// Pages that are half written when the power fails are mended from the log, which has to be on disk for that. So it gets
    /// the bytes that it has, of which the system believes that they are there, and a sync that counts.
    ///
    /// - Returns: SQLite's code.
    func writeAgain(_ connection: OpaquePointer?) -> Int32 {
        guard let file = file(of: connection), let methods = file.pointee.pMethods?.pointee,
            let sizeOf = methods.xFileSize,
            let read = methods.xRead, let write = methods.xWrite, let sync = methods.xSync
        else { return SQLITE_OK }
        var size: sqlite3_int64 = 0
        var code = sizeOf(file, &size)
        guard code == SQLITE_OK, size > 0 else { return code }
        let part = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 8)
        defer { part.deallocate() }
        var offset: sqlite3_int64 = 0
        while offset < size {
            let count = Int32(min(size - offset, sqlite3_int64(part.count)))
            code = read(file, part.baseAddress, count, offset)
            if code == SQLITE_OK { code = write(file, part.baseAddress, count, offset) }
            guard code == SQLITE_OK else { return code }
            offset += sqlite3_int64(count)
        }
        return sync(file, SQLITE_SYNC_FULL)
    }

    private func file(of connection: OpaquePointer?) -> UnsafeMutablePointer<sqlite3_file>? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard let connection,
            sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file) == SQLITE_OK
        else { return nil }
        return file
    }
}
