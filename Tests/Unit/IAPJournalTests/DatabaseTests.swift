import Foundation
import Testing

@testable import IAPDatabase

/// Rules for all database files of the library.
struct DatabaseTests {
    private static let schema = "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, data BLOB) STRICT"

    private let folder: Folder
    private let path: String

    init() throws {
        folder = try Folder()
        path = folder.path("items")
    }

    private func open(version: Int = 2, isExclusive: Bool = false) throws(DatabaseError) -> Database {
        try Database(
            path: path,
            format: Database.Format(
                applicationID: 77, version: version, schema: Self.schema, isExclusive: isExclusive))
    }

    private static func kind(_ body: () throws(DatabaseError) -> Void) -> DatabaseError.Kind? {
        do throws(DatabaseError) {
            try body()
            return nil
        } catch {
            return error.kind
        }
    }

    @Test func tablesAreCreatedOnceAndAnotherVersionIsRefused() throws {
        var database = try open()
        try database.run("INSERT INTO item (name) VALUES (?)", ["one"])
        database.close()
        #expect(Self.kind { () throws(DatabaseError) in try open(version: 1).close() } == .newer)
        #expect(Self.kind { () throws(DatabaseError) in try open(version: 3).close() } == .older)
        database = try open()
        #expect(try database.query("SELECT name FROM item") { $0.text(0) } == ["one"])
        #expect(try database.query("PRAGMA user_version") { $0.integer(0) } == [2])
        database.close()
    }

    /// SQLite would read the first name as a database in memory, and the others as URIs.
    @Test(arguments: [":memory:", "file:journal?mode=memory", "file:journal%20two"])
    func nameThatMeansSomethingToSQLiteIsAPath(name: String) throws {
        // The path is relative, because an absolute path cannot begin like this.
        let path = name + UUID().uuidString
        let format = Database.Format(applicationID: 77, schema: Self.schema, isExclusive: false)
        let files = FileManager.default
        defer { for end in ["", "-wal", "-shm"] { try? files.removeItem(atPath: path + end) } }
        try Database(path: path, format: format).close()
        #expect(files.fileExists(atPath: path))
        let again = try Database(path: path, format: format)
        try again.run("INSERT INTO item (name) VALUES (?)", ["one"])
        again.close()
        let salvaged = try Database(salvaging: path)
        #expect(try salvaged.query("SELECT name FROM item") { $0.text(0) } == ["one"])
        salvaged.close()
    }

    @Test func moneyIsOnDiskWhenACommitReturns() throws {
        let database = try open()
        #expect(try database.query("PRAGMA journal_mode") { $0.text(0) } == ["wal"])
        #expect(try database.query("PRAGMA synchronous") { $0.integer(0) } == [2])
    }

    @Test func everyKindOfValueComesBackAsItWas() throws {
        let database = try open()
        let texts: [String?] = ["", "one", "金币 🪙", "it's", nil]
        let blobs: [[UInt8]] = [[], [0], [1, 0, 255], Array(repeating: 7, count: 100_000)]
        for text in texts {
            try database.run("DELETE FROM item")
            try database.run("INSERT INTO item (id, name) VALUES (?, ?)", [.integer(.min), Value(text)])
            #expect(try database.query("SELECT name FROM item") { $0.optionalText(0) } == [text])
            #expect(try database.query("SELECT id FROM item") { $0.optionalInteger(0) } == [.min])
        }
        for blob in blobs {
            try database.run("DELETE FROM item")
            try database.run("INSERT INTO item (data) VALUES (?)", [.blob(blob)])
            #expect(try database.query("SELECT data FROM item") { $0.blob(0) } == [blob])
            #expect(try database.query("SELECT data FROM item") { $0.isNull(0) } == [false])
        }
        #expect(try database.query("SELECT ?", [Value(bits: .max)]) { $0.bits(0) } == [.max])
        #expect(
            try database.query("SELECT ?, ?", [Value(true), Value(false)]) { [$0.bool(0), $0.bool(1)] } == [
                [true, false]
            ])
    }

    /// A statement is cached for its next use. It must not keep the old values.
    @Test func valuesOfTheLastUseAreForgotten() throws {
        let database = try open()
        #expect(try database.query("SELECT ?", ["one"]) { $0.optionalText(0) } == ["one"])
        #expect(try database.query("SELECT ?") { $0.optionalText(0) } == [nil])
    }

    @Test func transactionIsAllOrNothing() throws {
        struct Stop: Error {}
        let database = try open()
        #expect(throws: Stop.self) {
            try database.transaction(
                { () throws(any Error) in
                    try database.run("INSERT INTO item (name) VALUES (?)", ["one"])
                    throw Stop()
                }, wrap: { $0 })
        }
        #expect(
            Self.kind { () throws(DatabaseError) in
                try database.transaction { () throws(DatabaseError) in
                    try database.run("INSERT INTO item (name) VALUES (?)", ["two"])
                    try database.run("INSERT INTO nowhere VALUES (1)")
                }
            } == .failed)
        #expect(try database.query("SELECT count(*) FROM item") { $0.integer(0) } == [0])
        try database.transaction { () throws(DatabaseError) in
            try database.run("INSERT INTO item (name) VALUES (?)", ["three"])
        }
        #expect(try database.query("SELECT name FROM item") { $0.text(0) } == ["three"])
    }

    /// A page limit simulates a full disk.
    @Test func fullFileIsReportedAsFullAndTheDatabaseGoesOn() throws {
        let database = try open()
        try database.execute("PRAGMA max_page_count=8")
        #expect(
            Self.kind { () throws(DatabaseError) in
                try database.transaction { () throws(DatabaseError) in
                    try database.run("INSERT INTO item (data) VALUES (zeroblob(1000000))")
                }
            } == .full)
        #expect(try database.query("SELECT count(*) FROM item") { $0.integer(0) } == [0])
        try database.execute("PRAGMA max_page_count=1000000")
        try database.transaction { () throws(DatabaseError) in
            try database.run("INSERT INTO item (data) VALUES (zeroblob(1000000))")
        }
        #expect(try database.query("SELECT count(*) FROM item") { $0.integer(0) } == [1])
    }

    @Test func changeByAnotherConnectionIsSeen() throws {
        let (one, other) = (try open(), try open())
        let before = try one.dataVersion()
        try one.run("INSERT INTO item (name) VALUES (?)", ["mine"])
        #expect(try one.dataVersion() == before, "the connection's own changes do not count")
        try other.run("INSERT INTO item (name) VALUES (?)", ["theirs"])
        #expect(try one.dataVersion() != before)
        #expect(try one.query("SELECT name FROM item ORDER BY id") { $0.text(0) } == ["mine", "theirs"])
    }

    @Test func exclusiveFileIsHeldByOneConnection() throws {
        let first = try open(isExclusive: true)
        #expect(Self.kind { () throws(DatabaseError) in try open(isExclusive: true).close() } == .busy)
        first.close()
        try open(isExclusive: true).close()
    }

    @Test func everyCallAfterTheCloseFails() throws {
        let database = try open()
        database.close()
        database.close()
        #expect(Self.kind { () throws(DatabaseError) in try database.execute("SELECT 1") } == .failed)
        #expect(Self.kind { () throws(DatabaseError) in try database.run("SELECT 1") } == .failed)
        #expect(Self.kind { () throws(DatabaseError) in _ = try database.dataVersion() } == .failed)
    }

    @Test func changesCountsTheRowsOfTheLastStatement() throws {
        let database = try open()
        for name in ["a", "b", "b"] { try database.run("INSERT INTO item (name) VALUES (?)", [Value(name)]) }
        try database.run("UPDATE item SET name = 'c' WHERE name = 'b'")
        #expect(database.changes == 2)
        try database.run("UPDATE item SET name = 'c' WHERE name = 'z'")
        #expect(database.changes == 0)
    }
}
