package import IAPModel

/// What the account may use without a delivery or a restore: a purchase of another device, a running subscription.
extension PaymentQueue {
    /// Whether the account may use a product now, according to the store's reports.
    package func owns(_ productID: String, at time: Int64) -> Bool {
        entitlements.values.contains { ExactText($0.productID) == ExactText(productID) && $0.isInForce(at: time) }
    }

    /// Sets the entitlements that an earlier run knew. Call it before anything happens.
    package mutating func setEntitlements(_ known: [Entitlement]) {
        let own = known.filter { isOwn($0.appAccountToken) }
        entitlements = Dictionary(own.map { ($0.transactionID, $0) }, uniquingKeysWith: { $1 })
        reportedProducts = Set(own.map { ExactText($0.productID) })
    }

    /// Emits an event for each product whose `owns` has changed since the last call.
    package mutating func tellOwnership(at time: Int64) -> [Effect] {
        guard isOwnershipChanged || nextOwnershipChange.map({ $0 <= time }) == true else { return [] }
        isOwnershipChanged = false
        let owned = Set(entitlements.values.filter { $0.isInForce(at: time) }.map { ExactText($0.productID) })
        nextOwnershipChange = entitlements.values.filter { $0.isInForce(at: time) }.compactMap(\.lastMoment).min()
        let changed = owned.symmetricDifference(reportedProducts).sorted { $0.text < $1.text }
        reportedProducts = owned
        return changed.map { .emit(.entitlementChanged(productID: $0.text, isOwned: owned.contains($0))) }
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
    /// - Parameters:
    ///   - graceEnds: The ends of billing grace periods, by product.
    ///   - time: The present. A new entitlement that has ended by then is ignored: it would only be reported as ended at
    ///     the next launch. 0 if the store has just said that it is in force.
    package mutating func entitle(
        _ transactions: [Transaction], graceEnds: [ExactText: Int64] = [:], at time: Int64 = 0
    ) -> [Effect] {
        transactions.compactMap { transaction in
            guard transaction.isEntitling, revoked[transaction.id] == nil, !isOthers(transaction) else { return nil }
            // A list that was read before a renewal or an upgrade has an earlier period.
            if transaction.expirationDate != nil,
                hasPeriod(of: transaction.originalID, after: transaction.purchaseDate)
            {
                return nil
            }
            var entitlement = Entitlement(transaction)
            let known = entitling[transaction.id]?.entitlement ?? entitlements[transaction.id]
            // Keeps a known grace period that the store does not report now.
            if let end = entitlement.end {
                entitlement.end = max(end, graceEnds[ExactText(transaction.productID)] ?? end, known?.end ?? end)
            }
            guard known != nil || entitlement.isInForce(at: time) else { return nil }
            // The journal decides once per run, because the grants may have changed since the last one, and again if the end
            // has changed.
            guard known != entitlement || !entitled.contains(transaction.id) else { return nil }
            entitled.insert(transaction.id)
            return record(transaction, entitlement, isVerified: !policy.isVerifying)
        }
    }

    /// When the next entitlement ends, or no longer counts.
    package func nextEntitlementEnd(after time: Int64) -> Int64? {
        entitlements.values.flatMap { [$0.end, $0.lastMoment] }.compactMap(\.self).filter { $0 > time }.min()
    }

    /// Whether the store has reported a later period of the subscription.
    package func hasPeriod(of originalID: UInt64, after purchaseDate: Int64) -> Bool {
        (Array(entitlements.values) + entitling.values.map(\.entitlement)).contains {
            $0.originalID == originalID && $0.purchaseDate > purchaseDate
        }
    }

    /// Whether it is still as it was, and no report about it waits for a verdict or for the journal.
    package func isSettled(_ entitlement: Entitlement) -> Bool {
        entitlements[entitlement.transactionID] == entitlement && entitling[entitlement.transactionID] == nil
    }

    package func isEntitled(_ id: UInt64) -> Bool { entitlements[id] != nil }

    /// The account may no longer use it.
    ///
    /// - Parameter unlocksEnd: How the inventory's unlocks end. Nil if they end at their normal end.
    package mutating func endEntitlement(_ id: UInt64, unlocksEnd: UnlocksEnd? = nil) -> [Effect] {
        entitling[id] = nil
        entitled.remove(id)
        guard entitlements.removeValue(forKey: id) != nil else { return [] }
        return [.record(.entitlementEnd(id, unlocksEnd: unlocksEnd))]
    }

    /// The inventory has granted a purchase, with unlocks to the end of its period. A grace period may last longer.
    mutating func extendUnlocks(of transaction: Transaction) -> [Effect] {
        let known = entitling[transaction.id]?.entitlement ?? entitlements[transaction.id]
        guard let known, let end = known.end, end > transaction.expirationDate ?? end else { return [] }
        return [record(transaction, known, isVerified: !policy.isVerifying)]
    }

    /// The extra verification has found the transaction valid, as it was when the verification started. The store may
    /// have reported more since then.
    mutating func entitleVerified(_ judged: Transaction) -> [Effect] {
        guard let waiting = entitling[judged.id] else { return [] }
        let isSame =
            waiting.transaction.expirationDate == judged.expirationDate
            && waiting.transaction.quantity == judged.quantity
        return [record(waiting.transaction, waiting.entitlement, isVerified: isSame)]
    }

    /// The journal holds the decision.
    mutating func follow(
        entitlement: Entitlement, of transaction: Transaction, isVerified: Bool, _ outcome: JournalOutcome
    ) -> [Effect] {
        // An earlier entry may say the same: the entitlement has ended and was listed again since then.
        guard let last = entitling[transaction.id], last.entitlement == entitlement, last.isVerified == isVerified
        else { return [] }
        switch outcome {
        case .entitled:
            entitling[transaction.id] = nil
            entitlements[transaction.id] = entitlement
            return endEarlierPeriods(than: entitlement)
        case .verify(let attempts, let due): return ask(about: transaction, attempts: attempts, due: due)
        // `.done`: the journal knows it as rejected or revoked, and has entitled nothing. The account may have owned it
        // in an earlier run.
        default: return endEntitlement(transaction.id)
        }
    }

    /// A subscription has one running period. The store has listed a later one: a renewal, or the first period of
    /// another plan. So the earlier period ends now. The inventory adds `renewalTolerance` to
    /// each end, so it is subtracted here.
    private mutating func endEarlierPeriods(than entitlement: Entitlement) -> [Effect] {
        guard entitlement.end != nil else { return [] }
        let earlier = entitlements.values.filter {
            $0.originalID == entitlement.originalID && $0.end != nil && $0.purchaseDate < entitlement.purchaseDate
        }
        // The unlocks of an earlier period end, too. It may have ended before its time, and then it would unlock until its planned
        // end.
        let end = entitlement.purchaseDate - Entitlement.renewalTolerance
        return earlier.sorted { $0.transactionID < $1.transactionID }.flatMap {
            endEntitlement($0.transactionID, unlocksEnd: .at(end))
        }
    }

    private func isOwn(_ token: String?) -> Bool { policy.player == nil || token == nil || token == policy.player }

    private mutating func record(_ transaction: Transaction, _ entitlement: Entitlement, isVerified: Bool) -> Effect {
        entitling[transaction.id] = Entitling(
            transaction: transaction, entitlement: entitlement, isVerified: isVerified)
        return .record(.entitlement(transaction, entitlement, isVerified: isVerified))
    }
}

extension Entitlement {
    fileprivate var lastMoment: Int64? { end.map { $0 + Self.renewalTolerance } }
}

extension Transaction {
    /// Whether the account may use something because of it.
    package var isEntitling: Bool {
        verification == .verified && revocation == nil && !isUpgraded
            && [.nonConsumable, .autoRenewableSubscription, .nonRenewingSubscription].contains(productType)
    }
}
