import IAPModel
import Journal

@testable import PaymentQueue

/// Made-up values, so that a test names only what it is about.
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
}

extension Verification {
    static let forged = failed(.invalidSignature)
}

extension Transaction {
    /// The same with a signature that does not hold.
    var forged: Transaction {
        var forged = self
        forged.verification = .forged
        return forged
    }
}

extension IAPError {
    static let forged = IAPError(.verification, "the signature does not hold")
    static let offline = IAPError(.network, "the device is offline", isRetryable: true)
    static let diskFull = IAPError(.storageFull, "the disk is full", isRetryable: true)
}

extension [Effect] {
    var events: [Event] {
        compactMap { if case .emit(let event) = $0 { event } else { nil } }
    }

    /// What observers hear as `transaction_updated`.
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

extension PaymentQueue {
    /// A queue whose game listens.
    static func delivering() -> PaymentQueue {
        var queue = PaymentQueue()
        _ = queue.startDelivery()
        return queue
    }

    /// Adds a payment and gives its id.
    mutating func pay(for productID: String = "coins", quantity: Int = 1, token: String? = nil) -> UInt64 {
        add(Payment(productID: productID, quantity: quantity, appAccountToken: token)).id
    }

    /// Brings a transaction in and hands it to the game.
    mutating func deliver(_ transaction: Transaction, count: Int = 1) {
        _ = apply(.unfinishedListed(transaction))
        _ = apply(.offerRecorded(transaction.id, .deliver(count: count)))
    }

    /// The state of the one transaction in the queue; nil if there is none or more than one.
    var onlyState: QueuedTransaction.State? {
        transactions.count == 1 ? transactions[0].state : nil
    }
}
