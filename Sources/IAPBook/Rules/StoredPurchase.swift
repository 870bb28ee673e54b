/// The book's data about one purchase. The App Store may sign one purchase under several transaction ids. So the book
/// keeps the newest signed data of each id.
package struct StoredPurchase: Sendable, Hashable {
    /// The newest signed data of one transaction id of a purchase.
    package struct ID: Sendable, Hashable {
        package var transactionID: String
        package var version: FactVersion
        package var revocation: PurchaseFact.Revocation?

        package init(transactionID: String, version: FactVersion, revocation: PurchaseFact.Revocation?) {
            self.transactionID = transactionID
            self.version = version
            self.revocation = revocation
        }

        init(_ fact: PurchaseFact) {
            self.init(transactionID: fact.transactionID, version: fact.version, revocation: fact.revocation)
        }

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

    /// Has the id under which the book got the purchase first.
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

extension PurchaseRule.Record {
    fileprivate mutating func revoke(_ revocation: PurchaseFact.Revocation?, isGrantable: Bool) {
        fact.revocation = revocation
        fact.version.isEnd = revocation != nil
        self = PurchaseRule.apply(nil, to: self, isGrantable: isGrantable)
    }
}
