import IAPModel

@testable import IAPReferenceStore

/// A subscription with a clock that the test moves. Its group has products of three levels.
struct SubscriptionScene {
    var engine: SubscriptionEngine
    private(set) var now: Int64

    static let day: Int64 = 86_400_000
    static let minute: Int64 = 60_000

    init(_ rate: TimeRate = .realTime, at start: String = "2026-06-15", products: [CatalogueProduct] = Self.products) {
        let byID = Dictionary(uniqueKeysWithValues: products.map { ($0.productID, $0) })
        engine = SubscriptionEngine(nil, RenewalConditions(timeRate: rate) { byID[$0] }, nextTransactionID: 1)
        now = Self.date(start)
    }

    // MARK: Products

    static let month = Period(value: 1, unit: .month)
    static let year = Period(value: 1, unit: .year)
    static let week = Period(value: 1, unit: .week)

    static func product(
        _ id: String, level: Int, _ period: Period, price: Int64, introductory: [CatalogueOffer] = [],
        promotional: [CatalogueOffer] = [], codes: [CatalogueOffer] = [], winBack: [CatalogueOffer] = [],
        plans: [BillingPlan] = [], group: String = "CLUB"
    ) -> CatalogueProduct {
        CatalogueProduct(
            productID: id, type: .autoRenewableSubscription, priceMilliunits: price, isFamilyShareable: true,
            subscription: CatalogueProduct.Subscription(
                groupID: group, level: level, period: period, introductoryOffers: introductory,
                promotionalOffers: promotional, codeOffers: codes, winBackOffers: winBack, billingPlans: plans))
    }

    static let trial = CatalogueOffer(kind: .introductory, paymentMode: .free, period: week)
    static let promo = CatalogueOffer(
        kind: .promotional, offerID: "promo", paymentMode: .payAsYouGo, period: month, periodCount: 2,
        priceMilliunits: 1_000)
    static let upFront = CatalogueOffer(
        kind: .promotional, offerID: "upFront", paymentMode: .payUpFront, period: Period(value: 3, unit: .month),
        priceMilliunits: 5_000)
    static let welcome = CatalogueOffer(
        kind: .code, referenceName: "WELCOME", paymentMode: .payAsYouGo, period: month, priceMilliunits: 500,
        eligibility: [.new, .existing], isStackable: true)
    static let comeBack = CatalogueOffer(
        kind: .winBack, offerID: "back", paymentMode: .free, period: month, isEligible: true)
    static let closed = CatalogueOffer(
        kind: .winBack, offerID: "closed", paymentMode: .free, period: month, isEligible: false)
    static let monthly = BillingPlan(
        type: "MONTHLY", priceMilliunits: 5_000, commitmentPriceMilliunits: 60_000)
    static let atOnce = BillingPlan(
        type: "BILLED_UPFRONT", priceMilliunits: 50_000, commitmentPriceMilliunits: 50_000)

    static let products = [
        product("gold", level: 1, month, price: 30_000, promotional: [promo]),
        product("silver", level: 2, month, price: 10_000, promotional: [promo, upFront]),
        product("silver.hd", level: 2, month, price: 12_000),
        product("silver.yearly", level: 2, year, price: 100_000),
        product("bronze", level: 3, month, price: 3_000, promotional: [promo], codes: [welcome]),
        product("weekly", level: 3, week, price: 1_000),
        product(
            "trial", level: 2, month, price: 10_000, introductory: [trial], codes: [welcome],
            winBack: [comeBack, closed]),
        product("plan", level: 2, year, price: 50_000, plans: [atOnce, monthly]),
    ]

    static func product(_ id: String) -> CatalogueProduct {
        products.first { $0.productID == id } ?? product("none", level: 9, month, price: 0)
    }

    // MARK: Commands

    @discardableResult
    mutating func perform(_ command: SubscriptionCommand) -> SubscriptionOutcome { engine.perform(command, at: now) }

    @discardableResult
    mutating func buy(
        _ id: String, _ offer: CatalogueOffer? = nil, plan: BillingPlanType? = nil, allowsTrial: Bool? = nil
    ) -> SubscriptionOutcome {
        perform(
            .purchase(
                SubscriptionPurchase(
                    product: Self.product(id), offer: offer, billingPlanType: plan,
                    allowsIntroductoryOffer: allowsTrial)))
    }

    mutating func advance(to date: String) { advance(to: Self.date(date)) }

    mutating func advance(days: Int64) { advance(to: now + days * Self.day) }

    mutating func advance(to time: Int64) {
        now = time
        engine.advance(to: now)
    }

    mutating func refundNewest(_ kind: RefundKind = .full) -> SubscriptionOutcome {
        guard let period = engine.subscription?.period else { return .refused(.notSubscribed) }
        return perform(.refund(SubscriptionRefund(period, kind: kind)))
    }

    mutating func take(_ setting: RenewalSetting) {
        guard var subscription = engine.subscription else { return }
        subscription.take(setting, at: now, engine.conditions)
        engine = SubscriptionEngine(subscription, engine.conditions, nextTransactionID: engine.nextTransactionID)
    }

    // MARK: Results

    var state: SubscriptionStatus.State? { engine.subscription?.state }

    var info: LedgerRenewal? {
        engine.subscription?.renewalInfo(
            account: "anna", currencyCode: "USD", appAccountToken: nil, advancedCommerceInfo: nil, engine.conditions)
    }

    /// Returns the facts since the last call, one per line.
    mutating func story() -> [String] { engine.takeFacts().map(Self.line) }

    /// Returns the same without the status changes.
    mutating func entries() -> [String] {
        engine.takeFacts().filter { if case .statusChanged = $0.kind { false } else { true } }.map(Self.line)
    }

    private static func line(_ fact: SubscriptionFact) -> String {
        let date = text(fact.date)
        return switch fact.kind {
        case .entered(let period):
            "\(date) \(period.reason == .purchase ? "purchase" : "renewal") \(period.transactionID) "
                + "\(period.productID) \(text(period.start))...\(text(period.end)) \(period.priceMilliunits)"
        case .upgraded(let id, let refund): "\(date) upgraded \(id) -\(refund)"
        case .endMoved(let id, let end): "\(date) shortened \(id) \(text(end))"
        case .revoked(let id, _, let refund): "\(date) revoked \(id) -\(refund)"
        case .statusChanged(_, .expiration(let reason)): "\(date) expired for reason \(reason.rawValue)"
        case .statusChanged(let state, let cause): "\(date) \(name(of: state)) \(cause)"
        }
    }

    private static func name(of state: SubscriptionStatus.State) -> String {
        switch state {
        case .subscribed: "subscribed"
        case .inGracePeriod: "inGracePeriod"
        case .inBillingRetry: "inBillingRetry"
        case .expired: "expired"
        case .revoked: "revoked"
        default: "unknown"
        }
    }

    // MARK: Dates, at noon in UTC

    /// Computes the proleptic Gregorian calendar independently of the tested code.
    static func date(_ text: String) -> Int64 {
        let parts = text.split(separator: "-").compactMap { Int64($0) }
        guard parts.count == 3 else { return 0 }
        let (year, month) = parts[1] > 2 ? (parts[0], parts[1] - 3) : (parts[0] - 1, parts[1] + 9)
        let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + parts[2] - 1 - 719_468
        return days * day + day / 2
    }

    static func text(_ time: Int64) -> String {
        guard time != .max else { return "never" }
        let days = (time - day / 2) / day
        guard date("1970-01-01") + days * day == time else { return "\(time)" }
        let shifted = days + 719_468
        let era = shifted / 146_097
        let ofEra = shifted % 146_097
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * ofYear + 2) / 153
        let dayOfMonth = ofYear - (153 * month + 2) / 5 + 1
        let calendarMonth = month < 10 ? month + 3 : month - 9
        let year = yearOfEra + era * 400 + (calendarMonth <= 2 ? 1 : 0)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)-\(two(calendarMonth))-\(two(dayOfMonth))"
    }
}
