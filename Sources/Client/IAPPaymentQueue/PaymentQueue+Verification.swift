package import IAPModel

/// The extra verification of a signed transaction: valid, invalid or undecided.
extension PaymentQueue {
    /// Starts a verification, unless one is already open.
    mutating func ask(about transaction: Transaction, attempts: Int, due: Int64) -> [Effect] {
        let isNew = verdictRequests[transaction.id] == nil
        if isNew { verdictRequests[transaction.id] = VerdictRequest(transaction: transaction, attempts: attempts) }
        return tellOfWait(transaction.id) + (isNew ? [.verify(transaction, attempts: attempts, due: due)] : [])
    }

    /// If the verdict may take long, payments become deferred, and restores do not wait.
    mutating func tellOfWait(_ id: UInt64) -> [Effect] {
        mayTakeLong(id) ? deferPayments(of: id) + settleRestores(id) : []
    }

    /// An earlier attempt was undecided, or the game is deciding.
    func mayTakeLong(_ id: UInt64) -> Bool {
        verdictRequests[id].map { $0.attempts > 0 || $0.isWithGame } ?? false
    }

    /// Requests a verdict from the game.
    mutating func askGame(_ id: UInt64) -> [Effect] {
        guard let request = verdictRequests[id], !request.isWithGame else { return [] }
        verdictRequests[id]?.isWithGame = true
        return [.emit(.verificationRequested(QueuedTransaction(request.transaction, state: .purchased)))]
            + settleRestores(id)
    }

    /// The number of undecided attempts so far, for the verification request that is open with the game.
    package func openVerdictRequest(_ id: UInt64) throws(IAPError) -> Int {
        guard let request = verdictRequests[id], request.isWithGame else {
            throw IAPError(
                .notFound,
                "no verification request for transaction \(id) is open; the game already gave its verdict, or the request comes again later"
            )
        }
        return request.attempts
    }

    /// Takes the game's verdict.
    ///
    /// - Parameter retryTime: When to retry after this many attempts.
    package mutating func giveVerdict(
        _ id: UInt64, _ verdict: Verdict, retryTime: (Int) -> Int64
    ) throws(IAPError) -> [Effect] {
        judge(id, verdict, retryAt: retryTime(try openVerdictRequest(id)))
    }

    mutating func judge(_ id: UInt64, _ verdict: Verdict, retryAt: Int64) -> [Effect] {
        guard let request = verdictRequests.removeValue(forKey: id) else { return [] }
        let transaction = request.transaction
        // If the store has revoked it meanwhile, the game receives the revocation without a verdict.
        guard awaitsVerdict(.store(id)) || awaitsVerdict(.restored(id)) || entitling[id] != nil else { return [] }
        switch verdict {
        case .valid:
            isIndecisionReported = false
            // Before the first observer only an entitlement needs the verdict. The journal keeps it for the delivery, unless
            // each launch verifies again.
            let isOffered = isDelivering && awaitsVerdict(.store(id))
            let effects: [Effect] =
                (isOffered ? [.record(.offer(transaction, isVerified: true))] : [])
                + (awaitsVerdict(.restored(id)) ? [.record(.restore(transaction, isVerified: true))] : [])
                + entitleVerified(transaction)
            if isDelivering { entries[.store(id)]?.isVerified = true }
            return effects
        case .invalid(let reason):
            isIndecisionReported = false
            return [.record(.rejection(transaction, reason: reason))]
        case .forged(let failure, let advice):
            return refuseForged(transaction, failure, advice)
        case .undecided(let error, _):
            let attempts = request.attempts + 1
            let effects = deferPayments(of: id) + settleRestores(id)
            verdictRequests[id] = VerdictRequest(transaction: transaction, attempts: attempts)
            defer { isIndecisionReported = true }
            return effects + (isIndecisionReported ? [] : [.emit(.problemReported(error))]) + [
                .record(.delay(transaction, attempts: attempts, due: retryAt)),
                .verify(transaction, attempts: attempts, due: retryAt),
            ]
        }
    }

    /// The journal has recorded it as invalid. The library finishes it.
    mutating func reject(_ transaction: Transaction, _ reason: String) -> [Effect] {
        var error = IAPError(
            .verification,
            "the game's verification found transaction \(transaction.id) of \(transaction.productID) invalid")
        error.reason = reason
        return dismiss(transaction, .rejected(error)) + [.finishInStore(transaction.id)]
    }

    private mutating func refuseForged(
        _ transaction: Transaction, _ failure: Verification.Failure, _ advice: String
    ) -> [Effect] {
        var forged = transaction
        forged.verification = .failed(failure)
        // The store lists it again and again, because nobody finishes it. The game hears of it once per run.
        let isNews = reportedUnverified.insert(transaction.id).inserted
        var error = IAPError(unverified: forged, failure)
        if !advice.isEmpty { error.message += ": \(advice)" }
        return dismiss(forged, .unverified(error)).filter { effect in
            guard case .emit(.transactionUpdated(let item)) = effect else { return true }
            return isNews || item.paymentID != 0
        }
    }

    /// Removes a transaction that must not be granted from the queue, and ends each payment that led to it.
    private mutating func dismiss(_ transaction: Transaction, _ state: QueuedTransaction.State) -> [Effect] {
        var payments: [UInt64] = []
        // The account may have owned it in an earlier run, with another verification or none. Its unlocks end with it.
        let ended = endEntitlement(
            transaction.id, unlocksEnd: .at(transaction.purchaseDate - Entitlement.renewalTolerance))
        if awaitsVerdict(.store(transaction.id)), let entry = entries.removeValue(forKey: .store(transaction.id)) {
            payments.append(entry.item.paymentID)
        }
        if awaitsVerdict(.restored(transaction.id)), let entry = entries.removeValue(forKey: .restored(transaction.id))
        {
            payments += entry.unreported
        }
        return payments.map {
            .emit(.transactionUpdated(QueuedTransaction(transaction, state: state, paymentID: $0)))
        } + settleRestores(transaction.id) + ended
    }

    /// Defers each payment that waits for a verdict, once.
    private mutating func deferPayments(of id: UInt64) -> [Effect] {
        var effects: [Effect] = []
        for key in [Key.store(id), .restored(id)] where awaitsVerdict(key) {
            guard let entry = entries[key] else { continue }
            let payments = key == .store(id) ? [entry.item.paymentID] : entry.unreported
            for payment in payments where payment != 0 && deferred.insert(payment).inserted {
                var item = entry.item
                item.state = .deferred
                item.paymentID = payment
                item.transaction = nil
                effects.append(.emit(.transactionUpdated(item)))
            }
        }
        return effects
    }

    private func awaitsVerdict(_ key: Key) -> Bool {
        guard let entry = entries[key] else { return false }
        switch entry.item.state {
        case .purchased: return entry.item.deliveryCount == 0 && !entry.isFinishing && !entry.isVerified
        case .restored: return !entry.unreported.isEmpty
        default: return false
        }
    }
}

/// What follows when the journal has written an entry, or could not write it.
extension PaymentQueue {
    mutating func follow(_ entry: JournalEntry, _ outcome: JournalOutcome) -> [Effect] {
        troubles[entry] = nil
        switch (entry, outcome) {
        case (.offer(let transaction, _), _):
            var effects = deliver(transaction, outcome)
            if case .deliver = outcome { effects += revocationReported(transaction) }
            return isUndelivered(transaction.id) ? effects : effects + settleRestores(transaction.id)
        case (.restore(let transaction, _), .restore):
            return deliverRestored(transaction, outcome) + revocationReported(transaction)
        case (.restore(let transaction, _), _): return deliverRestored(transaction, outcome)
        case (.rejection(let transaction, let reason), _): return reject(transaction, reason)
        case (.grant(let transaction), _):
            for key in [Key.store(transaction.id), .restored(transaction.id)] {
                entries[key]?.item.deliveryState = .granted
            }
            return []
        case (.finish(let transaction), _): return [.finishInStore(transaction.id)]
        case (.finishRestored(let transaction), _): return removeFinished(.restored(transaction.id))
        case (.entitlement(let transaction, let entitlement, let isVerified), _):
            return follow(entitlement: entitlement, of: transaction, isVerified: isVerified, outcome)
        case (.revocation(let transaction), .revoked(let state)): return tellRevocation(of: transaction, state)
        default: return []
        }
    }

    /// The journal has written a delivery, and takes a revocation of the purchase for news from now on. If the game has
    /// received the revocation in an earlier run, and does not receive this delivery, it is no news.
    private func revocationReported(_ transaction: Transaction) -> [Effect] {
        reportedRevocations[transaction.id].map {
            [
                .record(
                    .revocationReported(
                        transaction.id, productID: transaction.productID, purchaseDate: transaction.purchaseDate,
                        date: $0))
            ]
        } ?? []
    }

    mutating func stall(_ entry: JournalEntry, _ error: IAPError) -> [Effect] {
        stalled.append(entry)
        var effects: [Effect] = troubles.values.contains(error.status) ? [] : [.emit(.problemReported(error))]
        troubles[entry] = error.status
        // A restore does not wait for the disk. The library delivers the transaction when the disk accepts it.
        switch entry {
        case .offer(let transaction, _), .restore(let transaction, _), .rejection(let transaction, _):
            effects += settleRestores(transaction.id)
        default: break
        }
        return effects
    }

    /// Tries again to write the stalled entries. The offers come first, in the order of the queue, because the game
    /// receives purchases in that order. The other entries keep their order.
    mutating func retry() -> [Effect] {
        let wanted = stalled.filter(isStillWanted)
        // The failure of an entry that is no longer needed does not matter.
        for entry in stalled where !isStillWanted(entry) { troubles[entry] = nil }
        stalled = []
        let offers = wanted.compactMap { entry in place(ofOffer: entry).map { (place: $0, entry: entry) } }
        let others = wanted.filter { place(ofOffer: $0) == nil }
        return (offers.sorted { $0.place < $1.place }.map(\.entry) + others).map { .record($0) }
    }

    private func place(ofOffer entry: JournalEntry) -> UInt64? {
        guard case .offer(let transaction, _) = entry else { return nil }
        return entries[.store(transaction.id)]?.place
    }

    /// Whether the entry is still needed. A transaction that was revoked or finished meanwhile is no longer offered.
    private func isStillWanted(_ entry: JournalEntry) -> Bool {
        switch entry {
        case .offer(let transaction, _):
            guard let known = entries[.store(transaction.id)] else { return false }
            return known.item.state == .purchased && !known.isFinishing
        case .delay(let transaction, let attempts, _): return verdictRequests[transaction.id]?.attempts == attempts
        case .restore(let transaction, _): return entries[.restored(transaction.id)]?.unreported.isEmpty == false
        case .entitlement(let transaction, let entitlement, _):
            return entitling[transaction.id]?.entitlement == entitlement
        // The store may have listed it again since then, and the entry about that may be on disk.
        case .entitlementEnd(let id, _): return entitlements[id] == nil && entitling[id] == nil
        case .trust(let id): return !doubted.contains(id)
        default: return true
        }
    }

    /// The journal holds the decision about an offer.
    private mutating func deliver(_ transaction: Transaction, _ outcome: JournalOutcome) -> [Effect] {
        let key = Key.store(transaction.id)
        guard var entry = entries[key], !entry.isFinishing else { return [] }
        switch outcome {
        case .deliver(let count, let state):
            guard entry.item.state == .purchased, entry.item.deliveryCount == 0 else { return [] }
            entry.item.deliveryCount = count
            entry.item.deliveryState = state
            entries[key] = entry
            reportedRevocations[transaction.id] = nil
            return (state == .granted ? extendUnlocks(of: transaction) : []) + [.emit(.transactionUpdated(entry.item))]
        case .verify(let attempts, let due):
            // If it was found valid meanwhile, the offer after this one says so.
            let isWaiting = entry.item.state == .purchased && !entry.isVerified
            return isWaiting ? ask(about: transaction, attempts: attempts, due: due) : []
        case .alreadyFinished:
            // The game finished it in an earlier run. The queue finishes it in the store again, in case the store does
            // not know. A payment that led here bought what the account already owned. A restore that led here restores it.
            entries[key] = nil
            if let waiting = deferredPayment(behind: entry, transaction) {
                entries[.payment(waiting.item.paymentID)] = waiting
                // A restore may have led here, too.
                entry.item.paymentID = 0
                entry.place = nextPlace()
            }
            let restored =
                entry.item.paymentID == 0 && !entry.isAlsoRestored || entry.item.state != .purchased
                ? [] : enterOwned(transaction, paymentID: entry.item.paymentID, place: entry.place)
            return restored + [.finishInStore(transaction.id)]
        case .done, .restore, .revoked, .entitled:
            return []
        }
    }

    /// `see` took this transaction for the approval of a deferred payment, and the journal says that the game finished
    /// the transaction earlier. A transaction that was upgraded or has ended, or whose product can be bought again, is
    /// then a repeated report and not the approval. Returns the payment, which goes on waiting.
    private func deferredPayment(behind entry: Entry, _ transaction: Transaction) -> Entry? {
        let isOver = transaction.isUpgraded || (transaction.expirationDate ?? .max) <= transaction.signedDate
        let isOwnedOnce = [.nonConsumable, .autoRenewableSubscription].contains(transaction.productType)
        return isOver || !isOwnedOnce ? entry.paymentBehind.first : nil
    }

    mutating func endFinish(_ id: UInt64) -> [Effect] {
        finished.insert(id)
        return [.record(.storeFinish(id))] + removeFinished(.store(id))
    }

    private mutating func removeFinished(_ key: Key) -> [Effect] {
        guard var entry = entries[key], entry.isFinishing else { return [] }
        let removed = entry.item
        entry.isFinishing = false
        entry.isReported = false
        // Another restore or payment may have led to it meanwhile. That delivery still comes.
        entries[key] = entry.unreported.isEmpty ? nil : entry
        return [.emit(.transactionRemoved(removed))]
    }
}
