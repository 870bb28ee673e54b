import IAPJournal
import IAPModel
import IAPPaymentQueue

/// Made-up values. A test names only what it is about.
extension Transaction {
    static func sold(_ id: UInt64, of productID: String = "coins", revokedAt: Int64? = nil) -> Transaction {
        Transaction(
            id: id, originalID: id, productID: productID, productType: .consumable, quantity: 1, purchaseDate: 1000,
            originalPurchaseDate: 1000, revocation: revokedAt.map { Revocation(date: $0, reason: 0) },
            environment: "Sandbox", signedText: "signed \(id)")
    }

    /// The same transaction with an invalid signature.
    var forged: Transaction {
        var forged = self
        forged.verification = .failed(.invalidSignature)
        return forged
    }
}

extension IAPError {
    static let forged = IAPError(.verification, "the signature is invalid")
    static let offline = IAPError(.network, "the device is offline", isRetryable: true)
}

extension JournalOutcome {
    static func deliver(count: Int) -> Self { .deliver(count: count, count == 1 ? .new : .seen) }
}

extension Journal {
    /// Offers one transaction that needs no extra verification.
    func offer(_ id: UInt64, of productID: String = "coins") throws -> JournalOutcome {
        let entry = JournalEntry.offer(.sold(id, of: productID), isVerified: true)
        guard let outcome = try write([.entry(entry)]).first?.get() else {
            throw IAPError(.internalFailure, "the journal has no outcome for an offer")
        }
        return outcome
    }
}
