import IAPModel
import Testing

@testable import IAPReferenceStore

/// Tables of who may use which offer, and at which price.
struct OfferRulesTests {
    /// The account's situation in the group CLUB.
    enum Standing: Sendable, CaseIterable {
        case new, subscribed, expired, left, refunded, inGrace, inRetry
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var rule: String
        var standing: Standing
        var productID = "month"
        var offer: OfferChoice
        /// nil if the offer can be used.
        var refusal: StoreFailure.Kind?

        var testDescription: String { rule }
    }

    private static let now = TestStore.start

    private static func promotional(_ id: String) -> OfferChoice { OfferChoice(type: .promotional, id: id) }
    private static func winBack(_ id: String) -> OfferChoice { OfferChoice(type: .winBack, id: id) }
    private static func code(_ id: String) -> OfferChoice { OfferChoice(type: .code, id: id) }

    static let rows: [Row] =
        Standing.allCases.map { standing in
            Row(
                rule: "promotional offers are for current and former subscribers: \(standing)", standing: standing,
                offer: promotional("half"), refusal: standing == .new ? .ineligibleForOffer : nil)
        }
        + zip(Standing.allCases, [false, false, true, true, false, false, false]).map { standing, isEligible in
            Row(
                rule: "a win-back offer is for former subscribers: \(standing)", standing: standing,
                offer: winBack("back"),
                refusal: isEligible ? nil : .ineligibleForOffer)
        }
        + Standing.allCases.map { standing in
            Row(
                rule: "a win-back offer that the file does not enable: \(standing)", standing: standing,
                offer: winBack("later"), refusal: .ineligibleForOffer)
        }
        + Standing.allCases.map { standing in
            Row(
                rule: "a code for new players: \(standing)", standing: standing, offer: code("WELCOME"),
                refusal: standing == .new ? nil : .ineligibleForOffer)
        }
        + Standing.allCases.map { standing in
            Row(
                rule: "a code for subscribers: \(standing)", standing: standing, offer: code("STAY"),
                refusal: [.subscribed, .inGrace, .inRetry].contains(standing) ? nil : .ineligibleForOffer)
        }
        + Standing.allCases.map { standing in
            Row(
                rule: "a code for former subscribers: \(standing)", standing: standing,
                offer: code("RETURN"),
                refusal: [.expired, .left, .refunded].contains(standing) ? nil : .ineligibleForOffer)
        }
        + Standing.allCases.map { standing in
            Row(
                rule: "a code for everybody: \(standing)", standing: standing, productID: "top", offer: code("UP"))
        }
        + [
            Row(
                rule: "an unknown offer", standing: .left, offer: promotional("nothing"),
                refusal: .invalidOfferIdentifier),
            Row(
                rule: "an unknown offer for a new player", standing: .new, offer: promotional("nothing"),
                refusal: .invalidOfferIdentifier),
            Row(
                rule: "an offer of another product", standing: .left, productID: "top", offer: promotional("half"),
                refusal: .invalidOfferIdentifier),
            Row(
                rule: "an offer of another type", standing: .left, offer: winBack("half"),
                refusal: .invalidOfferIdentifier),
            Row(
                rule: "an offer for a product that is not a subscription", standing: .left, productID: "coins",
                offer: promotional("half"), refusal: .invalidOfferIdentifier),
            Row(
                rule: "ids are compared by their bytes", standing: .left, offer: promotional("Half"),
                refusal: .invalidOfferIdentifier),
            Row(rule: "a code by another name", standing: .new, offer: code("half"), refusal: .invalidOfferIdentifier),
            Row(
                rule: "an offer at the product's price is not valid", standing: .left, offer: promotional("same"),
                refusal: .invalidOfferPrice),
            Row(
                rule: "an offer of a year at the price of twelve months is not valid", standing: .left,
                offer: promotional("dear"),
                refusal: .invalidOfferPrice),
            Row(
                rule: "an offer without a price is not valid", standing: .left, offer: promotional("unpriced"),
                refusal: .invalidOfferPrice),
            Row(rule: "a year for less than twelve months", standing: .left, offer: promotional("year")),
            Row(rule: "a free offer", standing: .left, offer: promotional("free")),
        ]

    static func situation(_ standing: Standing, hasUsed: Bool = false) throws -> PurchaseRules.Situation {
        var situation = PurchaseRules.Situation(try Catalogue(OfferShop.catalogue), at: now)
        let low = try OfferShop.product("low")
        let day = OfferShop.day
        situation.live { engine in
            switch standing {
            case .new: break
            case .subscribed:
                engine.buy(low, at: now - 5 * day)
            case .expired:
                engine.conditions.renewalsFail = true
                engine.buy(low, at: now - 200 * day)
            case .left:
                engine.buy(low, at: now - 40 * day)
                _ = engine.perform(.setAutoRenewal(false), at: now - 39 * day)
            case .refunded:
                engine.buy(low, at: now - 5 * day)
                guard let period = engine.subscription?.period else { return }
                _ = engine.perform(.refund(SubscriptionRefund(period)), at: now - 1)
            case .inGrace, .inRetry:
                engine.conditions.renewalsFail = true
                engine.conditions.gracePolicy = standing == .inGrace ? .sixteenDays : nil
                engine.buy(low, at: now - 35 * day)
            }
        }
        situation.subscription?.hasUsedIntroductoryOffer = hasUsed
        return situation
    }

    @Test func standingsMatchTheirNames() throws {
        let states = try Standing.allCases.map { try Self.situation($0).subscription?.state }
        #expect(states == [nil, .subscribed, .expired, .expired, .revoked, .inGracePeriod, .inBillingRetry])
    }

    @Test(arguments: rows) func offerIsOnlyForEligibleAccounts(row: Row) throws {
        var request = PurchaseRules.Request(account: "anna", product: try OfferShop.product(row.productID))
        request.offer = row.offer
        let situation = try Self.situation(row.standing)
        switch PurchaseRules.decide(request, situation) {
        case .refuse(let failure): #expect(failure.kind == row.refusal)
        case .subscribe(_, let purchase):
            #expect(row.refusal == nil)
            let period = try #require(situation.outcome(of: purchase)?.period)
            #expect(period.offer?.type == row.offer.type && period.offer?.id == row.offer.id)
        case .existing, .hold, .charge, .cancel, .awaitApproval:
            Issue.record("the purchase with the offer is not charged")
        }
    }

    /// Returns the period that a purchase is charged for, or nil if nothing is charged.
    private static func period(
        _ request: PurchaseRules.Request, _ situation: PurchaseRules.Situation
    ) throws -> (model: LedgerTransaction, period: PaidPeriod, subscription: GroupSubscription)? {
        guard case .subscribe(let model, let purchase) = PurchaseRules.decide(request, situation) else { return nil }
        let outcome = try #require(situation.outcome(of: purchase))
        let period = try #require(outcome.period)
        #expect(
            model.price.milliunits == period.priceMilliunits * Int64(model.seats), "the price covers all seats")
        return (model, period, outcome.subscription)
    }

    /// The best offer saves the most money, in one bill or in several.
    @Test func bestWinBackOfferComesFirst() throws {
        func offer(_ id: String, _ mode: CatalogueOffer.PaymentMode, _ period: String, count: Int = 1, price: Int64 = 0)
            throws -> CatalogueOffer
        {
            CatalogueOffer(
                kind: .winBack, offerID: id, paymentMode: mode, period: try #require(Period(iso8601: period)),
                periodCount: count, priceMilliunits: price, isEligible: id != "closed")
        }
        var product = try OfferShop.product("month")
        product.subscription?.winBackOffers = [
            try offer("week", .free, "P1W"), try offer("closed", .free, "P1Y"),
            try offer("year", .payUpFront, "P1Y", price: 39990), try offer("half", .free, "P6M"),
            try offer("again", .free, "P1W"), try offer("bills", .payAsYouGo, "P1M", count: 3, price: 1990),
            try offer("dear", .payUpFront, "P1M", price: .max),
        ]
        var conditions = RenewalConditions(timeRate: .realTime) { _ in nil }
        #expect(
            OfferRules.winBackOffers(of: product, conditions).map(\.offerID)
                == ["half", "year", "bills", "week", "again", "dear"])
        conditions.areWinBackOffersOpenAtOnce = true
        #expect(OfferRules.winBackOffers(of: product, conditions).map(\.offerID).contains("closed"))
    }

    // MARK: The introductory offer

    @Test(arguments: Standing.allCases) func introductoryOfferIsForAccountsWithoutASubscription(standing: Standing)
        throws
    {
        let request = PurchaseRules.Request(account: "anna", product: try OfferShop.product("month"))
        let charge = try #require(try Self.period(request, Self.situation(standing)))
        let isSubscribed = standing == .subscribed || standing == .inGrace
        #expect(charge.period.offer?.type == (isSubscribed ? nil : .introductory))
        #expect(charge.model.price.milliunits == (isSubscribed ? 4990 : 0))
    }

    @Test(arguments: [nil, true, false], [true, false])
    func signedEligibilityDecidesAboutTheIntroductoryOffer(word: Bool?, hasUsed: Bool) throws {
        let request = PurchaseRules.Request(account: "anna", product: try OfferShop.product("month"))
        var situation = try Self.situation(.expired, hasUsed: hasUsed)
        situation.allowsIntroductoryOffer = word
        let charge = try #require(try Self.period(request, situation))
        #expect((charge.period.offer != nil) == (word ?? !hasUsed))
    }

    // MARK: Prices and periods

    struct Terms: Sendable, CustomTestStringConvertible {
        var productID = "month"
        var standing = Standing.left
        var hasUsed = true
        var offer: OfferChoice?
        var plan: BillingPlanType?
        var price: Int64
        var period: String
        var mode: PaymentMode?
        var offerPeriod: String?
        var billsLeft = 0

        var testDescription: String { "\(productID) \(offer?.id ?? "") \(plan?.rawValue ?? "") new: \(!hasUsed)" }
    }

    static let terms = [
        Terms(price: 4990, period: "P1M"),
        Terms(hasUsed: false, price: 0, period: "P1W", mode: .freeTrial, offerPeriod: "P1W"),
        Terms(productID: "top", hasUsed: false, price: 1990, period: "P2M", mode: .payUpFront, offerPeriod: "P2M"),
        Terms(
            productID: "extra", standing: .new, hasUsed: false, price: 500, period: "P1W", mode: .payAsYouGo,
            offerPeriod: "P1W", billsLeft: 3),
        Terms(
            offer: promotional("half"), price: 2490, period: "P1M", mode: .payAsYouGo, offerPeriod: "P1M",
            billsLeft: 2),
        Terms(offer: promotional("year"), price: 39990, period: "P1Y", mode: .payUpFront, offerPeriod: "P1Y"),
        Terms(offer: promotional("free"), price: 0, period: "P2M", mode: .freeTrial, offerPeriod: "P2M"),
        Terms(
            hasUsed: false, offer: promotional("half"), price: 2490, period: "P1M", mode: .payAsYouGo,
            offerPeriod: "P1M", billsLeft: 2),
        Terms(offer: winBack("back"), price: 990, period: "P1M", mode: .payAsYouGo, offerPeriod: "P1M"),
        Terms(offer: code("RETURN"), price: 5000, period: "P3M", mode: .payUpFront, offerPeriod: "P3M"),
        Terms(productID: "yearly", price: 39990, period: "P1Y"),
        Terms(productID: "yearly", plan: .upFront, price: 39990, period: "P1Y"),
        Terms(productID: "yearly", plan: .monthly, price: 4000, period: "P1M"),
        Terms(productID: "yearly", hasUsed: false, price: 0, period: "P2W", mode: .freeTrial, offerPeriod: "P2W"),
        Terms(
            productID: "yearly", hasUsed: false, plan: .monthly, price: 1000, period: "P1M", mode: .payAsYouGo,
            offerPeriod: "P1M", billsLeft: 1),
    ]

    @Test(arguments: terms) func purchaseHasThePriceOfTheOffer(row: Terms) throws {
        var request = PurchaseRules.Request(account: "anna", product: try OfferShop.product(row.productID))
        request.offer = row.offer
        request.billingPlanType = row.plan
        let situation = try Self.situation(row.standing, hasUsed: row.hasUsed)
        let (model, charge, subscription) = try #require(try Self.period(request, situation))
        let period = try #require(Period(iso8601: row.period))
        #expect(model.price == Money(milliunits: row.price, currencyCode: "USD"))
        #expect(charge.end == TimeRate.realTime.end(of: period, from: Self.now))
        #expect(charge.offer?.paymentMode == row.mode)
        #expect(charge.offer?.period == row.offerPeriod.flatMap(Period.init(iso8601:)))
        #expect(charge.offer?.id == row.offer?.id, "an introductory offer has no id")
        #expect(subscription.runningOffer?.billsLeft ?? 0 == row.billsLeft)
    }

    // MARK: Billing plans and seats

    @Test func monthlyBillsAreOfACommitment() throws {
        var request = PurchaseRules.Request(account: "anna", product: try OfferShop.product("yearly"))
        request.billingPlanType = .monthly
        let charge = try #require(try Self.period(request, Self.situation(.expired, hasUsed: true))).period
        let year = try #require(Period(iso8601: "P1Y"))
        let end = TimeRate.realTime.end(of: year, from: Self.now)
        #expect(charge.billingPlanType == .monthly)
        #expect(
            charge.commitment
                == Transaction.Commitment(
                    periodNumber: 1, periodCount: 12, expirationDate: end, priceMilliunits: 48000))
    }

    static let plans: [(String, BillingPlanType?, StoreFailure.Kind?, BillingPlanType?)] = [
        ("yearly", nil, nil, .upFront), ("yearly", .upFront, nil, .upFront), ("month", nil, nil, nil),
        ("month", .upFront, nil, .upFront), ("month", .monthly, .productUnavailable, nil),
        ("upfront", .monthly, .productUnavailable, nil), ("upfront", .upFront, .productUnavailable, nil),
        ("coins", .upFront, .productUnavailable, nil),
        ("yearly", BillingPlanType(rawValue: "WEEKLY"), .productUnavailable, nil),
    ]

    @Test(arguments: plans.indices) func planHasToBeOneOfTheProduct(index: Int) throws {
        let (productID, plan, refusal, recorded) = Self.plans[index]
        var request = PurchaseRules.Request(account: "anna", product: try OfferShop.product(productID))
        request.billingPlanType = plan
        let situation = try Self.situation(.new)
        switch PurchaseRules.decide(request, situation) {
        case .refuse(let failure): #expect(failure.kind == refusal)
        case .subscribe(_, let purchase):
            let charge = try #require(situation.outcome(of: purchase)?.period)
            #expect(refusal == nil && charge.billingPlanType == recorded && charge.commitment == nil)
        case .existing, .hold, .charge, .cancel, .awaitApproval:
            Issue.record("the purchase is neither refused nor charged")
        }
    }

    @Test(arguments: [Int.min, -1, 0, 1, 500]) func seatsAreOneOrMore(seats: Int) throws {
        var request = PurchaseRules.Request(account: "anna", product: try OfferShop.product("month"))
        request.seats = seats
        switch PurchaseRules.decide(request, try Self.situation(.new)) {
        case .refuse(let failure): #expect(seats < 1 && failure.kind == .invalidQuantity)
        case .subscribe(let charge, _):
            #expect(seats >= 1 && charge.seats == seats && charge.price.milliunits == 0, "a week is free")
        case .existing, .hold, .charge, .cancel, .awaitApproval:
            Issue.record("the purchase is neither refused nor charged")
        }
    }

    @Test func everySeatIsPaid() throws {
        var request = PurchaseRules.Request(account: "anna", product: try OfferShop.product("low"))
        request.seats = 50
        #expect(try Self.period(request, Self.situation(.new))?.model.price.milliunits == 50 * 990)
        request.seats = .max
        guard case .refuse = PurchaseRules.decide(request, try Self.situation(.new)) else {
            Issue.record("a price above the maximum was accepted")
            return
        }
    }

    @Test(arguments: ["coins", "generic"]) func onlySubscriptionsHaveSeats(productID: String) throws {
        var request = PurchaseRules.Request(account: "anna", product: try OfferShop.product(productID))
        request.seats = 2
        guard case .refuse(let failure) = PurchaseRules.decide(request, try Self.situation(.new)) else {
            Issue.record("the purchase was not refused")
            return
        }
        #expect(failure.kind == .multiSeatPurchaseDisabled)
    }

    @Test(arguments: [nil, .upFront, .monthly] as [BillingPlanType?])
    func offerIsForThePlanThatItNames(plan: BillingPlanType?) throws {
        var product = try OfferShop.product("yearly")
        product.subscription?.promotionalOffers = try [BillingPlanType.upFront, .monthly].map {
            CatalogueOffer(
                kind: .promotional, offerID: $0.rawValue, paymentMode: .payAsYouGo,
                period: try #require(Period(iso8601: "P1M")), priceMilliunits: 3990, billingPlanType: $0.rawValue)
        }
        for offer in [BillingPlanType.upFront, .monthly] {
            var request = PurchaseRules.Request(account: "anna", product: product)
            request.billingPlanType = plan
            request.offer = Self.promotional(offer.rawValue)
            let situation = try Self.situation(.left)
            switch PurchaseRules.decide(request, situation) {
            case .refuse(let failure):
                #expect(offer != plan ?? .upFront && failure.kind == .invalidOfferIdentifier)
            case .subscribe(_, let purchase):
                let charge = try #require(situation.outcome(of: purchase)?.period)
                // A month for 3.99 costs less than the bill of 4.00, and less than the year's 39.99.
                #expect(offer == plan ?? .upFront && (charge.commitment != nil) == (plan == .monthly))
            case .existing, .hold, .charge, .cancel, .awaitApproval:
                Issue.record("the purchase is neither refused nor charged")
            }
        }
    }

    // MARK: Changes at the next renewal

    @Test(arguments: [nil, "low.free"]) func purchaseOfAnActiveSubscriptionChangesItsNextRenewal(offerID: String?)
        throws
    {
        var request = PurchaseRules.Request(account: "anna", product: try OfferShop.product("low"))
        request.offer = offerID.map(Self.promotional)
        let situation = try Self.situation(.subscribed)
        guard case .hold(let running, let purchase) = PurchaseRules.decide(request, situation) else {
            Issue.record("the purchase was charged")
            return
        }
        #expect(running.id == 40)
        let outcome = try #require(situation.outcome(of: purchase))
        #expect(outcome.period == nil && outcome.subscription.next.productID == nil)
        #expect(outcome.subscription.next.offer?.offer.id == offerID)
        #expect(outcome.subscription.next.offer?.priceMilliunits == offerID.map { _ in 0 })
    }
}
