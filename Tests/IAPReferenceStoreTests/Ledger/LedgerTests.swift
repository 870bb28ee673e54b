import IAPModel
import Testing

@testable import IAPReferenceStore

/// What the store remembers about each account.
struct LedgerTests {
    private static func ids(_ transactions: [LedgerTransaction]) -> [UInt64] { transactions.map(\.id) }

    @Test func idsAreUniqueAndRisingAcrossAccounts() throws {
        let store = try TestStore.open()
        let devices = [try store.device(account: "anna"), try store.device(account: "ben")]
        var ids: [UInt64] = []
        for round in 0..<20 { ids.append(try devices[round % 2].buy("coins").id) }
        #expect(ids == ids.sorted() && Set(ids).count == ids.count)
        #expect(
            ids.allSatisfy { (2_000_000_000_000_000..<2_001_000_000_000_000).contains($0) },
            "the ids look like those of the sandbox")
    }

    @Test func transactionIsReadAsItWasWritten() throws {
        let device = try TestStore.open().device()
        let bought = try [
            device.buy("coins", quantity: 3, token: "9b2c5d4e-0000-4000-8000-000000000001"), device.buy("editor"),
            device.buy("season"), device.buy("silver"),
        ]
        #expect(try device.unfinished() == bought)
    }

    @Test func everythingSurvivesTheEndOfTheStore() throws {
        let folder = try Folder()
        let path = folder.path("state")
        var store = try TestStore.open(path: path)
        var device = try store.device()
        let bought = try [device.buy("coins"), device.buy("editor"), device.buy("silver")]
        try device.finish(bought[1].id)
        try store.setAskToBuy(true)
        try store.order(.cancel)
        _ = try device.purchase("gems", PurchaseOptions())
        _ = try device.purchase("gems", PurchaseOptions(quantity: 2, token: "token"))
        let (root, verification) = (try store.rootCertificate, device.verificationID)
        let approvals = try store.approvals
        store.close()

        store = try TestStore.open(path: path, seed: 99)
        device = try store.device()
        #expect(try device.unfinished() == [bought[0], bought[2]])
        #expect(try Self.ids(device.history()) == Self.ids(bought))
        #expect(try store.approvals == approvals)
        #expect(approvals.map(\.quantity) == [2] && approvals.map(\.appAccountToken) == ["token"])
        #expect(
            try store.rootCertificate == root && device.verificationID == verification,
            "the seed is used only for new files")
        let approved = try store.approve(approvals[0].id)?.id
        #expect(approvals[0].id == bought[2].id + 1 && approved == bought[2].id + 2, "the sequence of ids continues")
        store.close()
    }

    @Test func entitlementsAreTheActivePurchases() throws {
        let device = try TestStore.open().device()
        try device.buy("coins")
        let (editor, season, silver) = (try device.buy("editor"), try device.buy("season"), try device.buy("silver"))
        #expect(try Self.ids(device.currentEntitlements()) == [editor.id, season.id, silver.id])
        // A finish tells the store that the game has granted the purchase. It removes nothing.
        for transaction in [editor, season, silver] { try device.finish(transaction.id) }
        #expect(try Self.ids(device.currentEntitlements()) == [editor.id, season.id, silver.id])

        let gold = try device.buy("gold")
        #expect(try Self.ids(device.currentEntitlements()) == [editor.id, season.id, gold.id])
        _ = try device.store.refund(editor.id)
        #expect(try Self.ids(device.currentEntitlements()) == [season.id, gold.id])
        try device.store.leave(gold.id)
        _ = try device.store.advanceClock(by: 366 * 86_400_000)
        #expect(try Self.ids(device.currentEntitlements()) == [season.id])
    }

    @Test func historyHasEverythingButFinishedConsumables() throws {
        let device = try TestStore.open().device()
        let (coins, gems) = (try device.buy("coins"), try device.buy("gems"))
        let (editor, silver) = (try device.buy("editor"), try device.buy("silver"))
        #expect(try Self.ids(device.history()) == [coins.id, gems.id, editor.id, silver.id])
        for transaction in [coins, gems, editor, silver] { try device.finish(transaction.id) }
        #expect(try Self.ids(device.history()) == [editor.id, silver.id])
        #expect(try device.unfinished().isEmpty)
        _ = try device.store.refund(gems.id)
        #expect(
            try Self.ids(device.history()) == [gems.id, editor.id, silver.id], "a refunded consumable is in the history"
        )
    }

    @Test func latestIsTheNewestOfTheProduct() throws {
        let device = try TestStore.open().device()
        #expect(try device.latest(of: "coins") == nil)
        let (first, second) = (try device.buy("coins"), try device.buy("coins"))
        #expect(try device.latest(of: "coins")?.id == second.id)
        try device.finish(second.id)
        #expect(try device.latest(of: "coins")?.id == first.id, "a finished consumable is not in the history")
        try device.finish(first.id)
        #expect(try device.latest(of: "coins") == nil)
        let editor = try device.buy("editor")
        try device.finish(editor.id)
        #expect(try device.latest(of: "editor")?.id == editor.id)
        #expect(try device.latest(of: "nothing") == nil)
    }

    @Test func onlyTheOwnAccountFinishes() throws {
        let store = try TestStore.open()
        let (anna, ben) = (try store.device(account: "anna"), try store.device(account: "ben"))
        let coins = try anna.buy("coins")
        try ben.finish(coins.id)
        #expect(try Self.ids(anna.unfinished()) == [coins.id])
        try store.device("tablet", account: "anna").finish(coins.id)
        #expect(try anna.unfinished().isEmpty, "any device of the account may finish it")
        try anna.finish(coins.id)
        try anna.finish(1)
    }

    @Test func accountsShareNothing() throws {
        let store = try TestStore.open()
        let (anna, ben) = (try store.device(account: "anna"), try store.device(account: "ben"))
        let editor = try anna.buy("editor")
        #expect(try ben.unfinished().isEmpty && ben.history().isEmpty && ben.currentEntitlements().isEmpty)
        #expect(try ben.latest(of: "editor") == nil)
        #expect(try ben.buy("editor").id != editor.id, "ben does not own it and is charged")
    }

    @Test func secondPurchaseOfANonConsumableIsTheFirstOne() throws {
        let device = try TestStore.open().device()
        let editor = try device.buy("editor")
        #expect(try device.buy("editor").id == editor.id)
        try device.finish(editor.id)
        #expect(try device.buy("editor").id == editor.id)
        _ = try device.store.refund(editor.id)
        #expect(try device.buy("editor").id != editor.id, "a refunded product can be bought again")
        #expect(try device.store.totals.transactions == 2)
    }

    @Test func upgradeEndsTheRunningPeriodAndDowngradeDoesNot() throws {
        let device = try TestStore.open().device()
        let silver = try device.buy("silver")
        #expect(try device.buy("bronze").id == silver.id)
        let gold = try device.buy("gold")
        #expect(gold.originalID == silver.id && gold.originalPurchaseDate == silver.purchaseDate)
        #expect(gold.webOrderLineItemID != nil && gold.webOrderLineItemID != silver.webOrderLineItemID)
        let history = try device.history()
        #expect(history.map(\.isUpgraded) == [true, false])
        #expect(try device.buy("silver").id == gold.id)
        #expect(try device.store.totals.transactions == 2)
    }

    @Test func resubscriptionAfterTheEndKeepsTheOriginalID() throws {
        let device = try TestStore.open().device()
        let first = try device.buy("silver")
        try device.store.leave(first.id)
        _ = try device.store.advanceClock(by: 40 * 86_400_000)
        let second = try device.buy("bronze")
        #expect(second.id != first.id && second.originalID == first.id)
        #expect(second.originalPurchaseDate == first.purchaseDate)
        #expect(second.purchaseDate == first.purchaseDate + 40 * 86_400_000)
        #expect(try !device.history()[0].isUpgraded, "the subscription had already ended")
    }

    @Test func totalsCountWholeTheLedger() throws {
        let store = try TestStore.open()
        #expect(try store.totals == LedgerTotals(transactions: 0, unfinished: 0, refunded: 0))
        let (anna, ben) = (try store.device(account: "anna"), try store.device(account: "ben"))
        let coins = try anna.buy("coins")
        try ben.buy("coins")
        try ben.buy("editor")
        try anna.finish(coins.id)
        _ = try store.refund(coins.id)
        #expect(try store.totals == LedgerTotals(transactions: 3, unfinished: 2, refunded: 1))
    }

    @Test func productThatIsNotSoldIsRefused() throws {
        let device = try TestStore.open().device()
        let failure = #expect(throws: StoreFailure.self) { try device.buy("nothing") }
        #expect(failure?.kind == .productUnavailable && failure?.detail.contains("nothing") == true)
    }
}
