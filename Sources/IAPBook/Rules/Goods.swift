package import IAPModel

/// What the game sells: ids for the product list, and what each product grants.
package struct Goods: Sendable {
    /// For the product list.
    package let productIDs: [String]
    /// All products, also those that are not sold any more.
    private let known: Set<String>
    private let grants: [String: [Grant]]

    /// - Parameter retired: products that were sold once; who has bought them keeps what they grant.
    package init(productIDs: [String], retired: [String] = [], grants: [Grant]) {
        self.productIDs = productIDs
        known = Set(productIDs + retired)
        self.grants = Dictionary(grouping: grants, by: \.productID)
    }

    package func isKnown(_ productID: String) -> Bool { known.contains(productID) }

    /// The counters of one purchase, each with what it adds. Each period of a subscription is a purchase.
    package func counters(_ fact: PurchaseFact) -> [(name: String, amount: Int64, policy: Grant.RevocationPolicy)] {
        // A grant is at most a million millions, and a quantity at most ten, or a number of seats.
        (grants[fact.productID] ?? []).filter { $0.kind == .counter }.map { grant in
            (grant.name, grant.amount * min(fact.quantity, 1000), grant.revocationPolicy)
        }
    }

    /// What a purchase adds when it is granted, or granted again.
    func additions(from old: PurchaseRule.Holding, to new: PurchaseRule.Record) -> [(name: String, amount: Int64)] {
        counters(new.fact).compactMap { counter in
            let isReturnable = counter.policy == .takeBack
            let before = isReturnable ? old.hasReturnable : old.hasLasting
            let after = isReturnable ? new.holding.hasReturnable : new.holding.hasLasting
            return !before && after ? (counter.name, counter.amount) : nil
        }
    }

    /// Whether a refund takes this counter back. It also takes back a counter that the product no longer grants.
    func isReturnable(_ counter: String, of productID: String) -> Bool {
        let grant = (grants[productID] ?? []).first { $0.kind == .counter && ExactText($0.name) == ExactText(counter) }
        return (grant?.revocationPolicy ?? .takeBack) == .takeBack
    }

    /// What its owner may use: the unlocks, or the product itself if nothing is said of it.
    package func unlocks(_ productID: String) -> [(name: String, policy: Grant.RevocationPolicy)] {
        guard isKnown(productID) else { return [] }
        guard let grants = grants[productID] else { return [(productID, .takeBack)] }
        return grants.filter { $0.kind == .unlock }.map { ($0.name, $0.revocationPolicy) }
    }
}
