internal import IAPDatabase

/// The settings as they were last read: a command looks at two dozen of them, and they seldom change. It is used with the store's
/// lock held.
final class SettingMemory {
    private var values: [Setting: Value?] = [:]
    /// What the file was like when they were read.
    private var dataVersion: Int64?

    /// Call it when a transaction has begun. It reads settings again that another process has changed.
    func refresh(_ database: Database) throws(DatabaseError) {
        let current = try database.dataVersion()
        if dataVersion != current { values = [:] }
        dataVersion = current
    }

    /// Call it when a transaction has failed, because its settings were not written.
    func forget() { values = [:] }

    /// Nil for a setting that the file does not have.
    func value(_ key: Setting, _ database: Database) throws(DatabaseError) -> Value? {
        if let known = values[key] { return known }
        let value = try database.query("SELECT value FROM setting WHERE key = ?", [Value(key.rawValue)]) { $0.value(0) }
            .first
        values[key] = .some(value)
        return value
    }

    func note(_ value: Value?, of key: Setting) { values[key] = .some(value) }
}
