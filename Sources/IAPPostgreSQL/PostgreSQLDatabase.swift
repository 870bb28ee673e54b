internal import CIAPPostgreSQL
internal import Foundation
internal import IAPPlatform
package import IAPSQL

/// A PostgreSQL database by libpq, with a pool of connections. Several processes may share it.
package final class PostgreSQLDatabase: SQLDatabase {
    /// How often a transaction is tried that others are in the way of.
    private static let mostAttempts = 20

    private let address: String
    private let idle = Guarded<[PostgreSQLConnection]>([])
    private let places: DispatchSemaphore
    private let isClosed = Guarded(false)

    package var dialect: SQLDialect { .postgreSQL }

    /// - Parameters:
    ///   - address: a connection string or URI of libpq.
    ///   - connectionLimit: so many transactions run at a time, the others wait.
    package init(_ address: String, connectionLimit: Int = 8) throws(SQLError) {
        self.address = address
        places = DispatchSemaphore(value: connectionLimit)
        idle.value = [try PostgreSQLConnection(address)]
    }

    package func transaction<Result>(
        _ body: (any SQLConnection) throws(SQLError) -> Result
    ) throws(SQLError) -> Result {
        places.wait()
        defer { places.signal() }
        for attempt in 1... {
            do throws(SQLError) {
                return try attemptTransaction(body)
            } catch  where error.kind == .conflict && attempt < Self.mostAttempts {
                // The other transaction ends soon. Who waits for a random time does not meet it again.
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
            try connection.command("BEGIN")
            let result = try body(connection)
            try connection.command("COMMIT")
            keep(connection)
            return result
        } catch {
            // A connection that is broken is not used again.
            if error.kind != .unavailable, (try? connection.command("ROLLBACK")) != nil { keep(connection) }
            throw error
        }
    }

    private func open() throws(SQLError) -> PostgreSQLConnection {
        if isClosed.value { throw SQLError(.failed, "the database has been closed") }
        if let connection = idle.withLock({ $0.popLast() }) {
            if connection.isAlive { return connection }
            // The server may have been started anew; then all others are broken as well.
            idle.value = []
        }
        return try PostgreSQLConnection(address)
    }

    private func keep(_ connection: PostgreSQLConnection) {
        if !isClosed.value { idle.withLock { $0.append(connection) } }
    }

    /// PostgreSQL overwrites old rows by itself, with its next vacuum.
    package func forget() {}

    package func close() {
        isClosed.value = true
        idle.value = []
    }
}

/// One connection, used by one thread at a time.
final class PostgreSQLConnection: SQLConnection, @unchecked Sendable {  // The pool gives it to one thread at a time.
    private let handle: OpaquePointer
    private var statements: [String: String] = [:]

    var dialect: SQLDialect { .postgreSQL }

    init(_ address: String) throws(SQLError) {
        guard let handle = PQconnectdb(address) else { throw SQLError(.unavailable, "libpq has no memory") }
        self.handle = handle
        guard PQstatus(handle) == CONNECTION_OK else {
            // libpq names host and user, not the password.
            throw SQLError(.unavailable, message.isEmpty ? "PostgreSQL cannot be reached" : message)
        }
        // Notices belong into no log of ours.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
    }

    deinit { PQfinish(handle) }

    /// Whether the server has not closed it meanwhile.
    var isAlive: Bool { PQstatus(handle) == CONNECTION_OK && PQconsumeInput(handle) == 1 }

    func command(_ sql: String) throws(SQLError) {
        let result = PQexec(handle, sql)
        defer { PQclear(result) }
        _ = try checked(result)
    }

    func query(_ sql: String, _ values: [SQLValue]) throws(SQLError) -> [SQLRow] {
        let name = try prepared(sql)
        let result = withTexts(values) {
            PQexecPrepared(handle, name, Int32(values.count), $0, nil, nil, 0)
        }
        defer { PQclear(result) }
        let rows = try checked(result)
        let columns = (0..<PQnfields(rows)).map { (index: $0, isInteger: Self.isInteger(PQftype(rows, $0))) }
        return (0..<PQntuples(rows)).map { row in
            SQLRow(
                columns.map { column in
                    guard PQgetisnull(rows, row, column.index) == 0, let text = PQgetvalue(rows, row, column.index)
                    else { return .null }
                    let value = String(cString: text)
                    return column.isInteger ? .integer(Int64(value) ?? 0) : .text(value)
                })
        }
    }

    /// Each text is parsed and planned once for the connection.
    private func prepared(_ sql: String) throws(SQLError) -> String {
        if let name = statements[sql] { return name }
        let name = "s\(statements.count)"
        let result = PQprepare(handle, name, sql, 0, nil)
        defer { PQclear(result) }
        _ = try checked(result)
        statements[sql] = name
        return name
    }

    private func checked(_ result: OpaquePointer?) throws(SQLError) -> OpaquePointer {
        guard let result else { throw SQLError(.unavailable, message) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return result
        default: break
        }
        // Class 40 is about other transactions, 08 and 57P about the connection.
        let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
        let kind: SQLError.Kind =
            if state.hasPrefix("40") {
                .conflict
            } else if PQstatus(handle) != CONNECTION_OK || state.hasPrefix("08") || state.hasPrefix("57P") {
                .unavailable
            } else {
                .failed
            }
        throw SQLError(kind, message)
    }

    private var message: String {
        String(cString: PQerrorMessage(handle)).split(whereSeparator: \.isNewline).joined(separator: "; ")
    }

    /// The object ids of int8, int2 and int4 are fixed.
    private static func isInteger(_ type: Oid) -> Bool { [20, 21, 23].contains(type) }

    private func withTexts<Result>(
        _ values: [SQLValue], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        var copies = values.map { value -> UnsafeMutablePointer<CChar>? in
            switch value {
            case .null: nil
            case .integer(let number): strdup(String(number))
            case .text(let text): strdup(text)
            }
        }
        defer { for copy in copies { free(copy) } }
        return copies.withUnsafeMutableBufferPointer { buffer in
            buffer.withMemoryRebound(to: UnsafePointer<CChar>?.self) { rebound in
                if let start = rebound.baseAddress { return body(start) }
                var nothing: UnsafePointer<CChar>?
                return body(&nothing)
            }
        }
    }
}
