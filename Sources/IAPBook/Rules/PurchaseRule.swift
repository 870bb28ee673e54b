/// Decides what a purchase gives its player. It is the core of the book and has no side effects.
package enum PurchaseRule {
    /// The book's record of a transaction.
    package struct Record: Sendable, Hashable {
        package var fact: PurchaseFact
        package var holding: Holding

        package init(fact: PurchaseFact, holding: Holding = Holding()) {
            self.fact = fact
            self.holding = holding
        }
    }

    /// The counters of a purchase that are in the player's balance.
    package struct Holding: Sendable, Hashable {
        /// Counters that a refund deducts.
        package var hasReturnable = false
        /// Counters that the player keeps after a refund, by the policies `keep` and `game_decides`.
        package var hasLasting = false

        package init(hasReturnable: Bool = false, hasLasting: Bool = false) {
            self.hasReturnable = hasReturnable
            self.hasLasting = hasLasting
        }
    }

    /// Returns the record after new signed data about the transaction.
    ///
    /// - Parameters:
    ///   - fact: nil if only the owner has become known.
    ///   - isGrantable: the owner of the purchase and the grants of the product are known.
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
