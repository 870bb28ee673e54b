/// What a purchase gives its player. The core of the book: values in, values out.
package enum PurchaseRule {
    /// What the book has about a transaction.
    package struct Record: Sendable, Hashable {
        package var fact: PurchaseFact
        package var holding: Holding

        package init(fact: PurchaseFact, holding: Holding = Holding()) {
            self.fact = fact
            self.holding = holding
        }
    }

    /// Which counters of a purchase are in the player's balance.
    package struct Holding: Sendable, Hashable {
        /// Counters that a refund takes back.
        package var hasReturnable = false
        /// Counters that the player keeps after a refund, by the policies `keep` and `game_decides`.
        package var hasLasting = false

        package init(hasReturnable: Bool = false, hasLasting: Bool = false) {
            self.hasReturnable = hasReturnable
            self.hasLasting = hasLasting
        }
    }

    /// The record after one more text about the transaction.
    ///
    /// - Parameters:
    ///   - fact: nil if only the player is news.
    ///   - isGrantable: it is known whose purchase it is, and what the product grants.
    package static func apply(_ fact: PurchaseFact?, to old: Record, isGrantable: Bool) -> Record {
        var record = old
        if let fact, fact.version > old.fact.version {
            record.fact = old.fact.isReplaced(by: fact) ? fact : old.fact.revoked(as: fact)
        }
        // A purchase stays granted while its product is unknown to this process.
        record.holding.hasLasting = old.holding.hasLasting || isGrantable
        record.holding.hasReturnable =
            record.fact.revocation == nil && (old.holding.hasReturnable || isGrantable)
        return record
    }
}
