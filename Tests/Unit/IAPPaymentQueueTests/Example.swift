import IAPModel

@testable import IAPPaymentQueue

/// Made-up values. A test names only what it is about.
extension Transaction {
    static func sold(
        _ id: UInt64, of productID: String = "coins", quantity: Int = 1, token: String? = nil, revokedAt: Int64? = nil
    ) -> Transaction {
        Transaction(
            id: id, originalID: id, productID: productID, productType: .consumable, quantity: quantity,
            purchaseDate: 1000, originalPurchaseDate: 1000,
            revocation: revokedAt.map { Revocation(date: $0, reason: 0) }, appAccountToken: token,
            environment: "Sandbox", signedText: "signed \(id)")
    }

    /// A transaction of a product that the account owns permanently.
    static func lasting(_ id: UInt64) -> Transaction {
        var transaction = sold(id)
        transaction.productType = .nonConsumable
        return transaction
    }
}

extension Verification {
    static let forged = failed(.invalidSignature)
}

extension Transaction {
    /// The same transaction with an invalid signature.
    var forged: Transaction {
        var forged = self
        forged.verification = .forged
        return forged
    }
}

extension IAPError {
    static let forged = IAPError(.verification, "the signature is invalid")
    static let offline = IAPError(.network, "the device is offline", isRetryable: true)
    static let diskFull = IAPError(.storageFull, "the disk is full", isRetryable: true)
}

extension [Effect] {
    var events: [Event] {
        compactMap { if case .emit(let event) = $0 { event } else { nil } }
    }

    /// The events that observers receive as `transaction_updated`.
    var updates: [QueuedTransaction] {
        events.compactMap { if case .transactionUpdated(let item) = $0 { item } else { nil } }
    }

    var intents: [PurchaseIntent] {
        events.compactMap { if case .purchaseIntentReceived(let intent) = $0 { intent } else { nil } }
    }

    var purchases: [Payment] {
        compactMap { if case .buy(_, let payment) = $0 { payment } else { nil } }
    }

    var removals: [QueuedTransaction] {
        events.compactMap { if case .transactionRemoved(let item) = $0 { item } else { nil } }
    }

    var revocations: [QueuedTransaction] {
        events.compactMap { if case .entitlementRevoked(let item) = $0 { item } else { nil } }
    }

    var records: [JournalEntry] {
        compactMap { if case .record(let entry) = $0 { entry } else { nil } }
    }

    var storeFinishes: [UInt64] {
        compactMap { if case .finishInStore(let id) = $0 { id } else { nil } }
    }
}

extension QueuedTransaction {
    /// The status of a failed payment.
    var failure: IAPError.Status? { if case .failed(let error) = state { error.status } else { nil } }
}

extension PaymentQueue {
    /// A queue whose game has observers.
    static func delivering() -> PaymentQueue {
        var queue = PaymentQueue()
        _ = queue.startDelivery()
        return queue
    }

    /// Finishes by id, as the client does for games that keep only the id.
    mutating func finish(transactionID: UInt64) throws(IAPError) -> [Effect] {
        try finish(key(ofFinish: transactionID))
    }

    /// Adds a payment and returns its id.
    mutating func pay(for productID: String = "coins", quantity: Int = 1, token: String? = nil) -> UInt64 {
        pay(Payment(productID: productID, quantity: quantity, appAccountToken: token))
    }

    /// Adds a payment and returns its id. Returns 0 if the queue refuses the payment.
    mutating func pay(_ payment: Payment) -> UInt64 { (try? add(payment))?.id ?? 0 }

    /// Adds a transaction and delivers it to the game.
    mutating func deliver(_ transaction: Transaction, count: Int = 1) {
        _ = apply(.unfinishedListed(transaction))
        _ = apply(.offerRecorded(transaction.id, .deliver(count: count)))
    }

    /// Returns the state of the only transaction in the queue, or nil if there is not exactly one.
    var onlyState: QueuedTransaction.State? {
        transactions.count == 1 ? transactions[0].state : nil
    }
}

extension JournalEntry {
    static func offer(_ id: UInt64, productID: String) -> Self { .offer(.sold(id, of: productID), isVerified: true) }
    static func finish(_ id: UInt64, productID: String) -> Self { .finish(.sold(id, of: productID)) }

    static func revocation(_ id: UInt64, productID: String, date: Int64) -> Self {
        .revocation(.sold(id, of: productID, revokedAt: date))
    }

    static func revocationReported(_ id: UInt64, productID: String, date: Int64) -> Self {
        .revocationReported(id, productID: productID, purchaseDate: 1000, date: date)
    }
}

extension Effect {
    var isRestoreFinished: Bool {
        guard case .emit(.restoreFinished) = self else { return false }
        return true
    }
}

extension JournalOutcome {
    static func deliver(count: Int) -> Self { .deliver(count: count, count == 1 ? .new : .seen) }
}

extension Fact {
    static func recorded(_ entry: JournalEntry) -> Self { .recorded(entry, .done) }

    static func offerRecorded(_ id: UInt64, _ outcome: JournalOutcome) -> Self {
        .recorded(.offer(id, productID: "coins"), outcome)
    }

    /// The journal has recorded the revocation. `state` is how much of the purchase the game has received.
    static func revocationRecorded(_ transaction: Transaction, _ state: DeliveryState = .seen) -> Self {
        .recorded(.revocation(transaction), .revoked(state))
    }
}

extension PaymentQueue {
    /// The journal records the restored transactions of these effects.
    mutating func recordRestores(_ effects: [Effect]) -> [Effect] {
        var effects = effects
        for entry in effects.records {
            if case .restore = entry { effects += apply(.recorded(entry, .restore(.none))) }
        }
        return effects
    }

    /// The store revokes a transaction, and the journal records it.
    mutating func revoke(_ fact: Fact) -> [Effect] {
        var effects = apply(fact)
        for case .revocation(let transaction) in effects.records {
            effects += apply(.revocationRecorded(transaction))
        }
        return effects
    }
}
