internal import IAPJournal
internal import IAPModel
internal import IAPPaymentQueue

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
