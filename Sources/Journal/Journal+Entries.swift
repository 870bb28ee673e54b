package import IAPModel

extension Journal {
    /// Writes entries in one commit, in order. If that fails each one is tried by itself, so that one that cannot be written
    /// holds up no other.
    package func write(_ entries: [JournalEntry]) -> [Result<JournalOutcome, IAPError>] {
        do throws(IAPError) {
            let outcomes = try change(isPrecious: entries.contains(where: \.isPrecious)) {
                (commit: inout Commit) throws(IAPError) in
                var outcomes: [JournalOutcome] = []
                for entry in entries { outcomes.append(try perform(entry, &commit)) }
                return outcomes
            }
            return outcomes.map { .success($0) }
        } catch {
            return entries.count == 1 ? [.failure(error)] : entries.flatMap { write([$0]) }
        }
    }

    private func perform(_ entry: JournalEntry, _ commit: inout Commit) throws(IAPError) -> JournalOutcome {
        switch entry {
        case .offer(let transaction, let isVerified):
            return .offered(try offer(transaction, isVerified: isVerified, &commit))
        case .restore(let transaction, let isVerified):
            return .offered(try restore(transaction, isVerified: isVerified, &commit))
        case .rejection(let transaction, reason: _): try reject(transaction, &commit)
        case .delay(let transaction, let attempts, let due):
            try delay(transaction, attempts: attempts, due: due, &commit)
        case .grant(let transaction): try recordGrant(transaction, &commit)
        case .finish(let transaction): try finish(transaction, &commit)
        case .storeFinish(let id, let productID): try finishInStore(id, productID: productID, &commit)
        case .revocation(let transaction): return .revoked(try revoke(transaction, &commit))
        case .doubt(let transaction): try doubt(transaction, &commit)
        case .trust(let id): try trust(id, &commit)
        case .revocationTold(let id, let productID, let purchaseDate, let date):
            try tellRevocation(id, productID: productID, purchaseDate: purchaseDate, date: date, &commit)
        case .damageTold: try commit.run("DELETE FROM damage")
        case .products(let products): try ProductCache.store(products, &commit)
        case .productsOutdated: try ProductCache.clear(&commit)
        case .note(let line): commit.audit.append(line)
        }
        return .done
    }
}
