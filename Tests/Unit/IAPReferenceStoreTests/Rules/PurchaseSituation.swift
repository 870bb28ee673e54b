import IAPModel

@testable import IAPReferenceStore

extension PurchaseRules.Situation {
    /// A new account in the United States.
    init(_ catalogue: Catalogue, _ rate: TimeRate = .realTime, at now: Int64) {
        self.init(
            now: now, storefront: Storefront(countryCode: "USA", id: "143441"), currencyCode: "USD",
            conditions: RenewalConditions(timeRate: rate) { catalogue.product(id: $0) })
    }

    /// The account has a subscription with a history. Its first transaction has id 40.
    mutating func live(_ body: (inout SubscriptionEngine) -> Void) {
        var engine = SubscriptionEngine(nil, conditions, nextTransactionID: 40)
        body(&engine)
        engine.advance(to: now)
        subscription = engine.subscription
        latestOfGroup = subscription.map { subscription in
            var transaction = LedgerTransaction(
                id: subscription.period.transactionID, originalID: 40, account: "anna",
                productID: subscription.period.productID, productType: .autoRenewableSubscription, quantity: 1,
                purchaseDate: subscription.period.start, originalPurchaseDate: subscription.originalPurchaseDate,
                storefront: storefront, price: Money(milliunits: 990, currencyCode: "USD"))
            transaction.expirationDate = subscription.period.end
            transaction.subscriptionGroupID = subscription.groupID
            return transaction
        }
    }

    /// The engine's result for a purchase that the rules allow.
    struct Outcome {
        var subscription: GroupSubscription
        var period: PaidPeriod?
        /// The transaction that was replaced.
        var replaced: UInt64?
    }

    func outcome(of purchase: SubscriptionPurchase) -> Outcome? {
        var engine = SubscriptionEngine(subscription, conditions, nextTransactionID: 90)
        _ = engine.perform(.purchase(purchase), at: now)
        guard let subscription = engine.subscription else { return nil }
        var outcome = Outcome(subscription: subscription)
        for fact in engine.facts {
            switch fact.kind {
            case .entered(let period): outcome.period = period
            case .upgraded(let id, _): outcome.replaced = id
            case .endMoved, .revoked, .statusChanged: break
            }
        }
        return outcome
    }
}

extension SubscriptionEngine {
    /// Buys a product as preparation for a test.
    mutating func buy(_ product: CatalogueProduct, at date: Int64) {
        _ = perform(.purchase(SubscriptionPurchase(product: product)), at: date)
    }
}
