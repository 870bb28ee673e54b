package import IAPModel

/// What the journal writes in one commit, and the outcome of the commit.
package struct DeliveryDecision: Sendable, Hashable {
    /// Other changes in the same commit.
    package enum Action: Sendable, Hashable {
        /// Adds everything that the product grants to the inventory.
        case grant(Transaction)
        /// Adds the product's unlocks to the inventory.
        case grantUnlocks(Transaction)
        /// Records that the account may use the product.
        case entitle(Entitlement)
        case endEntitlement(UInt64)
        case endUnlocks(UInt64, UnlocksEnd)
        /// Applies the revocation policies to the transaction's grants.
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

    /// What the journal remembers after the commit.
    package var record: DeliveryRecord
    /// In the order of execution.
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
