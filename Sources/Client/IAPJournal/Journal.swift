internal import IAPDatabase
package import IAPModel
package import IAPPaymentQueue
internal import IAPPlatform

/// What the client must remember. It is on disk before the client or the game acts on it: the transactions that were
/// delivered to the game and their progress, what the player holds, the open verifications, and the last descriptions
/// of products.
///
/// Each call returns when its change is durable, unless no money depends on it. Do not call it on the thread that pumps
/// events, except the calls that read no file.
package final class Journal: @unchecked Sendable {  // The lock guards the connection.
    let lock = Monitor()
    let database: Database
    /// Nil if the journal is in memory.
    package let path: String?
    private let checksums: RowChecksums?
    /// Whether a verdict that an earlier run recorded counts.
    let believesVerdicts: Bool
    let inventory: Inventory?
    let clock: @Sendable () -> Int64
    var auditLog: AuditLog
    /// The inventory on disk. Any thread may read it.
    let held = Guarded<[InventoryItem]>([])
    /// A failed commit may still be in the file. The next commit reads the inventory again.
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
        (database, checksums) = try JournalOpening(path: path, integrity: integrity, now: clock()).open()
        damage = try DamagedJournal.unreported(in: database)
        auditLog = AuditLog(limit: auditLimit)
        held.value = try read { commit throws(IAPError) in
            try inventory?.check(commit)
            return try inventory?.items(commit) ?? []
        }
    }

    /// Whether a path leads to a file of this journal, or to something that a file must not replace.
    func isOwnFile(_ other: String) -> Bool {
        guard let status = FileIdentity(other) else { return false }
        if !status.isPlain { return true }
        return ["", "-wal", "-shm"].contains { part in path.flatMap { FileIdentity($0 + part) } == status }
    }

    package var heldProducts: Set<ExactText> { inventory?.table.productIDs ?? [] }

    /// Closes the file. The next launch can then open it.
    package func close() {
        lock.withLock {
            isClosed = true
            database.close()
        }
    }

    /// Makes a change completely or not at all.
    ///
    /// - Parameter isPrecious: Whether the change must survive a power loss immediately after the call.
    func change<Result>(
        isPrecious: Bool = true, _ body: (inout Commit) throws(IAPError) -> Result
    ) throws(IAPError) -> Result {
        let (result, lines) = try lock.withLock { () throws(IAPError) in
            // A write after a close that did not wait any longer must not open the file again.
            if isClosed { throw IAPError(.storage, "the journal \(path ?? "") is closed", isRetryable: true) }
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
        for line in lines { Log.write(.info, line.text) }
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
        if let checksums {
            do throws(DatabaseError) { try checksums.update(database.changedRows, database) } catch {
                throw IAPError(error)
            }
        }
        let items = commit.hasChangedInventory || isHeldUncertain ? try inventory?.items(commit) ?? [] : nil
        return Done(result: result, items: items, lines: commit.audit)
    }

}

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

/// One change to write.
package enum JournalWrite: Sendable, Hashable {
    /// An entry of the payment queue.
    case entry(JournalEntry)
    /// The store's descriptions of products, to show them when the store cannot be reached.
    case products([Product])
    /// The cached prices belong to another country now.
    case productsOutdated
    /// The account's App Store.
    case storefront(Storefront)
    /// Only for the audit log.
    case note(AuditLine)

    /// Whether money depends on it.
    fileprivate var isPrecious: Bool {
        if case .entry(let entry) = self { entry.isPrecious } else { false }
    }
}

extension Journal {
    /// Writes everything in one commit, in order. If that fails, it tries each write separately. So one failing write
    /// does not hold up the others.
    package func write(_ writes: [JournalWrite]) -> [Result<JournalOutcome, IAPError>] {
        do throws(IAPError) {
            let outcomes = try change(isPrecious: writes.contains(where: \.isPrecious)) {
                (commit: inout Commit) throws(IAPError) in
                var outcomes: [JournalOutcome] = []
                for write in writes { outcomes.append(try perform(write, &commit)) }
                return outcomes
            }
            return outcomes.map { .success($0) }
        } catch {
            return writes.count == 1 ? [.failure(error)] : writes.flatMap { write([$0]) }
        }
    }

    private func perform(_ write: JournalWrite, _ commit: inout Commit) throws(IAPError) -> JournalOutcome {
        switch write {
        case .entry(let entry): return try perform(entry, &commit)
        case .products(let products): try ProductCache.store(products, &commit)
        case .productsOutdated: try ProductCache.clear(&commit)
        case .storefront(let storefront): try storefront.insert(&commit)
        case .note(let line): commit.audit.append(line)
        }
        return .done
    }

    /// The rules decide. This function writes their decision.
    private func perform(_ entry: JournalEntry, _ commit: inout Commit) throws(IAPError) -> JournalOutcome {
        guard let id = entry.transactionID else {
            if case .damageReported = entry { try commit.run("DELETE FROM damage") }
            return .done
        }
        let known = try DeliveryRecord(reading: id, commit)
        let decision = DeliveryRules(heldProducts: heldProducts, believesVerdicts: believesVerdicts).decide(
            entry, known)
        try decision.record.write(id, over: known, &commit)
        for action in decision.actions { try perform(action, &commit) }
        return decision.outcome
    }

    private func perform(_ action: DeliveryDecision.Action, _ commit: inout Commit) throws(IAPError) {
        switch action {
        case .grant(let transaction): try inventory?.grant(transaction, &commit)
        case .grantUnlocks(let transaction): try inventory?.grantUnlocks(transaction, &commit)
        case .revokeGrants(let transaction): try inventory?.revoke(transaction, &commit)
        case .entitle(let entitlement): try entitlement.insert(&commit)
        case .endEntitlement(let id):
            try commit.run("DELETE FROM entitlement WHERE transaction_id = ?", [Value(bits: id)])
        case .endUnlocks(let id, .at(let time)): try GrantRecord.endUnlocks(of: id, at: time, &commit)
        case .endUnlocks(let id, .revoked): try inventory?.revokeUnlocks(of: id, &commit)
        case .note(let line): commit.audit.append(line)
        }
    }
}
