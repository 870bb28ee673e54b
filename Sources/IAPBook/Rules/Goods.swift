package import IAPModel

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
