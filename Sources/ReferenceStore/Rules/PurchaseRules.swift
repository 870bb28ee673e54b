package import IAPModel

/// What becomes of a purchase: a pure function of the request and of all that matters to it.
package enum PurchaseRules {
    package struct Request: Sendable {
        package var account: String
        package var product: CatalogueProduct
        package var quantity: Int
        package var appAccountToken: String?
        package var simulatesAskToBuy: Bool
        /// At most one besides the introductory one, which needs no asking for.
        package var offer: OfferChoice?
        package var billingPlanType: BillingPlanType?
        package var seats: Int?

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
        package var hasUsedIntroductoryOffer = false
        /// The renewal of that group; nil if nothing is known about it.
        var renewal: RenewalRow?
        /// What is wrong with that which the game's server has signed for the purchase, or with a feature that it needs.
        package var refusal: StoreFailure?
        /// What the game's server has said about the introductory offer; nil if it said nothing.
        package var allowsIntroductoryOffer: Bool?
        /// The request of Advanced Commerce, a JSON object.
        package var advancedCommerceInfo: String?

        package init(now: Int64, storefront: Storefront, currencyCode: String, timeRate: TimeRate) {
            self.now = now
            self.storefront = storefront
            self.currencyCode = currencyCode
            self.timeRate = timeRate
        }

        /// How it stands with the group; nil if the account never subscribed to it.
        var state: SubscriptionStatus.State? {
            latestOfGroup.map { StatusRules.state(of: $0, renewal, at: now) }
        }

        /// The period of the group that the account may use now.
        var running: LedgerTransaction? { state?.isEntitled == true ? latestOfGroup : nil }

        /// The end of a period that begins now. Dates of receipts and of calendars have years of four digits.
        func end(of period: Period) -> Int64 { min(timeRate.end(of: period, from: now), Self.endOfTime) }

        /// The last millisecond of the year 9999.
        private static let endOfTime: Int64 = 253_402_300_799_999
    }

    package enum Decision: Sendable {
        case refuse(StoreFailure)
        /// The player changed their mind.
        case cancel
        case awaitApproval
        /// The account has it; nothing is charged, but the next renewal may be another one.
        case existing(LedgerTransaction, next: RenewalChange? = nil)
        /// Charged. The ids of the transaction are still to be given; `replacing` ends before its time.
        case charge(LedgerTransaction, replacing: UInt64?)
    }

    /// What a purchase changes about the next renewal of a subscription that goes on.
    package struct RenewalChange: Sendable, Hashable {
        package var productID: String
        package var offer: AppliedOffer?
        package var offerPriceMilliunits: Int64?
        /// Nil if nobody has said anything about it.
        package var billingPlanType: BillingPlanType?
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
        if let seats = request.seats, seats < 1 {
            return StoreFailure(.invalidQuantity, "\(seats) seats of \(request.product.productID)")
        }
        if request.seats != nil, type != .autoRenewableSubscription {
            return StoreFailure(.multiSeatPurchaseDisabled, "\(request.product.productID) is a \(type.rawValue)")
        }
        if let plan = request.billingPlanType, !request.product.hasBillingPlan(plan) {
            return StoreFailure(
                .productUnavailable, "\(request.product.productID) has no billing plan \(plan.rawValue)")
        }
        return situation.refusal ?? OfferRules.refusal(of: request, situation)
    }

    package static func decide(_ request: Request, _ situation: Situation) -> Decision {
        if let refusal = refusal(of: request, situation) { return .refuse(refusal) }
        switch situation.order {
        case .cancel: return .cancel
        case .fail(let failure): return .refuse(failure)
        case nil: break
        }
        if let existing = existing(request, situation) { return existing }
        if situation.isAskToBuyEnabled || request.simulatesAskToBuy { return .awaitApproval }
        return charge(request, situation)
    }

    /// An approved purchase is charged without being asked about again; what came to be owned meanwhile is not charged, and an
    /// offer has to be open to the account still.
    package static func decideApproved(_ request: Request, _ situation: Situation) -> Decision {
        if let refusal = OfferRules.refusal(of: request, situation) { return .refuse(refusal) }
        return existing(request, situation) ?? charge(request, situation)
    }

    /// Nil if the account has to pay.
    private static func existing(_ request: Request, _ situation: Situation) -> Decision? {
        // The generic products of Advanced Commerce stand for many things.
        if let owned = situation.owned, situation.advancedCommerceInfo == nil { return .existing(owned) }
        guard let running = situation.running, !replacesAtOnce(request.product, situation.latestProductOfGroup) else {
            return nil
        }
        let offer = request.offer.flatMap { request.product.offer($0, for: request.billingPlanType) }
        let price = offer?.priceMilliunits
        let next = RenewalChange(
            productID: request.product.productID, offer: offer.map(AppliedOffer.init), offerPriceMilliunits: price,
            billingPlanType: request.product.plan(request.billingPlanType))
        return .existing(running, next: next)
    }

    /// A higher level, or the same level for the same length of time, takes the place of what is running at once. Other
    /// changes begin at the end of the running period; until then StoreKit answers with what is held.
    static func replacesAtOnce(_ wanted: CatalogueProduct, _ running: CatalogueProduct?) -> Bool {
        guard let new = wanted.subscription, let old = running?.subscription else { return false }
        guard ExactText(wanted.productID) != ExactText(running?.productID ?? "") else { return false }
        return new.level < old.level || (new.level == old.level && new.period == old.period)
    }

    private static func charge(_ request: Request, _ situation: Situation) -> Decision {
        let product = request.product
        let before = situation.latestOfGroup
        let terms = Terms(request, situation)
        let seats = request.seats ?? 1
        let pieces = Int64(request.quantity).multipliedReportingOverflow(by: Int64(seats))
        let total = terms.priceMilliunits.multipliedReportingOverflow(by: pieces.partialValue)
        guard !pieces.overflow, !total.overflow else {
            return .refuse(StoreFailure(.unknown, "the price is too large"))
        }
        var transaction = LedgerTransaction(
            id: 0, originalID: before?.originalID ?? 0, account: request.account, productID: product.productID,
            productType: product.type, quantity: request.quantity, purchaseDate: situation.now,
            originalPurchaseDate: before?.originalPurchaseDate ?? situation.now,
            expirationDate: terms.period.map { situation.end(of: $0) },
            subscriptionGroupID: product.subscription?.groupID,
            appAccountToken: request.appAccountToken, storefront: situation.storefront,
            price: Money(
                milliunits: total.partialValue, currencyCode: terms.currencyCode ?? situation.currencyCode))
        transaction.offer = terms.offer.map(AppliedOffer.init)
        transaction.offerBillsLeft = (terms.offer?.periodCount ?? 1) - 1
        transaction.billingPlanType = terms.billingPlanType
        transaction.commitment = terms.commitment(in: situation, seats: seats)
        transaction.seats = seats
        transaction.advancedCommerceInfo = situation.advancedCommerceInfo
        return .charge(transaction, replacing: situation.running?.id)
    }
}

extension ProductType {
    /// Whether more than one can be bought at a time.
    fileprivate var isCountable: Bool { self == .consumable || self == .nonRenewingSubscription }
}
