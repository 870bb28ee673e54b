import IAPGrants
import IAPModel
import IAPPaymentQueue
import Testing

@testable import IAPJournal

/// The game spends and adds. Each key counts once.
struct InventoryChangeTests {
    private let folder: Folder
    private let device: InventoryDevice

    init() throws {
        folder = try Folder()
        device = try InventoryDevice(path: folder.path("journal"))
        try device.add(1000, key: "start")
    }

    @Test func keySpendsOnceAlsoAfterARestart() throws {
        for _ in 1...3 {
            for _ in 1...2 { try device.spend(300, key: "sword") }
            #expect(device.coins == 700)
            try device.relaunch()
            #expect(device.coins == 700)
        }
    }

    @Test func keyAddsOnceAlsoAfterARestart() throws {
        for _ in 1...3 {
            for _ in 1...2 { try device.add(300, key: "level 1") }
            #expect(device.coins == 1300)
            try device.relaunch()
        }
    }

    @Test func repeatedKeySucceedsAlsoWhenItCouldNotBeDoneAnyMore() throws {
        try device.spend(1000, key: "all")
        try device.spend(1000, key: "all")
        try device.add(InventoryLimit.balance, key: "rich")
        try device.add(InventoryLimit.balance, key: "rich")
        #expect(device.coins == InventoryLimit.balance)
    }

    @Test(
        arguments: [
            .spend(counter: "coins", amount: 301, key: "sword"), .spend(counter: "gems", amount: 300, key: "sword"),
            .add(counter: "coins", amount: 300, key: "sword"), .spend(counter: "coins", amount: 1000, key: "start"),
        ] as [InventoryChange])
    func keyIsForOneChangeOnly(change: InventoryChange) throws {
        try device.spend(300, key: "sword")
        try device.unchanged { expect(.keyInUse) { try device.journal.apply(change) } }
    }

    @Test func keysAreComparedByTheirBytes() throws {
        try device.spend(1, key: "caf\u{E9}")
        try device.spend(2, key: "cafe\u{301}")
        try device.spend(3, key: "CAF\u{E9}")
        #expect(device.coins == 994)
    }

    @Test func balanceIsNeverBelowZero() throws {
        try device.unchanged {
            expect(.insufficientBalance) { try device.spend(1001, key: "k") }
            expect(.insufficientBalance) { try device.spend(1, of: "gems", key: "k") }
            expect(.insufficientBalance) { try device.spend(InventoryLimit.balance, key: "k") }
        }
        try device.spend(1000, key: "k")
        #expect(device.coins == 0, "the key of a failed call can be used again")
    }

    @Test func balanceIsNeverAboveItsMaximum() throws {
        try device.unchanged {
            expect(.tooLarge) { try device.add(InventoryLimit.balance, key: "k") }
            expect(.tooLarge) { try device.add(InventoryLimit.balance - 999, key: "k") }
        }
        try device.add(InventoryLimit.balance - 1000, key: "k")
        #expect(device.coins == InventoryLimit.balance)
    }

    @Test(arguments: [0, -1, .min, .max, InventoryLimit.balance + 1] as [Int64])
    func amountOutOfRangeIsRefused(amount: Int64) throws {
        try device.unchanged {
            expect(.invalidArgument) { try device.spend(amount, key: "k") }
            expect(.invalidArgument) { try device.add(amount, key: "k") }
        }
    }

    @Test(
        arguments: [("", .invalidText), (String(repeating: "é", count: 128), .tooLarge), ("a\0b", .invalidText)]
            as [(String, IAPError.Status)])
    func namesAndKeysHaveOneTo255Bytes(text: String, status: IAPError.Status) throws {
        try device.unchanged {
            expect(status) { try device.add(1, to: text, key: "k") }
            expect(status) { try device.add(1, key: text) }
            expect(status) { try device.spend(1, of: text, key: "k") }
            expect(status) { try device.spend(1, key: text) }
        }
        let longest = String(repeating: "a", count: 255)
        try device.add(1, to: longest, key: longest)
        #expect(device.journal.balance(of: longest) == 1)
    }

    @Test(arguments: ["'; DROP TABLE inventory_counter; --", "金币 🪙", "\u{FEFF}", "%s%n", "a\nb", "\u{202E}"])
    func nameIsNeverReadAsAnythingElse(name: String) throws {
        try device.add(5, to: name, key: name)
        try device.spend(2, of: name, key: name + "'")
        #expect(device.journal.balance(of: name) == 3)
    }

    // MARK: Unlocks

    @Test func unlockIsNoCounter() throws {
        try device.unchanged {
            expect(.invalidArgument) { try device.add(1, to: "no_ads", key: "k") }
            expect(.invalidArgument) { try device.spend(1, of: "no_ads", key: "k") }
        }
    }

    /// An unlock keeps its kind after the game has removed all grants for its name.
    @Test func unlockWithoutAGrantIsNotACounterEither() throws {
        try device.buy(.bought(7, "no_ads"))
        try device.relaunch([])
        expect(.invalidArgument) { try device.add(1, to: "no_ads", key: "k") }
        try device.add(1, to: "coins", key: "k")
        #expect(device.coins == 1001)
    }

    @Test func nameMayNotBecomeAnotherKindWhileItIsHeld() throws {
        try device.buy(.bought(7, "no_ads"))
        for (kind, name) in [(Grant.Kind.counter, "no_ads"), (.unlock, "coins")] {
            let grant = Grant(productID: "x", kind: kind, name: name, amount: kind == .counter ? 1 : 0)
            let error = #expect(throws: IAPError.self) { try device.relaunch([grant]) }
            #expect(error?.status == .invalidArgument)
            #expect(error?.message.hasPrefix("the inventory holds \"\(name)\" as") == true, "\(error?.message ?? "")")
        }
        try device.relaunch()
        #expect(device.holdings == "coins 1000, no_ads")
        try device.spend(1000, key: "all")
        try device.relaunch([Grant(productID: "x", kind: .unlock, name: "coins")])
        #expect(device.holdings == "no_ads", "the inventory has nothing under the name")
    }

    // MARK: Failures

    @Test func changeOfAClosedJournalFailsAndMayBeTriedAgain() throws {
        device.journal.close()
        let error = #expect(throws: IAPError.self) { try device.spend(1, key: "k") }
        #expect(error?.status == .storage)
        try device.relaunch()
        try device.spend(1, key: "k")
        #expect(device.coins == 999)
    }

    @Test func auditLogListsSpentAndAddedAmounts() throws {
        let lines = try device.audit {
            try device.spend(300, key: "k")
            try device.spend(300, key: "k")
            try device.add(5, to: "gems", key: "l")
            expect(.insufficientBalance) { try device.spend(3000, key: "m") }
        }
        #expect(
            lines == [
                #"{"amount":300,"balance":700,"event":"spent","name":"coins"}"#,
                #"{"amount":5,"balance":5,"event":"added","name":"gems"}"#,
            ])
    }
}
