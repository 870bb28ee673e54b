package import IAPModel

/// Decides the outcome of an entry from what the journal remembers about its transaction. The journal calls it inside
/// the commit that writes the decision. So the decision uses exactly what the journal holds at that moment.
package struct DeliveryRules: Sendable {
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
        case .storeFinish(let id): finishInStore(id, &decision)
        case .revocation(let transaction): revoke(transaction, &decision)
        case .doubt(let transaction):
            if !record.isRevocationDoubted { decision.note("revocation_doubted", transaction) }
            decision.record.isRevocationDoubted = true
        case .trust: decision.record.isRevocationDoubted = false
        case .revocationReported(let id, let productID, let purchaseDate, let date):
            // The record is missing if an edited or damaged journal lost it between the revocation and this report.
            var delivery =
                record.delivery(productID, purchaseDate) ?? Delivery(productID: productID, purchaseDate: purchaseDate)
            // The game has not received a later revocation of the same purchase. That revocation stays undelivered.
            if delivery.revocationDate ?? date <= date {
                (delivery.revocationDate, delivery.isRevocationReported) = (date, true)
            }
            decision.record.delivery = delivery
            decision.note("revocation_reported", id, productID: productID)
        case .entitlement(let transaction, let entitlement, let isVerified):
            entitle(transaction, entitlement, isVerified, &decision)
        case .entitlementEnd(let id, let unlocksEnd):
            decision.actions.append(.endEntitlement(id))
            if let unlocksEnd { decision.actions.append(.endUnlocks(id, unlocksEnd)) }
        case .damageReported: break
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
        // An earlier version of the game may have had no grant for this product, and may have kept the purchase in its own
        // save file. A grant now would give it twice. So only the first delivery grants. A purchase that was ever revoked is
        // delivered if the refund is reversed, and counts no more.
        if !isGranted, count == 1, known?.revocationDate == nil, isHeld(transaction) {
            isGranted = true
            decision.actions.append(.grant(transaction))
        }
        decision.record.change(transaction) {
            ($0.count, $0.isGranted) = (count, isGranted)
            $0.verify(transaction)
            // The game has it again: that it is revoked is news again, also for the next launch.
            $0.isRevocationReported = false
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
        let isGranting = isHeld(transaction) && known?.revocationDate == nil
        decision.record.change(transaction) {
            // A verdict that the journal knows covers the same, so it stays.
            if !isKnownValid { $0.verify(transaction) }
            // This verdict is newer than the verdict that rejected the transaction, and it is valid.
            if isVerified, $0.revocationDate == nil { $0.isRejected = false }
            $0.restored = max($0.restored, isGranting ? .unlocked : .handedOut)
            $0.isRevocationReported = false
        }
        decision.record.pendingVerification = nil
        if isGranting { decision.actions.append(.grantUnlocks(transaction)) }
        // The library holds the product. So the game grants nothing itself, whatever the inventory has done.
        decision.outcome = .restore(isHeld(transaction) ? .granted : .none)
    }

    /// Records that the account may use the product, even if this device has not delivered the transaction. Grants the
    /// unlocks of the product, to the end of a grace period.
    private func entitle(
        _ transaction: Transaction, _ entitlement: Entitlement, _ isVerified: Bool, _ decision: inout DeliveryDecision
    ) {
        let known = decision.record.delivery(of: transaction)
        // The outcome stays `.done`. The list may be older than the revocation.
        guard known?.isRejected != true, known?.revocationDate == nil else { return }
        let isKnownValid = isKnownValid(transaction, known)
        guard isVerified || isKnownValid else { return verify(transaction, &decision) }
        // As at a delivery: the game may have the purchase in its own save file. A restore does not ask, because the player
        // asks for it.
        let mayBeInGamesSave = known.map { $0.count > 0 && !$0.isGranted && !$0.isFinished } ?? false
        if isHeld(transaction), !mayBeInGamesSave {
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
        decision.record.change(transaction) {
            // The game has received it as restored. A restore that relied on an earlier verdict has left the rejection.
            if $0.revocationDate == nil { $0.isRejected = false }
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
    private func finishInStore(_ id: UInt64, _ decision: inout DeliveryDecision) {
        guard let known = decision.record.delivery, known.stage < .finishedInStore else { return }
        decision.record.delivery?.stage = .finishedInStore
        decision.note("finished_in_store", id, productID: known.productID.text)
    }

    private func revoke(_ transaction: Transaction, _ decision: inout DeliveryDecision) {
        let known = decision.record.delivery(of: transaction)
        let state = known?.state ?? .new
        decision.outcome = .revoked(state)
        decision.actions.append(.endEntitlement(transaction.id))
        guard let date = transaction.revocation?.date else { return }
        if known?.revocationDate != date {
            decision.record.change(transaction) { ($0.revocationDate, $0.isRevocationReported) = (date, false) }
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

/// What the journal writes in one commit, and the outcome of the commit.
package struct DeliveryDecision: Sendable, Hashable {
    /// Other changes in the same commit.
    package enum Action: Sendable, Hashable {
        /// Adds everything that the product grants to the inventory.
        case grant(Transaction)
        case grantUnlocks(Transaction)
        /// Records that the account may use the product.
        case entitle(Entitlement)
        case endEntitlement(UInt64)
        case endUnlocks(UInt64, UnlocksEnd)
        case revokeGrants(Transaction)
        case note(AuditLine)
    }

    /// What the journal remembers after the commit.
    package var record: DeliveryRecord
    /// In the order of execution.
    package var actions: [Action] = []
    package var outcome = JournalOutcome.done

    init(record: DeliveryRecord) {
        self.record = record
    }

    mutating func note(_ event: String, _ transaction: Transaction, count: Int? = nil, cause: String? = nil) {
        actions.append(.note(AuditLine(event, transaction, count: count, cause: cause)))
    }

    mutating func note(_ event: String, _ id: UInt64, productID: String?) {
        actions.append(.note(AuditLine(event, transactionID: id, productID: productID)))
    }
}

/// What the journal remembers about one transaction id.
package struct DeliveryRecord: Sendable, Hashable {
    /// Nil if the journal has no delivery, decision or report of the transaction.
    package var delivery: Delivery?
    /// The verification that has no verdict yet.
    package var pendingVerification: PendingVerification?
    /// The store seems to have revoked the purchase, but the signature is invalid.
    package var isRevocationDoubted: Bool

    package init(
        delivery: Delivery? = nil, pendingVerification: PendingVerification? = nil, isRevocationDoubted: Bool = false
    ) {
        (self.delivery, self.pendingVerification) = (delivery, pendingVerification)
        self.isRevocationDoubted = isRevocationDoubted
    }
}

package struct Delivery: Sendable, Hashable {
    /// The numbers are those of the journal's file.
    package enum Stage: Int64, Sendable, Comparable {
        case offered = 1
        case finishRecorded = 2
        case finishedInStore = 3

        package static func < (one: Stage, other: Stage) -> Bool { one.rawValue < other.rawValue }
    }

    /// What restores have done. The numbers are those of the journal's file.
    package enum Restored: Int64, Sendable, Comparable {
        case never = 0
        /// The game has received it as restored.
        case handedOut = 1
        /// The game has received it as restored, and the inventory has its unlocks.
        case unlocked = 2
        case finished = 3

        package static func < (one: Restored, other: Restored) -> Bool { one.rawValue < other.rawValue }
    }

    package var productID: ExactText
    /// Distinguishes the transaction from another store's transaction with the same id. The environment would not: two test
    /// stores have the same one.
    package var purchaseDate: Int64
    package var stage = Stage.offered
    package var count = 0
    /// The extra verification has found it valid, or there was no extra verification.
    package var isVerified = false
    /// What the verdict covered. Nil if there was none.
    package var verifiedAs: String?
    package var isGranted = false
    package var restored = Restored.never
    /// It is finished without a grant: the verification found it invalid, or the store revoked it before its delivery.
    package var isRejected = false
    package var revocationDate: Int64?
    package var isRevocationReported = false

    package init(productID: String, purchaseDate: Int64) {
        self.productID = ExactText(productID)
        self.purchaseDate = purchaseDate
    }

    package var isFinished: Bool { stage >= .finishRecorded }

    /// The library has delivered it to the game, as purchased or as restored.
    package var isHandedOut: Bool { count > 0 || restored > .never }

    /// What the game has received of it.
    package var state: DeliveryState {
        if isGranted || isFinished && !isRejected || restored >= .unlocked { return .granted }
        return isHandedOut ? .seen : .new
    }
}

package struct PendingVerification: Sendable, Hashable {
    /// Distinguishes the transaction from another store's transaction with the same id.
    package var purchaseDate: Int64
    package var attempts: Int
    package var due: Int64

    package init(purchaseDate: Int64, attempts: Int, due: Int64) {
        (self.purchaseDate, self.attempts, self.due) = (purchaseDate, attempts, due)
    }
}
