internal import IAPDatabase
internal import IAPModel
internal import IAPPlatform
#if canImport(CryptoKit)
    internal import CryptoKit
    internal import Foundation
#else
    internal import CIAPOpenSSL
#endif

/// Checksums with a key over the rows that money depends on. They reveal an edit of the file: a changed row, an added
/// row, a removed row, and a row with an older content. They do not reveal an older copy of the whole file.
struct RowChecksums: Sendable {
    /// A row's checksum covers every column that is not NULL, by name.
    ///
    /// A change gets its checksum only if SQLite's update hook reports it. The hook reports neither a DELETE without a WHERE
    /// nor the rows that a REPLACE deletes. So a DELETE of these tables needs a WHERE. A REPLACE needs a primary key
    /// that is the row id: the new row then has the id of the row that it replaces.
    static let tables = [
        "delivery", "verification", "doubt", "entitlement", "inventory_counter", "inventory_grant", "inventory_copy",
        "inventory_change",
    ]
    /// Without these rows a purchase could be granted again, or a key could be used again.
    private static let memories: Set<String> = ["delivery", "inventory_grant", "inventory_change"]

    /// The tables of the checksums themselves.
    static let ownTables = ["row_checksum", "checksum_sum"]

    static let schema = """
        -- The checksums of rows, in journals that have a key.
        CREATE TABLE row_checksum (
            number INTEGER PRIMARY KEY,
            table_name TEXT NOT NULL,
            row INTEGER NOT NULL,
            checksum BLOB NOT NULL,
            UNIQUE (table_name, row)
        );
        -- The sum of all checksums, and the checksum of that.
        CREATE TABLE checksum_sum (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            sum BLOB NOT NULL,
            count INTEGER NOT NULL,
            checksum BLOB NOT NULL
        );
        -- The player whose journal this is.
        CREATE TABLE owner (id INTEGER PRIMARY KEY CHECK (id = 1), player TEXT NOT NULL);
        """

    private let key: ChecksumKey

    init(_ key: [UInt8], player: String?) { self.key = ChecksumKey(key, player: player) }

    /// The rows that a journal must not keep.
    struct Distrust: Equatable {
        /// All rows of these tables.
        var tables: [String]
        /// Single rows, by table.
        var rows: [String: Set<Int64>] = [:]
        var reason: String

        /// - Returns: the number of removed rows.
        @discardableResult
        func remove(from database: Database) throws(DatabaseError) -> Int {
            var count = 0
            for table in tables {
                try database.run("DELETE FROM \(table) WHERE true")
                count += database.changes
            }
            for (table, ids) in rows {
                for id in ids {
                    try database.run("DELETE FROM \(table) WHERE rowid = ?", [.integer(id)])
                    count += database.changes
                }
            }
            return count
        }
    }

    /// The result of a check of the rows.
    enum Finding: Equatable {
        case intact
        /// There are rows, but no checksum.
        case unprotected
        /// No checksum is valid. Another key seems to have written the journal.
        case foreign
        /// Another key seems to have written it, and it has no row that a checksum covers. There is nothing to doubt.
        case foreignAndEmpty
        /// These rows have an invalid checksum or are missing, by table.
        case edited([String: Set<Int64>])
        /// Rows are missing, or are older than the sum.
        case incomplete

        /// Nil if every row may stay.
        /// - Parameter adopts: Whether a journal without checksums, or with those of another key, is adopted.
        /// - Throws: `.locked` if another key seems to have written the journal. Nothing may change then.
        func distrust(adopts: Bool, name: String) throws(DatabaseError) -> Distrust? {
            switch self {
            case .intact, .foreignAndEmpty: return nil
            case .unprotected where adopts, .foreign where adopts: return nil
            case .foreign:
                throw DatabaseError(
                    .locked,
                    "no checksum of the journal \(name) is valid: another integrity_key or player_id wrote it")
            case .unprotected: return Distrust(tables: RowChecksums.tables, reason: "it has no checksums")
            case .incomplete:
                return Distrust(tables: RowChecksums.tables, reason: "records are missing or older than the others")
            case .edited(let failed):
                let count = failed.values.reduce(0) { $0 + $1.count }
                return Distrust(
                    tables: RowChecksums.doubted(failed), rows: failed,
                    reason: count == 1
                        ? "a record was changed outside the library"
                        : "\(count) records were changed outside the library")
            }
        }
    }

    // MARK: Reading

    /// - Parameter database: A journal of this version or an earlier one. Each checksum covers the columns of its file.
    func check(_ database: Database) throws(DatabaseError) -> Finding {
        guard try Self.hasTables(database) else {
            for table in Self.tables where try !Self.columns(of: table, database).isEmpty {
                if try !database.query("SELECT 1 FROM \(table) LIMIT 1", [], { _ in }).isEmpty { return .unprotected }
            }
            return .intact
        }
        // Of all checksums of these tables. Checksums under the name of another table are not counted: nothing would
        // compare them with a row.
        var sum = ChecksumSum()
        var (failed, passed, count): ([String: Set<Int64>], Int, Int) = ([:], 0, 0)
        for table in Self.tables {
            // If somebody dropped the table, the checksums of its rows are still there.
            let isThere = try !Self.columns(of: table, database).isEmpty
            if isThere {
                for (row, checksum, known) in try checksums(of: table, database) {
                    count += 1
                    if let known { sum.add(known) }
                    if known == checksum { passed += 1 } else { failed[table, default: []].insert(row) }
                }
            }
            try database.query(
                """
                SELECT row, checksum FROM row_checksum
                WHERE table_name = ? \(isThere ? "AND row NOT IN (SELECT rowid FROM \(table))" : "")
                """, [Value(table)]
            ) {
                failed[table, default: []].insert($0.integer(0))
                sum.add($0.blob(1))
            }
        }
        let reported = try readSum(database)
        if reported == nil, try !Self.hasChecksums(database) { return count == 0 ? .intact : .unprotected }
        // The sum has a checksum of its own, so a valid sum proves that this is the key.
        if reported == nil, count == 0, failed.isEmpty { return .foreignAndEmpty }
        if reported != sum { return reported == nil && passed == 0 && count > 0 ? .foreign : .incomplete }
        return failed.isEmpty ? .intact : .edited(failed)
    }

    /// The tables to empty wholly, besides the rows that failed: without the grants and changes, nobody can check a balance.
    static func doubted(_ failed: [String: Set<Int64>]) -> [String] {
        failed.keys.contains(where: memories.contains) ? ["inventory_counter"] : []
    }

    /// Without its key, nobody can tell whether a journal with checksums was edited. If the game accepts the content as
    /// it is, the checksums go.
    static func openWithoutKey(_ database: Database, adopts: Bool, _ name: String) throws(DatabaseError) {
        guard try hasChecksums(database) else { return }
        guard adopts else {
            throw DatabaseError(
                .locked,
                "the journal \(name) has checksums; give the integrity_key that wrote it, or set adopts_journal to accept it as it is"
            )
        }
        try database.transaction { () throws(DatabaseError) in
            for table in ownTables { try database.run("DELETE FROM \(table) WHERE true") }
        }
    }

    /// A journal of a format without checksums has no such tables.
    private static func hasTables(_ database: Database) throws(DatabaseError) -> Bool {
        for table in ownTables where try columns(of: table, database).isEmpty { return false }
        return true
    }

    /// Empty if there is no such table. SQLite ignores the case of its name.
    private static func columns(of table: String, _ database: Database) throws(DatabaseError) -> [String] {
        try database.query("SELECT name FROM pragma_table_info('\(table)') ORDER BY cid") { $0.text(0) }
    }

    static func hasChecksums(_ database: Database) throws(DatabaseError) -> Bool {
        guard try hasTables(database) else { return false }
        return try !database.query("SELECT 1 FROM checksum_sum UNION ALL SELECT 1 FROM row_checksum LIMIT 1") { _ in }
            .isEmpty
    }

    /// Nil if there is no sum, or if its checksum is invalid.
    private func readSum(_ database: Database) throws(DatabaseError) -> ChecksumSum? {
        try database.query("SELECT sum, count, checksum FROM checksum_sum WHERE id = 1") { row in
            ChecksumSum(row.blob(0), count: row.integer(1)).flatMap { checksum(of: $0) == row.blob(2) ? $0 : nil }
        }.first ?? nil
    }

    // MARK: Writing

    /// Updates the checksums of the rows that the transaction has changed. Call it inside the transaction.
    func update(_ changed: [String: Set<Int64>], _ database: Database) throws(DatabaseError) {
        let tables = Self.tables.filter { changed[$0] != nil }
        guard !tables.isEmpty else { return }
        var sum = try readSum(database) ?? ChecksumSum()
        for table in tables {
            for row in (changed[table] ?? []).sorted() {
                let found = try checksums(of: table, row: row, database).first
                let now = found?.checksum
                var before = found?.known
                if found == nil {
                    before = try database.query(
                        "SELECT checksum FROM row_checksum WHERE table_name = ? AND row = ?",
                        [Value(table), .integer(row)]
                    ) { $0.blob(0) }.first
                }
                guard before != now else { continue }
                if let before { sum.subtract(before) }
                if let now {
                    sum.add(now)
                    try database.run(
                        "INSERT OR REPLACE INTO row_checksum (table_name, row, checksum) VALUES (?, ?, ?)",
                        [Value(table), .integer(row), .blob(now)])
                } else {
                    try database.run(
                        "DELETE FROM row_checksum WHERE table_name = ? AND row = ?", [Value(table), .integer(row)])
                }
            }
        }
        try write(sum, database)
    }

    /// Creates all checksums again.
    func writeAll(_ database: Database) throws(DatabaseError) {
        try database.run("DELETE FROM row_checksum")
        var sum = ChecksumSum()
        for table in Self.tables {
            for (row, checksum, _) in try checksums(of: table, database) {
                sum.add(checksum)
                try database.run(
                    "INSERT INTO row_checksum (table_name, row, checksum) VALUES (?, ?, ?)",
                    [Value(table), .integer(row), .blob(checksum)])
            }
        }
        try write(sum, database)
    }

    private func write(_ sum: ChecksumSum, _ database: Database) throws(DatabaseError) {
        try database.run(
            "INSERT OR REPLACE INTO checksum_sum (id, sum, count, checksum) VALUES (1, ?, ?, ?)",
            [.blob(sum.bytes), .integer(sum.count), .blob(checksum(of: sum))])
    }

    // MARK: Checksums

    private func checksum(of sum: ChecksumSum) -> [UInt8] {
        key.checksum(of: Array("sum \(sum.count) ".utf8) + sum.bytes)
    }

    /// The checksum of each row as it is now, and the one that the journal knows. Nil if it knows none.
    ///
    /// - Parameter row: Only this row; nil for all.
    private func checksums(
        of table: String, row: Int64? = nil, _ database: Database
    ) throws(DatabaseError) -> [(row: Int64, checksum: [UInt8], known: [UInt8]?)] {
        let columns = try Self.columns(of: table, database)
        let list = columns.map { "\(table).\($0)" }.joined(separator: ", ")
        // Each name and value carries its length, so two different rows never give the same bytes.
        let start = Self.part("t", table)
        let names = columns.map { Self.part("c", $0) }
        var message: [UInt8] = []
        return try database.query(
            """
            SELECT \(table).rowid, checksum, \(list) FROM \(table)
                LEFT JOIN row_checksum ON row_checksum.table_name = '\(table)' AND row_checksum.row = \(table).rowid
            \(row == nil ? "ORDER BY \(table).rowid" : "WHERE \(table).rowid = ?")
            """,
            row.map { [.integer($0)] } ?? []
        ) { found in
            message.removeAll(keepingCapacity: true)
            message += start
            for (index, name) in names.enumerated() { found.append(Int32(index) + 2, after: name, to: &message) }
            return (found.integer(0), key.checksum(of: message), found.isNull(1) ? nil : found.blob(1))
        }
    }

    private static func part(_ letter: String, _ text: String) -> [UInt8] {
        Array("\(letter)\(text.utf8.count) \(text)".utf8)
    }
}

/// The sum of the checksums of all rows, modulo 2^256. It reveals a removed row and a row with an older content.
struct ChecksumSum: Equatable {
    /// The lowest part first.
    private var parts: [UInt64]
    private(set) var count: Int64

    init() { (parts, count) = ([0, 0, 0, 0], 0) }

    /// Nil if the bytes are not a sum.
    init?(_ bytes: [UInt8], count: Int64) {
        guard bytes.count == ChecksumKey.length, count >= 0 else { return nil }
        (parts, self.count) = (Self.parts(bytes), count)
    }

    var bytes: [UInt8] { parts.flatMap { part in (0..<8).map { UInt8(truncatingIfNeeded: part >> (8 * $0)) } } }

    mutating func add(_ checksum: [UInt8]) {
        var carry = false
        for (index, part) in Self.parts(checksum).enumerated() {
            let (sum, first) = parts[index].addingReportingOverflow(part)
            let (whole, second) = sum.addingReportingOverflow(carry ? 1 : 0)
            (parts[index], carry) = (whole, first || second)
        }
        count &+= 1
    }

    mutating func subtract(_ checksum: [UInt8]) {
        var borrow = false
        for (index, part) in Self.parts(checksum).enumerated() {
            let (rest, first) = parts[index].subtractingReportingOverflow(part)
            let (whole, second) = rest.subtractingReportingOverflow(borrow ? 1 : 0)
            (parts[index], borrow) = (whole, first || second)
        }
        count &-= 1
    }

    /// A checksum in an edited file may have any length.
    private static func parts(_ bytes: [UInt8]) -> [UInt64] {
        let whole =
            bytes.count == ChecksumKey.length ? bytes : Array((bytes + Array(repeating: 0, count: 32)).prefix(32))
        return whole.withUnsafeBytes { whole in
            (0..<4).map { UInt64(littleEndian: whole.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)) }
        }
    }
}

/// A key of HMAC with SHA-256.
final class ChecksumKey: @unchecked Sendable {  // The lock guards OpenSSL's context.
    /// The length of a checksum in bytes.
    static let length = 32

    #if canImport(CryptoKit)
        private let key: SymmetricKey

        private init(_ key: [UInt8]) { self.key = SymmetricKey(data: key) }

        func checksum(of message: [UInt8]) -> [UInt8] {
            Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
        }
    #else
        private let lock = Monitor()
        /// It keeps the prepared key: preparing it for each row takes three quarters of the time.
        private let context: OpaquePointer

        private init(_ key: [UInt8]) {
            guard let made = openssl_hmac_sha256(key, key.count) else { Self.endWithoutMemory() }
            context = made
        }

        deinit { EVP_MAC_CTX_free(context) }

        func checksum(of message: [UInt8]) -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: Self.length) { code, count in
                let isMade = lock.withLock {
                    // Without a key, the context keeps its own.
                    EVP_MAC_init(context, nil, 0, nil) == 1 && EVP_MAC_update(context, message, message.count) == 1
                        && EVP_MAC_final(context, code.baseAddress, &count, Self.length) == 1
                }
                if !isMade { Self.endWithoutMemory() }
            }
        }

        /// OpenSSL fails only if there is no memory. In this case Swift ends the process as well.
        private static func endWithoutMemory() -> Never { preconditionFailure("OpenSSL has no memory for a checksum") }
    #endif

    /// Derives the key for the journal of one player. With it the journal of another player has no valid checksum.
    convenience init(_ key: [UInt8], player: String?) {
        let name = Array("IAPBridge journal 1 ".utf8) + Array((player ?? "").utf8)
        self.init(ChecksumKey(key).checksum(of: name))
    }
}
