internal import IAPJournal
internal import IAPModel
internal import IAPPaymentQueue
internal import IAPPlatform

/// The lines of the log and of the audit log about the client's work. They contain ids and numbers only: nothing
/// personal, no signed transaction.
struct ClientLog {
    /// The purchases that the audit log names as received in this run.
    private var received: Set<UInt64> = []
    /// The transactions whose grants the game has recorded in this run. A game that records some of its grants is
    /// warned if it finishes another transaction without recording its grant.
    private var granted: Set<PaymentQueue.Key> = []

    /// Returns the lines of the audit log that say that the store has reported a purchase, once per run.
    mutating func arrival(_ fact: Fact, isDelivering: Bool) -> [JournalWrite] {
        guard let (transaction, source) = fact.purchase, received.insert(transaction.id).inserted else { return [] }
        var notes = [JournalWrite.note(AuditLine("transaction_received", transaction, cause: source))]
        if !isDelivering { notes.append(.note(AuditLine("transaction_waits", transaction, cause: "observer"))) }
        return notes
    }

    mutating func noteGrant(_ key: PaymentQueue.Key) { granted.insert(key) }

    static func log(_ fact: Fact) {
        if Log.isOn(.debug), let text = fact.description { Log.write(.debug, text) }
    }

    static func log(_ effect: Effect) {
        switch effect {
        case .emit(.problemReported(let error)): Log.write(.error, error.logLine)
        case .emit(.restoreFailed(_, let error)): Log.write(.info, "the restore failed: \(error.message)")
        case .emit(.transactionUpdated(let item)):
            // One repeat is normal after a crash. From the third delivery on, the game probably forgets to finish.
            guard item.state == .purchased, item.deliveryCount > 2, let transaction = item.transaction else { return }
            let line =
                "transaction \(transaction.id) of \(item.productID) has been delivered \(item.deliveryCount) times and is not finished; grant it, then call iap_finish_transaction()"
            guard Log.isUnset else { return Log.write(.warning, line) }
            // A game that never finishes has many such transactions. Nobody has asked for a log, so one line is enough.
            Log.writeOnce(.warning, evenIfUnset: true, key: "delivered again", line)
        case .ask(let id, let request): Log.write(.debug, "request \(id) started: \(request.responseKind)")
        case .buy(let id, let payment): Log.write(.debug, "payment \(id) for \(payment.productID) goes to the store")
        case .awaitResponse(let id):
            Log.write(.debug, "transaction \(id) waits for the response to the payment at the store")
        case .awaitTurn(let payment): Log.write(.debug, "payments wait for payment \(payment), at most ten minutes")
        case .finishInStore(let id): Log.write(.debug, "transaction \(id) is finished in the store now")
        case .verify(let transaction, let attempts, _):
            Log.write(.debug, "transaction \(transaction.id) waits for verification (\(attempts) attempts so far)")
        case .emit, .record: break
        }
    }

    /// The warning for a game that finishes too early and may lose a purchase.
    ///
    /// - Parameter isHeld: The inventory holds what the product grants.
    func warning(finishing item: QueuedTransaction, _ key: PaymentQueue.Key, isHeld: Bool) -> String? {
        guard item.state == .purchased, let transaction = item.transaction else { return nil }
        let name = "transaction \(transaction.id) of \(item.productID) was finished"
        if isHeld {
            guard item.deliveryState == .seen, !granted.contains(key) else { return nil }
            return
                "\(name), and the inventory granted nothing, because the game has received it before the product had grants; if the game's save lacks it, call iap_inventory_add()"
        }
        if item.deliveryCount == 0 {
            return
                "\(name) before it was delivered, so it will not be delivered; grant it now, and finish only what transaction_updated has delivered"
        }
        guard !granted.isEmpty, !granted.contains(key), item.deliveryState != .granted else { return nil }
        return "\(name) without iap_record_grant(), which this game calls for other transactions"
    }
}

extension Fact {
    /// A purchase in force that the store reports, and the source of the report.
    fileprivate var purchase: (Transaction, source: String)? {
        let (transaction, source): (Transaction, String)
        switch self {
        case .purchaseEnded(_, .purchased(let bought)): (transaction, source) = (bought, "purchase")
        case .unfinishedListed(let listed, _): (transaction, source) = (listed, "unfinished")
        case .transactionUpdated(let updated): (transaction, source) = (updated, "update")
        default: return nil
        }
        guard transaction.revocation == nil, transaction.verification == .verified else { return nil }
        return (transaction, source)
    }

    /// Nil if the audit log says it.
    fileprivate var description: String? {
        switch self {
        case .purchaseEnded(let payment, let outcome): "payment \(payment) ended: \(outcome.description)"
        case .unfinishedListed(let transaction, _):
            "the store lists transaction \(transaction.id) of \(transaction.productID) as unfinished"
        case .transactionUpdated(let transaction):
            "the store reports transaction \(transaction.id) of \(transaction.productID)"
        case .unverifiedTransaction(let transaction, let error):
            "the store reports transaction \(transaction.id): \(error.message)"
        case .responseOverdue(let id): "the store has not completed the payment of transaction \(id)"
        case .turnOverdue(let payment): "the store has not completed payment \(payment); the next payment begins"
        case .storefrontChanged(let storefront), .storefrontRead(let storefront):
            "the storefront is now \(storefront.countryCode)"
        case .storeReachable: "the app is in the foreground again, or the network is back"
        case .subscriptionStatusChanged: "the status of a subscription has changed"
        case .purchaseIntended(let intent): "the player started a purchase of \(intent.productID) in the App Store"
        case .messageReceived(let message): "the App Store has a message (\(message.reason))"
        case .problemOccurred(let error): "a problem: \(error.message)"
        case .responded(let request, .success): "request \(request) completed"
        case .responded(let request, .failure(let error)): "request \(request) failed: \(error.message)"
        case .recorded: nil
        case .recordFailed(let entry, let error):
            "the journal could not be written (transaction \(entry.transactionID ?? 0)): \(error.message)"
        case .finishedInStore(let id): "transaction \(id) is finished in the store"
        case .verificationDue(let id): "the game receives a verification request for transaction \(id)"
        case .verdictGiven(let id, .valid, _): "the verdict on transaction \(id) is valid"
        case .verdictGiven(let id, .undecided, _): "the verdict on transaction \(id) is undecided"
        case .verdictGiven(let id, _, _): "the verdict on transaction \(id) is invalid"
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

extension Event {
    /// The lines that the journal writes about an event. The cause of the event has its own lines.
    var journalWrites: [JournalWrite] {
        switch self {
        case .transactionUpdated(let item): AuditLine(item).map { [.note($0)] } ?? []
        case .restoreFailed(_, let error): [.note(AuditLine("restore_failed", error))]
        case .problemReported(let error): [.note(AuditLine("problem_reported", error))]
        case .verificationRequested(let item):
            item.transaction.map { [.note(AuditLine("verification_requested", $0))] } ?? []
        case .storefrontChanged(let storefront):
            [.storefront(storefront), .productsOutdated, .note(AuditLine("storefront_changed"))]
        case .entitlementChanged(let productID, let isOwned):
            [.note(AuditLine(isOwned ? "entitlement_began" : "entitlement_ended", productID: productID))]
        default: []
        }
    }
}

extension AuditLine {
    /// Nil if the journal adds the line when it records the transaction.
    fileprivate init?(_ item: QueuedTransaction) {
        switch item.state {
        case .purchasing: self.init("payment_added", paymentID: item.paymentID, productID: item.productID)
        case .deferred: self.init("payment_deferred", paymentID: item.paymentID, productID: item.productID)
        case .failed(let error):
            let event = error.status.category == .cancelled ? "payment_cancelled" : "payment_failed"
            self.init(event, error, paymentID: item.paymentID, productID: item.productID)
        case .unverified(let error):
            self.init("transaction_unverified", error, paymentID: item.paymentID, productID: item.productID)
            transactionID = item.transaction.map { String($0.id) }
        case .restored:
            self.init("transaction_restored", transactionID: item.transaction?.id, productID: item.productID)
            paymentID = item.paymentID == 0 ? nil : item.paymentID
        case .purchased, .revoked, .rejected: return nil
        }
    }
}
