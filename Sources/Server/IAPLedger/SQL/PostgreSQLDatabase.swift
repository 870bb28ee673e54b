internal import CIAPPostgreSQL
internal import Foundation
internal import IAPDatabase
internal import IAPPlatform

/// A PostgreSQL database with a pool of libpq connections. Several processes can share it.
package final class PostgreSQLDatabase: SQLDatabase {
    /// The largest number of attempts for a transaction that conflicts with others.
    private static let mostAttempts = 20

    private let address: String
    private let schema: String?
    private let timeout: UInt32
    private let idle = Guarded<[PostgreSQLConnection]>([])
    private let places: DispatchSemaphore
    private let isClosed = Guarded(false)
    /// The host that ended the last outage; empty for all hosts of the address. With all, libpq would wait for a silent
    /// host before it takes the next one.
    private let host = Guarded<[String: String]>([:])

    /// A time in which the database does not respond.
    private final class Outage: Sendable {}
    /// Until its end, transactions fail at once: otherwise each would hold a thread of the server until its deadline.
    private let outage = Guarded<Outage?>(nil)

    package var dialect: SQLDialect { .postgreSQL }

    /// - Parameters:
    ///   - address: a connection string or URI of libpq.
    ///   - schema: the schema of the tables, which is created if it is missing; nil for the schema that the server
    ///     chooses. A lowercase name that needs no quotes.
    ///   - connectionLimit: the number of transactions that can run at the same time; the others wait.
    ///   - timeout: the longest wait for a response of the database, in milliseconds. After that, the connection is
    ///     given up.
    package init(
        _ address: String, schema: String? = nil, connectionLimit: Int = 8, timeout: UInt32 = 10_000
    ) throws(SQLError) {
        self.address = address
        self.schema = schema
        self.timeout = timeout
        places = DispatchSemaphore(value: connectionLimit)
        idle.value = [try PostgreSQLConnection(address, host: [:], schema: schema, timeout: timeout)]
        // If two processes create the schema at the same time, PostgreSQL makes one of them fail.
        if let schema, (try? makeSchema(schema)) == nil { try makeSchema(schema) }
    }

    /// Only a missing schema is created, because PostgreSQL refuses the statement to users who may not create one.
    private func makeSchema(_ schema: String) throws(SQLError) {
        try transaction { connection throws(SQLError) in
            let known = try connection.query("SELECT 1 FROM pg_namespace WHERE nspname = $1", [.text(schema)])
            if known.isEmpty { try connection.run("CREATE SCHEMA \(schema)") }
        }
    }

    package func transaction<Result>(
        _ body: (any SQLConnection) throws(SQLError) -> Result
    ) throws(SQLError) -> Result {
        try checkState()
        guard places.wait(timeout: .now() + .milliseconds(Int(timeout))) == .success else {
            throw SQLError(.unavailable, "all connections are in use")
        }
        defer { places.signal() }
        for attempt in 1... {
            do throws(SQLError) {
                return try attemptTransaction(body)
            } catch  where error.kind == .conflict && attempt < Self.mostAttempts {
                // A random wait makes another conflict unlikely.
                usleep(UInt32.random(in: 0...1000) * UInt32(attempt))
            }
        }
        throw SQLError(.failed, "unreachable")
    }

    private func attemptTransaction<Result>(
        _ body: (any SQLConnection) throws(SQLError) -> Result
    ) throws(SQLError) -> Result {
        let connection = try open()
        do throws(SQLError) {
            try connection.begin()
            let result = try body(connection)
            try connection.commit()
            keep(connection)
            return result
        } catch {
            // A broken connection is not used again.
            if error.kind != .unavailable, (try? connection.rollBack()) != nil { keep(connection) }
            if connection.isSilent { awaitDatabase() }
            throw error
        }
    }

    private func checkState() throws(SQLError) {
        if isClosed.value { throw SQLError(.failed, "the database has been closed") }
        if outage.value != nil { throw SQLError(.unavailable, "PostgreSQL does not respond") }
    }

    private func open() throws(SQLError) -> PostgreSQLConnection {
        try checkState()
        if let connection = idle.withLock({ $0.popLast() }) {
            if connection.isAlive { return connection }
            // The server may have restarted. All other connections are then broken as well.
            idle.value = []
        }
        let (start, host) = (DispatchTime.now(), host.value)
        do throws(SQLError) {
            return try PostgreSQLConnection(address, host: host, schema: schema, timeout: timeout)
        } catch {
            // A host that refuses the connection holds nobody up.
            if DispatchTime.now() > start + .seconds(1) { awaitDatabase() }
            if host.isEmpty { throw error }
        }
        // Another host may accept changes now.
        self.host.value = [:]
        return try open()
    }

    /// Notes that the database does not respond, and tries on own threads until it does: one for each host, because a
    /// silent one must not delay the attempts at the others.
    private func awaitDatabase() {
        let outage = Outage()
        let isFirst = self.outage.withLock { current in
            if current == nil { current = outage }
            return current === outage
        }
        guard isFirst else { return }
        // The other connections lead to the same database.
        idle.value = []
        for host in PostgreSQLAddress.hosts(in: address) { Thread { self.end(outage, at: host) }.start() }
    }

    /// Tries until a host responds.
    private func end(_ outage: Outage, at host: [String: String]) {
        while !isClosed.value, self.outage.value === outage {
            if responds(host) {
                self.host.value = host
                self.outage.withLock { if $0 === outage { $0 = nil } }
            } else {
                usleep(timeout * 50)
            }
        }
    }

    /// Commits a record of the log that changes nothing: a commit can wait for a standby while reads succeed. It waits
    /// longer than a request, because each commit that is given up keeps a session of the server until the standby is
    /// there.
    private func responds(_ host: [String: String]) -> Bool {
        do throws(SQLError) {
            let connection = try PostgreSQLConnection(address, host: host, schema: schema, timeout: timeout)
            connection.timeout = timeout * 6
            try connection.begin()
            try connection.run("SELECT pg_logical_emit_message(true, 'iap-server', '')")
            try connection.commit()
            connection.timeout = timeout
            keep(connection)
            return true
        } catch {
            return error.kind == .failed
        }
    }

    private func keep(_ connection: PostgreSQLConnection) {
        if !isClosed.value { idle.withLock { $0.append(connection) } }
    }

    /// PostgreSQL overwrites old rows with its next vacuum.
    package func forget() {}

    package func close() {
        isClosed.value = true
        idle.value = []
    }
}
