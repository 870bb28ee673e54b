import IAPModel
import Testing

@testable import IAPReferenceStore

/// What happens to a subscription after a test sets its state.
@Suite struct RenewalSettingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var rule: String
        var before = Before.running
        var willAutoRenew = true
        var isInRetry = false
        /// Milliseconds from now.
        var grace: Int64?
        var reason: RenewalInfo.ExpirationReason?
        var state: SubscriptionStatus.State
        var expirationReason: RenewalInfo.ExpirationReason?
        var winBack: [String] = []

        var testDescription: String { rule }
    }

    enum Before: Sendable, CaseIterable {
        case running, expired, left, inRetry, inGrace, refunded
    }

    static let rows = [
        Row(rule: "subscribed", state: .subscribed),
        Row(rule: "renewal is off", willAutoRenew: false, state: .subscribed),
        Row(
            rule: "billing retry despite a paid period", isInRetry: true, state: .inBillingRetry,
            expirationReason: .billingError),
        Row(
            rule: "a grace period despite a paid period", isInRetry: true, grace: 1, state: .inGracePeriod,
            expirationReason: .billingError),
        Row(
            rule: "expired despite a paid period", willAutoRenew: false, reason: .productUnavailable, state: .expired,
            expirationReason: .productUnavailable, winBack: ["back"]),
        Row(
            rule: "expired for a reason that this version does not know", reason: .other, state: .expired,
            expirationReason: .other, winBack: ["back"]),
        Row(
            rule: "a reason does not end billing retry", isInRetry: true, grace: 1, reason: .billingError,
            state: .inGracePeriod, expirationReason: .billingError),
        Row(rule: "refunded", before: .refunded, state: .revoked),
        Row(
            rule: "a refunded subscription stays revoked", before: .refunded, isInRetry: true, grace: 9, state: .revoked
        ),
        Row(
            rule: "the setting does not pay for an expired subscription", before: .expired, state: .expired,
            expirationReason: .billingError, winBack: ["back"]),
        Row(
            rule: "left", before: .left, willAutoRenew: false, state: .expired, expirationReason: .autoRenewDisabled,
            winBack: ["back"]),
        Row(
            rule: "in grace after the end", before: .left, isInRetry: true, grace: 1, state: .inGracePeriod,
            expirationReason: .billingError),
        Row(
            rule: "grace is over", before: .left, isInRetry: true, grace: 0, state: .inBillingRetry,
            expirationReason: .billingError),
        Row(
            rule: "in retry after the end", before: .expired, isInRetry: true, state: .inBillingRetry,
            expirationReason: .billingError),
        Row(
            rule: "a grace period needs billing retry", before: .inGrace, grace: 5, state: .expired,
            expirationReason: .billingError, winBack: ["back"]),
        Row(
            rule: "the end of billing retry ends the subscription", before: .inRetry, state: .expired,
            expirationReason: .billingError, winBack: ["back"]),
        Row(
            rule: "turning renewal off in billing retry ends the subscription", before: .inRetry, willAutoRenew: false,
            state: .expired,
            expirationReason: .autoRenewDisabled, winBack: ["back"]),
        Row(
            rule: "the given reason counts", before: .left, willAutoRenew: false,
            reason: .didNotConsentToPriceIncrease, state: .expired, expirationReason: .didNotConsentToPriceIncrease,
            winBack: ["back"]),
    ]

    private static func scene(_ before: Before) -> SubscriptionScene {
        var scene = SubscriptionScene()
        scene.engine.conditions.renewalsFail = true
        if before == .inGrace { scene.engine.conditions.gracePolicy = .sixteenDays }
        scene.buy("trial", allowsTrial: false)
        switch before {
        case .running: break
        case .expired: scene.advance(days: 200)
        case .left:
            scene.perform(.setAutoRenewal(false))
            scene.advance(days: 40)
        case .inRetry, .inGrace: scene.advance(days: 35)
        case .refunded: _ = scene.refundNewest()
        }
        return scene
    }

    @Test func scenesMatchTheirNames() {
        #expect(
            Before.allCases.map { Self.scene($0).state }
                == [.subscribed, .expired, .expired, .inBillingRetry, .inGracePeriod, .revoked])
    }

    @Test(arguments: rows) func stateEqualsTheSetting(row: Row) throws {
        var scene = Self.scene(row.before)
        let end = try #require(scene.engine.subscription?.period.end)
        let grace = row.grace.map { scene.now + $0 }
        var setting = RenewalSetting()
        setting.willAutoRenew = row.willAutoRenew
        setting.isInBillingRetry = row.isInRetry
        setting.gracePeriodExpirationDate = grace
        setting.expirationReason = row.reason
        scene.take(setting)
        let info = try #require(scene.info)
        let isInGrace = row.state == .inGracePeriod
        let isRenewing = row.willAutoRenew && row.state != .expired && row.state != .revoked
        #expect(scene.state == row.state)
        #expect(info.expirationReason == row.expirationReason)
        #expect(info.willAutoRenew == isRenewing)
        #expect(info.isInBillingRetry == (isInGrace || row.state == .inBillingRetry))
        #expect(info.autoRenewProductID == (isRenewing ? "trial" : nil))
        #expect(info.gracePeriodExpirationDate == (isInGrace ? grace : nil))
        #expect(info.eligibleWinBackOfferIDs == row.winBack)
        #expect(info.originalTransactionID == 1 && info.account == "anna" && info.productID == "trial")
        #expect(info.renewalDate == (isRenewing ? end : nil), "only a renewing subscription has a renewal date")
        #expect(info.renewalPrice == (isRenewing ? Money(milliunits: 10_000, currencyCode: "USD") : nil))
    }

    /// Apple's table for the combination of three fields agrees with the state, for every setting.
    @Test(arguments: Before.allCases) func fieldsOfRenewalInfoSayTheSameAsTheState(before: Before) throws {
        let reasons: [RenewalInfo.ExpirationReason?] = [nil, .autoRenewDisabled, .billingError, .productUnavailable]
        for reason in reasons {
            for grace in [nil, 1, 0, -1] as [Int64?] {
                for (isInRetry, willAutoRenew) in [(true, true), (true, false), (false, true), (false, false)] {
                    var scene = Self.scene(before)
                    var setting = RenewalSetting()
                    setting.expirationReason = reason
                    setting.isInBillingRetry = isInRetry
                    setting.willAutoRenew = willAutoRenew
                    setting.gracePeriodExpirationDate = grace.map { scene.now + $0 }
                    scene.take(setting)
                    let info = try #require(scene.info)
                    let meaning: SubscriptionStatus.State? =
                        switch (info.isInBillingRetry, info.expirationReason, info.gracePeriodExpirationDate) {
                        case (false, nil, nil): before == .refunded ? .revoked : .subscribed
                        case (true, .billingError, .some): .inGracePeriod
                        case (true, .billingError, nil): .inBillingRetry
                        case (false, .some, nil): .expired
                        default: nil
                        }
                    #expect(scene.state == meaning, "\(setting)")
                    #expect(!info.willAutoRenew || scene.engine.subscription?.isOver == false)
                }
            }
        }
    }

    /// The table also holds at any time if no test sets the state.
    @Test func fieldsOfALifeSayTheSameAsTheState() throws {
        var scene = Self.scene(.running)
        scene.engine.conditions.gracePolicy = .sixteenDays
        var states: [SubscriptionStatus.State] = []
        for _ in 0..<120 {
            let info = try #require(scene.info)
            let isInGrace = info.gracePeriodExpirationDate != nil
            let meaning: SubscriptionStatus.State =
                info.isInBillingRetry
                ? (isInGrace ? .inGracePeriod : .inBillingRetry)
                : (info.expirationReason == nil ? .subscribed : .expired)
            #expect(scene.state == meaning && info.isInBillingRetry == (meaning != .subscribed && meaning != .expired))
            if states.last != meaning { states.append(meaning) }
            scene.advance(days: 1)
        }
        #expect(states == [.subscribed, .inGracePeriod, .inBillingRetry, .expired])
    }

    // MARK: After the setting

    @Test func retryThatATestSetsNeverSucceeds() throws {
        var scene = SubscriptionScene()
        scene.buy("silver")
        var setting = RenewalSetting()
        setting.isInBillingRetry = true
        setting.gracePeriodExpirationDate = scene.now + 5 * SubscriptionScene.day
        scene.take(setting)
        scene.advance(days: 4)
        #expect(scene.state == .inGracePeriod)
        scene.advance(days: 1)
        #expect(scene.state == .inBillingRetry, "the test's setting stops the charge")
        scene.advance(days: 54)
        #expect(scene.state == .inBillingRetry)
        scene.advance(days: 1)
        #expect(scene.state == .expired && scene.info?.expirationReason == .billingError)
    }

    /// No time is paid twice. It does not matter whether the retry began before or after the end of the paid period,
    /// with or without a grace period.
    @Test(arguments: [0, 5] as [Int64], [0, 10, 40] as [Int64])
    func resolvedPeriodBeginsAfterThePaidOne(graceDays: Int64, days: Int64) throws {
        var scene = SubscriptionScene()
        scene.engine.conditions.renewalsFail = true
        scene.buy("silver")
        scene.advance(days: days)
        let paid = try #require(scene.engine.subscription?.period)
        var setting = RenewalSetting()
        setting.isInBillingRetry = true
        setting.gracePeriodExpirationDate = scene.now + graceDays * SubscriptionScene.day
        scene.take(setting)
        scene.advance(days: 1)
        #expect(scene.perform(.resolveBillingIssue) == .done)
        let next = try #require(scene.engine.subscription?.period)
        #expect(next.transactionID == 2 && next.start == (graceDays > 0 ? paid.end : max(paid.end, scene.now)))
        #expect(next.end > next.start && scene.state == .subscribed)
    }

    @Test func subscriptionThatIsSetToRenewRenews() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.perform(.setAutoRenewal(false))
        scene.take(RenewalSetting())
        scene.advance(to: "2026-07-15")
        #expect(scene.engine.subscription?.period.transactionID == 2)
        var setting = RenewalSetting()
        setting.willAutoRenew = false
        scene.take(setting)
        scene.advance(to: "2026-08-15")
        #expect(scene.state == .expired && scene.info?.expirationReason == .autoRenewDisabled)
    }

    @Test func increaseWithoutConsentEndsTheSubscription() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        var setting = RenewalSetting()
        setting.priceIncrease = .pending
        scene.take(setting)
        #expect(scene.info?.priceIncrease == .pending && scene.info?.willAutoRenew == true)
        scene.advance(to: "2026-07-15")
        #expect(scene.info?.expirationReason == .didNotConsentToPriceIncrease)
    }

    @Test func nextProductAndItsPriceAreThoseThatWereChosen() throws {
        var scene = SubscriptionScene()
        scene.buy("silver")
        var setting = RenewalSetting()
        setting.autoRenewProductID = "bronze"
        scene.take(setting)
        #expect(scene.info?.productID == "silver" && scene.info?.autoRenewProductID == "bronze")
        #expect(scene.info?.renewalPrice?.milliunits == 3_000)
        setting.priceMilliunits = 1234
        scene.take(setting)
        #expect(scene.info?.renewalPrice?.milliunits == 1234)
        scene.advance(to: "2026-07-15")
        #expect(scene.engine.subscription?.period.productID == "bronze")
        #expect(scene.engine.subscription?.period.priceMilliunits == 1234, "the announced price is charged")
    }

    @Test func productThatIsTakenFromSaleHasNoPrice() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.engine.conditions.removedProducts = [ExactText("silver")]
        #expect(scene.info?.autoRenewProductID == "silver" && scene.info?.renewalPrice == nil)
        scene.advance(to: "2026-07-15")
        #expect(scene.info?.expirationReason == .productUnavailable)
    }

    @Test func offerThatHasBillsLeftIsThatOfTheNextRenewal() throws {
        var scene = SubscriptionScene()
        scene.buy("bronze")
        scene.buy("silver", SubscriptionScene.promo)
        #expect(scene.info?.offer?.id == "promo" && scene.info?.renewalPrice?.milliunits == 1_000)
        scene.perform(.choose(productID: "bronze", nil))
        #expect(scene.info?.offer == nil, "another product has other offers")
        #expect(scene.info?.renewalPrice?.milliunits == 3_000)
        scene.perform(.choose(productID: "silver", nil))
        #expect(scene.info?.offer?.id == "promo")
        scene.perform(.setAutoRenewal(false))
        #expect(scene.info?.offer == nil && scene.info?.renewalPrice == nil)
    }

    /// A subscription without listed plans is paid up front. A purchase may name this plan or not.
    @Test func namingTheOnlyPlanChangesNothing() throws {
        var scene = SubscriptionScene()
        scene.buy("bronze")
        scene.buy("silver", SubscriptionScene.promo)
        let before = scene.engine.subscription
        #expect(scene.buy("silver", plan: .upFront) == .held(2))
        #expect(scene.engine.subscription == before && scene.info?.offer?.id == "promo")
    }
}
