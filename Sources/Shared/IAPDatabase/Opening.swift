#if canImport(SQLite3)
    internal import SQLite3
#else
    internal import CIAPSQLite
#endif
internal import Foundation

/// The checks and steps when a file is opened.
extension Database {
    /// The path in a form that SQLite treats as a plain file name. A name that begins with a colon or like a URI has
    /// another meaning for SQLite.
    static func plainName(_ path: String) -> String {
        path.hasPrefix(":") || path.hasPrefix("file:") ? "./" + path : path
    }

    func refuseForeign(_ format: Format) throws(DatabaseError) {
        // In one read, because another process may be creating the file now.
        try execute("BEGIN")
        let id = try query("PRAGMA application_id") { $0.integer(0) }.first ?? 0
        let version = try query("PRAGMA user_version") { $0.integer(0) }.first ?? 0
        // Reads the tables only of a file without ids. A file with ids may be from a program with a newer SQLite, and
        // then this SQLite may not be able to read its schema.
        var isFresh = id == 0 && version == 0
        if isFresh { isFresh = try query("SELECT 1 FROM sqlite_schema LIMIT 1") { _ in }.isEmpty }
        try execute("COMMIT")
        if isFresh { return }
        guard id == Int64(format.applicationID) else {
            throw DatabaseError(
                .foreign, "\(name) is a database of another program; it stays unchanged; give another path")
        }
        guard version != Int64(format.version) else { return }
        let versions = "\(name) has version \(version), but this library reads only version \(format.version)"
        guard version < Int64(format.version) else {
            throw DatabaseError(
                .newer, "\(versions); it stays unchanged; use the newer library, or give another path")
        }
        throw DatabaseError(.older, versions)
    }

    /// A missing constraint or an added default would change the rows of later writes.
    func refuseChangedSchema(_ format: Format) throws(DatabaseError) {
        guard try isOurs(format) else {
            throw DatabaseError(
                .damaged, code: SQLITE_CORRUPT,
                "the tables, indexes or triggers of \(name) differ from those that it was created with")
        }
    }

    /// Copies the content into a new file. When this returns, the file is on disk. Only this user may read it.
    package func copy(to path: String) throws(DatabaseError) {
        // SQLite writes into an empty file as into a new one.
        FileAccess.restrict(path)
        try run("VACUUM INTO ?", [Value(path)])
        guard FileAccess.sync(path) else { throw DatabaseError(.failed, "\(path) cannot be written to disk") }
    }

    /// Whether the tables are exactly those of the schema.
    private func isOurs(_ format: Format) throws(DatabaseError) -> Bool {
        let query = "SELECT coalesce(sql, '') FROM sqlite_schema ORDER BY type, name"
        // If it cannot be read, other checks decide.
        guard let found = try? self.query(query, [], { $0.text(0) }) else { return false }
        var format = format
        format.isSchemaChecked = false
        guard let made = try? Database(path: nil, format: format) else { return false }
        defer { made.close() }
        return try made.query(query) { $0.text(0) } == found
    }

    /// Checks each page, and whether the indexes agree with their tables. If an index has lost a key, the key could be
    /// used again.
    func refuseDamaged() throws(DatabaseError) {
        let findings = try query("PRAGMA integrity_check(1)") { $0.text(0) }
        guard findings != ["ok"] else { return }
        let finding = findings.first ?? "the integrity check returned nothing"
        // A page that could not be read is among the findings, even if the disk failed only for a moment.
        let parts = finding.split(separator: "=")
        if parts.count > 1, parts[parts.count - 2].hasSuffix("error code"), let code = Int32(parts[parts.count - 1]),
            code & 0xFF != SQLITE_CORRUPT
        {
            throw DatabaseError(.failed, code: code, "\(name) cannot be read now: \(finding)")
        }
        throw DatabaseError(.damaged, code: SQLITE_CORRUPT, "\(name) is damaged: \(finding)")
    }

    /// SQLite does not wait for the lock that this change of mode needs. So this function waits: another process is
    /// doing the same, and finishes soon.
    func beginWAL(_ format: Format) throws(DatabaseError) {
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

    /// Creates the tables in a new file.
    func create(_ format: Format) throws(DatabaseError) {
        let isNew = try query("PRAGMA user_version") { $0.integer(0) } == [0]
        guard isNew else { return }
        try transaction { () throws(DatabaseError) in
            // Another process may have created them meanwhile.
            guard try query("PRAGMA user_version", [], { $0.integer(0) }) == [0] else { return }
            try execute(format.schema)
            try execute("PRAGMA application_id=\(format.applicationID)")
            try execute("PRAGMA user_version=\(format.version)")
        }
        // From now on the file itself shows whose it is, even without its log.
        _ = try? query("PRAGMA wal_checkpoint(PASSIVE)") { _ in }
    }
}

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
            throw DatabaseError(
                .wrongPath, "\(name) is a pipe or a device, not a file; remove it, or give another path")
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

    /// Only this user may read the file, even if an earlier version created it.
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

/// Decides from the first bytes whether a file that SQLite cannot read was a database of this library.
package enum FileSignature {
    /// The smallest page that SQLite supports.
    private static let smallestDatabase = 512
    private static let magic = Array("SQLite format 3\0".utf8)
    private static let headerSize = 100
    private static let applicationIDOffset = 68

    /// SQLite treats a file of a few bytes as an empty database and overwrites it. This function refuses it. It accepts
    /// an empty file: a kill between creating and writing a database leaves one. It does not open a larger file,
    /// because closing it would drop this process's locks on it.
    static func refuseForeign(_ path: String, _ format: Database.Format) throws(DatabaseError) {
        var status = stat()
        // A folder also has a size.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            (1..<smallestDatabase).contains(Int(status.st_size))
        else { return }
        if isOurs(path, format) { throw DatabaseError(.damaged, "\(path) ends after \(status.st_size) bytes") }
        throw DatabaseError(.foreign, "\(path) is not a database; it stays unchanged; give another path")
    }

    /// Whether the header names this format, although SQLite cannot read the file. The file must not be open. In doubt
    /// the result is false: another program's file must not be touched.
    static func isOurs(_ path: String, _ format: Database.Format) -> Bool {
        guard let file = fopen(path, "rb") else { return false }
        defer { fclose(file) }
        var header = [UInt8](repeating: 0, count: headerSize)
        let count = fread(&header, 1, headerSize, file)
        // A file that cannot be read now does not count as foreign. It stays unchanged.
        if ferror(file) != 0 { return true }
        let id = withUnsafeBytes(of: format.applicationID.bigEndian) { Array($0) }
        return count == headerSize && header.starts(with: magic) && header[applicationIDOffset...].starts(with: id)
    }
}

extension FileAccess {
    /// Why a file cannot be opened. SQLite reports the same error for all of these. Nil if none of them is the reason.
    static func openingFault(_ path: String) -> DatabaseError? {
        var status = stat()
        if stat(path, &status) == 0 {
            if status.st_mode & S_IFMT == S_IFDIR {
                return fault(path, .wrongPath, "it is a folder; give the path of a file in it")
            }
            return access(path, R_OK | W_OK) == 0 ? nil : notAllowed(path, "the file")
        }
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        if stat(folder, &status) != 0 {
            // A folder that this program may not look into hides what is in it.
            return errno == EACCES
                ? notAllowed(path, "the folder \(folder)")
                : fault(path, .wrongPath, "the folder \(folder) does not exist; create it first")
        }
        if status.st_mode & S_IFMT != S_IFDIR { return fault(path, .wrongPath, "\(folder) is not a folder") }
        return access(folder, W_OK | X_OK) == 0 ? nil : notAllowed(path, "the folder \(folder)")
    }

    /// The permissions can change without a change of the program.
    private static func notAllowed(_ path: String, _ what: String) -> DatabaseError {
        fault(path, .failed, "this program may not read and write \(what); check its permissions")
    }

    private static func fault(_ path: String, _ kind: DatabaseError.Kind, _ reason: String) -> DatabaseError {
        DatabaseError(kind, code: SQLITE_CANTOPEN, "\(path) cannot be opened: \(reason)")
    }
}
