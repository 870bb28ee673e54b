internal import IAPDatabase
internal import IAPModel

/// A commit of the journal in progress. Either all of its changes take effect or none.
struct Commit {
    private let database: Database
    /// Milliseconds since 1970.
    let now: Int64
    /// The lines that the commit adds to the audit log.
    var audit: [AuditLine] = []
    /// Whether the inventory has changed.
    var hasChangedInventory = false

    init(_ database: Database, now: Int64) {
        self.database = database
        self.now = now
    }

    func run(_ sql: String, _ values: [Value] = []) throws(IAPError) {
        do throws(DatabaseError) { try database.run(sql, values) } catch { throw IAPError(error) }
    }

    @discardableResult
    func query<Element>(
        _ sql: String, _ values: [Value] = [], _ read: (Row) -> Element
    ) throws(IAPError) -> [Element] {
        do throws(DatabaseError) { return try database.query(sql, values, read) } catch { throw IAPError(error) }
    }

    /// The number of rows that the last statement changed.
    var changes: Int { database.changes }
}
