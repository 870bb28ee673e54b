#if canImport(SQLite3)
    internal import SQLite3
#else
    internal import CIAPSQLite
#endif

/// The tables that a statement changes, directly or through triggers. SQLite reports them when it prepares the
/// statement.
final class WrittenTables {
    var names: Set<String> = []

    /// The connection must not outlive this object.
    func watch(_ connection: OpaquePointer?) {
        sqlite3_set_authorizer(
            connection,
            { tables, action, name, _, _, _ in
                if [SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE].contains(action), let tables, let name {
                    Unmanaged<WrittenTables>.fromOpaque(tables).takeUnretainedValue().names.insert(
                        String(cString: name))
                }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
