import IAPModel
import Synchronization
import Testing

@testable import IAPReferenceStore

/// Subscriptions that one family member pays for.
struct FamilySubscriptionTests {
    @Test func everyPeriodIsSharedWithItsDates() throws {
        let shop = try FamilyShop()
        let launch = Launch(shop.ben)
        let silver = try shop.anna.buy("silver")
        try shop.store.pass(days: 70)
        let (periods, copies) = (try shop.anna.history(), try shop.ben.history())
        #expect(periods.count == 3 && copies.map(\.sharedFrom) == periods.map { $0.id } && launch.received() == copies)
        #expect(Set(copies.map(\.originalID)) == [copies[0].id] && copies[0].id != silver.id)
        #expect(copies.map(\.originalPurchaseDate) == copies.map { _ in silver.purchaseDate })
        #expect(copies.map(\.purchaseDate) == periods.map(\.purchaseDate))
        #expect(copies.map(\.expirationDate) == periods.map(\.expirationDate))
        #expect(copies.map(\.reason) == [.purchase, .renewal, .renewal])
        #expect(copies.allSatisfy { $0.price.milliunits == 0 && $0.ownership == .familyShared })
        let lines = (periods + copies).compactMap(\.webOrderLineItemID)
        #expect(Set(lines).count == 6, "each transaction has its own line item id")
        let ids = (periods + copies).map(\.id).sorted()
        #expect(ids == Array(silver.id..<silver.id + 6))
        #expect(try shop.ben.currentEntitlements() == [copies[2]])
    }

    @Test func statusOfAMemberIsThatOfThePayer() throws {
        let shop = try FamilyShop()
        let silver = try shop.anna.buy("silver", PurchaseOptions(token: OfferShop.token))
        let copy = try #require(try shop.ben.history().first)
        var status = try #require(try shop.ben.statuses(ofGroup: "CLUB").first)
        #expect(status.state == .subscribed && status.transaction == copy)
        #expect(status.renewal.originalTransactionID == copy.id && status.renewal.account == "ben")
        #expect(status.renewal.appAccountToken == nil && status.renewal.willAutoRenew)
        #expect(status.renewal.autoRenewProductID == "silver")
        #expect(try shop.ben.statuses().map(\.groupID) == ["CLUB"])
        #expect(try shop.ben.status(ofTransaction: copy.id) == status)
        #expect(try shop.ben.status(ofTransaction: silver.id) == nil, "the transaction belongs to another account")
        try shop.store.leave(copy.id)
        #expect(try shop.ben.statuses(ofGroup: "CLUB").first?.renewal.willAutoRenew == false)
        #expect(try shop.anna.statuses(ofGroup: "CLUB").first?.renewal.willAutoRenew == false)
        try shop.store.pass(days: 30)
        status = try #require(try shop.ben.statuses(ofGroup: "CLUB").first)
        #expect(status.state == .expired && status.renewal.expirationReason == .autoRenewDisabled)
        #expect(try shop.owned(shop.ben).isEmpty)
    }

    @Test func graceIsForTheWholeFamily() throws {
        let shop = try FamilyShop()
        try shop.anna.buy("silver")
        try shop.store.setBillingRetryOnRenewal(true)
        try shop.store.setGracePeriod(.sixteenDays)
        try shop.store.pass(days: 35)
        #expect(try shop.state(shop.ben) == [.inGracePeriod] && shop.owned(shop.ben) == ["silver"])
        try shop.store.pass(days: 20)
        #expect(try shop.state(shop.ben) == [.inBillingRetry] && shop.owned(shop.ben).isEmpty)
        try shop.store.setBillingRetryOnRenewal(false)
        try shop.store.pass(days: 1)
        #expect(try shop.state(shop.ben) == [.subscribed] && shop.owned(shop.ben) == ["silver"])
        #expect(try shop.ben.history().count == 2)
    }

    @Test func changesOfStatusAreReportedToMembers() throws {
        let shop = try FamilyShop()
        try shop.anna.buy("silver")
        let heard = Mutex<[SubscriptionStatus.State]>([])
        let subscription = shop.ben.listenForStatuses { status in heard.withLock { $0.append(status.state) } }
        try shop.store.pass(days: 30)
        try shop.join("ben", nil)
        #expect(heard.withLock { $0 } == [.subscribed, .revoked])
        subscription.cancel()
    }

    // MARK: Other products

    @Test func upgradeIsSharedImmediately() throws {
        let shop = try FamilyShop()
        try shop.anna.buy("silver")
        try shop.store.pass(days: 15)
        try shop.anna.buy("gold")
        let copies = try shop.ben.history()
        #expect(copies.map(\.productID) == ["silver", "gold"] && copies.map(\.isUpgraded) == [true, false])
        #expect(copies.allSatisfy { $0.refundedMilliunits == 0 && $0.originalID == copies[0].id })
        #expect(try shop.anna.history().map(\.refundedMilliunits) == [1000, 0])
        #expect(try shop.owned(shop.ben) == ["gold"] && shop.state(shop.ben) == [.subscribed])
    }

    @Test func changeToAnUnsharedProductEndsTheSharing() throws {
        let shop = try FamilyShop()
        let silver = try shop.anna.buy("silver")
        #expect(try shop.anna.buy("solo").id == silver.id, "the change takes effect at the renewal")
        #expect(try shop.ben.statuses(ofGroup: "CLUB").first?.renewal.autoRenewProductID == "solo")
        try shop.store.pass(days: 30)
        #expect(try shop.owned(shop.anna) == ["solo"] && shop.owned(shop.ben).isEmpty)
        let status = try #require(try shop.ben.statuses(ofGroup: "CLUB").first)
        #expect(status.state == .expired && !status.renewal.willAutoRenew && status.renewal.renewalDate == nil)
        try shop.anna.buy("gold")
        #expect(try shop.owned(shop.ben) == ["gold"] && shop.state(shop.ben) == [.subscribed])
        #expect(try Set(shop.ben.history().map(\.originalID)).count == 1)
    }

    @Test func endThatATestBringsIsTheMembersToo() throws {
        let shop = try FamilyShop()
        let silver = try shop.anna.buy("silver")
        try shop.store.pass(days: 5)
        #expect(try shop.store.perform(.expire, ofTransaction: silver.id) == .done)
        #expect(try shop.ben.history().first?.expirationDate == shop.store.now)
        #expect(try shop.state(shop.ben) == [.expired] && shop.owned(shop.ben).isEmpty)
    }

    // MARK: Refunds

    @Test func refundOfTheActivePeriodEndsTheMembersAccess() throws {
        let shop = try FamilyShop()
        try shop.anna.buy("silver")
        try shop.store.pass(days: 40)
        let newest = try #require(try shop.anna.history().last)
        let launch = Launch(shop.ben)
        _ = launch.ids()
        guard case .refunded = try shop.store.refund(newest.id, .prorated) else {
            Issue.record("the purchase was not refunded")
            return
        }
        let lost = launch.received()
        #expect(lost.map(\.sharedFrom) == [newest.id] && lost.first?.revocation?.type == .familyRevoke)
        #expect(try shop.ben.history().map { $0.revocation != nil } == [false, true])
        #expect(try shop.state(shop.ben) == [.revoked] && shop.owned(shop.ben).isEmpty)
        try shop.anna.buy("silver")
        #expect(try shop.state(shop.ben) == [.subscribed] && shop.owned(shop.ben) == ["silver"])
    }

    // MARK: Together with an own subscription

    @Test func ownSubscriptionStandsBesideTheSharedOne() throws {
        let shop = try FamilyShop()
        try shop.anna.buy("silver")
        let own = try shop.ben.buy("gold")
        #expect(own.ownership == .purchased && own.price.milliunits == 3000, "ben pays for his own")
        let statuses = try shop.ben.statuses(ofGroup: "CLUB")
        #expect(
            statuses.map(\.transaction.ownership) == [.purchased, .familyShared],
            "the account's own subscription comes first")
        #expect(statuses.map(\.transaction.productID) == ["gold", "silver"])
        #expect(try shop.owned(shop.ben) == ["silver", "gold"])
        #expect(try shop.owned(shop.anna) == ["silver", "gold"], "both accounts have both subscriptions")
        try shop.store.pass(days: 30)
        #expect(try shop.owned(shop.ben).sorted() == ["gold", "silver"] && shop.store.totals.transactions == 4)
        try shop.store.leave(own.id)
        try shop.store.pass(days: 31)
        #expect(try shop.state(shop.ben) == [.expired, .subscribed] && shop.owned(shop.ben) == ["silver"])
        #expect(try !shop.ben.statuses().map(\.groupID).isEmpty && shop.ben.statuses().count == 1)
    }

    @Test func sharedSubscriptionIsNoHistoryOfTheMembersOwn() throws {
        let shop = try FamilyShop()
        try shop.anna.buy("silver")
        #expect(try shop.ben.isEligibleForIntroductoryOffer(groupID: "CLUB"))
        let own = try shop.ben.buy("silver")
        #expect(own.originalID == own.id && own.reason == .purchase)
    }

    @Test func severalMembersAndSeveralPayersKeepTheirIDsApart() throws {
        let shop = try FamilyShop()
        try shop.join("carla")
        let carla = try shop.store.device(account: "carla")
        try shop.anna.buy("silver")
        try shop.ben.buy("gold")
        try shop.store.pass(days: 100)
        for device in [shop.anna, shop.ben, carla] {
            let periods = Dictionary(grouping: try device.history(), by: \.originalID)
            #expect(periods.count == 2)
            for periods in periods.values {
                #expect(periods.count == 4 && Set(periods.map(\.productID)).count == 1)
                #expect(zip(periods, periods.dropFirst()).allSatisfy { $0.expirationDate == $1.purchaseDate })
            }
            #expect(try shop.owned(device).sorted() == ["gold", "silver"])
        }
        #expect(try shop.state(carla) == [.subscribed, .subscribed])
    }
}
