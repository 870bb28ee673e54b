internal import IAPDatabase

/// Remembers the settings of the last read: a command reads two dozen of them, and they seldom change. Use it only with the
/// store's lock held.
final class SettingMemory {
    private var values: [Setting: Value?] = [:]
    /// The version of the file at that read.
    private var dataVersion: Int64?

    /// Call this after the beginning of a transaction. It drops the settings if another process changed the file.
    func refresh(_ database: Database) throws(DatabaseError) {
        let current = try database.dataVersion()
        if dataVersion != current { values = [:] }
        dataVersion = current
    }

    /// Call this after a failed transaction: its settings were not written.
    func forget() { values = [:] }

    /// Returns nil for a setting that the file does not have.
    func value(_ key: Setting, _ database: Database) throws(DatabaseError) -> Value? {
        if let known = values[key] { return known }
        let value = try database.query("SELECT value FROM setting WHERE key = ?", [Value(key.rawValue)]) { $0.value(0) }
            .first
        values[key] = .some(value)
        return value
    }

    func note(_ value: Value?, of key: Setting) { values[key] = .some(value) }
}
