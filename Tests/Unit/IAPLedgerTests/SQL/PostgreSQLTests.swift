import Foundation
import IAPDatabase
import IAPLedger
import IAPPlatform
import Testing

/// What happens when PostgreSQL does not respond, or responds as another server. The tests need the database that
/// TEST_POSTGRESQL names, on this machine. Otherwise they print that they are skipped.
@Suite struct PostgreSQLTests {
    private static let address: String? = {
        let address = ProcessInfo.processInfo.environment["TEST_POSTGRESQL"]
        if address == nil { print("skipped: PostgreSQL, because TEST_POSTGRESQL names no database") }
        return address
    }()

    private let table = "p" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()

    /// A database that gives up a connection after half a second.
    private func impatient(_ address: String) throws -> PostgreSQLDatabase {
        try PostgreSQLDatabase(address).transaction { connection throws(SQLError) in
            try connection.run("CREATE TABLE \(table) (id BIGINT PRIMARY KEY)")
        }
        return try PostgreSQLDatabase(address, timeout: 500)
    }

    /// Stops the server's process of this connection.
    private func freeze(_ connection: any SQLConnection) throws(SQLError) -> pid_t {
        let process = pid_t(try connection.query("SELECT pg_backend_pid()")[0].integer(0))
        kill(process, SIGSTOP)
        return process
    }

    private func count(_ database: PostgreSQLDatabase) throws(SQLError) -> Int64 {
        try database.transaction { connection throws(SQLError) in
            try connection.query("SELECT COUNT(*) FROM \(table)")[0].integer(0)
        }
    }

    /// Waits until the database gives an answer again.
    private func countLater(_ database: PostgreSQLDatabase) throws -> Int64 {
        let end = Deadline(milliseconds: 20_000)
        while end.left != nil {
            if let count = try? count(database) { return count }
            usleep(1000)
        }
        return try count(database)
    }

    @Test(.timeLimit(.minutes(1))) func silentDatabaseHasADeadline() throws {
        guard let address = Self.address else { return }
        let database = try impatient(address)
        var process: pid_t = 0
        defer { kill(process, SIGCONT) }
        let error = #expect(throws: SQLError.self) {
            try database.transaction { connection throws(SQLError) in
                process = try freeze(connection)
                try connection.run("INSERT INTO \(table) VALUES (1)")
                _ = try connection.query("SELECT 1")
            }
        }
        #expect(error?.kind == .unavailable)
        // The next call has another connection, and the change was not committed.
        #expect(try countLater(database) == 0)
    }

    /// The caller must not hear that the change was made, or that it was not made.
    @Test(.timeLimit(.minutes(1))) func commitWithoutAResponseIsUndecided() throws {
        guard let address = Self.address else { return }
        let database = try impatient(address)
        var process: pid_t = 0
        let error = #expect(throws: SQLError.self) {
            try database.transaction { connection throws(SQLError) in
                try connection.run("INSERT INTO \(table) VALUES (1)")
                process = try freeze(connection)
            }
        }
        kill(process, SIGCONT)
        #expect(error?.kind == .unavailable)
        let end = Deadline(milliseconds: 20_000)
        while try countLater(database) == 0, end.left != nil { usleep(1000) }
        #expect(try count(database) == 1)
    }

    /// The connections are accepted, and nobody speaks.
    @Test(.timeLimit(.minutes(1))) func silentServerHasADeadline() throws {
        guard Self.address != nil else { return }
        let (listener, port) = silentServer()
        defer { close(listener) }
        listen(listener, 8)
        let error = #expect(throws: SQLError.self) {
            try PostgreSQLDatabase(
                "host=127.0.0.1 port=\(port) user=nobody dbname=nothing", timeout: 500)
        }
        #expect(error?.kind == .unavailable)
    }

    /// It refuses connections until the caller listens; then it accepts them and does not speak.
    private func silentServer() -> (listener: Int32, port: UInt16) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(listener, $0, length)
                _ = getsockname(listener, $0, &length)
            }
        }
        return (listener, UInt16(bigEndian: place.sin_port))
    }

    @Test func addressNamesEachHost() {
        let a = ["host": "a", "port": "5432"]
        let cases: [(String, [[String: String]])] = [
            ("dbname=game", [[:]]), ("host=a port=5432", [[:]]),
            ("host=a,b port=5432 user=x", [a, ["host": "b", "port": "5432"]]),
            ("postgresql://x@a:5432,b:5433/game", [a, ["host": "b", "port": "5433"]]),
            ("hostaddr=10.0.0.1,10.0.0.2", [["hostaddr": "10.0.0.1"], ["hostaddr": "10.0.0.2"]]),
        ]
        for (address, hosts) in cases { #expect(PostgreSQLAddress.hosts(in: address) == hosts, "\(address)") }
    }

    /// After a failover the first host of the address can be a machine that is frozen or has no network.
    @Test(.timeLimit(.minutes(1))) func silentHostDoesNotDelayTheOthers() throws {
        guard let address = Self.address, let host = address.firstMatch(of: /host=(\S+)/)?.1 else { return }
        let (listener, silent) = silentServer()
        defer { close(listener) }
        let port = address.firstMatch(of: /port=(\d+)/)?.1 ?? "5432"
        let database = try impatient("\(address) host=127.0.0.1,\(host) port=\(silent),\(port) connect_timeout=10")
        listen(listener, 8)
        var process: pid_t = 0
        defer { kill(process, SIGCONT) }
        #expect(throws: SQLError.self) {
            try database.transaction { connection throws(SQLError) in
                process = try freeze(connection)
                _ = try connection.query("SELECT 1")
            }
        }
        let end = Deadline(milliseconds: 5000)
        #expect(try countLater(database) == 0)
        // The second transaction needs a connection of its own.
        try database.transaction { _ in #expect(throws: Never.self) { try countLater(database) } }
        #expect(end.left != nil)
    }

    /// A failover can make a standby of the database.
    @Test func readOnlySessionIsNotKept() throws {
        guard let address = Self.address else { return }
        guard ProcessInfo.processInfo.environment["TEST_PGBOUNCER"] == nil else {
            // The change of the session would stay for other clients of the pooler.
            print("skipped: a read-only session, because TEST_PGBOUNCER says that clients share sessions")
            return
        }
        let database = try PostgreSQLDatabase(address, connectionLimit: 1)
        let select = { () throws(SQLError) in
            _ = try database.transaction { connection throws(SQLError) in try connection.query("SELECT 1") }
        }
        try database.transaction { connection throws(SQLError) in
            try connection.run("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
        }
        let error = #expect(throws: SQLError.self) { try select() }
        #expect(error?.kind == .unavailable)
        try select()
        #expect(throws: SQLError.self) {
            try PostgreSQLDatabase("\(address) options='-c default_transaction_read_only=on'")
        }
    }
}
