internal import IAPDatabase
package import IAPModel
internal import IAPPlatform

/// What the client must remember. It is on disk before the client or the game acts on it: the transactions that were
/// delivered to the game and their progress, what the player holds, the open verifications, and the last descriptions
/// of products.
///
/// Each call returns when its change is durable. Do not call it on the thread that pumps events, except the calls that
/// read no file.
package final class Journal: @unchecked Sendable {  // The lock guards the connection.
    let lock = Monitor()
    let database: Database
    private let path: String?
    private let seal: Seal?
    /// Whether a verdict that an earlier run recorded counts.
    let believesVerdicts: Bool
    let inventory: Inventory?
    let clock: @Sendable () -> Int64
    var auditLog: AuditLog
    /// The inventory on disk. Any thread may read it.
    let held = Guarded<[InventoryItem]>([])
    /// A commit has failed. After a failed sync the database was opened again, and the commit may be in it.
    private var isHeldUncertain = false
    private var isClosed = false

    /// Set if the file was damaged and has been replaced, and the game has not received the report.
    package let damage: IAPError?

    /// - Parameters:
    ///   - path: Nil keeps the journal in memory.
    ///   - grants: What products grant. Nil if the game itself holds the purchases.
    ///   - auditLimit: The maximum size of the audit log in bytes.
    ///   - integrity: The owner of the journal, and the key of its checksums.
    ///   - clock: Milliseconds since 1970.
    package init(
        path: String?, grants: GrantTable? = nil, auditLimit: Int = AuditLog.usualLimit,
        integrity: JournalIntegrity = JournalIntegrity(), believesVerdicts: Bool = true,
        clock: @escaping @Sendable () -> Int64 = { 0 }
    ) throws(IAPError) {
        self.path = path
        inventory = grants.map(Inventory.init)
        self.believesVerdicts = believesVerdicts
        self.clock = clock
        (database, seal) = try JournalOpening(path: path, integrity: integrity, now: clock()).open()
        damage = try DamagedJournal.untold(in: database)
        auditLog = AuditLog(limit: auditLimit)
        try publishInventory()
    }

    /// Whether a path leads to a file of this journal, or to something that a file must not replace.
    func isOwnFile(_ other: String) -> Bool {
        guard let status = FileIdentity(other) else { return false }
        if !status.isPlain { return true }
        return ["", "-wal", "-shm"].contains { part in path.flatMap { FileIdentity($0 + part) } == status }
    }

    /// The products whose grants the library holds.
    package var heldProducts: Set<ExactText> { inventory?.table.productIDs ?? [] }

    /// Closes the file. The next launch can then open it.
    package func close() {
        lock.withLock {
            isClosed = true
            database.close()
        }
    }

    package var hasClosed: Bool { lock.withLock { isClosed } }

    /// Makes a change completely or not at all.
    ///
    /// - Parameter isPrecious: Whether the change must survive a power loss immediately after the call.
    func change<Result>(
        isPrecious: Bool = true, _ body: (inout Commit) throws(IAPError) -> Result
    ) throws(IAPError) -> Result {
        let (result, lines) = try lock.withLock { () throws(IAPError) in
            do throws(IAPError) {
                let done: Done<Result> = try database.transaction(
                    isDurable: isPrecious, { () throws(IAPError) in try carryOut(body) }, wrap: { IAPError($0) })
                if let items = done.items {
                    held.value = items
                    isHeldUncertain = false
                }
                return (done.result, done.lines)
            } catch {
                isHeldUncertain = true
                auditLog.noteFailure()
                throw error
            }
        }
        for line in lines { Log.write(.info, line.sentence) }
        return result
    }

    /// Reads without a change.
    func read<Result>(_ body: (Commit) throws(IAPError) -> Result) throws(IAPError) -> Result {
        try lock.withLock { () throws(IAPError) in try body(Commit(database, now: clock())) }
    }

    private struct Done<Result> {
        let result: Result
        /// What is held now, if that has changed.
        let items: [InventoryItem]?
        let lines: [AuditLine]
    }

    private func carryOut<Result>(
        _ body: (inout Commit) throws(IAPError) -> Result
    ) throws(IAPError) -> Done<Result> {
        var commit = Commit(database, now: clock())
        let result = try body(&commit)
        try auditLog.append(&commit)
        if let seal {
            do throws(DatabaseError) { try seal.update(database.changedRows, database) } catch { throw IAPError(error) }
        }
        let items = commit.hasChangedInventory || isHeldUncertain ? try items(commit) : nil
        return Done(result: result, items: items, lines: commit.audit)
    }

    private func items(_ commit: Commit) throws(IAPError) -> [InventoryItem] {
        guard let inventory else { return [] }
        return try inventory.items(commit)
    }

    private func publishInventory() throws(IAPError) {
        held.value = try read { commit throws(IAPError) in
            try inventory?.check(commit)
            return try items(commit)
        }
    }
}
