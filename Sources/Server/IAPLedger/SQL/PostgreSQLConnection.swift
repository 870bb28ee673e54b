internal import CIAPPostgreSQL
internal import Foundation
internal import IAPDatabase
internal import IAPPlatform

/// One connection, which one thread uses at a time.
///
/// A statement whose rows do not matter waits. The connection sends it together with the next query or with the end of
/// the transaction (libpq's pipeline mode). A transaction then needs one round trip per query and one more.
///
/// A connection pooler may give each transaction another session of the server. So settings end with the transaction, and
/// the server keeps parsed statements only for a connection that has its own session.
final class PostgreSQLConnection: SQLConnection, @unchecked Sendable {  // The pool lends it to one thread at a time.
    private let handle: OpaquePointer
    /// The value of `search_path`; nil for that of the server.
    private let searchPath: String?
    /// The longest wait for a response, in milliseconds.
    var timeout: UInt32
    private var waiting: [SQLStatement] = []
    /// No pooler is between this connection and its session: the session's process is the one that the server named when
    /// it connected. A pooler names another one.
    private var hasOwnSession = false
    /// The names of parsed statements. No other connection uses them, so a pooler that stays unnoticed causes an error,
    /// and never runs a statement of another client.
    private var names: [String: String] = [:]
    private let namePrefix = UUID().uuidString
    private var lastStatement = 0
    /// The next response begins with the rows of `begin`.
    private var hasBegun = false
    /// The database has not responded in time. Whether it has run the last statements is unknown.
    private(set) var isSilent = false

    var dialect: SQLDialect { .postgreSQL }

    /// - Parameters:
    ///   - host: options that replace those of the address.
    ///   - schema: the schema of the tables. Its name needs no quotes in SQL.
    init(_ address: String, host: [String: String], schema: String?, timeout: UInt32) throws(SQLError) {
        searchPath = schema
        self.timeout = timeout
        // Values in the address override these options. libpq waits this long for each host of the address. A standby is
        // no use: with several hosts libpq then takes the next one.
        var options = [
            ("connect_timeout", String(max(2, timeout / 2000))), ("tcp_user_timeout", String(timeout)),
            ("target_session_attrs", "read-write"), ("dbname", address),
        ]
        options += host.map { ($0.key, $0.value) }
        guard let handle = Self.connect(options) else { throw SQLError(.unavailable, "libpq is out of memory") }
        self.handle = handle
        guard PQstatus(handle) == CONNECTION_OK, PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1
        else {
            // libpq's message names the host and the user, not the password.
            throw SQLError(.unavailable, message.isEmpty ? "PostgreSQL cannot be reached" : message)
        }
        // Notices are not logged.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        // An error must not contain values of a row.
        PQsetErrorVerbosity(handle, PQERRORS_TERSE)
    }

    private static func connect(_ options: [(name: String, value: String)]) -> OpaquePointer? {
        let texts = options.flatMap { [strdup($0.name), strdup($0.value)] }
        defer { for text in texts { free(text) } }
        let names = stride(from: 0, to: texts.count, by: 2).map { UnsafePointer(texts[$0]) } + [nil]
        let values = stride(from: 1, to: texts.count, by: 2).map { UnsafePointer(texts[$0]) } + [nil]
        return PQconnectdbParams(names, values, 1)
    }

    deinit { PQfinish(handle) }

    /// True if the server has not closed the connection.
    var isAlive: Bool {
        PQstatus(handle) == CONNECTION_OK && PQconsumeInput(handle) == 1 && PQstatus(handle) == CONNECTION_OK
    }

    func begin() throws(SQLError) {
        // The server gives up a statement before this side does, so that the connection and its locks are free again.
        try run("BEGIN")
        try run(
            """
            SELECT set_config('statement_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $2, true),
                current_setting('transaction_read_only'), pg_backend_pid(),
                set_config('search_path', coalesce($3, current_setting('search_path')), true)
            """, [.text("\(timeout / 10 * 9)ms"), .text("\(timeout * 3)ms"), searchPath.map(Value.text) ?? .null])
        hasBegun = true
    }

    func run(_ sql: String, _ values: [Value]) throws(SQLError) {
        try SQLError.checkTexts(values)
        waiting.append(SQLStatement(sql, values))
    }

    func query(_ statements: [SQLStatement]) throws(SQLError) -> [[SQLRow]] {
        for statement in statements { try run(statement.sql, statement.values) }
        return try sendWaiting().suffix(statements.count).map(\.rows)
    }

    func commit() throws(SQLError) {
        try run("COMMIT")
        // PostgreSQL responds with ROLLBACK, and without an error, if the transaction had failed.
        guard try sendWaiting().last?.command == "COMMIT" else {
            throw SQLError(.unavailable, "PostgreSQL has not committed the transaction")
        }
    }

    func rollBack() throws(SQLError) {
        waiting = []
        hasBegun = false
        try run("ROLLBACK")
        _ = try sendWaiting()
    }

    // MARK: Sending

    private struct Response {
        var command: String
        var rows: [SQLRow]
    }

    /// Sends all waiting statements together.
    ///
    /// - Returns: the response to each statement.
    private func sendWaiting() throws(SQLError) -> [Response] {
        let statements = waiting
        waiting = []
        var steps: [Step] = []
        for statement in statements {
            let isSent =
                if hasOwnSession {
                    try sendNamed(statement, &steps)
                } else {
                    Self.withTexts(statement.values) {
                        PQsendQueryParams(handle, statement.sql, Int32(statement.values.count), nil, $0, nil, nil, 0)
                    }
                }
            guard isSent == 1 else { throw SQLError(.unavailable, message) }
            steps.append(.execution)
        }
        guard PQpipelineSync(handle) == 1 else { throw SQLError(.unavailable, message) }
        let responses = try receive(steps)
        if hasBegun {
            hasBegun = false
            // After a failover the other end of the connection can be a standby, which can only read.
            guard let session = responses[1].rows.first, try session.text(2) == "off" else {
                throw SQLError(.unavailable, "the PostgreSQL session is read-only")
            }
            hasOwnSession = try session.integer(3) == Int64(PQbackendPID(handle))
        }
        return responses
    }

    /// The server parses each SQL text once. It does this after the waiting statements, because they may create the table.
    private func sendNamed(_ statement: SQLStatement, _ steps: inout [Step]) throws(SQLError) -> Int32 {
        let name = names[statement.sql] ?? "\(namePrefix)-\(lastStatement)"
        if names[statement.sql] == nil {
            guard PQsendPrepare(handle, name, statement.sql, 0, nil) == 1 else { throw SQLError(.unavailable, message) }
            names[statement.sql] = name
            lastStatement += 1
            steps.append(.preparation(statement.sql))
        }
        return Self.withTexts(statement.values) {
            PQsendQueryPrepared(handle, name, Int32(statement.values.count), $0, nil, nil, 0)
        }
    }

    private enum Step {
        case preparation(String)
        case execution
    }

    /// Reads all results to the end. The first error counts, because the server did not run the statements after it.
    private func receive(_ steps: [Step]) throws(SQLError) -> [Response] {
        let end = Deadline(milliseconds: timeout)
        var responses: [Response] = []
        var count = 0
        var failure: SQLError?
        for step in steps {
            if case .execution = step { count += 1 }
            while let result = try nextResult(end) {
                defer { PQclear(result) }
                switch (PQresultStatus(result), step) {
                case (PGRES_COMMAND_OK, .preparation): break
                case (PGRES_COMMAND_OK, .execution), (PGRES_TUPLES_OK, .execution):
                    do throws(SQLError) { responses.append(try Self.response(result)) } catch {
                        failure = failure ?? error
                    }
                case (_, .preparation(let sql)):
                    failure = failure ?? error(result)
                    names[sql] = nil
                default: failure = failure ?? error(result)
                }
            }
        }
        // The end mark of the pipeline.
        let mark = try nextResult(end)
        let isInOrder = PQresultStatus(mark) == PGRES_PIPELINE_SYNC
        PQclear(mark)
        if let failure, isInOrder || failure.kind == .unavailable { throw failure }
        guard isInOrder, responses.count == count else {
            throw SQLError(.unavailable, "PostgreSQL has not responded to each statement: \(message)")
        }
        return responses
    }

    /// Waits for the next result. libpq's own functions for this wait without end.
    private func nextResult(_ end: Deadline) throws(SQLError) -> OpaquePointer? {
        while true {
            let isSending = PQflush(handle) == 1
            if PQisBusy(handle) == 0 { return PQgetResult(handle) }
            guard let left = end.left else {
                isSilent = true
                throw SQLError(.unavailable, "PostgreSQL has not responded within \(timeout) milliseconds")
            }
            var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN | (isSending ? POLLOUT : 0)), revents: 0)
            poll(&socket, 1, Int32(left))
            guard PQconsumeInput(handle) == 1 else { throw SQLError(.unavailable, message) }
        }
    }

    private static func response(_ result: OpaquePointer) throws(SQLError) -> Response {
        Response(command: String(cString: PQcmdStatus(result)), rows: try rows(result))
    }

    private static func rows(_ result: OpaquePointer) throws(SQLError) -> [SQLRow] {
        let columns = (0..<PQnfields(result)).map { (index: $0, isInteger: isInteger(PQftype(result, $0))) }
        return try (0..<PQntuples(result)).map { row throws(SQLError) in
            SQLRow(
                try columns.map { column throws(SQLError) in
                    guard PQgetisnull(result, row, column.index) == 0, let text = PQgetvalue(result, row, column.index)
                    else { return .null }
                    guard column.isInteger else { return .text(String(cString: text)) }
                    guard let number = Int64(String(cString: text)) else {
                        throw SQLError(.failed, "a value in a row is not a number")
                    }
                    return .integer(number)
                })
        }
    }

    /// The object ids of int8, int2 and int4 are fixed.
    private static func isInteger(_ type: Oid) -> Bool { [20, 21, 23].contains(type) }

    private static func withTexts<Result>(
        _ values: [Value], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
        var copies = values.map { value -> UnsafeMutablePointer<CChar>? in
            switch value {
            case .null: nil
            case .integer(let number): strdup(String(number))
            case .text(let text): strdup(text)
            case .blob: preconditionFailure("the servers' tables contain no bytes")
            }
        }
        defer { for copy in copies { free(copy) } }
        return copies.withUnsafeMutableBufferPointer { buffer in
            buffer.withMemoryRebound(to: UnsafePointer<CChar>?.self) { body($0.baseAddress.map { UnsafePointer($0) }) }
        }
    }

    // MARK: Errors

    private func error(_ result: OpaquePointer?) -> SQLError {
        let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
        let text = result.flatMap { PQresultErrorMessage($0) }.map { String(cString: $0) } ?? ""
        let line = Self.line(text.isEmpty ? message : text)
        // Class 40 means a conflict with another transaction. 08, 57P and 25006 (a standby) mean a problem of the
        // connection; 57014, 55P03 and 25P03 are timeouts.
        if state.hasPrefix("40") { return SQLError(.conflict, line) }
        if ["26000", "42P05"].contains(state) {
            return SQLError(.unavailable, "a connection pooler mixes up the statements of several clients: \(line)")
        }
        let isOfConnection = ["08", "57P", "25006", "57014", "55P03", "25P03"].contains(where: state.hasPrefix)
        return SQLError(PQstatus(handle) != CONNECTION_OK || isOfConnection ? .unavailable : .failed, line)
    }

    private var message: String { Self.line(String(cString: PQerrorMessage(handle))) }

    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: "; ")
    }
}
