internal import Foundation
internal import IAPDatabase
internal import IAPModel
internal import IAPPaymentQueue

/// Renames a damaged journal, or one of an earlier version, and copies what SQLite can read of it into a new one. With a
/// key, only rows with a valid checksum stay.
struct DamagedJournal {
    let format: Database.Format
    /// Nil without a key.
    let checksums: RowChecksums?
    /// See `JournalIntegrity`.
    let adopts: Bool
    /// Milliseconds since 1970.
    let now: Int64

    func open(_ path: String?) throws(IAPError) -> Database {
        if let path, Self.exists(path + Self.finished) { return try exchange(path) }
        // A copy remains if the process was killed during a temporary read error.
        if let path, Self.exists(path + Self.copied) { FileCopy.remove(path + Self.copied, Self.parts) }
        do throws(DatabaseError) { return try Database(path: path, format: format) } catch {
            switch (error.kind, path) {
            case (.busy, let path?):
                throw IAPError(
                    .busy, "another client uses the journal \(path); close it, or give this client a separate journal",
                    isRetryable: true, storeDomain: "SQLite", storeCode: Int(error.code))
            case (.damaged, let path?), (.older, let path?): return try replace(path, error)
            default: throw IAPError(error)
            }
        }
    }

    /// The error that reports a damaged journal to the game. Nil if the game has received it.
    static func unreported(in database: Database) throws(IAPError) -> IAPError? {
        do throws(DatabaseError) {
            let row = try database.query("SELECT message, code FROM damage") {
                (message: $0.text(0), code: Int($0.integer(1)))
            }.first
            return row.map { IAPError(.storageDamaged, $0.message, storeDomain: "SQLite", storeCode: $0.code) }
        } catch { throw IAPError(error) }
    }

    /// Copies everything that is readable into a new file, which then replaces the damaged file. A kill at any moment
    /// leaves either the damaged file, and the rescue starts again, or the complete new file.
    private func replace(_ path: String, _ error: DatabaseError) throws(IAPError) -> Database {
        // SQLite reports some failed reads as damage. A file is damaged only if all of it can be read and it is
        // inconsistent.
        let copy = path + Self.copied
        try FileCopy.make(of: path, at: copy, Self.parts)
        defer { FileCopy.remove(copy, Self.parts) }
        if try isSound(copy) {
            throw IAPError(
                .storage, "\(path) could not be read temporarily: \(error.description)", isRetryable: true,
                storeDomain: "SQLite", storeCode: Int(error.code))
        }
        let aside = Self.aside(path)
        let name = aside.split(separator: "/").last.map(String.init) ?? aside
        let isOlder = error.kind == .older
        let reason = isOlder ? "an earlier version wrote it" : "it was damaged"
        do throws(DatabaseError) {
            try rescue(from: copy, to: path + Self.unfinished, isOlder: isOlder, name: path) { rescued, distrust in
                let removed = distrust.map { "; rows were removed, because \($0.reason)" } ?? ""
                return IAPError(
                    .storageDamaged,
                    "the journal was set aside, because \(reason); it is kept as \(name) beside the new one; \(rescued) of its rows were rescued\(removed)",
                    storeDomain: "SQLite", storeCode: Int(error.code))
            }
        } catch { throw IAPError(error) }
        try Self.move(path + Self.unfinished, to: path + Self.finished)
        return try exchange(path)
    }

    private static let copied = ".copied"
    private static let unfinished = ".rescue"
    private static let finished = ".rescued"
    private static let parts = ["", "-wal", "-shm"]

    static func freeName(_ path: String, _ word: String) -> String {
        "\(path).\(word)-\(freeNumber(path, word))"
    }

    private static func freeNumber(_ path: String, _ word: String) -> Int {
        var number = 1
        while exists("\(path).\(word)-\(number)") { number += 1 }
        return number
    }

    /// Keeps an error about the file for the game. Each launch reports it until the game has received it.
    static func note(
        _ error: IAPError, _ event: String, in database: Database, at now: Int64
    ) throws(DatabaseError) {
        try database.run(
            "INSERT OR REPLACE INTO damage (id, message, code) VALUES (1, ?, ?)",
            [Value(error.message), Value(error.storeCode)])
        var line = AuditLine(event, error)
        line.timeMS = now
        try database.run("INSERT INTO audit (line) VALUES (?)", [Value(line.text)])
    }

    private static func aside(_ path: String) -> String {
        var number = freeNumber(path, "damaged")
        // The process was killed after it had renamed the damaged file.
        if !exists(path), number > 1 { number -= 1 }
        return "\(path).damaged-\(number)"
    }

    /// Replaces the damaged file with the new one. After a kill it continues where it stopped.
    private func exchange(_ path: String) throws(IAPError) -> Database {
        FileCopy.remove(path + Self.copied, Self.parts)
        let aside = Self.aside(path)
        // The file itself is renamed last. So its log always gets the same number.
        for part in Self.parts.reversed() where Self.exists(path + part) {
            try Self.move(path + part, to: aside + part)
        }
        try Self.move(path + Self.finished, to: path)
        do throws(DatabaseError) { return try Database(path: path, format: format) } catch { throw IAPError(error) }
    }

    private static func move(_ path: String, to other: String) throws(IAPError) {
        guard rename(path, other) == 0 else {
            let code = errno
            throw IAPError(
                code == ENOSPC || code == EDQUOT ? .storageFull : .storage,
                "the journal is damaged, and \(path) cannot be renamed to \(other)", isRetryable: true,
                storeDomain: "errno", storeCode: Int(code))
        }
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    // MARK: Readable content

    /// - Parameter report: Makes the error for the game from the number of rescued rows, and from what was removed.
    private func rescue(
        from path: String, to other: String, isOlder: Bool, name: String,
        _ report: (Int, RowChecksums.Distrust?) -> IAPError
    ) throws(DatabaseError) {
        FileCopy.remove(other, Self.parts)
        let database = try Database(path: other, format: format)
        defer { database.close() }
        let damaged = try Self.readable(path)
        defer { damaged?.close() }
        try database.transaction { () throws(DatabaseError) in
            var rescued = 0
            // The checksums of an earlier version cover its own columns.
            var distrust = isOlder ? try damaged.flatMap { old throws(DatabaseError) in try check(old, name) } : nil
            if let damaged {
                for table in try Self.tables(of: database) where !isOlder || !RowChecksums.ownTables.contains(table) {
                    rescued += try Self.rescue(table, from: damaged, to: database)
                }
            }
            if let checksums {
                if !isOlder { distrust = try checksums.check(database).distrust(adopts: adopts, name: name) }
                rescued -= try distrust?.remove(from: database) ?? 0
                try checksums.writeAll(database)
            }
            try Self.note(report(rescued, distrust), "journal_set_aside", in: database, at: now)
        }
        // Only the file itself is renamed. So its log must be empty.
        let isInLog = try database.query("PRAGMA wal_checkpoint(TRUNCATE)") { $0.bool(0) }.first ?? true
        guard !isInLog else {
            throw DatabaseError(.failed, "\(other): the changes in its log cannot be written into the file")
        }
    }

    private func check(_ old: Database, _ name: String) throws(DatabaseError) -> RowChecksums.Distrust? {
        do throws(DatabaseError) {
            if let checksums { return try checksums.check(old).distrust(adopts: adopts, name: name) }
            if !adopts { try RowChecksums.openWithoutKey(old, adopts: false, name) }
            return nil
        } catch {
            guard error.isAboutTheFile, error.kind != .locked else { throw error }
            // The file is damaged, too. Then nobody can check what the rescue reads.
            return checksums == nil
                ? nil : RowChecksums.Distrust(tables: RowChecksums.tables, reason: "it was damaged, too")
        }
    }

    private func isSound(_ path: String) throws(IAPError) -> Bool {
        do throws(DatabaseError) {
            try Database(path: path, format: format).close()
            return true
        } catch {
            guard error.isAboutTheFile else { throw IAPError(error) }
            return false
        }
    }

    /// Opens the file for reading. Nil if nothing in it is readable.
    private static func readable(_ path: String) throws(DatabaseError) -> Database? {
        do throws(DatabaseError) { return try Database(salvaging: path) } catch {
            guard error.isAboutTheFile else { throw error }
            return nil
        }
    }

    private static func tables(of database: Database) throws(DatabaseError) -> [String] {
        try database.query("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") { $0.text(0) }
    }

    private static func columns(_ table: String, of database: Database) throws(DatabaseError) -> [String] {
        try database.readableRows("SELECT name FROM pragma_table_info('\(table)')") { $0.text(0) }
    }

    private static func hasIDColumn(_ table: String, of database: Database) throws(DatabaseError) -> Bool {
        let keys = try database.query("SELECT type FROM pragma_table_info('\(table)') WHERE pk > 0") { $0.text(0) }
        return keys == ["INTEGER"]
    }

    /// Reads from the front up to the damage.
    private static func rescue(
        _ table: String, from damaged: Database, to database: Database
    ) throws(DatabaseError) -> Int {
        let known = Set(try columns(table, of: damaged))
        var columns = try columns(table, of: database).filter(known.contains)
        guard !columns.isEmpty else { return 0 }
        // Checksums identify rows by their row ids. A column that is the row id itself keeps it anyway.
        if try !hasIDColumn(table, of: database) { columns.insert("rowid", at: 0) }
        let list = columns.joined(separator: ", ")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        var rescued = 0
        let rows = try damaged.readableRows("SELECT \(list) FROM \(table) ORDER BY rowid") { row in
            columns.indices.map { row.value(Int32($0)) }
        }
        for row in rows {
            // A row that violates the table's rules is part of the damage.
            do throws(DatabaseError) {
                try database.run("INSERT OR IGNORE INTO \(table) (\(list)) VALUES (\(marks))", row)
            } catch  where error.isAboutTheRow { continue }
            rescued += database.changes
        }
        return rescued
    }
}

/// Copies a file without SQLite, completely or not at all.
enum FileCopy {
    private static let part = 1 << 16

    /// - Parameter endings: The endings of the files that belong together. A file that does not exist is skipped.
    static func make(of path: String, at other: String, _ endings: [String]) throws(IAPError) {
        remove(other, endings)
        for ending in endings {
            do throws(IAPError) { try copy(path + ending, to: other + ending) } catch {
                remove(other, endings)
                throw error
            }
        }
    }

    static func remove(_ path: String, _ endings: [String]) {
        for ending in endings { unlink(path + ending) }
    }

    private static func copy(_ path: String, to other: String) throws(IAPError) {
        let source = open(path, O_RDONLY | O_CLOEXEC)
        if source < 0, errno == ENOENT { return }
        guard source >= 0 else { throw failure("read", path) }
        defer { close(source) }
        let target = open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw failure("write", other) }
        defer { close(target) }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: part, alignment: 8)
        defer { bytes.deallocate() }
        while true {
            let count = read(source, bytes.baseAddress, part)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("read", path) }
            if count == 0 { return }
            var written = 0
            while written < count {
                let more = write(target, bytes.baseAddress! + written, count - written)
                if more < 0, errno == EINTR { continue }
                guard more > 0 else { throw failure("write", other) }
                written += more
            }
        }
    }

    private static func failure(_ action: String, _ path: String) -> IAPError {
        let code = errno
        return IAPError(
            code == ENOSPC || code == EDQUOT ? .storageFull : .storage,
            "cannot \(action) \(path): \(String(cString: strerror(code)))", isRetryable: true, storeDomain: "errno",
            storeCode: Int(code))
    }
}

/// The identity of the file at a path. Two paths to the same file are equal.
struct FileIdentity: Equatable {
    private let device: UInt64
    private let number: UInt64
    let isPlain: Bool

    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
        isPlain = status.st_mode & S_IFMT == S_IFREG
    }
}
