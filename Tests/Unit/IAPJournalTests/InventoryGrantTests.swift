import IAPModel
import IAPPaymentQueue
import Testing

@testable import IAPJournal

/// A purchase grants once.
struct InventoryGrantTests {
    private let folder: Folder
    private let device: InventoryDevice

    init() throws {
        folder = try Folder()
        device = try InventoryDevice(path: folder.path("journal"))
    }

    @Test func purchaseIsGrantedWithItsFirstOfferAndOnlyThen() throws {
        let transaction = Transaction.bought(7, "bundle")
        for count in 1...3 {
            #expect(try device.buy(transaction) == .deliver(count: count, .granted))
            #expect(device.holdings == "coins 1000, no_ads")
            try device.relaunch()
            #expect(device.holdings == "coins 1000, no_ads")
        }
        try device.write(.grant(transaction))
        try device.write(.finish(transaction))
        #expect(device.holdings == "coins 1000, no_ads")
    }

    @Test func offerThatIsNotVerifiedGrantsNothing() throws {
        try device.write(.offer(.bought(7, "bundle"), isVerified: false))
        #expect(device.holdings == "")
    }

    @Test func rejectedPurchaseGrantsNothing() throws {
        try device.write(.rejection(.bought(7, "bundle"), reason: "stolen card"))
        #expect(device.holdings == "")
    }

    /// A game may finish a transaction that it found in the queue before the library delivered it.
    @Test func finishBeforeTheFirstOfferGrants() throws {
        try device.write(.finish(.bought(7, "bundle")))
        #expect(device.holdings == "coins 1000, no_ads")
    }

    @Test func eachPurchaseIsGrantedSeparately() throws {
        for id in 1...5 { try device.buy(.bought(UInt64(id), "coins.100")) }
        #expect(device.coins == 500)
    }

    /// The store charged once but reports the purchase under two ids.
    @Test(arguments: [[7, 8], [8, 7], [8, 9]] as [[UInt64]]) func copyUnderAnotherIDGrantsNothingMore(ids: [UInt64])
        throws
    {
        for id in ids {
            var copy = Transaction.bought(id, "bundle")
            copy.originalID = 7
            // A restored transaction may also have a different date.
            if id == 9 { copy.purchaseDate += 5000 }
            #expect(try device.buy(copy) == .deliver(count: 1, .granted))
            #expect(device.holdings == "coins 1000, no_ads")
        }
        try device.revoke(.bought(7, "bundle"))
        #expect(device.holdings == "")
    }

    /// Calls and entries name a transaction by its own id, and its grants have the first id of the purchase.
    @Test func takingBackACopyTakesBackThePurchase() throws {
        var copy = Transaction.bought(8, "gems.decided", date: 9000)
        (copy.originalID, copy.originalPurchaseDate) = (7, 4000)
        try device.buy(copy)
        try device.revoke(copy)
        #expect(device.gems == 10)
        try device.relaunch()
        try device.journal.apply(.takeBack(8))
        #expect(device.gems == 0)
    }

    @Test(arguments: [(UnlocksEnd.revoked, ""), (.at(5000), "no_ads until 5000")])
    func entitlementOfACopyEndsTheUnlocksOfThePurchase(end: UnlocksEnd, holdings: String) throws {
        device.clock.now = 1000
        var copy = Transaction.bought(8, "no_ads")
        copy.originalID = 7
        try device.restore(copy)
        try device.restore(.bought(7, "no_ads"))
        try device.write(.entitlementEnd(8, unlocksEnd: end))
        #expect(device.holdings == holdings)
    }

    /// A restore elsewhere may have made another copy, which the account still uses.
    @Test func unlockStaysWhileAnotherCopyIsInForce() throws {
        device.clock.now = 1000
        for id in [8, 9] as [UInt64] {
            var copy = Transaction.bought(id, "no_ads", date: Int64(id) * 1000)
            (copy.originalID, copy.originalPurchaseDate) = (7, 1000)
            let entitlement = Entitlement(
                productID: "no_ads", transactionID: id, end: nil, originalID: 7, purchaseDate: copy.purchaseDate)
            try device.write(.entitlement(copy, entitlement, isVerified: true))
        }
        try device.write(.entitlementEnd(8, unlocksEnd: .at(5000)))
        #expect(device.holdings == "no_ads")
        try device.write(.entitlementEnd(9, unlocksEnd: .at(5000)))
        #expect(device.holdings == "no_ads until 5000")
    }

    @Test(arguments: [0, UInt64.max, 1 << 63, UInt64(Int64.max)]) func everyIDIsGrantedOnce(id: UInt64) throws {
        for _ in 1...2 { try device.buy(.bought(id, "coins.100")) }
        #expect(device.coins == 100)
        try device.revoke(.bought(id, "coins.100"))
        #expect(device.coins == 0)
    }

    /// Two reference stores may use the same transaction ids.
    @Test func transactionOfAnotherStoreIsAnotherOne() throws {
        try device.buy(.bought(7, "coins.100", date: 1000))
        try device.buy(.bought(7, "coins.100", date: 2000))
        #expect(device.coins == 200)
    }

    @Test(arguments: [(1, 100), (2, 200), (10, 1000), (0, 100), (-5, 100)])
    func countersAreGrantedTimesTheQuantity(quantity: Int, coins: Int64) throws {
        try device.buy(.bought(7, "coins.100", quantity: quantity))
        #expect(device.coins == coins)
    }

    @Test func unlockIsGrantedOnceForEveryQuantity() throws {
        try device.buy(.bought(7, "no_ads", quantity: 10))
        #expect(device.holdings == "no_ads")
    }

    @Test(arguments: [InventoryLimit.balance, InventoryLimit.balance - 1, InventoryLimit.balance - 99])
    func balanceStopsAtItsMaximum(before: Int64) throws {
        try device.add(before, key: "k")
        try device.buy(.bought(7, "coins.100"))
        #expect(device.coins == InventoryLimit.balance)
    }

    @Test func hugeQuantityStopsAtTheMaximum() throws {
        try device.buy(.bought(7, "coins.100", quantity: .max))
        try device.buy(.bought(8, "coins.100", quantity: .max))
        #expect(device.coins == InventoryLimit.balance)
    }

    // MARK: Products without grants

    @Test func purchaseOfAProductWithoutGrantsIsLeftToTheGame() throws {
        #expect(try device.buy(.bought(7, "sword")) == .deliver(count: 1, .new))
        #expect(try device.restore(.bought(8, "sword")) == .restore(.none))
        #expect(device.holdings == "")
    }

    @Test func purchaseDeliveredBeforeTheProductHadGrantsIsLeftToTheGame() throws {
        try device.relaunch([])
        #expect(try device.buy(.bought(7, "coins.100")) == .deliver(count: 1, .new))
        try device.relaunch()
        #expect(try device.buy(.bought(7, "coins.100")) == .deliver(count: 2, .seen))
        try device.write(.finish(.bought(7, "coins.100")))
        #expect(device.holdings == "")
    }

    /// The product id is compared byte by byte, as the store does.
    @Test func productIDsAreComparedByTheirBytes() throws {
        let device = try InventoryDevice([Grant(productID: "caf\u{E9}", kind: .unlock, name: "drink")])
        try device.buy(.bought(7, "cafe\u{301}"))
        #expect(device.holdings == "")
        try device.buy(.bought(8, "caf\u{E9}"))
        #expect(device.holdings == "drink")
    }

    // MARK: Restored purchases

    @Test func restoredPurchaseGrantsItsUnlocksOnly() throws {
        #expect(try device.restore(.bought(7, "bundle")) == .restore(.granted))
        #expect(try device.restore(.bought(7, "bundle")) == .restore(.granted))
        #expect(device.holdings == "no_ads")
    }

    @Test func purchaseThatWasRestoredFirstGrantsItsCountersStill() throws {
        try device.restore(.bought(7, "bundle"))
        try device.buy(.bought(7, "bundle"))
        #expect(device.holdings == "coins 1000, no_ads")
    }

    @Test func restoreOfAPurchaseOfThisDeviceGrantsNothingNew() throws {
        try device.buy(.bought(7, "bundle"))
        let lines = try device.audit { try device.restore(.bought(7, "bundle")) }
        #expect(device.holdings == "coins 1000, no_ads")
        #expect(lines == [])
    }

    /// The store may report one purchase under two ids.
    @Test func periodUnderTwoIDsCountsOnce() throws {
        device.clock.now = 1000
        for (id, date) in [(7, 1000), (8, 1000), (9, 3000)] as [(UInt64, Int64)] {
            var period = Transaction.bought(id, "club", date: date, until: date + 2000)
            (period.originalID, period.productType) = (7, .autoRenewableSubscription)
            try device.buy(period)
        }
        #expect(device.holdings == "club until 5000, gems 10")
    }

    /// The period was paid, so its counters are granted. The account may not use it any more.
    @Test func upgradedPeriodGrantsItsCountersOnly() throws {
        var period = Transaction.bought(7, "club", until: 5000)
        period.isUpgraded = true
        try device.buy(period)
        try device.restore(period)
        device.clock.now = 1000
        #expect(device.holdings == "gems 5")
    }

    // MARK: Unlocks with an end date

    /// The unlock ends ten seconds after the date, because a renewal may arrive late.
    @Test func unlockEndsWithItsDate() throws {
        try device.buy(.bought(7, "club", until: 5000))
        for (now, isUnlocked) in [(1000, true), (14_999, true), (15_000, false), (16_000, false)] as [(Int64, Bool)] {
            device.clock.now = now
            #expect(device.journal.isUnlocked("club") == isUnlocked, "at \(now)")
            #expect(device.holdings == (isUnlocked ? "club until 5000, gems 5" : "gems 5"), "at \(now)")
        }
        #expect(device.journal.inventoryItems.first { $0.name == "club" }?.expirationDate == nil)
    }

    @Test(arguments: [[5000, 6000, 7000], [7000, 6000, 5000], [6000, 7000, 5000]])
    func renewalsExtendAnUnlockInAnyOrder(ends: [Int64]) throws {
        device.clock.now = 1000
        for (id, end) in ends.enumerated() { try device.buy(.bought(UInt64(id), "club", until: end)) }
        #expect(device.holdings == "club until 7000, gems 15")
        device.clock.now = 16_999
        #expect(device.journal.isUnlocked("club"))
        device.clock.now = 17_000
        #expect(!device.journal.isUnlocked("club"))
    }

    /// The store may extend a period.
    @Test func sameTransactionWithALaterEndExtendsItsUnlock() throws {
        device.clock.now = 1000
        try device.buy(.bought(7, "club", until: 5000))
        try device.restore(.bought(7, "club", until: 6000))
        #expect(device.holdings == "club until 6000, gems 5")
        try device.restore(.bought(7, "club", until: 5500))
        #expect(device.holdings == "club until 6000, gems 5")
    }

    @Test func unlockThatDoesNotEndOutlastsThoseThatDo() throws {
        device.clock.now = 1000
        try device.buy(.bought(7, "club", until: 5000))
        try device.buy(.bought(8, "club"))
        #expect(device.holdings == "club, gems 10")
        device.clock.now = 19_000
        #expect(device.journal.isUnlocked("club"))
    }

    // MARK: The list

    @Test func listHasEveryNameThatAGrantHasByName() {
        let items = device.journal.inventoryItems
        #expect(items.map(\.name) == ["club", "coins", "gems", "no_ads", "skin"])
        #expect(items.map(\.kind) == [.unlock, .counter, .counter, .unlock, .unlock])
        #expect(items.allSatisfy { $0.balance == 0 && !$0.isUnlocked && $0.expirationDate == nil })
    }

    @Test func listHasHeldItemsAlsoWithoutAGrantOfTheirName() throws {
        device.clock.now = 1000
        try device.buy(.bought(1, "bundle"))
        try device.buy(.bought(2, "club", until: 5000))
        try device.add(3, to: "Éclair", key: "k")
        try device.add(3, to: "zest", key: "l")
        try device.spend(3, of: "zest", key: "m")
        try device.relaunch([Grant(productID: "tickets", kind: .counter, name: "tickets", amount: 1)])
        // The order is by bytes. Therefore the accented capital letter comes last.
        #expect(
            device.journal.inventoryItems.map(\.name) == ["club", "coins", "gems", "no_ads", "tickets", "Éclair"])
        device.clock.now = 15_000
        #expect(device.journal.inventoryItems.map(\.name) == ["coins", "gems", "no_ads", "tickets", "Éclair"])
        #expect(device.journal.balance(of: "Éclair") == 3)
        #expect(device.journal.balance(of: "coins") == 1000)
    }

    @Test func nameThatHoldsNothingHasABalanceOfZero() throws {
        try device.buy(.bought(7, "no_ads"))
        for name in ["coins", "no_ads", "nothing", ""] { #expect(device.journal.balance(of: name) == 0) }
        for name in ["coins", "skin", "nothing", ""] { #expect(!device.journal.isUnlocked(name)) }
    }

    @Test func journalWithoutAnInventoryHoldsNothing() throws {
        try device.buy(.bought(7, "bundle"))
        try device.journal.requireInventory()
        try device.relaunch(nil)
        #expect(throws: IAPError.self) { try device.journal.requireInventory() }
        #expect(device.journal.inventoryItems == [])
        #expect(device.coins == 0)
        expect(.invalidState) { try device.add(1, key: "k") }
        expect(.invalidState) { try device.journal.apply(.takeBack(7)) }
        expect(.invalidState) { _ = try device.journal.exportInventory() }
        try device.relaunch()
        #expect(device.holdings == "coins 1000, no_ads", "the earlier contents are there again")
    }

    /// The maximum number of grants that a game may have.
    @Test func tenThousandNamesAreFoundEach() throws {
        let grants = (0..<InventoryLimit.grants).map {
            Grant(
                productID: "p\($0)", kind: $0 % 2 == 0 ? .counter : .unlock, name: "name \($0)",
                amount: $0 % 2 == 0 ? 1 : 0)
        }
        let device = try InventoryDevice(grants)
        for number in [0, 1, 2, 4999, 5000, 9998, 9999] { try device.buy(.bought(UInt64(number), "p\(number)")) }
        #expect(device.journal.inventoryItems.count == InventoryLimit.grants)
        for number in 0..<InventoryLimit.grants {
            let isHeld = [0, 1, 2, 4999, 5000, 9998, 9999].contains(number)
            #expect(device.journal.balance(of: "name \(number)") == (isHeld && number % 2 == 0 ? 1 : 0))
            #expect(device.journal.isUnlocked("name \(number)") == (isHeld && number % 2 == 1))
        }
    }

    @Test func auditLogListsGrants() throws {
        let lines = try device.audit { try device.buy(.bought(7, "bundle", quantity: 2)) }
        #expect(
            lines == [
                #"{"amount":2000,"balance":2000,"event":"granted","name":"coins","transaction_id":"7"}"#,
                #"{"event":"unlocked","name":"no_ads","transaction_id":"7"}"#,
            ])
    }
}
