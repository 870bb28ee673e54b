internal import CIAPPostgreSQL
internal import Foundation
internal import IAPDatabase
internal import IAPSQL

/// One connection, which one thread uses at a time.
///
/// A statement whose rows do not matter waits. The connection sends it together with the next query or with the end of
/// the transaction (libpq's pipeline mode). A transaction then needs one round trip per query and one more.
final class PostgreSQLConnection: SQLConnection, @unchecked Sendable {  // The pool lends it to one thread at a time.
    private let handle: OpaquePointer
    private var names: [String: String] = [:]
    private var lastStatement = 0
    private var waiting: [SQLStatement] = []

    var dialect: SQLDialect { .postgreSQL }

    init(_ address: String) throws(SQLError) {
        // Values in the address override these options.
        let options = [("connect_timeout", "5"), ("tcp_user_timeout", "10000"), ("dbname", address)]
        guard let handle = Self.connect(options) else { throw SQLError(.unavailable, "libpq is out of memory") }
        self.handle = handle
        guard PQstatus(handle) == CONNECTION_OK else {
            // libpq's message names the host and the user, not the password.
            throw SQLError(.unavailable, message.isEmpty ? "PostgreSQL cannot be reached" : message)
        }
        // Notices are not logged.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        // An error must not contain values of a row.
        PQsetErrorVerbosity(handle, PQERRORS_TERSE)
        // After these timeouts the caller receives `.unavailable`.
        for (name, seconds) in [
            ("statement_timeout", 20), ("lock_timeout", 10), ("idle_in_transaction_session_timeout", 30),
        ] {
            PQclear(PQexec(handle, "SET \(name) = '\(seconds)s'"))
        }
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

    func run(_ sql: String, _ values: [Value]) throws(SQLError) {
        try SQLError.checkTexts(values)
        waiting.append(SQLStatement(sql, values))
    }

    func query(_ statements: [SQLStatement]) throws(SQLError) -> [[SQLRow]] {
        for statement in statements { try run(statement.sql, statement.values) }
        return try sendWaiting().suffix(statements.count)
    }

    func commit() throws(SQLError) {
        try run("COMMIT")
        _ = try sendWaiting()
    }

    func rollBack() throws(SQLError) {
        waiting = []
        let result = PQexec(handle, "ROLLBACK")
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw error(result) }
    }

    // MARK: Sending

    /// Sends all waiting statements together.
    ///
    /// - Returns: the rows of each statement.
    private func sendWaiting() throws(SQLError) -> [[SQLRow]] {
        let statements = waiting
        waiting = []
        guard PQenterPipelineMode(handle) == 1 else { throw SQLError(.unavailable, message) }
        var steps: [Step] = []
        for statement in statements {
            let name: String
            if let known = names[statement.sql] {
                name = known
            } else {
                // This statement is parsed after the waiting ones, because they may create the table.
                name = "s\(lastStatement)"
                lastStatement += 1
                guard PQsendPrepare(handle, name, statement.sql, 0, nil) == 1 else {
                    throw SQLError(.unavailable, message)
                }
                names[statement.sql] = name
                steps.append(.preparation(statement.sql))
            }
            let isSent = Self.withTexts(statement.values) {
                PQsendQueryPrepared(handle, name, Int32(statement.values.count), $0, nil, nil, 0)
            }
            guard isSent == 1 else { throw SQLError(.unavailable, message) }
            steps.append(.execution)
        }
        guard PQpipelineSync(handle) == 1 else { throw SQLError(.unavailable, message) }
        return try receive(steps)
    }

    private enum Step {
        /// The server parses and plans each SQL text once per connection.
        case preparation(String)
        case execution
    }

    /// Reads all results to the end. The first error counts, because the server did not run the statements after it.
    private func receive(_ steps: [Step]) throws(SQLError) -> [[SQLRow]] {
        var answers: [[SQLRow]] = []
        var failure: SQLError?
        for step in steps {
            while let result = PQgetResult(handle) {
                switch PQresultStatus(result) {
                case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
                    if case .execution = step { answers.append(Self.rows(result)) }
                default:
                    failure = failure ?? error(result)
                    if case .preparation(let sql) = step { names[sql] = nil }
                }
                PQclear(result)
            }
        }
        // The end mark of the pipeline.
        let end = PQgetResult(handle)
        let isInOrder = PQresultStatus(end) == PGRES_PIPELINE_SYNC
        PQclear(end)
        guard isInOrder, PQexitPipelineMode(handle) == 1 else { throw failure ?? SQLError(.unavailable, message) }
        if let failure { throw failure }
        return answers
    }

    private static func rows(_ result: OpaquePointer) -> [SQLRow] {
        let columns = (0..<PQnfields(result)).map { (index: $0, isInteger: isInteger(PQftype(result, $0))) }
        return (0..<PQntuples(result)).map { row in
            SQLRow(
                columns.map { column in
                    guard PQgetisnull(result, row, column.index) == 0, let text = PQgetvalue(result, row, column.index)
                    else { return .null }
                    return column.isInteger ? .integer(Int64(String(cString: text)) ?? 0) : .text(String(cString: text))
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
        // Class 40 means a conflict with another transaction. 08 and 57P mean a problem of the connection; the others
        // are timeouts.
        let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
        let kind: SQLError.Kind =
            if state.hasPrefix("40") {
                .conflict
            } else if PQstatus(handle) != CONNECTION_OK
                || ["08", "57P", "57014", "55P03", "25P03"].contains(where: state.hasPrefix)
            {
                .unavailable
            } else {
                .failed
            }
        let text = result.flatMap { PQresultErrorMessage($0) }.map { String(cString: $0) } ?? ""
        return SQLError(kind, Self.line(text.isEmpty ? message : text))
    }

    private var message: String { Self.line(String(cString: PQerrorMessage(handle))) }

    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: "; ")
    }
}
