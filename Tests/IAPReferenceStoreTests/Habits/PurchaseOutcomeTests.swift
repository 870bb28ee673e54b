import Foundation
import IAPModel
import Testing

@testable import IAPReferenceStore

/// How purchases end on real systems, and what follows.
struct PurchaseOutcomeTests {
    // MARK: The previous purchase

    @Test("The store returns the previous purchase and announces the new one", arguments: ["editor", "gems", "silver"])
    func previousPurchase(productID: String) throws {
        let store = try TestStore.open()
        let device = try store.device()
        try store.setHabit(.returnsPrevious, to: 1)
        let launch = Launch(device)
        let first = try device.buy("coins")
        #expect(first.productID == "coins", "the first purchase has no previous one")
        #expect(launch.ids() == [])
        #expect(try device.buy(productID).id == first.id)
        let announced = launch.received()
        #expect(announced.map(\.productID) == [productID] && announced.map(\.id) != [first.id])
        #expect(try store.totals.transactions == 2 && device.unfinished().count == 2)
        try store.setHabit(.returnsPrevious, to: 0)
        #expect(try device.buy("skins").productID == "skins")
        #expect(launch.ids() == [])
        #expect(try store.isTheSameAfterReplay())
    }

    @Test("A renewal, another account's purchase and a refunded purchase do not count as previous")
    func purchasesThatDoNotCountAsPrevious() throws {
        let store = try TestStore.open()
        let device = try store.device()
        let silver = try device.buy("silver")
        let refunded = try device.buy("coins")
        _ = try store.refund(refunded.id)
        try store.device(account: "ben").buy("gems")
        try store.pass(days: 40)
        try store.setHabit(.returnsPrevious, to: 1)
        #expect(try device.buy("editor").id == silver.id)
    }

    // MARK: Declined and interrupted

    @Test("A declined purchase is not made, or it is delivered as if it were approved", arguments: [false, true])
    func declined(isDelivered: Bool) throws {
        let store = try TestStore.open()
        let device = try store.device()
        let launch = Launch(device)
        try store.setHabit(.declinedDelivers, to: isDelivered ? 1 : 0)
        for productID in ["coins", "silver"] { _ = try device.purchase(productID, PurchaseOptions(asks: true)) }
        for approval in try store.approvals { #expect(try store.decline(approval.id)) }
        let delivered = isDelivered ? ["coins", "silver"] : []
        #expect(launch.received().map(\.productID) == delivered)
        #expect(try store.approvals.isEmpty && device.unfinished().map(\.productID) == delivered)
        #expect(try store.totals.transactions == delivered.count)
        #expect(try store.isTheSameAfterReplay())
    }

    @Test("A declined request that cannot be charged stays declined")
    func declinedForGood() throws {
        let store = try TestStore.open()
        let device = try store.device()
        try store.setHabit(.declinedDelivers, to: 1)
        _ = try device.purchase("coins", PurchaseOptions(asks: true))
        #expect(try store.setOnSale("coins", false))
        let id = try #require(try store.approvals.first?.id)
        #expect(try store.decline(id))
        #expect(try store.approvals.isEmpty && store.totals.transactions == 0)
    }

    @Test("An interrupted purchase is pending or fails, and both are charged later", arguments: [false, true])
    func interrupted(fails: Bool) throws {
        let store = try TestStore.open()
        let device = try store.device()
        let launch = Launch(device)
        try store.setHabit(.interruptedFails, to: fails ? 1 : 0)
        try store.setInterruption(.pending)
        if fails {
            #expect(try kind { try device.buy("editor") } == .unknown)
        } else {
            guard case .pending = try device.purchase("editor", PurchaseOptions()) else {
                Issue.record("the purchase is not pending")
                return
            }
        }
        let id = try #require(try store.transactionIDs(of: "anna").first)
        #expect(try store.totals.transactions == 0 && store.resolveIssue(id) == .done)
        #expect(launch.received().map(\.productID) == ["editor"])
        #expect(try store.totals.transactions == 1 && store.isTheSameAfterReplay())
    }

    // MARK: Identical Ask to Buy requests

    @Test("Identical requests are merged, and the last one extends the time")
    func equalRequestsAreOne() throws {
        let store = try TestStore.open()
        let device = try store.device()
        try store.setHabit(.askMerges, to: 1)
        for _ in 1...3 {
            guard case .pending = try device.purchase("editor", PurchaseOptions(asks: true)) else {
                Issue.record("the request is not pending")
                return
            }
            try store.pass(days: 1)
            _ = try store.advanceClock(by: -1)
        }
        let approvals = try store.approvals
        #expect(approvals.count == 1, "the merged request is still open after three days")
        let launch = Launch(device)
        #expect(try store.approve(try #require(approvals.first?.id))?.productID == "editor")
        #expect(try launch.received().count == 1 && store.totals.transactions == 1)
        #expect(try store.isTheSameAfterReplay())
    }

    @Test("Without the habit each request is separate")
    func eachRequestIsItsOwn() throws {
        let store = try TestStore.open()
        let device = try store.device()
        for _ in 1...2 { _ = try device.purchase("coins", PurchaseOptions(asks: true)) }
        #expect(try store.approvals.count == 2)
    }

    @Test("Different requests are not merged, and the device of the last request gets the purchase")
    func unequalRequests() throws {
        let store = try TestStore.open()
        let (phone, tablet) = (try store.device("phone"), try store.device("tablet"))
        try store.setHabit(.askMerges, to: 1)
        let options = [
            PurchaseOptions(asks: true), PurchaseOptions(quantity: 2, asks: true),
            PurchaseOptions(token: OfferShop.token, asks: true),
        ]
        for options in options { _ = try phone.purchase("coins", options) }
        _ = try phone.purchase("gems", PurchaseOptions(asks: true))
        _ = try store.device(account: "ben").purchase("coins", PurchaseOptions(asks: true))
        #expect(try store.approvals.count == 5)
        _ = try tablet.purchase("gems", PurchaseOptions(asks: true))
        let gems = try #require(try store.approvals.first { $0.productID == "gems" })
        #expect(try store.approvals.count == 5)
        let (phones, tablets) = (Launch(phone), Launch(tablet))
        let id = try store.approve(gems.id)?.id
        #expect(phones.ids() == [] && tablets.ids() == [id])
    }

    // MARK: The receipt

    @Test("A purchase is in the device's receipt immediately, or after a refresh", arguments: [false, true])
    func receipt(isAtOnce: Bool) throws {
        let store = try TestStore.open()
        let device = try store.device()
        try store.setHabit(.receiptHasPurchases, to: isAtOnce ? 0 : 1)
        let empty = try device.appReceipt(isRefresh: false)
        let id = String(try device.buy("editor").id)
        func contains(_ receipt: [UInt8]) -> Bool { Data(receipt).range(of: Data(id.utf8)) != nil }
        #expect(!contains(empty))
        #expect(try contains(device.appReceipt(isRefresh: false)) == isAtOnce)
        #expect(try contains(device.appReceipt(isRefresh: true)))
        #expect(try contains(device.appReceipt(isRefresh: false)))
        #expect(try store.isTheSameAfterReplay())
    }
}
