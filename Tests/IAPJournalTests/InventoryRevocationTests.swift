import IAPModel
import IAPPaymentQueue
import Testing

@testable import IAPJournal

/// What happens to a grant when the store revokes the purchase.
struct InventoryRevocationTests {
    private let folder: Folder
    private let device: InventoryDevice

    init() throws {
        folder = try Folder()
        device = try InventoryDevice(path: folder.path("journal"))
    }

    @Test(arguments: [
        ("coins.100", "coins 100", "", ""),
        ("no_ads", "no_ads", "", ""),
        ("bundle", "coins 1000, no_ads", "", ""),
        ("gems.kept", "gems 10", "gems 10", "gems 10"),
        ("skin.kept", "skin", "skin", "skin"),
        ("gems.decided", "gems 10", "gems 10", ""),
        ("skin.decided", "skin", "skin", ""),
    ])
    func policyDecides(productID: String, bought: String, revoked: String, takenBack: String) throws {
        let transaction = Transaction.bought(7, productID)
        try device.buy(transaction)
        #expect(device.holdings == bought)
        #expect(try device.revoke(transaction) == .revoked(.granted))
        #expect(device.holdings == revoked)
        try device.relaunch()
        #expect(device.holdings == revoked)
        for _ in 1...2 {
            try device.journal.apply(.takeBack(7))
            #expect(device.holdings == takenBack)
        }
    }

    @Test(arguments: [(0, 100, 0), (1, 99, 0), (100, 0, 0)] as [(Int64, Int64, Int64)])
    func revocationRemovesTheRemainingAmountOfACounter(spent: Int64, taken: Int64, left: Int64) throws {
        try device.buy(.bought(7, "coins.100"))
        if spent > 0 { try device.spend(spent, key: "k") }
        let lines = try device.audit { try device.revoke(.bought(7, "coins.100")) }
        #expect(device.coins == left)
        #expect(
            lines.last
                == #"{"amount":\#(taken),"balance":\#(left),"event":"taken_back","name":"coins","transaction_id":"7"}"#)
    }

    @Test func wholeQuantityIsTakenBack() throws {
        try device.buy(.bought(7, "coins.100", quantity: 3))
        try device.buy(.bought(8, "coins.100"))
        try device.revoke(.bought(7, "coins.100", quantity: 3))
        #expect(device.coins == 100)
    }

    /// The store may reverse a refund and then refund again.
    @Test(arguments: ["coins.100", "gems.kept", "gems.decided"])
    func secondRevocationOfAPurchaseTakesNothingMore(productID: String) throws {
        try device.add(500, to: "coins", key: "k")
        try device.add(500, to: "gems", key: "l")
        let transaction = Transaction.bought(7, productID)
        try device.buy(transaction)
        try device.revoke(transaction, at: 5000)
        let after = device.holdings
        try device.revoke(transaction, at: 5000)
        try device.revoke(transaction, at: 6000)
        #expect(device.holdings == after)
    }

    @Test func unlockStaysWhileAnotherPurchaseHoldsIt() throws {
        try device.buy(.bought(7, "no_ads"))
        try device.buy(.bought(8, "bundle"))
        try device.revoke(.bought(7, "no_ads"))
        #expect(device.journal.isUnlocked("no_ads"))
        try device.revoke(.bought(8, "bundle"))
        #expect(!device.journal.isUnlocked("no_ads"))
    }

    @Test func revokedRenewalLeavesTheOthers() throws {
        device.clock.now = 1000
        for (id, end) in [(1, 5000), (2, 6000), (3, 7000)] as [(UInt64, Int64)] {
            try device.buy(.bought(id, "club", until: end))
        }
        try device.revoke(.bought(3, "club", until: 7000))
        #expect(device.holdings == "club until 6000, gems 10")
    }

    @Test func restoredPurchaseIsTakenBackToo() throws {
        try device.restore(.bought(7, "bundle"))
        #expect(device.holdings == "no_ads")
        try device.revoke(.bought(7, "bundle"))
        #expect(device.holdings == "")
    }

    // MARK: Offered again after a revocation

    @Test func grantThatWasTakenBackIsNotGrantedAgain() throws {
        try device.buy(.bought(7, "bundle"))
        try device.revoke(.bought(7, "bundle"))
        try device.buy(.bought(7, "bundle"))
        try device.restore(.bought(7, "bundle"))
        try device.write(.finish(.bought(7, "bundle")))
        #expect(device.holdings == "")
    }

    /// The restore's response may be older than the revocation.
    @Test func revokedPurchaseThatIsRestoredGrantsNothing() throws {
        #expect(try device.revoke(.bought(7, "no_ads")) == .revoked(.new))
        #expect(try device.restore(.bought(7, "no_ads")) == .restore(.granted))
        var revoked = Transaction.bought(8, "no_ads")
        revoked.revocation = Transaction.Revocation(date: 5000, reason: 0)
        try device.restore(revoked)
        try device.buy(revoked)
        #expect(device.holdings == "")
    }

    // MARK: Taking a grant back

    @Test func takingBackAnUnrevokedPurchaseIsRefused() throws {
        try device.buy(.bought(7, "gems.decided"))
        try device.unchanged {
            expect(.notFound) { try device.journal.apply(.takeBack(7)) }
            expect(.notFound) { try device.journal.apply(.takeBack(8)) }
        }
    }

    @Test func takingBackARevokedPurchaseThatGrantedNothingSucceeds() throws {
        try device.revoke(.bought(7, "gems.decided"))
        try device.revoke(.bought(8, "sword"))
        try device.journal.apply(.takeBack(7))
        try device.journal.apply(.takeBack(8))
        #expect(device.holdings == "")
    }

    /// The policy at the time of the purchase applies.
    @Test(arguments: [nil, []] as [[Grant]?]) func removedGrantsAreStillTakenBack(grants: [Grant]?)
        throws
    {
        try device.buy(.bought(7, "coins.100"))
        try device.buy(.bought(8, "gems.decided"))
        try device.relaunch(grants ?? InventoryDevice.usual.filter { $0.name != "coins" && $0.name != "gems" })
        try device.revoke(.bought(7, "coins.100"))
        try device.revoke(.bought(8, "gems.decided"))
        #expect(device.holdings == "gems 10")
        try device.journal.apply(.takeBack(8))
        #expect(device.holdings == "")
    }

    @Test func auditLogListsKeptGrants() throws {
        try device.buy(.bought(7, "skin.kept"))
        try device.buy(.bought(8, "skin.decided"))
        let lines = try device.audit {
            try device.revoke(.bought(7, "skin.kept"))
            try device.revoke(.bought(8, "skin.decided"))
            try device.journal.apply(.takeBack(8))
        }
        #expect(
            lines == [
                #"{"cause":"keep","event":"kept","name":"skin","transaction_id":"7"}"#,
                #"{"cause":"game_decides","event":"kept","name":"skin","transaction_id":"8"}"#,
                #"{"event":"taken_back","name":"skin","transaction_id":"8"}"#,
            ])
    }
}
