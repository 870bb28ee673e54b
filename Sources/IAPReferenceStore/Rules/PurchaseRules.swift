package import IAPModel

/// The outcome of a purchase: a pure function of the request and of the situation.
package enum PurchaseRules {
    package struct Request: Sendable {
        package var account: String
        package var product: CatalogueProduct
        package var quantity: Int
        package var appAccountToken: String?
        package var simulatesAskToBuy: Bool
        /// A purchase names at most one offer. The introductory offer applies without being named.
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
        package var isAskToBuyEnabled = false
        package var arePaymentsAllowed = true
        package var order: PurchaseOrder?
        /// The purchase of the same non-consumable that is in force.
        package var owned: LedgerTransaction?
        /// The account's subscription of the product's group, up to date, and the newest transaction of it.
        package var subscription: GroupSubscription?
        package var latestOfGroup: LedgerTransaction?
        /// What the store decides for all subscriptions.
        package var conditions: RenewalConditions
        /// What is wrong with that which the game's server has signed for the purchase, or with a feature that it needs.
        package var refusal: StoreFailure?
        /// What the game's server has said about the introductory offer; nil if it said nothing.
        package var allowsIntroductoryOffer: Bool?
        /// The request of Advanced Commerce, a JSON object.
        package var advancedCommerceInfo: String?
        /// What the system does that is not documented.
        var habits = HabitValues()
        /// The account's oldest purchase of the same consumable that is not finished, if a habit asks for it.
        var unfinished: LedgerTransaction?
        /// The account's first purchase of the same non-renewing subscription that is in force, if a habit asks for it.
        var firstNonRenewing: LedgerTransaction?

        package init(now: Int64, storefront: Storefront, currencyCode: String, conditions: RenewalConditions) {
            self.now = now
            self.storefront = storefront
            self.currencyCode = currencyCode
            self.conditions = conditions
        }

        /// The last millisecond of the year 9999. Dates of receipts and of calendars have years of four digits.
        static let endOfTime: Int64 = 253_402_300_799_999
    }

    package enum Decision: Sendable {
        case refuse(StoreFailure)
        /// The player changed their mind.
        case cancel
        case awaitApproval
        /// The account has it; nothing is charged.
        case existing(LedgerTransaction)
        /// The subscription that runs goes on, and what was bought comes with its next renewal.
        case hold(LedgerTransaction, SubscriptionPurchase)
        /// Charged. The ids of the transaction are still to be given.
        case charge(LedgerTransaction)
        /// Charged. What the transaction is for, and for how long, is for the engine to say.
        case subscribe(LedgerTransaction, SubscriptionPurchase)
    }

    /// Whether an order of the test is what decides; a purchase that ends before the player sees a sheet leaves it to the next one.
    package static func usesOrder(_ request: Request, _ situation: Situation) -> Bool {
        situation.order != nil && endBeforeSheet(request, situation) == nil
    }

    /// A purchase that is refused for itself, or that is answered with what was bought before.
    private static func endBeforeSheet(_ request: Request, _ situation: Situation) -> Decision? {
        if let refusal = refusal(of: request, situation) { return .refuse(refusal) }
        if let held = PurchaseHabits.heldInPlaceOfOffer(request, situation) { return .existing(held) }
        if let refusal = situation.signatureRefusal(of: request) { return .refuse(refusal) }
        if let old = PurchaseHabits.handedBack(request, situation) { return .existing(old) }
        return OfferRules.refusal(of: request, situation).map(Decision.refuse)
    }

    private static func refusal(of request: Request, _ situation: Situation) -> StoreFailure? {
        let type = request.product.type
        guard situation.conditions.isSold(request.product) else {
            return StoreFailure(.productUnavailable, "the store does not sell \(request.product.productID) any more")
        }
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

    /// An approved purchase is charged without being asked about again; what came to be owned meanwhile is not charged, and an
    /// offer has to be open to the account still.
    package static func decideApproved(_ request: Request, _ situation: Situation) -> Decision {
        guard situation.conditions.isSold(request.product) else {
            return .refuse(
                StoreFailure(.productUnavailable, "the store does not sell \(request.product.productID) any more"))
        }
        if let refusal = OfferRules.refusal(of: request, situation) { return .refuse(refusal) }
        return outcome(request, situation, isApproved: true)
    }

    private static func outcome(_ request: Request, _ situation: Situation, isApproved: Bool) -> Decision {
        if request.product.subscription != nil { return subscribe(request, situation, isApproved: isApproved) }
        // The generic products of Advanced Commerce stand for many things.
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

    /// A higher level, or the same level for the same length of time, takes the place of what is running at once. Other
    /// changes begin at the end of the running period; until then StoreKit answers with what is held.
    private static func subscribe(_ request: Request, _ situation: Situation, isApproved: Bool) -> Decision {
        let purchase = SubscriptionPurchase(request, situation)
        switch PurchasePlan.make(purchase, situation.subscription, situation.conditions) {
        case .refused(let refusal):
            return .refuse(StoreFailure(refusal, of: request.product.productID))
        case .change:
            if PurchaseHabits.failsAsOwned(request, situation) {
                // StoreKit has no error of its own for the App Store's "currently subscribed" (purchases-ios issue 6357).
                return .refuse(
                    StoreFailure(.unknown, "\(request.account) is subscribed to \(request.product.productID)"))
            }
            guard let running = situation.latestOfGroup else {
                return .refuse(StoreFailure(.systemError, "the subscription that runs has no transaction"))
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
    /// Why what the game's server has signed does not count.
    fileprivate func signatureRefusal(of request: PurchaseRules.Request) -> StoreFailure? {
        guard let refusal, refusal.kind == .invalidOfferSignature, request.offer?.type == .promotional,
            habits[.badPromoUnknown] != 0
        else { return refusal }
        return StoreFailure(.unknown, refusal.detail)
    }

    /// What the game's server has signed about the price.
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
            // What the game's server has signed a price for has that price.
            allowsIntroductoryOffer = false
        }
    }
}

extension StoreFailure {
    /// Why the engine does not take a purchase.
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
    /// Whether more than one can be bought at a time.
    fileprivate var isCountable: Bool { self == .consumable || self == .nonRenewingSubscription }
}
