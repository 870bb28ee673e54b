import IAPModel
import Testing

@testable import ReferenceStore

/// How it stands with a subscription, as a table.
struct StatusRulesTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var rule: String
        /// The end of the period, from now.
        var end: Int64 = 1
        var isRevoked = false
        var willAutoRenew = true
        var isInRetry = false
        var grace: Int64?
        var reason: RenewalInfo.ExpirationReason?
        var state: SubscriptionStatus.State
        var expirationReason: RenewalInfo.ExpirationReason?
        var winBack: [String] = []

        var testDescription: String { rule }
    }

    static let rows = [
        Row(rule: "subscribed", state: .subscribed),
        Row(rule: "renewal is off", willAutoRenew: false, state: .subscribed),
        Row(
            rule: "in retry, whatever is paid for", isInRetry: true, state: .inBillingRetry,
            expirationReason: .billingError),
        Row(
            rule: "in grace, whatever is paid for", isInRetry: true, grace: 1, state: .inGracePeriod,
            expirationReason: .billingError),
        Row(
            rule: "expired, whatever is paid for", willAutoRenew: false, reason: .productUnavailable, state: .expired,
            expirationReason: .productUnavailable, winBack: ["back"]),
        Row(
            rule: "a reason does not end what is tried", isInRetry: true, grace: 1, reason: .billingError,
            state: .inGracePeriod, expirationReason: .billingError),
        Row(rule: "refunded", isRevoked: true, state: .revoked),
        Row(rule: "refunded after the end", end: -5, isRevoked: true, isInRetry: true, grace: 9, state: .revoked),
        Row(rule: "at the end", end: 0, state: .expired, expirationReason: .billingError),
        Row(
            rule: "left", end: 0, willAutoRenew: false, state: .expired, expirationReason: .autoRenewDisabled,
            winBack: ["back"]),
        Row(
            rule: "in grace", end: 0, isInRetry: true, grace: 1, state: .inGracePeriod,
            expirationReason: .billingError),
        Row(
            rule: "grace is over", end: -5, isInRetry: true, grace: 0, state: .inBillingRetry,
            expirationReason: .billingError),
        Row(rule: "in retry", end: 0, isInRetry: true, state: .inBillingRetry, expirationReason: .billingError),
        Row(
            rule: "grace without retry is none", end: 0, grace: 5, state: .expired, expirationReason: .billingError),
        Row(
            rule: "the reason that was given counts", end: 0, willAutoRenew: false,
            reason: .didNotConsentToPriceIncrease, state: .expired, expirationReason: .didNotConsentToPriceIncrease,
            winBack: ["back"]),
    ]

    private static let now = TestStore.start

    private static func latest(_ productID: String = "month", end: Int64 = 1) -> LedgerTransaction {
        LedgerTransaction(
            id: 60, originalID: 40, account: "anna", productID: productID, productType: .autoRenewableSubscription,
            quantity: 1, purchaseDate: 5, originalPurchaseDate: 3, expirationDate: now + end,
            subscriptionGroupID: "CLUB", appAccountToken: OfferShop.token,
            storefront: Storefront(countryCode: "USA", id: "143441"), price: Money(milliunits: 0, currencyCode: "EUR"))
    }

    private static func renewal() -> RenewalRow {
        RenewalRow(account: "anna", groupID: "CLUB", originalID: 40, recentStartDate: 4)
    }

    private static func status(_ latest: LedgerTransaction, _ renewal: RenewalRow) throws -> LedgerStatus {
        StatusRules.status(
            of: latest, renewal, catalogue: try Catalogue(OfferShop.catalogue), at: now)
    }

    @Test(arguments: rows) func stateFollowsFromTransactionAndRenewal(row: Row) throws {
        var latest = Self.latest(end: row.end)
        if row.isRevoked { latest.revocation = Transaction.Revocation(date: 1, reason: 0) }
        var renewal = Self.renewal()
        renewal.willAutoRenew = row.willAutoRenew
        renewal.isInBillingRetry = row.isInRetry
        renewal.gracePeriodExpirationDate = row.grace.map { Self.now + $0 }
        renewal.expirationReason = row.reason
        let status = try Self.status(latest, renewal)
        #expect(status.state == row.state && status.groupID == "CLUB" && status.transaction == latest)
        let info = status.renewal
        let isInGrace = row.state == .inGracePeriod
        #expect(info.expirationReason == row.expirationReason)
        #expect(info.willAutoRenew == row.willAutoRenew)
        #expect(info.isInBillingRetry == (isInGrace || row.state == .inBillingRetry))
        #expect(info.autoRenewProductID == (row.willAutoRenew ? "month" : nil))
        #expect(info.gracePeriodExpirationDate == (isInGrace ? row.grace.map { Self.now + $0 } : nil))
        #expect(info.eligibleWinBackOfferIDs == row.winBack)
        #expect(info.originalTransactionID == 40 && info.account == "anna" && info.productID == "month")
        #expect(info.recentSubscriptionStartDate == 4)
        #expect(info.renewalDate == (row.willAutoRenew ? latest.expirationDate : nil))
        #expect(info.appAccountToken == OfferShop.token)
        #expect(info.renewalPrice == (row.willAutoRenew ? Money(milliunits: 4990, currencyCode: "EUR") : nil))
    }

    /// Apple's table of what three fields mean together says the same as the state, whatever was set.
    @Test func fieldsOfRenewalInfoSayTheSameAsTheState() throws {
        let reasons: [RenewalInfo.ExpirationReason?] = [nil, .autoRenewDisabled, .billingError, .productUnavailable]
        for reason in reasons {
            for (end, grace) in [(1, nil), (0, nil), (1, 1), (0, 1), (1, 0), (0, -1)] as [(Int64, Int64?)] {
                for (isInRetry, willAutoRenew) in [(true, true), (true, false), (false, true), (false, false)] {
                    var renewal = Self.renewal()
                    renewal.expirationReason = reason
                    renewal.isInBillingRetry = isInRetry
                    renewal.willAutoRenew = willAutoRenew
                    renewal.gracePeriodExpirationDate = grace.map { Self.now + $0 }
                    let status = try Self.status(Self.latest(end: end), renewal)
                    let info = status.renewal
                    let meaning: SubscriptionStatus.State? =
                        switch (info.isInBillingRetry, info.expirationReason, info.gracePeriodExpirationDate) {
                        case (false, nil, nil): .subscribed
                        case (true, .billingError, .some): .inGracePeriod
                        case (true, .billingError, nil): .inBillingRetry
                        case (false, .some, nil): .expired
                        default: nil
                        }
                    #expect(status.state == meaning, "\(renewal)")
                }
            }
        }
    }

    @Test func reasonOfTheEndFollowsFromHowItStood() throws {
        var renewal = Self.renewal()
        renewal.priceIncrease = .pending
        func reason() throws -> RenewalInfo.ExpirationReason? {
            try Self.status(Self.latest(end: 0), renewal).renewal.expirationReason
        }
        #expect(try reason() == .didNotConsentToPriceIncrease)
        renewal.willAutoRenew = false
        #expect(try reason() == .autoRenewDisabled)
        renewal = Self.renewal()
        renewal.autoRenewProductID = "gone"
        #expect(try reason() == .productUnavailable)
    }

    @Test func expiredCommitmentIsOver() throws {
        var latest = Self.latest("yearly", end: 0)
        latest.commitment = Transaction.Commitment(
            periodNumber: 3, periodCount: 12, expirationDate: Self.now + 99, priceMilliunits: 48000)
        var renewal = Self.renewal()
        renewal.willAutoRenew = false
        let info = try Self.status(latest, renewal).renewal
        #expect(!info.willAutoRenew && info.autoRenewProductID == nil && info.renewalDate == nil)
        #expect(info.commitment == nil && info.expirationReason == .autoRenewDisabled)
    }

    @Test func whatComesAfterACommitmentIsNotItsNextBill() throws {
        var latest = Self.latest("yearly")
        latest.billingPlanType = .monthly
        latest.commitment = Transaction.Commitment(
            periodNumber: 3, periodCount: 12, expirationDate: Self.now + 99, priceMilliunits: 48000)
        var renewal = Self.renewal()
        renewal.autoRenewProductID = "low"
        renewal.offer = AppliedOffer(type: .promotional, id: "low.free", paymentMode: .freeTrial)
        renewal.offerPriceMilliunits = 0
        let info = try Self.status(latest, renewal).renewal
        #expect(info.offer == nil && info.renewalPrice?.milliunits == 4000 && info.billingPlanType == .monthly)
        #expect(info.commitment?.renewalPriceMilliunits == 0 && info.commitment?.autoRenewProductID == "low")
        #expect(info.commitment?.billingPlanType == nil, "it has no plans")
    }

    @Test func everySeatIsRenewed() throws {
        var latest = Self.latest()
        latest.seats = 3
        #expect(try Self.status(latest, Self.renewal()).renewal.renewalPrice?.milliunits == 3 * 4990)
    }

    @Test func nextProductAndItsPriceAreThoseThatWereChosen() throws {
        var renewal = Self.renewal()
        renewal.autoRenewProductID = "low"
        var info = try Self.status(Self.latest(), renewal).renewal
        #expect(info.productID == "month" && info.autoRenewProductID == "low" && info.renewalPrice?.milliunits == 990)
        renewal.priceMilliunits = 1234
        #expect(try Self.status(Self.latest(), renewal).renewal.renewalPrice?.milliunits == 1234)
        renewal.priceMilliunits = nil
        renewal.autoRenewProductID = "gone"
        info = try Self.status(Self.latest(), renewal).renewal
        #expect(info.autoRenewProductID == "gone" && info.renewalPrice == nil, "it is no longer sold")
    }

    @Test func offerThatHasBillsLeftIsThatOfTheNextRenewal() throws {
        var latest = Self.latest()
        let offer = AppliedOffer(
            type: .promotional, id: "half", paymentMode: .payAsYouGo, period: Period(value: 1, unit: .month))
        latest.offer = offer
        latest.price.milliunits = 2490
        #expect(try Self.status(latest, Self.renewal()).renewal.offer == nil)
        latest.offerBillsLeft = 2
        var renewal = Self.renewal()
        #expect(try Self.status(latest, renewal).renewal.offer == offer)
        #expect(try Self.status(latest, renewal).renewal.renewalPrice?.milliunits == 2490)
        renewal.autoRenewProductID = "low"
        #expect(try Self.status(latest, renewal).renewal.offer == nil, "another product has other offers")
        #expect(try Self.status(latest, renewal).renewal.renewalPrice?.milliunits == 990)
        renewal.willAutoRenew = false
        #expect(try Self.status(latest, renewal).renewal.offer == nil)
    }

    @Test func offerThatWasRedeemedMeanwhileIsThatOfTheNextRenewal() throws {
        var renewal = Self.renewal()
        renewal.offer = AppliedOffer(type: .code, id: "STAY", paymentMode: .payAsYouGo)
        renewal.offerPriceMilliunits = 1990
        let info = try Self.status(Self.latest(), renewal).renewal
        #expect(info.offer == renewal.offer && info.renewalPrice?.milliunits == 1990)
    }

    /// Switching off ends the commitment when it is over, not before.
    @Test(arguments: [true, false]) func commitmentGoesOnToItsEnd(isOn: Bool) throws {
        var latest = Self.latest("yearly")
        latest.billingPlanType = .monthly
        latest.commitment = Transaction.Commitment(
            periodNumber: 3, periodCount: 12, expirationDate: Self.now + 99, priceMilliunits: 48000)
        var renewal = Self.renewal()
        renewal.willAutoRenew = isOn
        renewal.autoRenewProductID = "low"
        var info = try Self.status(latest, renewal).renewal
        #expect(info.willAutoRenew && info.autoRenewProductID == "yearly" && info.renewalPrice?.milliunits == 4000)
        #expect(info.billingPlanType == .monthly)
        #expect(
            info.commitment
                == LedgerRenewal.Commitment(
                    willAutoRenew: isOn, autoRenewProductID: isOn ? "low" : nil, renewalDate: Self.now + 99,
                    renewalPriceMilliunits: 990))
        latest.commitment?.periodNumber = 12
        info = try Self.status(latest, renewal).renewal
        #expect(info.willAutoRenew == isOn && info.commitment == nil, "the last bill ends it")
    }
}
