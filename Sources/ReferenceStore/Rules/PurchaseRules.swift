package import IAPModel

/// What becomes of a purchase: a pure function of the request and of all that matters to it.
package enum PurchaseRules {
    package struct Request: Sendable {
        package var account: String
        package var product: CatalogueProduct
        package var quantity: Int
        package var appAccountToken: String?
        package var simulatesAskToBuy: Bool

        package init(
            account: String, product: CatalogueProduct, quantity: Int = 1, appAccountToken: String? = nil,
            simulatesAskToBuy: Bool = false
        ) {
            self.account = account
            self.product = product
            self.quantity = quantity
            self.appAccountToken = appAccountToken
            self.simulatesAskToBuy = simulatesAskToBuy
        }
    }

    package struct Situation: Sendable {
        package var now: Int64
        package var storefront: Storefront
        package var currencyCode: String
        package var timeRate: TimeRate
        package var isAskToBuyEnabled = false
        package var arePaymentsAllowed = true
        package var order: PurchaseOrder?
        /// The purchase of the same non-consumable that is in force.
        package var owned: LedgerTransaction?
        /// The newest period of the product's subscription group, and the product that it is for.
        package var latestOfGroup: LedgerTransaction?
        package var latestProductOfGroup: CatalogueProduct?

        package init(now: Int64, storefront: Storefront, currencyCode: String, timeRate: TimeRate) {
            self.now = now
            self.storefront = storefront
            self.currencyCode = currencyCode
            self.timeRate = timeRate
        }
    }

    package enum Decision: Sendable {
        case refuse(StoreFailure)
        /// The player changed their mind.
        case cancel
        case awaitApproval
        /// The account has it; nothing is charged.
        case existing(LedgerTransaction)
        /// Charged. The ids of the transaction are still to be given; `replacing` ends before its time.
        case charge(LedgerTransaction, replacing: UInt64?)
    }

    /// Whether an order of the test is what decides; a purchase that is refused for itself leaves it to the next one.
    package static func usesOrder(_ request: Request, _ situation: Situation) -> Bool {
        situation.order != nil && refusal(of: request, situation) == nil
    }

    private static func refusal(of request: Request, _ situation: Situation) -> StoreFailure? {
        let type = request.product.type
        guard situation.arePaymentsAllowed else {
            return StoreFailure(.purchaseNotAllowed, "payments are not allowed on this device")
        }
        guard Payment.quantities.contains(request.quantity), request.quantity == 1 || type.isCountable else {
            return StoreFailure(
                .invalidQuantity, "\(request.quantity) of \(request.product.productID), a \(type.rawValue)")
        }
        return nil
    }

    package static func decide(_ request: Request, _ situation: Situation) -> Decision {
        if let refusal = refusal(of: request, situation) { return .refuse(refusal) }
        switch situation.order {
        case .cancel: return .cancel
        case .fail(let failure): return .refuse(failure)
        case nil: break
        }
        if let owned = situation.owned { return .existing(owned) }
        if let current = situation.latestOfGroup, current.isEntitlement(at: situation.now),
            !replacesAtOnce(request.product, situation.latestProductOfGroup)
        {
            return .existing(current)
        }
        if situation.isAskToBuyEnabled || request.simulatesAskToBuy { return .awaitApproval }
        return charge(request, situation)
    }

    /// An approved purchase is charged without being asked about again; what came to be owned meanwhile is not charged.
    package static func decideApproved(_ request: Request, _ situation: Situation) -> Decision {
        if let owned = situation.owned { return .existing(owned) }
        if let current = situation.latestOfGroup, current.isEntitlement(at: situation.now),
            !replacesAtOnce(request.product, situation.latestProductOfGroup)
        {
            return .existing(current)
        }
        return charge(request, situation)
    }

    /// A higher level, or the same level for the same length of time, takes the place of what is running at once. Other
    /// changes begin at the end of the running period; until then StoreKit answers with what is held.
    private static func replacesAtOnce(_ wanted: CatalogueProduct, _ running: CatalogueProduct?) -> Bool {
        guard let new = wanted.subscription, let old = running?.subscription else { return false }
        guard wanted.productID != running?.productID else { return false }
        return new.level < old.level || (new.level == old.level && new.period == old.period)
    }

    private static func charge(_ request: Request, _ situation: Situation) -> Decision {
        let product = request.product
        let before = situation.latestOfGroup
        let running = before.flatMap { $0.isEntitlement(at: situation.now) ? $0 : nil }
        let total = product.priceMilliunits.multipliedReportingOverflow(by: Int64(request.quantity))
        guard !total.overflow else { return .refuse(StoreFailure(.unknown, "the price is too large")) }
        let transaction = LedgerTransaction(
            id: 0, originalID: before?.originalID ?? 0, account: request.account, productID: product.productID,
            productType: product.type, quantity: request.quantity, purchaseDate: situation.now,
            originalPurchaseDate: before?.originalPurchaseDate ?? situation.now,
            expirationDate: product.subscription.map {
                situation.timeRate.end(of: $0.period, from: situation.now)
            },
            subscriptionGroupID: product.subscription?.groupID,
            appAccountToken: request.appAccountToken, storefront: situation.storefront,
            price: Money(milliunits: total.partialValue, currencyCode: situation.currencyCode))
        return .charge(transaction, replacing: running?.id)
    }
}

extension ProductType {
    /// Whether more than one can be bought at a time.
    fileprivate var isCountable: Bool { self == .consumable || self == .nonRenewingSubscription }
}
