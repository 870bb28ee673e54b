#if canImport(SQLite3)
    internal import SQLite3
#else
    internal import CIAPSQLite
#endif

/// A prepared statement of a `Database`. The database keeps it for the next use.
struct Statement {
    let handle: OpaquePointer

    /// Tells SQLite to copy bound bytes, because they live only during the call.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    func bind(_ values: [Value], _ database: Database) throws(DatabaseError) {
        for (offset, value) in values.enumerated() {
            let index = Int32(offset + 1)
            let code =
                switch value {
                case .null: sqlite3_bind_null(handle, index)
                case .integer(let number): sqlite3_bind_int64(handle, index, number)
                case .text(let text): sqlite3_bind_text(handle, index, text, -1, Self.transient)
                case .blob(let bytes):
                    bytes.withUnsafeBytes {
                        $0.count == 0
                            ? sqlite3_bind_zeroblob(handle, index, 0)
                            : sqlite3_bind_blob(handle, index, $0.baseAddress, Int32($0.count), Self.transient)
                    }
                }
            guard code == SQLITE_OK else { throw database.failure(code, "bind") }
        }
    }

    /// Returns true while there is a row.
    func step(_ database: Database) throws(DatabaseError) -> Bool {
        let code = sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw database.failure(code, sqlite3_sql(handle).map { String(cString: $0) } ?? "statement")
        }
    }

    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }
}

/// A value as SQLite stores it.
package enum Value: Sendable, Hashable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral
{
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(stringLiteral value: String) { self = .text(value) }
    package init(nilLiteral: ()) { self = .null }
    package init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }
    package init(_ value: Int) { self = .integer(Int64(value)) }
    package init(_ value: Bool) { self = .integer(value ? 1 : 0) }
    package init(_ value: String?) { self = value.map { .text($0) } ?? .null }
    /// Ids above the largest signed number keep their bits.
    package init(bits value: UInt64) { self = .integer(Int64(bitPattern: value)) }
}

/// One row of a result. Valid only inside the closure that gets it.
package struct Row {
    let handle: OpaquePointer

    /// The number of columns of the result.
    package var count: Int32 { sqlite3_column_count(handle) }

    package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
    package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
    /// Limited to the range, because a file may have been edited.
    package func integer(_ column: Int32, in range: ClosedRange<Int64>) -> Int64 {
        min(max(integer(column), range.lowerBound), range.upperBound)
    }

    package func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
    package func bits(_ column: Int32) -> UInt64 { UInt64(bitPattern: integer(column)) }
    package func bool(_ column: Int32) -> Bool { integer(column) != 0 }

    package func text(_ column: Int32) -> String {
        sqlite3_column_text(handle, column).map { String(cString: $0) } ?? ""
    }

    package func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    /// Appends the content of the column in the file: a letter for the type, the length, and the bytes. A text may
    /// contain a NUL, or may not be UTF-8. Appends nothing for NULL.
    package func append(_ column: Int32, after name: [UInt8], to message: inout [UInt8]) {
        let letter: String
        switch sqlite3_column_type(handle, column) {
        case SQLITE_NULL: return
        case SQLITE_INTEGER: letter = "i"
        case SQLITE_FLOAT: letter = "f"
        case SQLITE_TEXT: letter = "s"
        default: letter = "b"
        }
        // Asking for the blob of a number turns it into a text. So the type is read first.
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        message += name
        message += (letter + String(count) + " ").utf8
        if let start { message += UnsafeRawBufferPointer(start: start, count: count) }
    }

    /// The value of the column, of any type. A number with a fraction becomes null.
    package func value(_ column: Int32) -> Value {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_TEXT: .text(text(column))
        case SQLITE_BLOB: .blob(blob(column))
        default: .null
        }
    }

    package func blob(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }
}

/// The columns that a statement selects, in the order of the cases. The raw value of a case is its position, from 0.
package protocol NamedColumn: CaseIterable, RawRepresentable, Sendable where RawValue == Int32 {
    /// The column's name in SQL.
    var name: String { get }
}

extension NamedColumn {
    /// All columns, as a statement lists them.
    package static var list: String { allCases.map(\.name).joined(separator: ", ") }

    /// A parameter for each column.
    package static var parameters: String { allCases.map { _ in "?" }.joined(separator: ", ") }
}

extension Row {
    package func isNull(_ column: some NamedColumn) -> Bool { isNull(column.rawValue) }
    package func integer(_ column: some NamedColumn) -> Int64 { integer(column.rawValue) }
    package func optionalInteger(_ column: some NamedColumn) -> Int64? { optionalInteger(column.rawValue) }
    package func bits(_ column: some NamedColumn) -> UInt64 { bits(column.rawValue) }
    package func bool(_ column: some NamedColumn) -> Bool { bool(column.rawValue) }
    package func text(_ column: some NamedColumn) -> String { text(column.rawValue) }
    package func optionalText(_ column: some NamedColumn) -> String? { optionalText(column.rawValue) }
}

/// The rows that statements have changed, by table. SQLite reports neither a `DELETE` without a condition nor changes
/// of tables without row ids.
final class ChangedRows {
    var byTable: [String: Set<Int64>] = [:]

    /// The connection must not outlive this object.
    func watch(_ connection: OpaquePointer?) {
        _ = sqlite3_update_hook(
            connection,
            { context, _, _, table, row in
                guard let context, let table else { return }
                let changed = Unmanaged<ChangedRows>.fromOpaque(context).takeUnretainedValue()
                changed.byTable[String(cString: table), default: []].insert(row)
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
