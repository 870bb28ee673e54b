package import IAPModel

/// Decides the outcome of an entry from what the journal remembers about its transaction. The journal calls it inside
/// the commit that writes the decision. So the decision uses exactly what the journal holds at that moment.
package struct DeliveryRules: Sendable {
    /// The products whose grants the library holds.
    private let heldProducts: Set<ExactText>
    /// Whether a verdict of an earlier run counts. False if each launch checks the signature again.
    private let believesVerdicts: Bool

    package init(heldProducts: Set<ExactText>, believesVerdicts: Bool = true) {
        self.heldProducts = heldProducts
        self.believesVerdicts = believesVerdicts
    }

    package func decide(_ entry: JournalEntry, _ record: DeliveryRecord) -> DeliveryDecision {
        var decision = DeliveryDecision(record: record)
        switch entry {
        case .offer(let transaction, let isVerified): offer(transaction, isVerified, &decision)
        case .restore(let transaction, let isVerified): restore(transaction, isVerified, &decision)
        case .rejection(let transaction, _): reject(transaction, &decision)
        case .delay(let transaction, let attempts, let due):
            decision.record.pendingVerification = PendingVerification(
                purchaseDate: transaction.purchaseDate, attempts: attempts, due: due)
            decision.note("verification_undecided", transaction, count: attempts)
        case .grant(let transaction):
            decision.record.change(transaction) { $0.isGranted = true }
            decision.note("grant_recorded", transaction)
        case .finish(let transaction): finish(transaction, &decision)
        case .finishRestored(let transaction): finishRestored(transaction, &decision)
        case .storeFinish(let id, let productID): finishInStore(id, productID, &decision)
        case .revocation(let transaction): revoke(transaction, &decision)
        case .doubt(let transaction):
            if !record.isRevocationDoubted { decision.note("revocation_doubted", transaction) }
            decision.record.isRevocationDoubted = true
        case .trust: decision.record.isRevocationDoubted = false
        case .revocationTold(let id, let productID, let purchaseDate, let date):
            var delivery =
                record.delivery(productID, purchaseDate) ?? Delivery(productID: productID, purchaseDate: purchaseDate)
            // The game has not received a later revocation of the same purchase. That revocation stays undelivered.
            if delivery.revocationDate ?? date <= date {
                (delivery.revocationDate, delivery.isRevocationTold) = (date, true)
            }
            decision.record.delivery = delivery
            decision.note("revocation_told", id, productID: productID)
        case .entitlement(let transaction, let entitlement, let isVerified):
            entitle(transaction, entitlement, isVerified, &decision)
        case .entitlementEnd(let id, let unlocksEnd):
            decision.actions.append(.endEntitlement(id))
            if let unlocksEnd { decision.actions.append(.endUnlocks(id, unlocksEnd)) }
        case .damageTold: break
        }
        return decision
    }

    /// Delivers the transaction and grants the products that the inventory holds. Does neither if the transaction is
    /// finished, or if it must be verified first.
    private func offer(_ transaction: Transaction, _ isVerified: Bool, _ decision: inout DeliveryDecision) {
        let known = decision.record.delivery(of: transaction)
        if let known, known.isFinished { return decision.outcome = .alreadyFinished }
        guard isVerified || isKnownValid(transaction, known) else { return verify(transaction, &decision) }
        let count = (known?.count ?? 0) + 1
        var isGranted = known?.isGranted == true
        // A later delivery does not grant: what the game received while the product granted nothing may be in its own
        // save file. A revoked transaction is delivered as revoked.
        if !isGranted, count == 1, known?.revocationDate == nil, isHeld(transaction) {
            isGranted = true
            if transaction.revocation == nil { decision.actions.append(.grant(transaction)) }
        }
        decision.record.change(transaction) {
            ($0.count, $0.isGranted) = (count, isGranted)
            $0.verify(transaction)
        }
        decision.record.pendingVerification = nil
        let isNew = count == 1 && known?.isHandedOut != true
        let state: DeliveryState = isGranted ? .granted : isNew ? .new : .seen
        decision.note("transaction_delivered", transaction, count: count, cause: "\(state)")
        decision.outcome = .deliver(count: count, state)
    }

    /// Restores a transaction. A restore does not count as a delivery. It grants the unlocks of the product, unless the
    /// store has ever revoked the purchase: the store's response to the restore may be older than the revocation.
    private func restore(_ transaction: Transaction, _ isVerified: Bool, _ decision: inout DeliveryDecision) {
        let known = decision.record.delivery(of: transaction)
        let isKnownValid = isKnownValid(transaction, known)
        guard isVerified || isKnownValid else { return verify(transaction, &decision) }
        let isGranting = isHeld(transaction) && transaction.revocation == nil && known?.revocationDate == nil
        decision.record.change(transaction) {
            if !isKnownValid { $0.verify(transaction) }
            // This verdict is newer than the verdict that rejected the transaction, and it is valid.
            if isVerified, transaction.revocation == nil, $0.revocationDate == nil { $0.isRejected = false }
            $0.restored = max($0.restored, isGranting ? .unlocked : .handedOut)
        }
        decision.record.pendingVerification = nil
        if isGranting { decision.actions.append(.grantUnlocks(transaction)) }
        decision.outcome = .restore(isHeld(transaction) ? .granted : .none)
    }

    /// Records that the account may use the product, even if this device has not delivered the transaction. Grants the
    /// unlocks of the product, to the end of a grace period.
    private func entitle(
        _ transaction: Transaction, _ entitlement: Entitlement, _ isVerified: Bool, _ decision: inout DeliveryDecision
    ) {
        let known = decision.record.delivery(of: transaction)
        // The list may be older than the revocation.
        guard known?.isRejected != true, known?.revocationDate == nil else { return }
        let isKnownValid = isKnownValid(transaction, known)
        guard isVerified || isKnownValid else { return verify(transaction, &decision) }
        // What the game received while the product granted nothing may be in its own save file.
        let isGames = known.map { $0.count > 0 && !$0.isGranted && !$0.isFinished } ?? false
        if isHeld(transaction), !isGames {
            var lasting = transaction
            if transaction.expirationDate != nil { lasting.expirationDate = entitlement.end }
            decision.actions.append(.grantUnlocks(lasting))
        }
        // This is not a delivery. The game receives no event.
        if !isKnownValid { decision.record.change(transaction) { $0.verify(transaction) } }
        decision.record.pendingVerification = nil
        decision.actions.append(.entitle(entitlement))
        decision.outcome = .entitled
    }

    private func verify(_ transaction: Transaction, _ decision: inout DeliveryDecision) {
        let pending = decision.record.pendingVerification.flatMap {
            $0.purchaseDate == transaction.purchaseDate ? $0 : nil
        }
        decision.outcome = .verify(attempts: pending?.attempts ?? 0, due: pending?.due ?? 0)
    }

    /// Rejects the transaction. After this the client never offers it, and may finish it in the store.
    private func reject(_ transaction: Transaction, _ decision: inout DeliveryDecision) {
        decision.record.change(transaction) {
            $0.isRejected = true
            $0.stage = max($0.stage, .finishRecorded)
        }
        decision.record.pendingVerification = nil
        decision.note("transaction_rejected", transaction)
    }

    /// The game has finished a restored delivery. The purchase itself may still wait for its delivery as purchased.
    private func finishRestored(_ transaction: Transaction, _ decision: inout DeliveryDecision) {
        let isTakenBack =
            decision.record.delivery(of: transaction)?.revocationDate != nil || transaction.revocation != nil
        decision.record.change(transaction) {
            // This verdict is newer than the verdict that rejected the transaction, and it is valid.
            if !isTakenBack { $0.isRejected = false }
            $0.restored = max($0.restored, .finished)
        }
        decision.note("finish_recorded", transaction)
    }

    /// Finishes the transaction. After this the client never offers it again, and may finish it in the store.
    private func finish(_ transaction: Transaction, _ decision: inout DeliveryDecision) {
        let known = decision.record.delivery(of: transaction)
        let isUndelivered = known.map { !$0.isGranted && !$0.isFinished && $0.count == 0 } ?? true
        let isTakenBack = known?.revocationDate != nil || transaction.revocation != nil
        // A game may find a transaction in the queue and finish it before the delivery. The player has paid, so the
        // inventory grants it. A transaction that was revoked before its delivery ends without a grant.
        let isGranting = isUndelivered && !isTakenBack && isHeld(transaction)
        if isGranting { decision.actions.append(.grant(transaction)) }
        decision.record.change(transaction) {
            if isGranting { $0.isGranted = true }
            if isUndelivered, !$0.isHandedOut, isTakenBack { $0.isRejected = true }
            $0.stage = max($0.stage, .finishRecorded)
        }
        decision.note("finish_recorded", transaction)
    }

    /// The transaction was finished in the store. This may happen more than once.
    private func finishInStore(_ id: UInt64, _ productID: String?, _ decision: inout DeliveryDecision) {
        guard let stage = decision.record.delivery?.stage, stage < .finishedInStore else { return }
        decision.record.delivery?.stage = .finishedInStore
        decision.note("finished_in_store", id, productID: productID)
    }

    private func revoke(_ transaction: Transaction, _ decision: inout DeliveryDecision) {
        let known = decision.record.delivery(of: transaction)
        let state = known?.state ?? .new
        decision.outcome = .revoked(state)
        decision.actions.append(.endEntitlement(transaction.id))
        guard let date = transaction.revocation?.date else { return }
        if known?.revocationDate != date {
            decision.record.change(transaction) { ($0.revocationDate, $0.isRevocationTold) = (date, false) }
            decision.record.pendingVerification = nil
            decision.note("transaction_revoked", transaction, cause: "\(state)")
        }
        decision.record.isRevocationDoubted = false
        decision.actions.append(.revokeGrants(transaction))
    }

    private func isKnownValid(_ transaction: Transaction, _ known: Delivery?) -> Bool {
        believesVerdicts && known?.isVerified(transaction) == true
    }

    private func isHeld(_ transaction: Transaction) -> Bool {
        heldProducts.contains(ExactText(transaction.productID))
    }
}

extension DeliveryRecord {
    /// Nil if the journal does not know the transaction. Another store's transaction may have the same id.
    fileprivate func delivery(of transaction: Transaction) -> Delivery? {
        delivery(transaction.productID, transaction.purchaseDate)
    }

    fileprivate func delivery(_ productID: String, _ purchaseDate: Int64) -> Delivery? {
        guard let delivery, delivery.productID == ExactText(productID), delivery.purchaseDate == purchaseDate else {
            return nil
        }
        return delivery
    }

    /// Changes the record of the transaction. Drops the record of another store's transaction with the same id.
    fileprivate mutating func change(_ transaction: Transaction, _ body: (inout Delivery) -> Void) {
        var changed =
            delivery(of: transaction)
            ?? Delivery(productID: transaction.productID, purchaseDate: transaction.purchaseDate)
        body(&changed)
        delivery = changed
    }
}

extension Delivery {
    /// A verdict covers only what the store said at that time. A verdict that names no subject does not count.
    fileprivate func isVerified(_ transaction: Transaction) -> Bool {
        isVerified && verifiedAs == Self.subject(of: transaction)
    }

    fileprivate mutating func verify(_ transaction: Transaction) {
        (isVerified, verifiedAs) = (true, Self.subject(of: transaction))
    }

    /// What a verdict covers in addition to the purchase: the quantity and the expiration date.
    private static func subject(of transaction: Transaction) -> String {
        "\(transaction.quantity) \(transaction.expirationDate.map(String.init) ?? "")"
    }
}
