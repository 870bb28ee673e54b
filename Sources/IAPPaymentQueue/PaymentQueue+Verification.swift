package import IAPModel

/// The extra verification of a signed transaction: valid, invalid or undecided.
extension PaymentQueue {
    /// Starts a verification, unless one is already open.
    mutating func ask(about transaction: Transaction, attempts: Int, due: Int64) -> [Effect] {
        let isNew = questions[transaction.id] == nil
        if isNew { questions[transaction.id] = Question(transaction: transaction, attempts: attempts) }
        return tellOfWait(transaction.id) + (isNew ? [.verify(transaction, attempts: attempts, due: due)] : [])
    }

    /// If the verdict may take long, payments become deferred, and restores do not wait.
    mutating func tellOfWait(_ id: UInt64) -> [Effect] {
        mayTakeLong(id) ? deferPayments(of: id) + settleRestores(id) : []
    }

    /// An earlier attempt was undecided, or the game is deciding.
    func mayTakeLong(_ id: UInt64) -> Bool {
        questions[id].map { $0.attempts > 0 || $0.isWithGame } ?? false
    }

    /// Requests a verdict from the game.
    mutating func askGame(_ id: UInt64) -> [Effect] {
        guard let question = questions[id], !question.isWithGame else { return [] }
        questions[id]?.isWithGame = true
        return [.emit(.verificationRequested(QueuedTransaction(question.transaction, state: .purchased)))]
            + settleRestores(id)
    }

    /// The number of undecided attempts so far, for the verification request that is open with the game.
    package func openQuestion(_ id: UInt64) throws(IAPError) -> Int {
        guard let question = questions[id], question.isWithGame else {
            throw IAPError(
                .notFound,
                "no verification request for transaction \(id) is open; the game already gave its verdict, or the request comes again later"
            )
        }
        return question.attempts
    }

    /// Takes the game's verdict.
    ///
    /// - Parameter retryTime: When to retry after this many attempts.
    package mutating func answerQuestion(
        _ id: UInt64, _ verdict: Verdict, retryTime: (Int) -> Int64
    ) throws(IAPError) -> [Effect] {
        judge(id, verdict, retryAt: retryTime(try openQuestion(id)))
    }

    mutating func judge(_ id: UInt64, _ verdict: Verdict, retryAt: Int64) -> [Effect] {
        guard let question = questions.removeValue(forKey: id) else { return [] }
        let transaction = question.transaction
        // If the store has revoked it meanwhile, the game receives the revocation without a verdict.
        guard awaitsVerdict(.store(id)) || awaitsVerdict(.restored(id)) || entitling[id] != nil else { return [] }
        switch verdict {
        case .valid:
            isIndecisionReported = false
            // Before the first observer only an entitlement needs the verdict. The journal keeps the verdict for the
            // delivery.
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
            let attempts = question.attempts + 1
            let effects = deferPayments(of: id) + settleRestores(id)
            questions[id] = Question(transaction: transaction, attempts: attempts)
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
        toldUnverified.insert(transaction.id)
        var error = IAPError(unverified: forged, failure)
        if !advice.isEmpty { error.message += ": \(advice)" }
        return dismiss(forged, .unverified(error))
    }

    /// Removes a transaction that must not be granted from the queue, and ends each payment that led to it.
    private mutating func dismiss(_ transaction: Transaction, _ state: QueuedTransaction.State) -> [Effect] {
        var payments: [UInt64] = []
        // The account may have owned it in an earlier run, with another verification or none.
        let ended = endEntitlement(transaction.id)
        if awaitsVerdict(.store(transaction.id)), let entry = entries.removeValue(forKey: .store(transaction.id)) {
            payments.append(entry.item.paymentID)
        }
        if awaitsVerdict(.restored(transaction.id)), let entry = entries.removeValue(forKey: .restored(transaction.id))
        {
            payments += entry.untold
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
            let payments = key == .store(id) ? [entry.item.paymentID] : entry.untold
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
        case .restored: return !entry.untold.isEmpty
        default: return false
        }
    }
}
