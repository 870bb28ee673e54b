package import IAPModel

/// What the account may use without a delivery or a restore: a purchase of another device, a running subscription.
extension PaymentQueue {
    /// Whether the account may use a product now, according to the store's reports.
    package func owns(_ productID: String, at time: Int64) -> Bool {
        entitlements.values.contains { ExactText($0.productID) == ExactText(productID) && $0.isInForce(at: time) }
    }

    /// Sets the entitlements that an earlier run knew. Call it before anything happens.
    package mutating func setEntitlements(_ known: [Entitlement]) {
        entitlements = Dictionary(known.map { ($0.transactionID, $0) }, uniquingKeysWith: { $1 })
    }

    /// The entitlements that a list of the store does not contain.
    package func entitlements(missingIn listed: [Transaction]) -> [Entitlement] {
        // The list may contain an upgraded transaction, which grants nothing. An unverified transaction proves nothing.
        let ids = Set(listed.filter { $0.isEntitling || $0.verification != .verified }.map(\.id))
        return entitlements.values.filter { !ids.contains($0.transactionID) }.sorted {
            $0.transactionID < $1.transactionID
        }
    }

    /// The store lists what the account may use. The game receives no event. The inventory's unlocks follow the list.
    ///
    /// - Parameter graceEnds: The ends of billing grace periods, by product.
    package mutating func entitle(_ transactions: [Transaction], graceEnds: [ExactText: Int64] = [:]) -> [Effect] {
        transactions.compactMap { transaction in
            guard transaction.isEntitling, revoked[transaction.id] == nil else { return nil }
            var entitlement = Entitlement(
                productID: transaction.productID, transactionID: transaction.id, end: transaction.expirationDate)
            let known = entitling[transaction.id]?.entitlement ?? entitlements[transaction.id]
            // Keeps a known grace period that the store does not report now.
            if let end = entitlement.end {
                entitlement.end = max(end, graceEnds[ExactText(transaction.productID)] ?? end, known?.end ?? end)
            }
            // The journal decides once per run, and again if the end has changed.
            guard known != entitlement || !entitled.contains(transaction.id) else { return nil }
            entitled.insert(transaction.id)
            entitling[transaction.id] = Entitling(transaction: transaction, entitlement: entitlement)
            return record(entitling[transaction.id], isVerified: !policy.isVerifying)
        }
    }

    /// When the next entitlement ends.
    package func nextEntitlementEnd(after time: Int64) -> Int64? {
        entitlements.values.compactMap(\.end).filter { $0 > time }.min()
    }

    /// Whether a transaction of the product waits for a verdict or for the journal.
    package func isEntitling(_ productID: String) -> Bool {
        entitling.values.contains { ExactText($0.entitlement.productID) == ExactText(productID) }
    }

    /// The account may no longer use it.
    ///
    /// - Parameter unlocksEnd: The time at which a subscription ended early. Nil if it ended at its normal end.
    package mutating func endEntitlement(_ id: UInt64, unlocksEnd: Int64? = nil) -> [Effect] {
        entitling[id] = nil
        entitled.remove(id)
        guard entitlements.removeValue(forKey: id) != nil else { return [] }
        return [.record(.entitlementEnd(id, unlocksEnd: unlocksEnd))]
    }

    /// The inventory has granted a purchase, with unlocks to the end of its period. A grace period may last longer.
    mutating func extendUnlocks(of transaction: Transaction) -> [Effect] {
        let known = entitling[transaction.id]?.entitlement ?? entitlements[transaction.id]
        guard let known, let end = known.end, end > transaction.expirationDate ?? end else { return [] }
        let waiting = Entitling(transaction: transaction, entitlement: known)
        entitling[transaction.id] = waiting
        return record(waiting, isVerified: !policy.isVerifying).map { [$0] } ?? []
    }

    /// The extra verification has found the transaction valid, as it was when the verification started. The store may
    /// have reported more since then.
    mutating func entitleVerified(_ judged: Transaction) -> [Effect] {
        guard let waiting = entitling[judged.id] else { return [] }
        let isSame =
            waiting.transaction.expirationDate == judged.expirationDate
            && waiting.transaction.quantity == judged.quantity
        return record(waiting, isVerified: isSame).map { [$0] } ?? []
    }

    /// The journal holds the decision.
    mutating func follow(entitlement: Entitlement, of transaction: Transaction, _ outcome: JournalOutcome) -> [Effect] {
        guard entitling[transaction.id]?.entitlement == entitlement else { return [] }
        switch outcome {
        case .entitled:
            entitling[transaction.id] = nil
            entitlements[transaction.id] = entitlement
            return []
        case .verify(let attempts, let due): return ask(about: transaction, attempts: attempts, due: due)
        // The journal knows it as rejected or revoked, even if the account owned it in an earlier run.
        default: return endEntitlement(transaction.id)
        }
    }

    private func record(_ entitling: Entitling?, isVerified: Bool) -> Effect? {
        entitling.map {
            // A transaction that waits in the queue as purchased is granted at its delivery.
            .record(
                .entitlement(
                    $0.transaction, $0.entitlement, isVerified: isVerified, isUnlocking: !isUnfinished($0.transaction)))
        }
    }
}

extension Transaction {
    /// Whether the account may use something because of it.
    package var isEntitling: Bool {
        verification == .verified && revocation == nil && !isUpgraded
            && [.nonConsumable, .autoRenewableSubscription, .nonRenewingSubscription].contains(productType)
    }
}
