package import IAPModel

/// Decides what a purchase gives its player. It is the core of the ledger and has no side effects.
package enum PurchaseRule {
    package struct Record: Sendable, Hashable {
        package var fact: PurchaseFact
        package var holding = Holding()
    }

    /// The counters of a purchase that are in the player's balance.
    package struct Holding: Sendable, Hashable {
        /// Counters that a refund deducts.
        package var hasReturnable = false
        /// Counters that the player keeps after a refund, by the policies `keep` and `game_decides`.
        package var hasLasting = false
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

/// The ledger's data about one purchase. The App Store may sign one purchase under several transaction ids. So the ledger
/// keeps the newest signed data of each id.
package struct StoredPurchase: Sendable, Hashable {
    /// The newest signed data of one transaction id of a purchase.
    package struct ID: Sendable, Hashable {
        package var transactionID: String
        package var version: FactVersion
        package var revocation: PurchaseFact.Revocation?

        fileprivate mutating func apply(_ fact: PurchaseFact) {
            guard fact.version > version else { return }
            if version.isOfReceipt || !fact.version.isOfReceipt {
                self = ID(fact)
            } else if let revocation = fact.revocation {
                self.revocation = revocation
                version.date = fact.version.date
                version.isEnd = true
            }
        }
    }

    /// Has the id under which the ledger got the purchase first.
    package var record: PurchaseRule.Record
    /// Empty while the purchase has one id.
    package var ids: [ID] = []
    /// The date of the last notification that reversed a refund, signed for any of the ids.
    package var reversalDate: Int64?

    package init(_ record: PurchaseRule.Record) { self.record = record }

    /// Returns the purchase after new signed data about one of its ids.
    ///
    /// - Parameter isGrantable: the owner of the purchase and the grants of the product are known.
    package func applying(_ fact: PurchaseFact, isGrantable: Bool) -> StoredPurchase {
        var purchase = self
        if ids.isEmpty, fact.transactionID == record.fact.transactionID {
            purchase.record = PurchaseRule.apply(fact, to: record, isGrantable: isGrantable)
            return purchase
        }
        purchase.note(fact)
        let revocation = purchase.revocation
        if fact.version > record.fact.version, record.fact.isReplaced(by: fact) {
            purchase.record.fact = fact
            purchase.record.fact.transactionID = record.fact.transactionID
            purchase.record.fact.token = fact.token ?? record.fact.token
        }
        purchase.record.revoke(revocation, isGrantable: isGrantable)
        return purchase
    }

    private mutating func note(_ fact: PurchaseFact) {
        if ids.isEmpty { ids = [ID(record.fact)] }
        if let index = ids.firstIndex(where: { $0.transactionID == fact.transactionID }) {
            ids[index].apply(fact)
        } else {
            ids.append(ID(fact))
        }
    }

    /// A revocation that was signed for one id counts for all. The App Store may sign the other ids later without it.
    private var revocation: PurchaseFact.Revocation? {
        ids.compactMap(\.revocation).filter { $0.date > reversalDate ?? .min }.min { $0.date < $1.date }
    }
}

extension StoredPurchase.ID {
    init(_ fact: PurchaseFact) {
        self.init(transactionID: fact.transactionID, version: fact.version, revocation: fact.revocation)
    }
}

extension PurchaseRule.Record {
    fileprivate mutating func revoke(_ revocation: PurchaseFact.Revocation?, isGrantable: Bool) {
        fact.revocation = revocation
        fact.version.isEnd = revocation != nil
        self = PurchaseRule.apply(nil, to: self, isGrantable: isGrantable)
    }
}

/// The products of the game: the ids for the product list, and the grants of each product.
package struct Goods: Sendable {
    /// The ids in the product list.
    package let productIDs: [String]
    /// All products, including those that the game no longer sells.
    private let known: Set<String>
    private let grants: [String: [Grant]]

    /// - Parameter retired: products that the game no longer sells. Their buyers keep the grants.
    package init(productIDs: [String], retired: [String] = [], grants: [Grant]) {
        self.productIDs = productIDs
        known = Set(productIDs + retired)
        self.grants = Dictionary(grouping: grants, by: \.productID)
    }

    package func isKnown(_ productID: String) -> Bool { known.contains(productID) }

    /// Returns the counters of one purchase with their amounts. Each period of a subscription is a purchase.
    package func counters(_ fact: PurchaseFact) -> [(name: String, amount: Int64, policy: Grant.RevocationPolicy)] {
        // A grant is at most 10^12. The quantity is at most ten, or the number of seats.
        (grants[fact.productID] ?? []).filter { $0.kind == .counter }.map { grant in
            (grant.name, grant.amount * min(fact.quantity, 1000), grant.revocationPolicy)
        }
    }

    /// Returns the amounts that a purchase adds when it is granted, or granted again.
    func additions(from old: PurchaseRule.Holding, to new: PurchaseRule.Record) -> [(name: String, amount: Int64)] {
        counters(new.fact).compactMap { counter in
            let isReturnable = counter.policy == .takeBack
            let before = isReturnable ? old.hasReturnable : old.hasLasting
            let after = isReturnable ? new.holding.hasReturnable : new.holding.hasLasting
            return !before && after ? (counter.name, counter.amount) : nil
        }
    }

    /// Returns true if a refund deducts this counter. This includes a counter that the product no longer grants.
    func isReturnable(_ counter: String, of productID: String) -> Bool {
        let grant = (grants[productID] ?? []).first { $0.kind == .counter && ExactText($0.name) == ExactText(counter) }
        return (grant?.revocationPolicy ?? .takeBack) == .takeBack
    }

    /// Returns the unlocks of the owner, or the product itself if the product has no grants.
    package func unlocks(_ productID: String) -> [(name: String, policy: Grant.RevocationPolicy)] {
        guard isKnown(productID) else { return [] }
        guard let grants = grants[productID] else { return [(productID, .takeBack)] }
        return grants.filter { $0.kind == .unlock }.map { ($0.name, $0.revocationPolicy) }
    }
}
