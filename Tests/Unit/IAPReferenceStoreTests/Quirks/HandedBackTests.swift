import IAPModel
import Testing

@testable import IAPReferenceStore

/// The store responds to a purchase with an earlier purchase.
struct HandedBackTests {
    // MARK: An active subscription

    @Test("Buying an active subscription again fails, or returns the current transaction", arguments: [false, true])
    func ownedSubscription(isError: Bool) throws {
        let store = try TestStore.open()
        let device = try store.device()
        try store.quirks.set(.ownedSubscriptionFails, to: isError ? 1 : 0)
        let silver = try device.buy("silver")
        if isError {
            #expect(try kind { try device.buy("silver") } == .systemCurrentlySubscribed)
        } else {
            #expect(try device.buy("silver") == silver)
        }
        #expect(try store.transactions.totals.transactions == 1)
    }

    @Test("A change of the billing plan does not count as buying the active subscription again")
    func changesAreNoErrors() throws {
        let store = try TestStore.open()
        let device = try store.device()
        try store.quirks.set(.ownedSubscriptionFails, to: 1)
        let silver = try device.buy("silver")
        #expect(try device.buy("bronze") == silver, "the change takes effect at the next renewal")
        #expect(try device.buy("gold").id != silver.id)
        #expect(try device.currentEntitlements().map(\.productID) == ["gold"])
    }

    // MARK: After a lapse

    struct Lapse: Sendable, CustomTestStringConvertible {
        var quirk: Int64
        /// The time since the lapse.
        var milliseconds: Int64
        var isHandedBack: Bool

        var testDescription: String { "\(quirk), \(milliseconds) ms" }
    }

    static let lapses = [
        Lapse(quirk: 0, milliseconds: 0, isHandedBack: false), Lapse(quirk: 1, milliseconds: 0, isHandedBack: true),
        Lapse(quirk: 1, milliseconds: 1999, isHandedBack: true),
        Lapse(quirk: 1, milliseconds: 2000, isHandedBack: false),
        Lapse(quirk: 2, milliseconds: 2000, isHandedBack: true),
        Lapse(quirk: 2, milliseconds: 366 * OfferShop.day, isHandedBack: true),
    ]

    /// Returns the subscription. It lapsed this long ago.
    private func lapsed(
        _ device: StoreDevice, _ productID: String = "silver", by milliseconds: Int64 = 0
    ) throws -> LedgerTransaction {
        let transaction = try device.buy(productID)
        try device.store.leave(transaction.id)
        let end = try #require(transaction.expirationDate)
        try device.store.clock.advance(by: end - device.store.clock.now + milliseconds)
        #expect(try device.currentEntitlements().isEmpty)
        return transaction
    }

    @Test("After a lapse the store returns the old transaction for the time of the quirk", arguments: lapses)
    func lapse(_ lapse: Lapse) throws {
        let store = try TestStore.open()
        let device = try store.device()
        try store.quirks.set(.lapseReturnsOld, to: lapse.quirk)
        let old = try lapsed(device, by: lapse.milliseconds)
        let response = try device.buy("silver")
        #expect((response.id == old.id) == lapse.isHandedBack)
        #expect(try store.transactions.totals.transactions == (lapse.isHandedBack ? 1 : 2))
        #expect(try device.currentEntitlements().isEmpty == lapse.isHandedBack)
    }

    @Test("Another product or a refunded subscription is bought normally")
    func onlyWhatLapsedIsHandedBack() throws {
        let store = try TestStore.open()
        let device = try store.device()
        try store.quirks.set(.lapseReturnsOld, to: 2)
        let old = try lapsed(device)
        let bronze = try device.buy("bronze")
        #expect(bronze.id != old.id)
        _ = try store.refunds.refund(bronze.id)
        #expect(try device.buy("bronze").id != bronze.id)
    }

    @Test("After a lapse there is no approval request, and an offer has no effect")
    func neitherApprovalNorOffer() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.quirks.set(.lapseReturnsOld, to: 2)
        let old = try lapsed(device, "month")
        try store.controls.setAskToBuy(true)
        var options = PurchaseOptions()
        options.winBackOfferID = "back"
        #expect(try device.buy("month", options).id == old.id)
        #expect(try device.buy("month", store.promotion("half")).id == old.id)
        #expect(try store.purchases.approvals.isEmpty && store.transactions.totals.transactions == 1)
        try store.quirks.set(.lapseReturnsOld, to: 0)
        try store.controls.setAskToBuy(false)
        #expect(try device.buy("month", options).offer?.id == "back")
    }

    // MARK: Unfinished consumables and non-renewing subscriptions

    @Test("The store returns an unfinished consumable until it is finished", arguments: [false, true])
    func unfinishedConsumable(isHandedBack: Bool) throws {
        let store = try TestStore.open()
        let device = try store.device()
        try store.quirks.set(.unfinishedConsumableReturned, to: isHandedBack ? 1 : 0)
        let first = try device.buy("coins")
        #expect((try device.buy("coins").id == first.id) == isHandedBack)
        #expect(try store.transactions.totals.transactions == (isHandedBack ? 1 : 2))
        for transaction in try device.unfinished() { try device.finish(transaction.id) }
        #expect(try device.buy("coins").id != first.id)
    }

    @Test("The store never returns another product, another account's purchase or a refunded one")
    func otherConsumables() throws {
        let store = try TestStore.open()
        let device = try store.device()
        try store.quirks.set(.unfinishedConsumableReturned, to: 1)
        let coins = try device.buy("coins")
        #expect(try device.buy("gems").productID == "gems")
        #expect(try store.device(account: "ben").buy("coins").id != coins.id)
        _ = try store.refunds.refund(coins.id)
        #expect(try device.buy("coins").id != coins.id)
    }

    @Test("A returned purchase shows no sheet: a test's order stays open, and there is no approval request")
    func orderWaitsForASheet() throws {
        let store = try TestStore.open()
        let device = try store.device()
        try store.quirks.set(.unfinishedConsumableReturned, to: 1)
        let coins = try device.buy("coins")
        try store.controls.order(.cancel)
        try store.controls.setAskToBuy(true)
        #expect(try device.buy("coins") == coins)
        #expect(try store.purchases.approvals.isEmpty)
        try device.finish(coins.id)
        guard case .cancelled = try device.purchase("coins", PurchaseOptions()) else {
            Issue.record("the order was already used")
            return
        }
    }

    @Test("A non-renewing subscription is bought again, or the store returns the first one", arguments: [false, true])
    func nonRenewing(isHandedBack: Bool) throws {
        let store = try TestStore.open()
        let device = try store.device()
        let first = try device.buy("season")
        try device.finish(first.id)
        try store.quirks.set(.nonRenewingSecondReturnsFirst, to: isHandedBack ? 1 : 0)
        #expect((try device.buy("season").id == first.id) == isHandedBack)
        #expect(try store.transactions.totals.transactions == (isHandedBack ? 1 : 2))
        _ = try store.refunds.refund(first.id)
        try store.quirks.set(.nonRenewingSecondReturnsFirst, to: 1)
        #expect((try device.buy("season").id > first.id), "the refunded subscription is not active")
    }

    // MARK: Offers to current subscribers

    @Test("A subscriber who uses an offer gets the current transaction, even with an invalid signature")
    func offerToHolder() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let held = try device.buy("month")
        let bad = try OfferShop.open(seed: 2).promotion("half")
        var winBack = PurchaseOptions()
        winBack.winBackOfferID = "back"
        #expect(try kind { try device.buy("month", bad) } == .invalidOfferSignature)
        #expect(try kind { try device.buy("month", winBack) } == .ineligibleForOffer)
        try store.quirks.set(.offerToHolderReturnsHeld, to: 1)
        #expect(try device.buy("month", bad) == held)
        #expect(try device.buy("month", winBack) == held)
        #expect(try device.buy("month", store.promotion("half")) == held)
        try store.pass(days: 8)
        let renewal = try #require(try device.latest(of: "month"))
        #expect(renewal.id != held.id && renewal.offer == nil && renewal.price.milliunits == 4990, "no offer is stored")
    }

    @Test("The quirk has no effect for an unknown offer, another product or a lapsed subscription")
    func offersThatAreAsDocumented() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.quirks.set(.offerToHolderReturnsHeld, to: 1)
        let month = try device.buy("month")
        #expect(try kind { try device.buy("month", store.promotion("nothing")) } == .invalidOfferIdentifier)
        let top = try device.buy("top", store.promotion("top.half", of: "top"))
        #expect(top.id != month.id && top.offer?.id == "top.half")
        try store.leave(top.id)
        try store.pass(days: 40)
        let bad = try OfferShop.open(seed: 2).promotion("top.half", of: "top")
        #expect(try kind { try device.buy("top", bad) } == .invalidOfferSignature)
        #expect(try device.buy("top", store.promotion("top.half", of: "top")).id > top.id)
    }
}
