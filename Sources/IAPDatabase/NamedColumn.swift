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
