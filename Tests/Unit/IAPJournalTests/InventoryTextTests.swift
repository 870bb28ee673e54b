import IAPModel
import Foundation
import IAPPaymentQueue
import Testing

@testable import IAPJournal

/// Exports for the game's cloud save, and their import on another device.
struct InventoryTextTests {
    private let phone: InventoryDevice
    private let tablet: InventoryDevice

    init() throws {
        phone = try InventoryDevice()
        tablet = try InventoryDevice()
    }

    /// Copies the cloud save of one device to another.
    private func carry(from one: InventoryDevice, to other: InventoryDevice) throws {
        try other.journal.apply(.import(try one.journal.exportInventory()))
    }

    /// The store may report one period under two ids. A device that imported the first one may receive the other.
    @Test func importedPeriodUnderAnotherIDCountsOnce() throws {
        var period = Transaction.bought(7, "club", until: 5000)
        (period.originalID, period.productType) = (7, .autoRenewableSubscription)
        try phone.buy(period)
        try carry(from: phone, to: tablet)
        period.id = 8
        try tablet.buy(period)
        #expect(tablet.journal.balance(of: "gems") == 5)
    }

    /// The store has reported one period to two devices, under another id on each.
    @Test(arguments: [false, true]) func periodThatBothDevicesHaveUnderOtherIDsCountsOnce(isRevoked: Bool) throws {
        var period = Transaction.bought(7, "club", until: 5000)
        (period.originalID, period.productType) = (7, .autoRenewableSubscription)
        try phone.buy(period)
        period.id = 8
        try tablet.buy(period)
        if isRevoked { try tablet.revoke(period) }
        try carry(from: phone, to: tablet)
        #expect(tablet.journal.balance(of: "gems") == (isRevoked ? 0 : 5))
        try carry(from: tablet, to: phone)
        #expect(phone.journal.balance(of: "gems") == (isRevoked ? 0 : 5))
    }

    @Test func exportIsOneLineOfJSON() throws {
        try phone.buy(.bought(7, "bundle"))
        var period = Transaction.bought(18_446_744_073_709_551_615, "club", date: 2000, until: 9_000_000)
        period.productType = .autoRenewableSubscription
        try phone.buy(period)
        try phone.buy(.bought(8, "skin.kept", date: 3000))
        try phone.revoke(.bought(8, "skin.kept", date: 3000))
        try phone.spend(100, key: "sword")
        try phone.add(7, to: "\"\n金", key: "level 1")
        #expect(
            try phone.journal.exportInventory() == """
                {"counters":[\
                {"balance":7,"name":"\\"\\n金"},{"balance":900,"name":"coins"},{"balance":5,"name":"gems"}],\
                "grants":[\
                {"amount":1000,"kind":"counter","name":"coins","purchase_ms":1000,"transaction_id":"7"},\
                {"kind":"unlock","name":"no_ads","purchase_ms":1000,"transaction_id":"7"},\
                {"expiration_ms":9000000,"kind":"unlock","name":"club","period_of":"club","purchase_ms":2000,\
                "transaction_id":"18446744073709551615"},\
                {"amount":5,"kind":"counter","name":"gems","period_of":"club","purchase_ms":2000,\
                "transaction_id":"18446744073709551615"},\
                {"kind":"unlock","name":"skin","on_revocation":"keep","purchase_ms":3000,"state":"kept",\
                "transaction_id":"8"}],\
                "keys":[\
                {"amount":-100,"counter":"coins","key":"sword","time_ms":1000000},\
                {"amount":7,"counter":"\\"\\n金","key":"level 1","time_ms":1000000}],\
                "version":1}
                """)
    }

    @Test func emptyInventoryIsExportedAndImported() throws {
        #expect(try phone.journal.exportInventory() == #"{"counters":[],"grants":[],"keys":[],"version":1}"#)
        try carry(from: phone, to: tablet)
        #expect(tablet.holdings == "")
    }

    @Test(arguments: [
        "swords", "\u{1}\u{1F}\"\\/", "\u{2028}\u{2029}", "\u{FEFF}bom", "e\u{301}", "🪙", "\u{202E}", " ", "\r\n",
        String(repeating: "\u{7F}", count: 255),
    ])
    func importedInventoryEqualsTheExportedOne(name: String) throws {
        try phone.relaunch([Grant(productID: "p", kind: .unlock, name: name, revocationPolicy: .gameDecides)])
        try phone.buy(.bought(7, "p", until: 2_000_000))
        try phone.add(5, to: "c" + name.dropLast(), key: name)
        try carry(from: phone, to: tablet)
        #expect(tablet.holdings == phone.holdings)
        #expect(try tablet.journal.exportInventory() == phone.journal.exportInventory())
    }

    @Test func ownExportChangesNothing() throws {
        try phone.buy(.bought(7, "bundle"))
        try phone.buy(.bought(8, "gems.decided"))
        try phone.revoke(.bought(8, "gems.decided"))
        try phone.spend(100, key: "sword")
        try phone.unchanged { try carry(from: phone, to: phone) }
    }

    @Test func importReplacesTheInventoryWithTheText() throws {
        try phone.add(70, to: "coins", key: "a")
        try phone.add(6, to: "gems", key: "b")
        try carry(from: phone, to: tablet)
        try phone.spend(30, key: "c")
        try phone.spend(6, of: "gems", key: "d")
        try carry(from: phone, to: tablet)
        #expect(tablet.holdings == "coins 40")
    }

    @Test func importedInventoryIsThereAfterARestart() throws {
        let folder = try Folder()
        let device = try InventoryDevice(path: folder.path("journal"))
        try phone.buy(.bought(7, "bundle"))
        try carry(from: phone, to: device)
        try device.relaunch()
        #expect(device.holdings == "coins 1000, no_ads")
    }

    // MARK: No purchase is lost or counted twice

    @Test func purchaseThatTheTextDoesNotKnowIsGrantedOnTopOfIt() throws {
        try phone.buy(.bought(7, "coins.100"))
        try phone.spend(30, key: "sword")
        try tablet.buy(.bought(8, "bundle"))
        try tablet.spend(900, key: "house")
        for _ in 1...2 {
            try carry(from: phone, to: tablet)
            #expect(tablet.holdings == "coins 170, no_ads")
        }
    }

    @Test func purchaseThatBothKnowIsCountedOnce() throws {
        try phone.buy(.bought(7, "coins.100"))
        for _ in 1...3 {
            try carry(from: phone, to: tablet)
            try carry(from: tablet, to: phone)
        }
        #expect(phone.coins == 100)
        #expect(tablet.coins == 100)
        try tablet.buy(.bought(7, "coins.100"))
        #expect(tablet.coins == 100, "the store delivers it on this device too")
    }

    @Test func localPurchaseStopsAtTheMaximum() throws {
        try phone.add(InventoryLimit.balance - 1, key: "k")
        try tablet.buy(.bought(7, "coins.100"))
        try carry(from: phone, to: tablet)
        #expect(tablet.coins == InventoryLimit.balance)
    }

    @Test func unlockThatBothHoldHasTheLaterEnd() throws {
        for (here, there) in [(5_000_000, 6_000_000), (6_000_000, 5_000_000)] as [(Int64, Int64)] {
            let (phone, tablet) = (try InventoryDevice(), try InventoryDevice())
            try phone.buy(.bought(7, "club", until: there))
            try tablet.restore(.bought(7, "club", until: here))
            try carry(from: phone, to: tablet)
            #expect(tablet.holdings == "club until 6000000, gems 5")
        }
    }

    // MARK: Grants that were taken back

    @Test(arguments: ["coins.100", "bundle", "gems.decided"])
    func grantTakenBackThereIsTakenBackHere(productID: String) throws {
        for device in [phone, tablet] { try device.buy(.bought(7, productID)) }
        try phone.revoke(.bought(7, productID))
        try phone.journal.apply(.takeBack(7))
        try carry(from: phone, to: tablet)
        #expect(tablet.holdings == "")
        try tablet.buy(.bought(7, productID))
        try tablet.restore(.bought(7, productID))
        try tablet.revoke(.bought(7, productID))
        #expect(tablet.holdings == "")
    }

    @Test(arguments: ["coins.100", "bundle", "gems.decided"])
    func grantTakenBackHereStaysTakenBack(productID: String) throws {
        for device in [phone, tablet] { try device.buy(.bought(7, productID)) }
        try tablet.revoke(.bought(7, productID))
        try tablet.journal.apply(.takeBack(7))
        for _ in 1...2 {
            try carry(from: phone, to: tablet)
            #expect(tablet.holdings == "")
        }
    }

    @Test func takingBackHereAlsoReducesTheImportedBalance() throws {
        for device in [phone, tablet] { try device.buy(.bought(7, "coins.100")) }
        try tablet.revoke(.bought(7, "coins.100"))
        try phone.spend(70, key: "sword")
        try phone.buy(.bought(8, "coins.100"))
        try carry(from: phone, to: tablet)
        #expect(tablet.coins == 30)
    }

    @Test func takingBackDoesNotAffectLaterGrants() throws {
        for device in [phone, tablet] { try device.buy(.bought(8, "coins.100")) }
        try phone.spend(70, key: "sword")
        try tablet.revoke(.bought(8, "coins.100"))
        // The ids are smaller and larger than the one in the text.
        for id in [7, 9] as [UInt64] { try tablet.buy(.bought(id, "coins.100")) }
        try carry(from: phone, to: tablet)
        #expect(tablet.coins == 200)
    }

    @Test func grantTakenBackHereAndMissingInTheTextIsNotGrantedAgain() throws {
        try tablet.buy(.bought(7, "bundle"))
        try tablet.revoke(.bought(7, "bundle"))
        try carry(from: phone, to: tablet)
        #expect(tablet.holdings == "")
    }

    /// The device has already received the revocation of a purchase that was made elsewhere. It receives it only once.
    @Test(arguments: [("coins.100", ""), ("gems.kept", "gems 10"), ("skin.decided", "skin"), ("bundle", "")])
    func revocationThatIsKnownHereIsAppliedToTheText(productID: String, holdings: String) throws {
        try phone.buy(.bought(7, productID))
        try tablet.revoke(.bought(7, productID))
        try carry(from: phone, to: tablet)
        #expect(tablet.holdings == holdings)
        try tablet.journal.apply(.takeBack(7))
        #expect(tablet.holdings == (productID == "gems.kept" ? holdings : ""))
    }

    @Test func revocationOfACopyThatIsKnownHereIsAppliedToTheText() throws {
        var copy = Transaction.bought(8, "bundle", date: 9000)
        (copy.originalID, copy.originalPurchaseDate) = (7, Transaction.bought(7, "bundle").originalPurchaseDate)
        try phone.buy(.bought(7, "bundle"))
        try tablet.revoke(copy)
        try carry(from: phone, to: tablet)
        #expect(tablet.holdings == "")
    }

    @Test func gameMayDecideOnAnotherDevice() throws {
        try phone.buy(.bought(7, "gems.decided"))
        try phone.revoke(.bought(7, "gems.decided"))
        try carry(from: phone, to: tablet)
        #expect(tablet.gems == 10)
        try tablet.journal.apply(.takeBack(7))
        #expect(tablet.gems == 0)
        try carry(from: tablet, to: phone)
        #expect(phone.gems == 0)
    }

    @Test func grantKeptOnEitherDeviceIsKept() throws {
        try phone.buy(.bought(7, "gems.kept"))
        try tablet.buy(.bought(7, "gems.kept"))
        try tablet.revoke(.bought(7, "gems.kept"))
        try carry(from: phone, to: tablet)
        #expect(tablet.gems == 10)
        #expect(try tablet.journal.exportInventory().contains(#""state":"kept""#))
        try carry(from: tablet, to: phone)
        #expect(phone.gems == 10)
        #expect(try phone.journal.exportInventory().contains(#""state":"kept""#))
    }

    // MARK: Keys

    @Test func keysOfBothAreRemembered() throws {
        try phone.add(100, key: "there")
        try tablet.add(100, key: "here")
        try carry(from: phone, to: tablet)
        try tablet.add(100, key: "there")
        try tablet.add(100, key: "here")
        #expect(tablet.coins == 200)
        expect(.keyInUse) { try tablet.add(1, key: "there") }
        expect(.keyInUse) { try tablet.add(1, key: "here") }
    }

    @Test func keyInBothKeepsThisDevicesChange() throws {
        try phone.add(100, key: "k")
        try tablet.add(50, key: "k")
        try carry(from: phone, to: tablet)
        #expect(tablet.coins == 100)
        try tablet.add(50, key: "k")
        expect(.keyInUse) { try tablet.add(100, key: "k") }
        #expect(tablet.coins == 100)
    }

    @Test func exportHasTheLastTenThousandKeys() throws {
        for number in 1...10_003 {
            phone.clock.now += 1
            try phone.add(1, key: "k\(number)")
        }
        try carry(from: phone, to: tablet)
        #expect(tablet.coins == 10_003)
        for number in [4, 5, 5000, 10_003] { try tablet.add(1, key: "k\(number)") }
        #expect(tablet.coins == 10_003)
        try tablet.add(1, key: "k3")
        #expect(tablet.coins == 10_004)
        #expect(try tablet.journal.exportInventory().contains(#""key":"k10003""#))
    }

    /// The device on which a key was used does not matter.
    @Test func lastKeysAreThoseThatWereUsedLast() throws {
        for number in 1...10_000 {
            phone.clock.now = 1_000_000 + 2 * Int64(number)
            try phone.add(1, key: "phone \(number)")
        }
        for number in [1, 5000, 10_000] {
            tablet.clock.now = 1_000_001 + 2 * Int64(number)
            try tablet.add(1, key: "tablet \(number)")
        }
        try carry(from: phone, to: tablet)
        let text = try tablet.journal.exportInventory()
        let place = try ["phone 9999", "phone 10000", "tablet 10000"].map {
            try #require(text.range(of: "\"\($0)\"")).lowerBound
        }
        #expect(place == place.sorted())
        for key in ["tablet 5000", "phone 3"] { #expect(text.contains("\"\(key)\"")) }
        for key in ["tablet 1", "phone 1", "phone 2"] { #expect(!text.contains("\"\(key)\"")) }
    }

    // MARK: The audit log

    @Test func auditLogListsTheChangesOfAnImport() throws {
        try phone.add(70, to: "coins", key: "a")
        try tablet.buy(.bought(7, "bundle"))
        try tablet.add(3, to: "gems", key: "b")
        try tablet.add(4, to: "stars", key: "c")
        try phone.add(4, to: "stars", key: "c")
        let lines = try tablet.audit { try carry(from: phone, to: tablet) }
        #expect(
            lines == [
                #"{"count":0,"event":"imported"}"#,
                #"{"amount":1000,"balance":1070,"cause":"import","event":"granted","name":"coins","transaction_id":"7"}"#,
                #"{"cause":"import","event":"unlocked","name":"no_ads","transaction_id":"7"}"#,
                #"{"amount":3,"balance":3,"cause":"import","event":"added","name":"gems"}"#,
                #"{"balance":1070,"event":"imported","name":"coins"}"#,
            ])
    }
}
