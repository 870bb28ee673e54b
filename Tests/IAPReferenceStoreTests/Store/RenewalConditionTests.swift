import Foundation
import IAPModel
import Testing

@testable import IAPReferenceStore

/// Settings for all subscriptions, and the prices of renewals.
struct RenewalConditionTests {
    private static let day = OfferShop.day

    private static func status(_ device: StoreDevice) throws -> LedgerStatus {
        try #require(try device.statuses(ofGroup: "CLUB").first)
    }

    // MARK: Billing

    @Test func renewalThatCannotBePaidIsTriedAgainAndResolved() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let low = try device.buy("low")
        try store.setBillingRetryOnRenewal(true)
        let launch = Launch(device)
        _ = launch.ids()
        try store.pass(days: 35)
        #expect(try Self.status(device).state == .inBillingRetry && device.currentEntitlements().isEmpty)
        #expect(try launch.ids() == [] && device.history() == [low], "nothing was charged")
        #expect(try store.perform(.resolveBillingIssue, ofTransaction: low.id) == .done)
        let next = try #require(try device.currentEntitlements().first)
        #expect(try next.purchaseDate == store.now && next.originalID == low.id && next.reason == .renewal)
        #expect(launch.ids() == [next.id])
        #expect(try store.perform(.resolveBillingIssue, ofTransaction: low.id) == .refused(.notInBillingRetry))
    }

    @Test func renewalIsPaidAtTheFirstTryAfterTheSwitch() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let low = try device.buy("low")
        try store.setBillingRetryOnRenewal(true)
        try store.pass(days: 35)
        try store.setBillingRetryOnRenewal(false)
        #expect(try Self.status(device).state == .inBillingRetry)
        try store.pass(days: 1)
        let status = try Self.status(device)
        #expect(status.state == .subscribed && status.transaction.purchaseDate == TestStore.start + 36 * Self.day)
        #expect(status.transaction.originalID == low.id)
    }

    @Test func renewalThatIsNeverPaidEndsAfterSixtyDays() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try device.buy("low")
        try store.setBillingRetryOnRenewal(true)
        try store.pass(days: 89)
        #expect(try Self.status(device).state == .inBillingRetry)
        try store.pass(days: 1)
        let status = try Self.status(device)
        #expect(status.state == .expired && status.renewal.expirationReason == .billingError)
    }

    @Test(arguments: GracePolicy.allCases) func graceIsAsLongAsItWasChosen(policy: GracePolicy) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let low = try device.buy("low")
        try store.setBillingRetryOnRenewal(true)
        try store.setGracePeriod(policy)
        try store.pass(days: 30)
        let status = try Self.status(device)
        let days = Int64(policy.rawValue)
        #expect(status.state == .inGracePeriod && status.renewal.isInBillingRetry)
        #expect(status.renewal.gracePeriodExpirationDate == TestStore.start + (30 + days) * Self.day)
        #expect(try device.currentEntitlements().map(\.id) == [low.id], "the grace period gives access")
        try store.setGracePeriod(nil)
        _ = try store.advanceClock(by: days * Self.day - 1)
        #expect(try Self.status(device).state == .inGracePeriod, "a running grace period keeps its length")
        _ = try store.advanceClock(by: 1)
        #expect(try Self.status(device).state == .inBillingRetry && device.currentEntitlements().isEmpty)
    }

    @Test func paymentInTheGracePeriodKeepsTheBillingDate() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let low = try device.buy("low")
        try store.setBillingRetryOnRenewal(true)
        try store.setGracePeriod(.sixteenDays)
        try store.pass(days: 40)
        #expect(try store.perform(.resolveBillingIssue, ofTransaction: low.id) == .done)
        #expect(try Self.status(device).transaction.purchaseDate == low.expirationDate)
    }

    @Test(arguments: [true, false], [true, false]) func fileSaysHowTheStoreBegins(fails: Bool, hasGrace: Bool) throws {
        let store = try TestStore.open(
            catalogue: OfferShop.catalogue.replacingOccurrences(
                of: #"{"version""#,
                with: """
                    {"settings": {"_renewalBillingIssuesEnabled": \(fails), "_billingGracePeriodEnabled": \(hasGrace)},
                    "version"
                    """))
        let device = try store.device()
        try device.buy("low")
        try store.pass(days: 45)
        #expect(
            try Self.status(device).state == (fails ? (hasGrace ? .inGracePeriod : .inBillingRetry) : .subscribed))
    }

    /// The clock runs automatically. Events that were due before a change follow the old conditions.
    @Test func changeAppliesToLaterEventsOnly() throws {
        let machine = Machine()
        let store = try machine.store(.accelerated(.oneRenewalEveryMinute))
        let device = try store.device()
        try device.buy("silver")
        machine.pass(90_000)
        try store.setBillingRetryOnRenewal(true)
        #expect(try device.history().count == 2 && Self.status(device).state == .subscribed)
        machine.pass(60_000)
        #expect(try device.history().count == 2 && Self.status(device).state == .inBillingRetry)
    }

    // MARK: The limit

    @Test func renewalStopsAtTheLimitAndRestartsWithAPurchase() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.setRenewalLimit(2)
        for count in [3, 6] {
            try device.buy("low")
            try store.pass(days: 70)
            #expect(try !Self.status(device).renewal.willAutoRenew)
            try store.pass(days: 60)
            #expect(try device.history().count == count)
            let status = try Self.status(device)
            #expect(status.state == .expired && status.renewal.expirationReason == .autoRenewDisabled)
        }
        try store.setRenewalLimit(0)
        try device.buy("low")
        try store.pass(days: 400)
        #expect(try device.history().count > 12 && Self.status(device).state == .subscribed)
    }

    // MARK: Products on sale

    @Test func removedProductIsNotListedAndCannotBeBought() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        #expect(try store.setOnSale("coins", false) && store.setOnSale("coins", false))
        #expect(try store.setOnSale("low", false) && !store.setOnSale("nothing", false))
        #expect(try device.products(["coins", "low", "month"]).map(\.product.productID) == ["month"])
        #expect(try device.listing("coins") == nil)
        for productID in ["coins", "low"] {
            let failure = #expect(throws: StoreFailure.self) { try device.buy(productID) }
            #expect(failure?.kind == .productUnavailable && failure?.detail.contains(productID) == true)
        }
        #expect(try store.setOnSale("low", true))
        #expect(try device.products(["coins", "low"]).map(\.product.productID) == ["low"])
        try device.buy("low")
    }

    @Test func subscriptionToARemovedProductEndsWithItsPeriod() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let low = try device.buy("low")
        #expect(try store.setOnSale("low", false))
        #expect(try Self.status(device).state == .subscribed && Self.status(device).renewal.renewalPrice == nil)
        #expect(try device.currentEntitlements().map(\.id) == [low.id])
        try store.pass(days: 30)
        let status = try Self.status(device)
        #expect(status.state == .expired && status.renewal.expirationReason == .productUnavailable)
        #expect(try device.history() == [low])
    }

    @Test func approvalOfARemovedProductChargesNothing() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        _ = try device.purchase("coins", PurchaseOptions(asks: true))
        let approval = try #require(try store.approvals.first)
        #expect(try store.setOnSale("coins", false))
        #expect(throws: StoreFailure.self) { try store.approve(approval.id) }
        #expect(try store.totals.transactions == 0)
    }

    // MARK: Prices

    @Test func everySeatIsPaidAtEachRenewal() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        var options = PurchaseOptions()
        options.seats = 3
        let low = try device.buy("low", options)
        #expect(try Self.status(device).renewal.renewalPrice?.milliunits == 3 * 990)
        try store.pass(days: 70)
        #expect(try device.history().map(\.price.milliunits) == [2970, 2970, 2970])
        #expect(try device.history().allSatisfy { $0.seats == 3 })
        let increase = SubscriptionControl.increasePrice(milliunits: 1500, needsConsent: false)
        #expect(try store.perform(increase, ofTransaction: low.id) == .done)
        #expect(try Self.status(device).renewal.renewalPrice?.milliunits == 3 * 1500)
        try store.pass(days: 30)
        #expect(try device.history().last?.price.milliunits == 3 * 1500)
    }

    @Test func everySeatOfACommitmentIsPaidByEachBill() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        var options = try store.introduction(false, of: "yearly")
        options.billingPlanType = .monthly
        options.seats = 4
        let first = try device.buy("yearly", options)
        try store.leave(first.id)
        try store.pass(days: 40)
        let second = try #require(try device.history().last)
        #expect(second.price.milliunits == 4 * 4000 && second.reason == .renewal)
        #expect(second.commitment?.periodNumber == 2 && second.commitment?.priceMilliunits == 192_000)
        #expect(second.commitment?.expirationDate == first.commitment?.expirationDate)
        #expect(second.billingPlanType == .monthly)
        let renewal = try Self.status(device).renewal
        #expect(renewal.willAutoRenew && renewal.renewalPrice?.milliunits == 16_000)
        #expect(renewal.commitment?.willAutoRenew == false && renewal.commitment?.autoRenewProductID == nil)
        try store.pass(days: 400)
        #expect(try device.history().count == 12 && Self.status(device).state == .expired)
        #expect(try Self.status(device).renewal.commitment == nil)
    }

    @Test func renewalHasThePriceThatTheServerSigned() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let request = #"{"item":{"price":2500},"currency":"EUR"}"#
        var options = PurchaseOptions()
        options.advancedCommerceJWS = try store.sign(.advancedCommerceJWS(request: request))
        options.seats = 2
        try device.buy("month", options)
        let price = Money(milliunits: 5000, currencyCode: "EUR")
        #expect(try Self.status(device).renewal.renewalPrice == price)
        #expect(try Self.status(device).renewal.advancedCommerceInfo == request)
        try store.pass(days: 70)
        let history = try device.history()
        #expect(
            history.map(\.price) == [price, price, price], "the signed price replaces the file's price and free week")
        #expect(history.allSatisfy { $0.advancedCommerceInfo == request })
    }
}
