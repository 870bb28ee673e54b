import IAPDatabase
import Testing

@testable import IAPJournal

/// Edits a journal as a player can with a database program. In most cases it first removes the constraints of the
/// tables.
struct JournalEditor {
    private var state: UInt64
    private static let tables = RowChecksums.tables + ["row_checksum", "checksum_sum", "owner"]
    /// The constraints of the tables.
    private static let rules = [
        "CHECK (balance BETWEEN 0 AND 9000000000000000)", "CHECK (kind IN (1, 2))",
        "CHECK (amount BETWEEN 0 AND 9000000000000000)", "CHECK (policy IN (0, 1, 2))",
        "CHECK (state IN (0, 1, 2, 3))", "CHECK (amount <> 0 AND abs(amount) <= 9000000000000000)", "CHECK (id = 1)",
        "NOT NULL",
    ]
    private static let numbers: [Int64] = [
        .min, .min + 1, -9_000_000_000_000_001, -1000, -1, 0, 1, 2, 3, 999, 9_000_000_000_000_000,
        9_000_000_000_000_001, .max - 1, .max,
    ]

    init(seed: UInt64) { state = seed }

    /// SplitMix64.
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[Int(next() % UInt64(elements.count))]
    }

    /// - Parameter earlier: the same journal at an earlier time. Rows are copied back from it.
    mutating func edit(_ path: String, earlier: String) throws {
        // Without the constraints the file counts as damaged. With them, each row must be verified.
        if next() % 2 == 0 { try removeRules(path) }
        let database = try Database(salvaging: path)
        defer { database.close() }
        try database.run("ATTACH ? AS earlier", [Value(earlier)])
        for _ in 0...next() % 3 { try editOnce(database) }
    }

    private func removeRules(_ path: String) throws {
        let database = try Database(salvaging: path)
        defer { database.close() }
        try database.execute("PRAGMA writable_schema=ON")
        for rule in Self.rules {
            try database.run("UPDATE sqlite_schema SET sql = replace(sql, ?, '') WHERE type = 'table'", [Value(rule)])
        }
    }

    private mutating func editOnce(_ database: Database) throws {
        guard let table = pick(Self.tables) else { return }
        let columns = try database.query("SELECT name FROM pragma_table_info('\(table)')") { $0.text(0) }
        let rows = try database.query("SELECT rowid FROM \(table)") { $0.integer(0) }
        guard let row = pick(rows), let column = pick(columns) else { return }
        do throws(DatabaseError) {
            switch next() % 10 {
            case 0: try database.run("DELETE FROM \(table) WHERE rowid = ?", [.integer(row)])
            case 1: try database.run("DELETE FROM \(table)")
            case 2: try putBack(table, database)
            case 3: try putBack(table, database, withChecksums: true)
            case 4:
                // Copy the value of another row.
                try database.run(
                    "UPDATE \(table) SET \(column) = (SELECT \(column) FROM \(table) ORDER BY random() LIMIT 1) WHERE rowid = ?",
                    [.integer(row)])
            case 8:
                // The text after the NUL is in the file, but not in a C string.
                try database.run(
                    "UPDATE \(table) SET \(column) = \(column) || char(0) || 'x' WHERE rowid = ?", [.integer(row)])
            case 9:
                // The trigger makes the library's own writes do the rest.
                let statement = "UPDATE inventory_counter SET balance = 9000000000000000; DELETE FROM inventory_change;"
                try database.execute(
                    "CREATE TRIGGER IF NOT EXISTS more\(next() % 3) AFTER INSERT ON \(table) BEGIN \(statement) END")
            case 5:
                for table in ["row_checksum", "checksum_sum"] { try database.run("DELETE FROM \(table)") }
            default: try set(table, column, row, database)
            }
        } catch {
            // The edit violates a constraint or a unique key. The file is unchanged.
            guard error.isAboutTheRow || error.description.contains("integer overflow") else { throw error }
        }
    }

    private mutating func set(_ table: String, _ column: String, _ row: Int64, _ database: Database)
        throws(DatabaseError)
    {
        let number = Value.integer(pick(Self.numbers) ?? 0)
        let value =
            pick([number, number, number, .null, .text("sword"), .text(""), .blob([0, 255]), .text("1e400")]) ?? .null
        try database.run("UPDATE \(table) SET \(column) = ? WHERE rowid = ?", [value, .integer(row)])
    }

    /// Puts back rows of an earlier time, perhaps together with their checksums.
    private mutating func putBack(
        _ table: String, _ database: Database, withChecksums: Bool = false
    ) throws(DatabaseError) {
        let columns = try database.query("SELECT name FROM pragma_table_info('\(table)')") { $0.text(0) }
        let list =
            (["rowid"] + columns.filter { $0 != "number" && $0 != "transaction_id" || table == "inventory_grant" })
            .joined(separator: ", ")
        try database.run("DELETE FROM \(table) WHERE true")
        if ["delivery", "verification", "doubt", "entitlement", "inventory_change", "row_checksum"].contains(table) {
            try database.run("INSERT INTO \(table) SELECT * FROM earlier.\(table)")
        } else {
            try database.run("INSERT INTO \(table) (\(list)) SELECT \(list) FROM earlier.\(table)")
        }
        guard withChecksums else { return }
        try database.run("DELETE FROM row_checksum WHERE table_name = ?", [Value(table)])
        try database.run(
            "INSERT INTO row_checksum (table_name, row, checksum) SELECT table_name, row, checksum FROM earlier.row_checksum WHERE table_name = ?",
            [Value(table)])
        if next() % 2 == 0 {
            try database.run("DELETE FROM checksum_sum WHERE true")
            try database.run("INSERT INTO checksum_sum SELECT * FROM earlier.checksum_sum")
        }
    }
}
