import IAPModel
import Synchronization
import Testing

@testable import IAPReferenceStore

/// The subscription data that a device receives.
struct SubscriptionTests {
    @Test func statusesAreOfTheGroupsThatTheAccountEverHad() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        #expect(try device.statuses(ofGroup: "CLUB").isEmpty && device.statuses().isEmpty)
        let (extra, month) = (try device.buy("extra"), try device.buy("month"))
        let all = try device.statuses()
        #expect(all.map(\.groupID) == ["CLUB", "OTHER"])
        #expect(all.flatMap(\.statuses).map(\.transaction) == [month, extra])
        #expect(try device.statuses(ofGroup: "CLUB") == all[0].statuses)
        #expect(try device.statuses(ofGroup: "club").isEmpty)
        #expect(try store.device(account: "ben").statuses().isEmpty)
        try store.leave(month.id, extra.id)
        try store.pass(days: 100)
        #expect(try device.statuses().flatMap(\.statuses).map(\.state) == [.expired, .expired])
    }

    @Test func statusOfAnyPeriodIsThatOfTheNewest() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let first = try device.buy("low")
        let second = try device.buy("month")
        for id in [first.id, second.id] { #expect(try device.status(ofTransaction: id)?.transaction.id == second.id) }
        let coins = try device.buy("coins")
        #expect(try device.status(ofTransaction: coins.id) == nil && device.status(ofTransaction: 1) == nil)
        #expect(try store.device(account: "ben").status(ofTransaction: first.id) == nil)
    }

    @Test func refundOfTheNewestPeriodEndsTheSubscriptionAndThatOfAnOlderOneDoesNot() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let (first, second) = (try device.buy("low"), try device.buy("month"))
        _ = try store.refund(first.id)
        #expect(try device.statuses(ofGroup: "CLUB").first?.state == .subscribed)
        #expect(try device.statuses(ofGroup: "CLUB").first?.renewal.willAutoRenew == true)
        _ = try store.refund(second.id)
        let status = try #require(try device.statuses(ofGroup: "CLUB").first)
        #expect(status.state == .revoked && !status.renewal.willAutoRenew)
        #expect(status.transaction.revocation?.type == .refundFull)
        #expect(status.transaction.revocation?.percentage == 100_000)
        let third = try device.buy("month")
        #expect(third.originalID == first.id)
        #expect(try device.statuses(ofGroup: "CLUB").first?.renewal.willAutoRenew == true)
    }

    @Test func graceEntitlesAndRetryDoesNot() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let month = try device.buy("month")
        try store.leave(month.id)
        try store.pass(days: 8)
        #expect(try device.currentEntitlements().isEmpty)
        let now = try store.now
        try store.renew(month.id) {
            $0.isInBillingRetry = true
            $0.gracePeriodExpirationDate = now + 5
        }
        #expect(try device.statuses(ofGroup: "CLUB").first?.state == .inGracePeriod)
        #expect(try device.currentEntitlements().map(\.id) == [month.id])
        #expect(try device.buy("month").id == month.id, "the subscription is already active")
        #expect(try !device.isEligibleForIntroductoryOffer(groupID: "CLUB"))
        _ = try store.advanceClock(by: 5)
        #expect(try device.statuses(ofGroup: "CLUB").first?.state == .inBillingRetry)
        #expect(try device.currentEntitlements().isEmpty)
        let again = try device.buy("month")
        #expect(again.id != month.id)
        let renewal = try #require(try device.statuses(ofGroup: "CLUB").first?.renewal)
        #expect(
            !renewal.isInBillingRetry && renewal.gracePeriodExpirationDate == nil,
            "a paid subscription starts again without retry")
    }

    @Test(arguments: [true, false]) func graceOfARefundedPeriodEntitlesToNothing(isRefunded: Bool) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let month = try device.buy("month")
        try store.leave(month.id)
        try store.pass(days: 8)
        if isRefunded { _ = try store.refund(month.id) }
        let now = try store.now
        try store.renew(month.id) {
            $0.isInBillingRetry = true
            $0.gracePeriodExpirationDate = now + 5
        }
        #expect(try device.currentEntitlements().count == (isRefunded ? 0 : 1))
    }

    /// A game can see every state without waiting for it.
    @Test func stateThatIsSetAppliesDuringThePaidPeriod() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let first = try device.buy("month")
        try store.renew(first.id) { $0.expirationReason = .billingError }
        #expect(try device.statuses(ofGroup: "CLUB").first?.state == .expired)
        #expect(try device.currentEntitlements().isEmpty)
        try store.renew(first.id) { $0.isInBillingRetry = true }
        #expect(try device.statuses(ofGroup: "CLUB").first?.state == .inBillingRetry)
        #expect(try device.currentEntitlements().isEmpty)
        let second = try device.buy("month")
        #expect(second.id != first.id, "the subscription is bought again")
        #expect(try device.currentEntitlements().map(\.id) == [second.id], "there is one entitlement")
        try store.renew(first.id)
        #expect(try device.statuses(ofGroup: "CLUB").first?.state == .subscribed)
    }

    @Test func renewalIsPutIntoAnyState() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let month = try device.buy("month")
        var setting = RenewalSetting()
        setting.willAutoRenew = true
        setting.autoRenewProductID = "low"
        setting.expirationReason = .other
        setting.priceIncrease = .agreed
        setting.isInBillingRetry = true
        setting.gracePeriodExpirationDate = 77
        setting.priceMilliunits = 5
        #expect(try store.setRenewal(ofTransaction: month.id, setting) == .done)
        let renewal = try #require(try device.statuses(ofGroup: "CLUB").first?.renewal)
        #expect(renewal.autoRenewProductID == "low" && renewal.expirationReason == .billingError)
        #expect(renewal.priceIncrease == .agreed && renewal.isInBillingRetry)
        #expect(renewal.gracePeriodExpirationDate == nil && renewal.renewalPrice?.milliunits == 5)
        #expect(try store.setRenewal(ofTransaction: month.id, RenewalSetting()) == .done)
        let plain = try #require(try device.statuses(ofGroup: "CLUB").first?.renewal)
        #expect(plain.autoRenewProductID == "month" && plain.expirationReason == nil && plain.priceIncrease == .none)
    }

    @Test func renewalThatIsSetHasNeitherOfferNorPlanOfBefore() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let yearly = try device.buy("yearly")
        var options = PurchaseOptions()
        options.billingPlanType = .monthly
        _ = try device.buy("yearly", options)
        var renewal = try #require(try device.statuses(ofGroup: "CLUB").first?.renewal)
        #expect(renewal.billingPlanType == .monthly && renewal.renewalPrice?.milliunits == 4000)
        #expect(renewal.autoRenewProductID == "yearly")
        try store.renew(yearly.id)
        renewal = try #require(try device.statuses(ofGroup: "CLUB").first?.renewal)
        #expect(renewal.billingPlanType == .upFront && renewal.renewalPrice?.milliunits == 39990)
    }

    @Test func renewalsAreReported() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try device.buy("month")
        let heard = Heard()
        let subscription = device.listenForStatuses { status in heard.list.withLock { $0.append(status) } }
        try store.pass(days: 7)
        let told = heard.list.withLock { $0 }
        #expect(told.map(\.transaction.price.milliunits) == [4990] && told.map(\.state) == [.subscribed])
        #expect(told.first?.transaction.reason == .renewal)
        subscription.cancel()
    }

    @Test func redeemedOfferStaysUntilSomethingElseIsChosen() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let month = try device.buy("month")
        func offer() throws -> String? { try device.statuses(ofGroup: "CLUB").first?.renewal.offer?.id }
        _ = try device.buy("month", try store.promotion("half"))
        #expect(try device.buy("month").id == month.id)
        #expect(try offer() == "half")
        _ = try device.buy("low")
        #expect(try offer() == nil)
        _ = try device.buy("month", try store.promotion("half"))
        try store.renew(month.id)
        #expect(try offer() == nil)
    }

    @Test func periodsEndByTheYear9999() throws {
        let start = ReferenceStore.latestTime - 1
        let store = try TestStore.open(clock: .virtual(start: start), catalogue: OfferShop.catalogue)
        let device = try store.device()
        var options = try store.introduction(false, of: "yearly")
        options.billingPlanType = .monthly
        let yearly = try device.buy("yearly", options)
        #expect(yearly.expirationDate ?? .max <= 253_402_300_799_999)
        #expect(yearly.commitment?.expirationDate ?? .max <= 253_402_300_799_999)
        #expect(try !device.appReceipt(isRefresh: false).isEmpty)
    }

    @Test func renewalOfNothingIsRefused() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let (coins, month) = (try device.buy("coins"), try device.buy("month"))
        var setting = RenewalSetting()
        #expect(try store.setRenewal(ofTransaction: 1, setting) == .unknownTransaction)
        #expect(try store.setRenewal(ofTransaction: coins.id, setting) == .noSubscription)
        for productID in ["extra", "coins", "nothing", ""] {
            setting.autoRenewProductID = productID
            #expect(try store.setRenewal(ofTransaction: month.id, setting) == .unknownProduct)
        }
        #expect(try device.statuses(ofGroup: "CLUB").first?.renewal.autoRenewProductID == "month")
    }

    /// A lapse of less than sixty days does not count.
    @Test(arguments: [(7 + 59, true), (7 + 60, false), (500, false)])
    func shortLapseDoesNotBeginANewSubscription(days: Int, isTheSame: Bool) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.leave(device.buy("month").id)
        try store.pass(days: Int64(days))
        try device.buy("month")
        let start = try device.statuses(ofGroup: "CLUB").first?.renewal.recentSubscriptionStartDate
        #expect(start == (isTheSame ? TestStore.start : TestStore.start + Int64(days) * OfferShop.day))
    }

    // MARK: Status changes

    private final class Heard: Sendable {
        let list = Mutex<[LedgerStatus]>([])

        /// Returns the states received since the last call.
        func states() -> [String] {
            list.withLock { list in
                defer { list = [] }
                return list.map { "\($0.groupID) \($0.state)" }
            }
        }
    }

    @Test func changesOfStatusAreReported() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let month = try device.buy("month")
        let heard = Heard()
        let subscription = device.listenForStatuses { status in heard.list.withLock { $0.append(status) } }
        #expect(heard.states() == [], "there are only new events")
        try device.finish(month.id)
        try device.buy("coins")
        #expect(heard.states() == [], "there is no event without a status change")
        try store.renew(month.id) { $0.willAutoRenew = false }
        #expect(heard.states() == ["CLUB subscribed"])
        let extra = try store.device("tablet").buy("extra")
        #expect(heard.states() == ["OTHER subscribed"])
        try store.leave(extra.id)
        #expect(heard.states() == ["OTHER subscribed"], "the renewal info changed")
        try store.device(account: "ben").buy("extra")
        #expect(heard.states() == [])
        try store.pass(days: 8)
        #expect(heard.states() == ["CLUB expired", "OTHER expired"])
        _ = try store.refund(month.id)
        #expect(heard.states() == ["CLUB expired"], "only the transaction of the ended subscription changed")
        let again = try device.buy("month")
        _ = try store.refund(again.id)
        #expect(heard.states() == ["CLUB subscribed", "CLUB revoked"])
        subscription.cancel()
        try device.buy("month")
        #expect(heard.states() == [])
    }

    /// The game starts to listen a moment after its launch.
    @Test func changesSinceTheLaunchAreReportedOnce() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try device.buy("extra")
        device.beginLaunch()
        try device.buy("month")
        _ = try store.setStorefront("DEU", locale: nil)
        let heard = Heard()
        let moves = Mutex<[String]>([])
        for expected in [["CLUB subscribed"], []] {
            let subscriptions = [
                device.listenForStatuses { status in heard.list.withLock { $0.append(status) } },
                device.listenForStorefront { storefront in moves.withLock { $0.append(storefront.countryCode) } },
            ]
            #expect(heard.states() == expected)
            #expect(moves.withLock { $0 } == ["DEU"])
            for subscription in subscriptions { subscription.cancel() }
        }
    }

    @Test func reportMayChangeTheStore() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let heard = Heard()
        let subscription = device.listenForStatuses { status in
            heard.list.withLock { $0.append(status) }
            if status.state == .subscribed { _ = try? store.refund(status.transaction.id) }
        }
        try device.buy("month")
        #expect(heard.states() == ["CLUB subscribed", "CLUB revoked"])
        subscription.cancel()
    }

    @Test func changesOfOtherProcessesAreReportedAtTheNextCheck() throws {
        let folder = try Folder()
        let game = try OfferShop.open(path: folder.path("state"))
        let tool = try OfferShop.open(path: folder.path("state"))
        let device = try game.device()
        let month = try device.buy("month")
        let heard = Heard()
        let subscription = device.listenForStatuses { status in heard.list.withLock { $0.append(status) } }
        try tool.renew(month.id) { $0.priceIncrease = .pending }
        game.lookForChanges()
        #expect(heard.states() == ["CLUB subscribed"])
        subscription.cancel()
        game.close()
        tool.close()
    }
}
