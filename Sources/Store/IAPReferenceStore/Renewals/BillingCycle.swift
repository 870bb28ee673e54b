package import IAPModel

/// The source of the billing dates. All of them count from the first one: a subscription that began on the 31st returns to the
/// 31st after a shorter month.
struct BillingCycle: Sendable, Hashable, Codable {
    private(set) var anchor: Int64
    private(set) var count: Int
    private(set) var period: Period
    private(set) var timeRate: TimeRate

    init(anchor: Int64, count: Int = 0, period: Period, timeRate: TimeRate) {
        self.anchor = anchor
        self.count = count
        self.period = period
        self.timeRate = timeRate
    }

    init(of period: Period, _ timeRate: TimeRate, from start: Int64) {
        self.init(anchor: start, period: period, timeRate: timeRate)
    }

    /// The end of the latest period.
    var end: Int64 { end(after: 0) }

    /// Returns the end of a later period of the same length. A date after the largest possible time does not exist; such a
    /// period never ends.
    func end(after periods: Int) -> Int64 {
        let end = timeRate.end(of: period, count: count &+ periods, from: anchor)
        return end > anchor || count &+ periods == 0 ? end : .max
    }

    /// Returns the cycle with another period that begins at `start`. It is a new cycle if `start` is not the end of the latest
    /// period, or if the length or the rate of time changed.
    func next(_ period: Period, _ timeRate: TimeRate, from start: Int64) -> BillingCycle {
        let goesOn = period == self.period && timeRate == self.timeRate && start == end
        var cycle = goesOn ? self : BillingCycle(of: period, timeRate, from: start)
        cycle.count &+= 1
        return cycle
    }
}

/// A paid period: the engine's data about a transaction in the ledger. Times are milliseconds since 1970.
package struct PaidPeriod: Sendable, Hashable, Codable {
    package var transactionID: UInt64
    package var productID: String
    /// The purchase date of the transaction.
    package var start: Int64
    package var end: Int64
    package var priceMilliunits: Int64
    package var reason: LedgerTransaction.Reason
    package var offer: AppliedOffer?
    package var billingPlanType: BillingPlanType?
    package var commitment: Transaction.Commitment?

    /// Returns the refund for the unused part, rounded down.
    func unusedMilliunits(at now: Int64) -> Int64 { Self.unused(of: priceMilliunits, start: start, end: end, at: now) }

    static func unused(of price: Int64, start: Int64, end: Int64, at now: Int64) -> Int64 {
        let whole = end.clampedSubtracting(start)
        return price.share(of: min(end.clampedSubtracting(now), whole), in: whole)
    }
}

extension Int64 {
    /// Returns the same fraction of the amount as `part` is of `whole`, rounded down; 0 if there is no such fraction.
    func share(of part: Int64, in whole: Int64) -> Int64 {
        guard self > 0, part > 0, whole >= part else { return 0 }
        // The quotient fits, because it is at most the number itself.
        return whole.dividingFullWidth(multipliedFullWidth(by: part)).quotient
    }
}

/// The store's settings for all subscriptions. Before they change, the caller brings each subscription up to date: earlier due
/// dates follow the old conditions.
package struct RenewalConditions: Sendable {
    package var timeRate: TimeRate
    /// Every product that the store knows, by its id, including products that are no longer for sale.
    package var product: @Sendable (String) -> CatalogueProduct?
    package var removedProducts: Set<ExactText> = []
    /// No renewal can be paid: `shouldEnterBillingRetryOnRenewal` of `SKTestSession`.
    package var renewalsFail = false
    /// Nil for no grace period.
    package var gracePolicy: GracePolicy?
    /// How often a subscription renews automatically after a purchase: 12 times in Apple's sandbox, 6 in TestFlight; nil for no
    /// limit.
    package var renewalLimit: Int?
    /// Whether win-back offers are open to all former subscribers, even if the file does not make them eligible.
    var areWinBackOffersOpenAtOnce = false

    func isOnSale(_ product: CatalogueProduct) -> Bool { product.isPriced && isSold(product) }

    /// Whether the product is for sale.
    func isSold(_ product: CatalogueProduct) -> Bool {
        removedProducts.isEmpty || !removedProducts.contains(ExactText(product.productID))
    }

    /// Whether the offer is open to an account whose subscription has lapsed.
    func isOpen(winBack offer: CatalogueOffer) -> Bool { offer.isEligible || areWinBackOffersOpenAtOnce }

    /// 60 days, or 90 days for a commitment of twelve months.
    func billingRetryLength(isCommitted: Bool) -> Int64 {
        let length = timeRate.billingRetryMs
        return isCommitted ? length.clampedMultiplied(by: 3) / 2 : length
    }

    /// A shorter interruption does not end the paid service: sixty days in the store's time.
    var longestLapse: Int64 { timeRate.billingRetryMs }
}

/// How long customers keep access while nobody can pay a renewal. Developers choose it in App Store Connect.
package enum GracePolicy: Int, Sendable, Hashable, CaseIterable {
    case threeDays = 3
    case sixteenDays = 16
    case twentyEightDays = 28

    /// Returns the length in milliseconds. Weekly subscriptions have at most six days.
    ///
    /// Apple's table of the accelerated rates has only the middle choice; the others are proportional to it.
    package func length(for period: Period, _ rate: TimeRate) -> Int64 {
        let isWeekly = period.days.map { $0 <= 7 } ?? false
        let usual = rate.gracePeriodMs(for: period)
        let (days, usualDays) = isWeekly ? (min(rawValue, 6), 6) : (rawValue, 16)
        return usual.clampedMultiplied(by: Int64(days)) / Int64(usualDays)
    }
}
