internal import IAPJournal
internal import IAPModel
internal import IAPPaymentQueue
internal import IAPPlatform

/// What the log and the audit log tell of the work. Ids and numbers only: nothing personal, no signed text.
extension PaymentClient {
    /// Writes into the audit log that the store has told of a purchase, once in a run. Only inside `monitor`.
    func noteArrival(_ fact: Fact, isDelivering: Bool) {
        guard let (transaction, source) = fact.purchase, received.insert(transaction.id).inserted else { return }
        var notes = [JournalWrite.note(AuditLine("transaction_received", transaction, cause: source))]
        if !isDelivering { notes.append(.note(AuditLine("transaction_waits", transaction, cause: "observer"))) }
        _ = enqueue(notes)
    }

    func log(_ fact: Fact) {
        Log.write(.debug, fact.description)
    }

    func log(_ effect: Effect) {
        switch effect {
        case .emit(.problemReported(let error)): Log.write(.error, error.logLine)
        case .emit(.restoreFailed(_, let error)): Log.write(.info, "the restore failed: \(error.message)")
        case .emit(.transactionUpdated(let item)):
            // The first launch hands a purchase out, the second may come after a crash.
            guard item.state == .purchased, item.deliveryCount > 2, let transaction = item.transaction else { return }
            Log.write(
                .warning,
                "transaction \(transaction.id) of \(item.productID) has been handed out \(item.deliveryCount) times and is not finished; grant it, then call iap_finish_transaction()"
            )
        case .ask(let id, let request): Log.write(.debug, "request \(id) began: \(request.answerKind)")
        case .buy(let id, let payment): Log.write(.debug, "payment \(id) for \(payment.productID) goes to the store")
        case .finishInStore(let id): Log.write(.debug, "transaction \(id) is finished in the store now")
        case .verify(let transaction, let attempts, _):
            Log.write(.debug, "transaction \(transaction.id) is to be verified (\(attempts) attempts so far)")
        case .emit, .record: break
        }
    }

    /// Says what a game that finishes too early loses.
    func logFinish(of item: QueuedTransaction, _ key: PaymentQueue.Key) {
        guard item.state == .purchased, let transaction = item.transaction else { return }
        let isHeld = journal.heldProducts.contains(ExactText(item.productID))
        guard !isHeld else { return }
        if item.deliveryCount == 0 {
            Log.write(
                .warning,
                "transaction \(transaction.id) of \(item.productID) was finished before it was handed out; grant it when transaction_updated brings it, then finish"
            )
        } else if monitor.withLock({ !granted.isEmpty && !granted.contains(key) }), item.deliveryState != .granted {
            Log.write(
                .warning,
                "transaction \(transaction.id) of \(item.productID) was finished without iap_record_grant(), which this game calls for other transactions"
            )
        }
    }
}

extension Fact {
    /// A purchase in force that the store tells of, and where.
    fileprivate var purchase: (Transaction, source: String)? {
        let (transaction, source): (Transaction, String)
        switch self {
        case .purchaseEnded(_, .purchased(let bought)): (transaction, source) = (bought, "purchase")
        case .unfinishedListed(let listed): (transaction, source) = (listed, "unfinished")
        case .transactionUpdated(let updated): (transaction, source) = (updated, "update")
        default: return nil
        }
        guard transaction.revocation == nil, transaction.verification == .verified else { return nil }
        return (transaction, source)
    }

    fileprivate var description: String {
        switch self {
        case .purchaseEnded(let payment, let outcome): "payment \(payment) was answered: \(outcome.description)"
        case .unfinishedListed(let transaction):
            "the store lists transaction \(transaction.id) of \(transaction.productID) as unfinished"
        case .transactionUpdated(let transaction):
            "the store tells of transaction \(transaction.id) of \(transaction.productID)"
        case .unverifiedTransaction(let transaction, let error):
            "the store tells of transaction \(transaction.id): \(error.message)"
        case .storefrontChanged(let storefront): "the storefront is \(storefront.countryCode) now"
        case .storeReachable: "the app is in front again, or the network is back"
        case .subscriptionStatusChanged: "the status of a subscription has changed"
        case .purchaseIntended(let intent): "a purchase of \(intent.productID) was begun in the App Store"
        case .messageReceived(let message): "the App Store has a message (\(message.reason))"
        case .problemOccurred(let error): "a problem: \(error.message)"
        case .answered(let request, .success): "request \(request) was answered"
        case .answered(let request, .failure(let error)): "request \(request) failed: \(error.message)"
        case .recorded(let entry, _): "the journal has \(entry.name)"
        case .recordFailed(let entry, let error): "the journal did not take \(entry.name): \(error.message)"
        case .finishedInStore(let id): "transaction \(id) is finished in the store"
        case .verificationDue(let id): "the game is asked to verify transaction \(id)"
        case .verdictGiven(let id, let verdict, _): "the verdict on transaction \(id) is \(verdict.name)"
        case .retryDue: "what the journal did not take is tried again"
        }
    }
}

extension IAPError {
    /// The message with what tells its cause, and without the reason that the game or its server gave.
    fileprivate var logLine: String {
        storeDomain.isEmpty ? message : "\(message) (\(storeDomain) \(storeCode))"
    }
}

extension PurchaseOutcome {
    fileprivate var description: String {
        switch self {
        case .purchased(let transaction): "transaction \(transaction.id)"
        case .owned(let transaction): "owned before, transaction \(transaction.id)"
        case .cancelled: "cancelled"
        case .pending: "waits for approval"
        case .unverified(_, let error), .failed(let error): error.message
        }
    }
}

extension Verdict {
    fileprivate var name: String {
        switch self {
        case .valid: "valid"
        case .invalid: "invalid"
        case .forged: "forged"
        case .undecided: "undecided"
        }
    }
}

extension JournalEntry {
    fileprivate var name: String {
        let (what, id) =
            switch self {
            case .offer(let transaction, _): ("the delivery", transaction.id)
            case .restore(let transaction, _): ("the restore", transaction.id)
            case .rejection(let transaction, _): ("the rejection", transaction.id)
            case .delay(let transaction, _, _): ("the open question", transaction.id)
            case .grant(let transaction): ("the grant", transaction.id)
            case .finish(let transaction), .finishRestored(let transaction): ("the finish", transaction.id)
            case .storeFinish(let id, _): ("the store's finish", id)
            case .revocation(let transaction): ("the revocation", transaction.id)
            case .doubt(let transaction): ("the doubt", transaction.id)
            case .trust(let id): ("the end of the doubt", id)
            case .revocationTold(let id, _, _, _): ("the told revocation", id)
            case .entitlement(let transaction, _, _, _): ("the entitlement", transaction.id)
            case .entitlementEnd(let id, _): ("the end of the entitlement", id)
            case .damageTold: ("the told damage", UInt64(0))
            }
        return id == 0 ? what : "\(what) of transaction \(id)"
    }
}
