import Foundation
import IAPModel
import Testing

@testable import IAPReferenceStore

/// Settings for all subscriptions, and the prices of renewals.
struct RenewalConditionTests {
    private static let day = OfferShop.day

    private static func status(_ device: StoreDevice) throws -> LedgerStatus {
        try #require(try device.statuses.list(ofGroup: "CLUB").first)
    }

    /// The clock runs automatically. Events that were due before a change follow the old conditions.
    @Test func changeAppliesToLaterEventsOnly() throws {
        let machine = Machine()
        let store = try machine.store(.accelerated(.oneRenewalEveryMinute))
        let device = try store.device()
        try device.buy("silver")
        machine.pass(90_000)
        try store.controls.setBillingRetryOnRenewal(true)
        #expect(try device.history().count == 2 && Self.status(device).state == .subscribed)
        machine.pass(60_000)
        #expect(try device.history().count == 2 && Self.status(device).state == .inBillingRetry)
    }

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
        let increase = SubscriptionCommand.increasePrice(milliunits: 1500, needsConsent: false)
        #expect(try store.subscriptions.perform(increase, ofTransaction: low.id) == .done)
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
        options.advancedCommerceJWS = try store.serverKeys.sign(.advancedCommerceJWS(request: request))
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
