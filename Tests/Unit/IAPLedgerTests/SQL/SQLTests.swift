import Foundation
import IAPPlatform
import IAPDatabase
import IAPLedger
import Testing

/// The same tests for both databases. PostgreSQL is tested if TEST_POSTGRESQL names a database. Otherwise the tests
/// print that they skip it.
@Suite struct SQLTests {
    enum Kind: String, CaseIterable, Sendable { case sqlite, postgreSQL }

    static let kinds: [Kind] = {
        if ProcessInfo.processInfo.environment["TEST_POSTGRESQL"] != nil { return Kind.allCases }
        print("skipped: PostgreSQL, because TEST_POSTGRESQL names no database")
        return [.sqlite]
    }()

    private let table = "t" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()

    private func database(_ kind: Kind) throws -> any SQLDatabase {
        let database: any SQLDatabase
        if kind == .postgreSQL {
            let address = ProcessInfo.processInfo.environment["TEST_POSTGRESQL"] ?? ""
            database = try PostgreSQLDatabase(address)
        } else {
            database = try SQLiteDatabase(path: nil, applicationID: 1)
        }
        try database.transaction { connection throws(SQLError) in
            let dialect = connection.dialect
            try connection.run(
                "CREATE TABLE \(table) (id \(dialect.integer) PRIMARY KEY, name TEXT)\(dialect.tableEnd)")
        }
        return database
    }

    @Test(arguments: kinds) func valuesComeBackAsTheyWere(_ kind: Kind) throws {
        let database = try database(kind)
        let values: [(Value, Value)] = [
            (.integer(.min), nil), (.integer(.max), ""), (0, "ünï\u{1F3B2} ' \" \\ $1"), (1, "NULL"),
        ]
        try database.transaction { connection throws(SQLError) in
            for (id, name) in values { try connection.run("INSERT INTO \(table) VALUES ($1, $2)", [id, name]) }
        }
        let rows = try database.transaction { connection throws(SQLError) in
            try connection.query("SELECT id, name FROM \(table) ORDER BY id")
        }
        #expect(rows == [values[0], values[2], values[3], values[1]].map { SQLRow([$0.0, $0.1]) })
    }

    /// A later statement sees the changes of an earlier one.
    @Test(arguments: kinds) func statementsThatAreSentTogetherHaveTheirOwnRows(_ kind: Kind) throws {
        let database = try database(kind)
        let insertion = SQLStatement("INSERT INTO \(table) VALUES ($1, $2) RETURNING name", [1, "one"])
        let selection = SQLStatement("SELECT id FROM \(table) WHERE name = $1", ["one"])
        let responses = try database.transaction { connection throws(SQLError) in
            try connection.run("INSERT INTO \(table) VALUES (0, 'zero')")
            return try connection.query([insertion, selection, SQLStatement("DELETE FROM \(table)")])
        }
        #expect(responses == [[SQLRow(["one"])], [SQLRow([1])], []])
        #expect(throws: SQLError.self) {
            try database.transaction { connection throws(SQLError) in
                _ = try connection.query([insertion, insertion, selection])
            }
        }
        #expect(try database.transaction { connection throws(SQLError) in try connection.query([selection]) } == [[]])
    }

    @Test(arguments: kinds) func transactionIsAllOrNothing(_ kind: Kind) throws {
        let database = try database(kind)
        #expect(throws: SQLError.self) {
            try database.transaction { connection throws(SQLError) in
                try connection.run("INSERT INTO \(table) VALUES (1, 'a')")
                throw SQLError(.failed, "a deliberate failure")
            }
        }
        #expect(throws: SQLError.self) {
            try database.transaction { connection throws(SQLError) in
                try connection.run("INSERT INTO \(table) VALUES (1, 'a')")
                try connection.run("INSERT INTO \(table) VALUES (1, 'b')")
            }
        }
        let rows = try database.transaction { connection throws(SQLError) in
            try connection.query("SELECT id FROM \(table)")
        }
        #expect(rows.isEmpty)
    }

    @Test(arguments: kinds) func onlyOneInsertsTheKey(_ kind: Kind) throws {
        let database = try database(kind)
        let winners = Guarded(0)
        DispatchQueue.concurrentPerform(iterations: 40) { number in
            let rows = try? database.transaction { connection throws(SQLError) in
                try connection.query(
                    "INSERT INTO \(table) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id",
                    [.integer(Int64(number % 4)), "x"])
            }
            if let rows, !rows.isEmpty { winners.withLock { $0 += 1 } }
        }
        #expect(winners.value == 4)
    }

    /// Each transaction adds to the existing values, in another order than its neighbour. The transactions conflict,
    /// and none is lost.
    @Test(arguments: kinds) func conflictsAreTriedAgain(_ kind: Kind) throws {
        let database = try database(kind)
        try database.transaction { connection throws(SQLError) in
            try connection.run("INSERT INTO \(table) VALUES (100, 'a'), (200, 'b')")
        }
        let failures = Guarded<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 40) { number in
            do throws(SQLError) {
                try database.transaction { connection throws(SQLError) in
                    for name in number % 2 == 0 ? ["a", "b"] : ["b", "a"] {
                        try connection.run(
                            "UPDATE \(table) SET id = id + 1000 WHERE name = $1", [.text(name)])
                    }
                }
            } catch {
                failures.withLock { $0.append(error.description) }
            }
        }
        #expect(failures.value == [])
        let sum = try database.transaction { connection throws(SQLError) in
            try connection.query("SELECT id FROM \(table)").map { row throws(SQLError) in try row.integer(0) }
                .reduce(0, +)
        }
        #expect(sum == 300 + 2 * 40 * 1000)
    }

    /// Without turns, the process that has ended a transaction begins the next one before a waiting process looks again.
    @Test func processesOfOneFileWriteInTurns() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("ledger.db").path
        let first = try SQLiteDatabase(path: path, applicationID: 1)
        let second = try SQLiteDatabase(path: path, applicationID: 1)
        let order = Guarded<[String]>([])
        let other = Thread { try? second.transaction { _ in order.withLock { $0.append("second") } } }
        try first.transaction { _ in
            other.start()
            // Until the other one has reserved the next turn.
            let next = open("\(path)-next", O_RDWR)
            defer { close(next) }
            while flock(next, LOCK_EX | LOCK_NB) == 0 {
                flock(next, LOCK_UN)
                sched_yield()
            }
            order.withLock { $0.append("first") }
        }
        try first.transaction { _ in order.withLock { $0.append("first again") } }
        #expect(order.value == ["first", "second", "first again"])
    }

    @Test func rowOfAnotherShapeIsAnError() throws {
        let row = SQLRow(["text", 1, .null])
        #expect(throws: SQLError.self) { try row.integer(0) }
        #expect(throws: SQLError.self) { try row.text(1) }
        #expect(throws: SQLError.self) { try row.text(2) }
        #expect(throws: SQLError.self) { try row.optionalText(3) }
        #expect(try row.optionalInteger(2) == nil)
    }

    @Test func tablesAreCreatedOnceAndAnotherVersionIsRefused() throws {
        let database = try database(.sqlite)
        let name = table + "m"
        let schema = SQLSchema(version: 3) { dialect in
            ["CREATE TABLE \(name) (id \(dialect.integer))\(dialect.tableEnd)", "INSERT INTO \(name) VALUES (1)"]
        }
        for _ in 1...2 { try schema.create(in: database) }
        for version in [2, 4] as [Int64] {
            let error = #expect(throws: SQLError.self) {
                try SQLSchema(version: version) { _ in [] }.create(in: database)
            }
            #expect(error?.description.contains("the tables have version 3") == true)
        }
        try schema.create(in: database)
        let rows = try database.transaction { connection throws(SQLError) in
            try connection.query("SELECT id FROM \(name)")
        }
        #expect(rows.count == 1)
    }
}
