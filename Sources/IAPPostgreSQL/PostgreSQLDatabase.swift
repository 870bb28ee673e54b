internal import CIAPPostgreSQL
internal import Foundation
internal import IAPPlatform
package import IAPSQL

/// A PostgreSQL database with a pool of libpq connections. Several processes can share it.
package final class PostgreSQLDatabase: SQLDatabase {
    /// The largest number of attempts for a transaction that conflicts with others.
    private static let mostAttempts = 20

    private let address: String
    private let idle = Guarded<[PostgreSQLConnection]>([])
    private let places: DispatchSemaphore
    private let isClosed = Guarded(false)

    package var dialect: SQLDialect { .postgreSQL }

    /// - Parameters:
    ///   - address: a connection string or URI of libpq.
    ///   - connectionLimit: the number of transactions that can run at the same time; the others wait.
    package init(_ address: String, connectionLimit: Int = 8) throws(SQLError) {
        self.address = address
        places = DispatchSemaphore(value: connectionLimit)
        idle.value = [try PostgreSQLConnection(address)]
    }

    package func transaction<Result>(
        _ body: (any SQLConnection) throws(SQLError) -> Result
    ) throws(SQLError) -> Result {
        guard places.wait(timeout: .now() + 10) == .success else {
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
            try connection.run("BEGIN")
            let result = try body(connection)
            try connection.commit()
            keep(connection)
            return result
        } catch {
            // A broken connection is not used again.
            if error.kind != .unavailable, (try? connection.rollBack()) != nil { keep(connection) }
            throw error
        }
    }

    private func open() throws(SQLError) -> PostgreSQLConnection {
        if isClosed.value { throw SQLError(.failed, "the database has been closed") }
        if let connection = idle.withLock({ $0.popLast() }) {
            if connection.isAlive { return connection }
            // The server may have restarted. All other connections are then broken as well.
            idle.value = []
        }
        return try PostgreSQLConnection(address)
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
