internal import IAPDatabase
internal import IAPModel

/// Checksums with a key over the rows that money depends on. They reveal an edit of the file: a changed row, an added
/// row, a removed row, and a row with an older content. They do not reveal an older copy of the whole file.
struct Seal: Sendable {
    /// A table's checksum covers every column that is not NULL, by name. So a later version may add columns that are
    /// NULL in older rows.
    static let tables = [
        "delivery", "verification", "doubt", "entitlement", "inventory_counter", "inventory_grant", "inventory_change",
    ]
    /// Without these rows a purchase could be granted again, or a key could be used again.
    private static let memories: Set<String> = ["delivery", "inventory_grant", "inventory_change"]

    /// The tables of the checksums themselves.
    static let ownTables = ["seal", "seal_sum"]

    static let schema = """
        -- The checksums of rows, in journals that have a key.
        CREATE TABLE seal (
            number INTEGER PRIMARY KEY,
            table_name TEXT NOT NULL,
            row INTEGER NOT NULL,
            checksum BLOB NOT NULL,
            UNIQUE (table_name, row)
        );
        -- The sum of all checksums, and the checksum of that.
        CREATE TABLE seal_sum (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            sum BLOB NOT NULL,
            count INTEGER NOT NULL,
            checksum BLOB NOT NULL
        );
        -- The player whose journal this is.
        CREATE TABLE owner (id INTEGER PRIMARY KEY CHECK (id = 1), player TEXT NOT NULL);
        """

    private let key: SealKey

    init(_ key: [UInt8], player: String?) { self.key = SealKey(key, player: player) }

    /// The result of a check of the rows.
    enum Finding: Equatable {
        case intact
        /// There are rows, but no checksum.
        case unsealed
        /// No checksum is valid. Another key seems to have written the journal.
        case foreign
        /// These rows have an invalid checksum or are missing, by table.
        case edited([String: Set<Int64>])
        /// Rows are missing, or are older than the sum.
        case incomplete
    }

    // MARK: Reading

    func check(_ database: Database) throws(DatabaseError) -> Finding {
        var known: [String: [Int64: [UInt8]]] = [:]
        var sum = SealSum()
        try database.query("SELECT table_name, row, checksum FROM seal") { row in
            known[row.text(0), default: [:]][row.integer(1)] = row.blob(2)
            sum.add(row.blob(2))
        }
        let told = try readSum(database)
        var (failed, passed, count): ([String: Set<Int64>], Int, Int) = ([:], 0, 0)
        for table in Self.tables {
            let rows = try checksums(of: table, database)
            for (row, checksum) in rows {
                count += 1
                if known[table]?[row] == checksum { passed += 1 } else { failed[table, default: []].insert(row) }
            }
            for row in (known[table] ?? [:]).keys where rows[row] == nil { failed[table, default: []].insert(row) }
        }
        if told == nil, known.isEmpty, try !hasSum(database) { return count == 0 ? .intact : .unsealed }
        if told != sum { return passed == 0 && count > 0 ? .foreign : .incomplete }
        return failed.isEmpty ? .intact : .edited(failed)
    }

    /// The tables in which the library trusts no row, if it does not trust the rows of the finding.
    static func doubted(_ failed: [String: Set<Int64>]) -> [String] {
        failed.keys.contains(where: memories.contains) ? ["inventory_counter"] : []
    }

    static func isSealed(_ database: Database) throws(DatabaseError) -> Bool {
        try !database.query("SELECT 1 FROM seal_sum UNION ALL SELECT 1 FROM seal LIMIT 1") { _ in }.isEmpty
    }

    private func hasSum(_ database: Database) throws(DatabaseError) -> Bool {
        try !database.query("SELECT 1 FROM seal_sum") { _ in }.isEmpty
    }

    /// Nil if there is no sum, or if its checksum is invalid.
    private func readSum(_ database: Database) throws(DatabaseError) -> SealSum? {
        try database.query("SELECT sum, count, checksum FROM seal_sum WHERE id = 1") { row in
            SealSum(row.blob(0), count: row.integer(1)).flatMap { checksum(of: $0) == row.blob(2) ? $0 : nil }
        }.first ?? nil
    }

    // MARK: Writing

    /// Updates the checksums of the rows that the transaction has changed. Call it inside the transaction.
    func update(_ changed: [String: Set<Int64>], _ database: Database) throws(DatabaseError) {
        let tables = Self.tables.filter { changed[$0] != nil }
        guard !tables.isEmpty else { return }
        var sum = try readSum(database) ?? SealSum()
        for table in tables {
            for row in (changed[table] ?? []).sorted() {
                let before = try database.query(
                    "SELECT checksum FROM seal WHERE table_name = ? AND row = ?", [Value(table), .integer(row)]
                ) { $0.blob(0) }.first
                let now = try checksums(of: table, row: row, database)[row]
                guard before != now else { continue }
                if let before { sum.subtract(before) }
                if let now {
                    sum.add(now)
                    try database.run(
                        "INSERT OR REPLACE INTO seal (table_name, row, checksum) VALUES (?, ?, ?)",
                        [Value(table), .integer(row), .blob(now)])
                } else {
                    try database.run(
                        "DELETE FROM seal WHERE table_name = ? AND row = ?", [Value(table), .integer(row)])
                }
            }
        }
        try write(sum, database)
    }

    /// Creates all checksums again.
    func seal(_ database: Database) throws(DatabaseError) {
        try database.run("DELETE FROM seal")
        var sum = SealSum()
        for table in Self.tables {
            for (row, checksum) in try checksums(of: table, database).sorted(by: { $0.key < $1.key }) {
                sum.add(checksum)
                try database.run(
                    "INSERT INTO seal (table_name, row, checksum) VALUES (?, ?, ?)",
                    [Value(table), .integer(row), .blob(checksum)])
            }
        }
        try write(sum, database)
    }

    private func write(_ sum: SealSum, _ database: Database) throws(DatabaseError) {
        try database.run(
            "INSERT OR REPLACE INTO seal_sum (id, sum, count, checksum) VALUES (1, ?, ?, ?)",
            [.blob(sum.bytes), .integer(sum.count), .blob(checksum(of: sum))])
    }

    // MARK: Checksums

    private func checksum(of sum: SealSum) -> [UInt8] {
        key.checksum(of: Array("sum \(sum.count) ".utf8) + sum.bytes)
    }

    /// - Parameter row: Only this row; nil for all.
    private func checksums(
        of table: String, row: Int64? = nil, _ database: Database
    ) throws(DatabaseError) -> [Int64: [UInt8]] {
        let columns = try database.query("SELECT name FROM pragma_table_info('\(table)') ORDER BY cid") { $0.text(0) }
        let list = columns.joined(separator: ", ")
        // Different rows have different messages.
        let start = Self.part("t", table)
        let names = columns.map { Self.part("c", $0) }
        var message: [UInt8] = []
        let rows = try database.query(
            "SELECT rowid, \(list) FROM \(table)\(row == nil ? "" : " WHERE rowid = ?")",
            row.map { [.integer($0)] } ?? []
        ) { found in
            message.removeAll(keepingCapacity: true)
            message += start
            for (index, name) in names.enumerated() { found.append(Int32(index) + 1, after: name, to: &message) }
            return (id: found.integer(0), checksum: key.checksum(of: message))
        }
        return Dictionary(rows.map { ($0.id, $0.checksum) }, uniquingKeysWith: { $1 })
    }

    private static func part(_ letter: String, _ text: String) -> [UInt8] {
        Array("\(letter)\(text.utf8.count) \(text)".utf8)
    }
}
