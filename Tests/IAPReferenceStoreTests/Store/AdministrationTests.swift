import IAPDatabase
import IAPModel
import Testing

@testable import IAPReferenceStore

/// Administration of the ledger by a test.
struct AdministrationTests {
    private static let day: Int64 = 86_400_000

    private static func rows(_ store: ReferenceStore, _ table: String) throws -> Int64 {
        try store.read { ledger throws(DatabaseError) in
            try ledger.database.query("SELECT count(*) FROM \(table)") { $0.integer(0) }.first ?? -1
        }
    }

    private static func flags(_ store: ReferenceStore, _ id: UInt64) throws -> SubscriptionFlags? {
        if case .charged(_, let flags) = try store.listedTransaction(id) { flags } else { nil }
    }

    @Test("Deleting a transaction removes everything about it")
    func deletionIsWhole() throws {
        let store = try TestStore.open()
        let device = try store.device()
        #expect(try store.answerNext(.refund, SheetAnswer(isAccepted: true, detail: "later")))
        let editor = try device.buy("editor")
        _ = try device.showRefundSheet(editor.id)
        #expect(try Self.rows(store, "transaction_update") == 1 && Self.rows(store, "refund_request") == 1)
        #expect(try store.deleteTransaction(editor.id))
        for table in ["ledger", "transaction_update", "refund_request"] {
            #expect(try Self.rows(store, table) == 0, "\(table)")
        }
        #expect(try !store.deleteTransaction(editor.id))
        try device.finish(editor.id)
    }

    @Test("Deleting the first period deletes the subscription, but nothing of other accounts")
    func firstPeriodIsTheSubscription() throws {
        let store = try TestStore.open()
        let (anna, ben) = (try store.device(account: "anna"), try store.device(account: "ben"))
        let (silver, other) = (try anna.buy("silver"), try ben.buy("silver"))
        try anna.buy("gold")
        for id in [silver.id, other.id] { _ = try store.perform(.setAutoRenewal(isOn: false), ofTransaction: id) }
        _ = try store.advanceClock(by: 400 * Self.day)
        let last = try anna.buy("bronze")
        #expect(last.originalID == silver.id)
        #expect(try store.deleteTransaction(silver.id))
        #expect(try store.transactionIDs(of: nil) == [other.id])
        #expect(try anna.statuses().isEmpty && ben.statuses().count == 1)
        #expect(try Self.rows(store, "subscription") == 1)
    }

    @Test("Without its newest period, a subscription returns to the period before and is not renewed")
    func newestPeriodIsRolledBack() throws {
        let store = try TestStore.open()
        let device = try store.device()
        let silver = try device.buy("silver")
        let gold = try device.buy("gold")
        var setting = RenewalSetting()
        setting.priceIncrease = .pending
        setting.autoRenewProductID = "bronze"
        _ = try store.setRenewal(ofTransaction: gold.id, setting)
        #expect(try Self.flags(store, silver.id)?.isPendingPriceIncreaseConsent == true)
        #expect(try store.deleteTransaction(gold.id))
        #expect(try Self.flags(store, silver.id) == SubscriptionFlags())
        let status = try #require(try device.statuses(ofGroup: "CLUB").first)
        #expect(status.transaction.id == silver.id && status.state == .subscribed && !status.transaction.isUpgraded)
        #expect(!status.renewal.willAutoRenew && status.renewal.priceIncrease == .none)
        _ = try store.advanceClock(by: 40 * Self.day)
        #expect(try device.statuses(ofGroup: "CLUB").first?.state == .expired)
        #expect(try device.statuses(ofGroup: "CLUB").first?.renewal.expirationReason == .autoRenewDisabled)
    }

    @Test("If the restart after a long lapse is deleted, a subscription counts from its original start")
    func beginningIsRolledBack() throws {
        let store = try TestStore.open()
        let device = try store.device()
        let silver = try device.buy("silver")
        _ = try store.perform(.setAutoRenewal(isOn: false), ofTransaction: silver.id)
        _ = try store.advanceClock(by: 300 * Self.day)
        let again = try device.buy("silver")
        let start = { try device.statuses(ofGroup: "CLUB").first?.renewal.recentSubscriptionStartDate }
        #expect(try start() == again.purchaseDate)
        #expect(try store.deleteTransaction(again.id))
        #expect(try start() == silver.purchaseDate)
    }

    @Test("A reset restores every setting except the store's permanent ones")
    func resetIsWhole() throws {
        let store = try TestStore.open()
        let settings = {
            try store.read { ledger throws(DatabaseError) in
                try ledger.database.query("SELECT key, value FROM setting ORDER BY key") {
                    "\($0.text(0)) \($0.text(1))"
                }
            }
        }
        let first = try settings()
        try store.change(.settle) { ledger throws(DatabaseError) in
            for setting in Setting.allCases where !setting.isLasting { try ledger.set(setting, Value("other")) }
        }
        #expect(try settings() != first)
        try store.resetToDefaultState()
        #expect(try settings() == first)
    }

    @Test("Clearing removes every row of every purchase")
    func clearingIsWhole() throws {
        let store = try TestStore.open()
        let device = try store.device()
        try device.buy("silver")
        let editor = try device.buy("editor")
        #expect(try store.answerNext(.refund, SheetAnswer(isAccepted: true, detail: "later")))
        _ = try device.showRefundSheet(editor.id)
        _ = try device.purchase("coins", PurchaseOptions(asks: true))
        try device.sendIntent("coins", offerID: nil)
        try store.clearTransactions()
        for table in ["ledger", "attempt", "subscription", "transaction_update", "refund_request", "intent"] {
            #expect(try Self.rows(store, table) == 0, "\(table)")
        }
        #expect(try Self.rows(store, "device") == 1)
    }

    @Test("A refunded transaction lists the refunded amount")
    func refundIsListed() throws {
        let store = try TestStore.open()
        let device = try store.device()
        let coins = try device.buy("coins", quantity: 3)
        _ = try store.refund(coins.id)
        guard case .charged(let listed, _) = try store.listedTransaction(coins.id) else {
            Issue.record("the transaction is not listed")
            return
        }
        #expect(listed.refundedMilliunits == 2970 && listed.revocation != nil)
    }

    @Test("The time rate follows the clock until it is set")
    func timeRateIsThatOfTheClock() throws {
        #expect(try TestStore.open().settings.timeRate == 0)
        let text = #"{"version": {"major": 4}, "settings": {"_timeRate": 13}}"#
        let store = try TestStore.open(clock: .accelerated(nil), catalogue: text)
        #expect(try store.settings.timeRate == 13)
        try store.change(.settle) { ledger throws(DatabaseError) in try ledger.set(.timeRate, .integer(15)) }
        #expect(try store.settings.timeRate == 15)
        try store.resetToDefaultState()
        #expect(try store.settings.timeRate == 13)
    }
}
