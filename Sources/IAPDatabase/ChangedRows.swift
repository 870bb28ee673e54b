#if canImport(SQLite3)
    internal import SQLite3
#else
    internal import CIAPSQLite
#endif

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
