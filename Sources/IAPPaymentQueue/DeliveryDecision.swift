package import IAPModel

/// What the journal writes in one commit, and what follows from it.
package struct DeliveryDecision: Sendable, Hashable {
    /// What else is done in the commit.
    package enum Action: Sendable, Hashable {
        /// Enters everything that the product grants into the inventory.
        case grant(Transaction)
        /// Enters what the product unlocks into the inventory.
        case grantUnlocks(Transaction)
        /// Keeps that the account may use it.
        case entitle(Entitlement)
        case endEntitlement(UInt64)
        /// The unlocks of a subscription end at this time, if they have not ended before.
        case endUnlocks(UInt64, at: Int64)
        /// Does what the policies say with what the transaction granted.
        case revokeGrants(Transaction)
        /// Adds a line to the audit log.
        case note(Note)
    }

    /// A line of the audit log.
    package struct Note: Sendable, Hashable {
        package var event: String
        package var transactionID: UInt64
        package var productID: String?
        package var count: Int?
        package var cause: String?
    }

    /// What the journal remembers from now on.
    package var record: DeliveryRecord
    /// In the order in which they are done.
    package var actions: [Action] = []
    package var outcome = JournalOutcome.done

    init(record: DeliveryRecord) {
        self.record = record
    }

    mutating func note(_ event: String, _ transaction: Transaction, count: Int? = nil, cause: String? = nil) {
        actions.append(
            .note(
                Note(
                    event: event, transactionID: transaction.id, productID: transaction.productID, count: count,
                    cause: cause)))
    }

    mutating func note(_ event: String, _ id: UInt64, productID: String?) {
        actions.append(.note(Note(event: event, transactionID: id, productID: productID)))
    }
}
