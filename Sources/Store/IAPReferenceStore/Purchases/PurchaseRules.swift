package import IAPModel

/// The result of a purchase: a pure function of the request and of the situation.
package enum PurchaseRules {
    package struct Request: Sendable {
        package var account: String
        package var product: CatalogueProduct
        package var quantity: Int = 1
        package var appAccountToken: String?
        package var simulatesAskToBuy: Bool = false
        /// A purchase names at most one offer. The introductory offer applies without a name.
        package var offer: OfferChoice?
        package var billingPlanType: BillingPlanType?
        package var seats: Int?
    }

    package struct Situation: Sendable {
        package var now: Int64
        package var storefront: Storefront
        package var currencyCode: String
        package var isAskToBuyEnabled = false
        package var arePaymentsAllowed = true
        package var order: PurchaseOrder?
        /// The purchase of the same non-consumable that is in force.
        package var owned: LedgerTransaction?
        /// The account's up-to-date subscription of the product's group, and its newest transaction.
        package var subscription: GroupSubscription?
        package var latestOfGroup: LedgerTransaction?
        /// The store's conditions for all subscriptions.
        package var conditions: RenewalConditions
        /// The error in the game server's signature for the purchase, or of a feature that the purchase needs.
        package var refusal: StoreFailure?
        /// The game server's decision about the introductory offer; nil if it made none.
        package var allowsIntroductoryOffer: Bool?
        /// The request of Advanced Commerce, as a JSON object.
        package var advancedCommerceInfo: String?
        /// The system's undocumented behaviour.
        var quirks = QuirkValues()
        /// The account's oldest unfinished purchase of the same consumable, if a quirk needs it.
        var unfinished: LedgerTransaction?
        /// The account's first purchase in force of the same non-renewing subscription, if a quirk needs it.
        var firstNonRenewing: LedgerTransaction?

        /// The last millisecond of the year 9999. The dates of receipts and of calendars have years of four digits.
        static let endOfTime: Int64 = 253_402_300_799_999
    }

    package enum Decision: Sendable {
        case refuse(StoreFailure)
        /// The player cancelled.
        case cancel
        case awaitApproval
        /// The account already has it; there is no charge.
        case existing(LedgerTransaction)
        /// The running subscription continues, and the purchase takes effect at its next renewal.
        case hold(LedgerTransaction, SubscriptionPurchase)
        /// The store charges the purchase. The transaction has no ids yet.
        case charge(LedgerTransaction)
        /// The store charges the purchase. The engine decides the product and the period of the transaction.
        case subscribe(LedgerTransaction, SubscriptionPurchase)
    }

    /// Whether the test's order decides. A purchase that ends before the sheet leaves the order to the next purchase.
    package static func usesOrder(_ request: Request, _ situation: Situation) -> Bool {
        situation.order != nil && endBeforeSheet(request, situation) == nil
    }

    /// Handles a purchase that is refused on its own, or that returns an earlier purchase.
    private static func endBeforeSheet(_ request: Request, _ situation: Situation) -> Decision? {
        if let refusal = refusal(of: request, situation) { return .refuse(refusal) }
        if let held = PurchaseQuirks.heldInPlaceOfOffer(request, situation) { return .existing(held) }
        if let refusal = situation.signatureRefusal(of: request) { return .refuse(refusal) }
        if let old = PurchaseQuirks.handedBack(request, situation) { return .existing(old) }
        return OfferRules.refusal(of: request, situation).map(Decision.refuse)
    }

    private static func refusal(of request: Request, _ situation: Situation) -> StoreFailure? {
        let type = request.product.type
        guard situation.conditions.isSold(request.product) else {
            return StoreFailure(.productUnavailable, "the store no longer sells \(request.product.productID)")
        }
        guard situation.arePaymentsAllowed else {
            return StoreFailure(.purchaseNotAllowed, "payments are not allowed on this device")
        }
        guard Payment.quantities.contains(request.quantity), request.quantity == 1 || type.isCountable else {
            return StoreFailure(
                .invalidQuantity,
                "quantity \(request.quantity) of \(request.product.productID), which is a \(type.rawValue)")
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
        return nil
    }

    package static func decide(_ request: Request, _ situation: Situation) -> Decision {
        if let end = endBeforeSheet(request, situation) { return end }
        switch situation.order {
        case .cancel: return .cancel
        case .fail(let failure): return .refuse(failure)
        case .lose, nil: break
        }
        return outcome(request, situation, isApproved: !(situation.isAskToBuyEnabled || request.simulatesAskToBuy))
    }

    /// Decides an approved purchase. The account is charged without another question. It is not charged for a product that it
    /// owns by now, and it must still be eligible for the offer.
    package static func decideApproved(_ request: Request, _ situation: Situation) -> Decision {
        guard situation.conditions.isSold(request.product) else {
            return .refuse(StoreFailure(.productUnavailable, "the store no longer sells \(request.product.productID)"))
        }
        if let refusal = OfferRules.refusal(of: request, situation) { return .refuse(refusal) }
        return outcome(request, situation, isApproved: true)
    }

    private static func outcome(_ request: Request, _ situation: Situation, isApproved: Bool) -> Decision {
        if request.product.subscription != nil { return subscribe(request, situation, isApproved: isApproved) }
        // The generic products of Advanced Commerce stand for many products.
        if let owned = situation.owned, situation.advancedCommerceInfo == nil { return .existing(owned) }
        return isApproved ? charge(request, situation) : .awaitApproval
    }

    private static func charge(_ request: Request, _ situation: Situation) -> Decision {
        let signed = situation.signedTerms
        let price = signed?.priceMilliunits ?? request.product.priceMilliunits
        let (total, overflow) = price.multipliedReportingOverflow(by: Int64(request.quantity))
        guard !overflow else { return .refuse(StoreFailure(.unknown, "the price is too large")) }
        return .charge(transaction(request, situation, milliunits: total))
    }

    /// Decides a subscription. A higher level, or the same level with the same length of time, immediately replaces the running
    /// subscription. Other changes begin at the end of the running period; before that, StoreKit returns the present
    /// transaction.
    private static func subscribe(_ request: Request, _ situation: Situation, isApproved: Bool) -> Decision {
        let purchase = SubscriptionPurchase(request, situation)
        switch PurchasePlan.make(purchase, situation.subscription, situation.conditions) {
        case .refused(let refusal):
            return .refuse(StoreFailure(refusal, of: request.product.productID))
        case .change:
            if PurchaseQuirks.failsAsOwned(request, situation) {
                return .refuse(
                    StoreFailure(
                        .systemCurrentlySubscribed,
                        "\(request.account) already subscribes to \(request.product.productID)"))
            }
            guard let running = situation.latestOfGroup else {
                return .refuse(StoreFailure(.systemError, "the running subscription has no transaction"))
            }
            return .hold(running, purchase)
        case .begin(let bill, _):
            let total = bill.priceMilliunits.multipliedReportingOverflow(by: Int64(request.seats ?? 1))
            guard !total.overflow else { return .refuse(StoreFailure(.unknown, "the price is too large")) }
            return isApproved
                ? .subscribe(transaction(request, situation, milliunits: total.partialValue), purchase)
                : .awaitApproval
        }
    }

    private static func transaction(
        _ request: Request, _ situation: Situation, milliunits: Int64
    ) -> LedgerTransaction {
        let product = request.product
        var transaction = LedgerTransaction(
            id: 0, originalID: 0, account: request.account, productID: product.productID, productType: product.type,
            quantity: request.quantity, purchaseDate: situation.now, originalPurchaseDate: situation.now,
            subscriptionGroupID: product.subscription?.groupID, appAccountToken: request.appAccountToken,
            storefront: situation.storefront,
            price: Money(
                milliunits: milliunits, currencyCode: situation.signedTerms?.currencyCode ?? situation.currencyCode))
        transaction.seats = request.seats ?? 1
        transaction.advancedCommerceInfo = situation.advancedCommerceInfo
        return transaction
    }
}

extension PurchaseRules.Situation {
    /// Returns why the game server's signature is not valid.
    fileprivate func signatureRefusal(of request: PurchaseRules.Request) -> StoreFailure? {
        guard let refusal, refusal.kind == .invalidOfferSignature, request.offer?.type == .promotional,
            quirks[.badPromoUnknown] != 0
        else { return refusal }
        return StoreFailure(.unknown, refusal.detail)
    }

    /// The price terms that the game server signed.
    fileprivate var signedTerms: AdvancedCommerceTerms? {
        advancedCommerceInfo.flatMap { try? AdvancedCommerceTerms($0) }
    }
}

extension SubscriptionPurchase {
    fileprivate init(_ request: PurchaseRules.Request, _ situation: PurchaseRules.Situation) {
        self.init(
            product: request.product,
            offer: request.offer.flatMap { request.product.offer($0, for: request.billingPlanType) },
            billingPlanType: request.billingPlanType, allowsIntroductoryOffer: situation.allowsIntroductoryOffer)
        if let price = situation.signedTerms?.priceMilliunits {
            priceMilliunits = price
            // A signed price replaces every introductory offer.
            allowsIntroductoryOffer = false
        }
    }
}

extension StoreFailure {
    /// Makes the error for a purchase that the engine refuses.
    fileprivate init(_ refusal: SubscriptionOutcome.Refusal, of productID: String) {
        switch refusal {
        case .productUnavailable: self.init(.productUnavailable, "the store does not sell \(productID)")
        case .unknownBillingPlan: self.init(.productUnavailable, "\(productID) has no such billing plan")
        case .ineligibleForOffer: self.init(.ineligibleForOffer, "the account may not use this offer of \(productID)")
        case .invalidOfferPrice: self.init(.invalidOfferPrice, "the offer of \(productID) has no price")
        case .notSubscribed, .notRunning, .notOfGroup, .notInBillingRetry, .invalidPrice, .noPriceIncrease,
            .alreadyRevoked, .notExtendable:
            self.init(.unknown, "\(productID) cannot be bought: \(refusal)")
        }
    }
}

extension ProductType {
    /// Whether one purchase can have a quantity of more than one.
    fileprivate var isCountable: Bool { self == .consumable || self == .nonRenewingSubscription }
}

/// What real systems return instead of a new purchase. These are pure functions, like the rules of purchases.
///
/// They return an earlier purchase: the store charges nothing, shows the player no sheet, and keeps the orders of a test.
enum PurchaseQuirks {
    /// Handles a subscriber who requests an offer of the running subscription. The system does not check the signature.
    static func heldInPlaceOfOffer(
        _ request: PurchaseRules.Request, _ situation: PurchaseRules.Situation
    ) -> LedgerTransaction? {
        guard situation.quirks[.offerToHolderReturnsHeld] != 0, let offer = request.offer,
            offer.type == .promotional || offer.type == .winBack, request.product.hasOffer(offer)
        else { return nil }
        if let refusal = situation.refusal, refusal.kind != .invalidOfferSignature { return nil }
        return situation.isRunning(request.product) ? situation.latestOfGroup : nil
    }

    static func handedBack(
        _ request: PurchaseRules.Request, _ situation: PurchaseRules.Situation
    ) -> LedgerTransaction? {
        switch request.product.type {
        case .autoRenewableSubscription: lapsed(request.product, situation)
        // The generic products of Advanced Commerce stand for many products.
        case .consumable where situation.advancedCommerceInfo == nil: situation.unfinished
        case .nonRenewingSubscription where situation.advancedCommerceInfo == nil: situation.firstNonRenewing
        default: nil
        }
    }

    /// Whether the purchase repeats the running subscription and would not change its next renewal.
    static func failsAsOwned(_ request: PurchaseRules.Request, _ situation: PurchaseRules.Situation) -> Bool {
        guard situation.quirks[.ownedSubscriptionFails] != 0, request.offer == nil,
            situation.isRunning(request.product), let subscription = situation.subscription
        else { return false }
        // A purchase that would change the next renewal is no repetition.
        return !subscription.next.isOther
            && !subscription.next(request.product, request.billingPlanType, offer: nil).isOther
    }

    /// Measured on macOS 26.6, with a purchase two seconds after the lapse.
    private static let lapseLength: Int64 = 2000

    private static func lapsed(
        _ product: CatalogueProduct, _ situation: PurchaseRules.Situation
    ) -> LedgerTransaction? {
        guard let subscription = situation.subscription, case .expired(let end, _) = subscription.phase,
            subscription.isFor(product)
        else { return nil }
        let isHandedBack =
            switch situation.quirks[.lapseReturnsOld] {
            case 0: false
            case 1: situation.now.clampedSubtracting(end) < lapseLength
            default: true
            }
        return isHandedBack ? situation.latestOfGroup : nil
    }
}

extension PurchaseRules.Situation {
    fileprivate func isRunning(_ product: CatalogueProduct) -> Bool {
        subscription.map { $0.isRunning && $0.isFor(product) } ?? false
    }
}

extension GroupSubscription {
    fileprivate func isFor(_ product: CatalogueProduct) -> Bool {
        ExactText(period.productID) == ExactText(product.productID)
    }
}
