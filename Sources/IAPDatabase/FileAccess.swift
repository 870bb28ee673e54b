#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// What SQLite does not check before it opens a file.
enum FileAccess {
    private static let parts = ["", "-wal", "-shm", "-journal"]
    private static let mode: mode_t = 0o600

    /// Opening a pipe or a device in the place of a file could wait forever.
    static func refuseSpecialFiles(_ path: String) throws(DatabaseError) {
        for name in parts.map({ path + $0 }) {
            var status = stat()
            guard stat(name, &status) == 0 else { continue }
            let kind = status.st_mode & S_IFMT
            // SQLite itself refuses a folder.
            guard kind != S_IFREG, kind != S_IFDIR else { continue }
            throw DatabaseError(.failed, "\(name) is a pipe or a device, not a file; remove it, or give another path")
        }
    }

    static func isWritable(_ path: String?) -> Bool { path.map { access($0, W_OK) == 0 } ?? false }

    /// Flushes a file to disk. Do not call it for a file on which a connection of this process has a lock: closing the
    /// file drops that lock.
    static func sync(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { if file >= 0 { close(file) } }
        return file >= 0 && fsync(file) == 0
    }

    /// Only this user may read the file, also if an earlier version created it.
    static func restrict(_ path: String) {
        #if canImport(Darwin)
            let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            if file >= 0 { close(file) }
        #else
            // Opening and closing a file would drop the locks that another connection of this process has on it.
            mknod(path, S_IFREG | mode, 0)
        #endif
        for part in parts {
            var status = stat()
            // The path of the file itself may be a link of the game. A link in the place of a part could lead to a
            // foreign file.
            let isFound = part.isEmpty ? stat(path, &status) == 0 : lstat(path + part, &status) == 0
            guard isFound, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else { continue }
            if status.st_mode & 0o077 != 0 { chmod(path + part, mode) }
        }
    }
}
