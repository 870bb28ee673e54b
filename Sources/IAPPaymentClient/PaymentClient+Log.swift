internal import IAPJournal
internal import IAPModel
internal import IAPPaymentQueue
internal import IAPPlatform

/// The lines of the log and of the audit log about the client's work. They contain ids and numbers only: nothing
/// personal, no signed transaction.
extension PaymentClient {
    /// Writes into the audit log that the store has reported a purchase, once per run. Call it only inside `monitor`.
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
            // The first launch delivers the purchase. The second launch may follow a crash.
            guard item.state == .purchased, item.deliveryCount > 2, let transaction = item.transaction else { return }
            Log.write(
                .warning,
                "transaction \(transaction.id) of \(item.productID) has been delivered \(item.deliveryCount) times and is not finished; grant it, then call iap_finish_transaction()"
            )
        case .ask(let id, let request): Log.write(.debug, "request \(id) started: \(request.answerKind)")
        case .buy(let id, let payment): Log.write(.debug, "payment \(id) for \(payment.productID) goes to the store")
        case .awaitResponse(let id):
            Log.write(.debug, "transaction \(id) waits for the response to the payment at the store")
        case .finishInStore(let id): Log.write(.debug, "transaction \(id) is finished in the store now")
        case .verify(let transaction, let attempts, _):
            Log.write(.debug, "transaction \(transaction.id) waits for verification (\(attempts) attempts so far)")
        case .emit, .record: break
        }
    }

    /// Warns a game that finishes too early and may lose a purchase.
    func logFinish(of item: QueuedTransaction, _ key: PaymentQueue.Key) {
        guard item.state == .purchased, let transaction = item.transaction else { return }
        let isHeld = journal.heldProducts.contains(ExactText(item.productID))
        guard !isHeld else { return }
        if item.deliveryCount == 0 {
            Log.write(
                .warning,
                "transaction \(transaction.id) of \(item.productID) was finished before it was delivered; grant it when transaction_updated delivers it, then finish it"
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
    /// A purchase in force that the store reports, and the source of the report.
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
        case .purchaseEnded(let payment, let outcome): "payment \(payment) ended: \(outcome.description)"
        case .unfinishedListed(let transaction):
            "the store lists transaction \(transaction.id) of \(transaction.productID) as unfinished"
        case .transactionUpdated(let transaction):
            "the store reports transaction \(transaction.id) of \(transaction.productID)"
        case .unverifiedTransaction(let transaction, let error):
            "the store reports transaction \(transaction.id): \(error.message)"
        case .responseOverdue(let id): "the store has not completed the payment of transaction \(id)"
        case .storefrontChanged(let storefront), .storefrontRead(let storefront):
            "the storefront is now \(storefront.countryCode)"
        case .storeReachable: "the app is in the foreground again, or the network is back"
        case .subscriptionStatusChanged: "the status of a subscription has changed"
        case .purchaseIntended(let intent): "the player started a purchase of \(intent.productID) in the App Store"
        case .messageReceived(let message): "the App Store has a message (\(message.reason))"
        case .problemOccurred(let error): "a problem: \(error.message)"
        case .answered(let request, .success): "request \(request) completed"
        case .answered(let request, .failure(let error)): "request \(request) failed: \(error.message)"
        case .recorded(let entry, _): "the journal has recorded \(entry.name)"
        case .recordFailed(let entry, let error): "the journal could not record \(entry.name): \(error.message)"
        case .finishedInStore(let id): "transaction \(id) is finished in the store"
        case .verificationDue(let id): "the game receives a verification request for transaction \(id)"
        case .verdictGiven(let id, let verdict, _): "the verdict on transaction \(id) is \(verdict.name)"
        case .retryDue: "the journal tries again to record what failed before"
        }
    }
}

extension IAPError {
    /// The message and the error code of the store. It leaves out the reason that the game or its server gave.
    fileprivate var logLine: String {
        storeDomain.isEmpty ? message : "\(message) (\(storeDomain) \(storeCode))"
    }
}

extension PurchaseOutcome {
    fileprivate var description: String {
        switch self {
        case .purchased(let transaction): "transaction \(transaction.id)"
        case .owned(let transaction): "already owned, transaction \(transaction.id)"
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
            case .delay(let transaction, _, _): ("the undecided verification", transaction.id)
            case .grant(let transaction): ("the grant", transaction.id)
            case .finish(let transaction), .finishRestored(let transaction): ("the finish", transaction.id)
            case .storeFinish(let id, _): ("the finish in the store", id)
            case .revocation(let transaction): ("the revocation", transaction.id)
            case .doubt(let transaction): ("the doubt", transaction.id)
            case .trust(let id): ("the end of the doubt", id)
            case .revocationTold(let id, _, _, _): ("the delivered revocation", id)
            case .entitlement(let transaction, _, _): ("the entitlement", transaction.id)
            case .entitlementEnd(let id, _): ("the end of the entitlement", id)
            case .damageTold: ("the delivered damage report", UInt64(0))
            }
        return id == 0 ? what : "\(what) of transaction \(id)"
    }
}
