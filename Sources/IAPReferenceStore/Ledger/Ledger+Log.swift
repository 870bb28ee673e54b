internal import IAPDatabase

/// The log of commands, and the whole state as text.
extension Ledger {
    func log(_ entry: LogEntry) throws(DatabaseError) {
        guard let line = try? KeptJSON.text(entry) else {
            throw DatabaseError(.failed, "the store cannot write the command \(entry.command) to its log")
        }
        try database.run("INSERT INTO command (line) VALUES (?)", [.text(line)])
    }

    func log(_ beginning: LogBeginning) throws(DatabaseError) {
        guard let line = try? KeptJSON.text(beginning) else {
            throw DatabaseError(.failed, "the store cannot write the beginning of its log")
        }
        try database.run("INSERT INTO command (line) VALUES (?)", [.text(line)])
    }

    func logLines() throws(DatabaseError) -> [String] {
        try database.query("SELECT line FROM command ORDER BY number") { $0.text(0) }
    }

    func lastLogNumber() throws(DatabaseError) -> Int64 {
        try database.query("SELECT coalesce(max(number), 0) FROM command") { $0.integer(0) }.first ?? 0
    }

    func logLines(after number: Int64, limit: Int) throws(DatabaseError) -> [ReferenceStore.NumberedLine] {
        try database.query(
            "SELECT number, line FROM command WHERE number > ? ORDER BY number LIMIT ?",
            [.integer(number), Value(limit)]
        ) {
            ReferenceStore.NumberedLine(number: $0.integer(0), text: $0.text(1))
        }
    }

    /// Returns a line for each row of each table except the log. The order depends on nothing else. The certificates are
    /// omitted: they follow from the seed, and are missing until their first use.
    func stateLines() throws(DatabaseError) -> [String] {
        let tables = try database.query(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'command' ORDER BY name"
        ) { $0.text(0) }
        var lines: [String] = []
        for table in tables {
            let columns = try database.query("SELECT name FROM pragma_table_info(?) ORDER BY cid", [.text(table)]) {
                $0.text(0)
            }
            let texts = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ', ' || ")
            let order = columns.indices.map { "\"\(columns[$0])\"" }.joined(separator: ", ")
            lines += try database.query("SELECT \(texts) FROM \"\(table)\" ORDER BY \(order)") {
                "\(table): \($0.text(0))"
            }
            .filter { line in
                // Neither setting describes the state.
                [Setting.certificateChain, .openedClock].allSatisfy { !line.hasPrefix("setting: '\($0.rawValue)'") }
            }
        }
        return lines
    }
}
