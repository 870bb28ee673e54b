internal import IAPDatabase
package import IAPModel
package import IAPPaymentQueue

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
            try commit.run("DELETE FROM damage")
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
        case .note(let note):
            commit.audit.append(
                AuditLine(
                    note.event, transactionID: note.transactionID, productID: note.productID, count: note.count,
                    cause: note.cause))
        }
    }
}
