import IAPModel
import Foundation
import IAPDatabase
import IAPPaymentQueue
import Testing

@testable import IAPJournal

/// Journals that a player has edited.
@Suite(.timeLimit(.minutes(60)))
struct EditedJournalTests {
    private static let key = JournalIntegrity(key: Array("a secret of the server".utf8), player: "anna")
    /// If TESTS_SHORT is set, only about one in thirty seeds runs.
    private static let seeds: Range<UInt64> =
        0..<(ProcessInfo.processInfo.environment["TESTS_SHORT"] == nil ? 200 : 7)
    private static let editsOfSeed: UInt64 = 50

    private static let unfinished = [
        Transaction.bought(1, "coins.100"), .bought(4, "bundle"), .bought(5, "gems.decided"),
    ]

    /// Creates a journal with a history, and a copy from the middle of that history.
    private static func history(_ folder: Folder, _ integrity: JournalIntegrity) throws -> InventoryDevice {
        let device = try InventoryDevice(path: folder.path("journal"), integrity: integrity)
        try device.buy(unfinished[0])
        let owned = Transaction.bought(2, "no_ads")
        try device.buy(owned)
        try device.write(.finish(owned))
        try device.add(500, key: "gift")
        try device.relaunch()
        try FileManager.default.copyItem(atPath: folder.path("journal"), toPath: folder.path("earlier"))
        let coins = Transaction.bought(3, "coins.100")
        try device.buy(coins)
        try device.write(.finish(coins))
        try device.buy(unfinished[1])
        try device.buy(unfinished[2])
        try device.spend(650, key: "hat")
        let refunded = Transaction.bought(6, "skin.decided")
        try device.buy(refunded)
        try device.write(.finish(refunded))
        try device.revoke(refunded)
        try device.write(.delay(.bought(7, "coins.100"), attempts: 2, due: 9000))
        let lasting = Entitlement(productID: "no_ads", transactionID: 2, end: nil)
        try device.write(.entitlement(owned, lasting, isVerified: true))
        device.journal.close()
        return device
    }

    /// Does what a game and a store do with a journal, for any content of the journal.
    private static func use(_ device: InventoryDevice) throws {
        for transaction in unfinished { try device.buy(transaction) }
        _ = try device.journal.unreportedRevocations()
        _ = try device.journal.reportedRevocations()
        _ = try device.journal.doubts()
        _ = try device.journal.entitlements()
        _ = try device.journal.exportInventory()
    }

    /// With a key, the inventory has nothing that the store's ledger does not explain, and the library reports any
    /// loss.
    @Test(arguments: seeds) func editGrantsNothingAndIsReported(seed: UInt64) throws {
        let folder = try Folder()
        let device = try Self.history(folder, Self.key)
        try device.relaunch()
        let (coins, gems, holdings) = (device.coins, device.gems, device.holdings)
        device.journal.close()
        var editor = JournalEditor(seed: seed)
        for edit in 0..<Self.editsOfSeed {
            let copy = try Folder()
            try FileManager.default.copyItem(atPath: folder.path("journal"), toPath: copy.path("journal"))
            try editor.edit(copy.path("journal"), earlier: folder.path("earlier"))
            let edited: InventoryDevice
            do {
                edited = try InventoryDevice(path: copy.path("journal"), integrity: Self.key)
            } catch let error as IAPError where error.status == .invalidState {
                // No row passes verification, or the journal belongs to another player.
                continue
            }
            try Self.use(edited)
            // The unfinished purchases alone, granted to an empty inventory.
            let (name, anew) = ("seed \(seed), edit \(edit): \(edited.holdings)", (coins: 1100, gems: 10))
            #expect(edited.coins == coins || edited.coins <= anew.coins && edited.coins >= 0, "\(name)")
            #expect(edited.gems == gems || edited.gems <= anew.gems && edited.gems >= 0, "\(name)")
            #expect(!edited.journal.isUnlocked("skin") || holdings.contains("skin"), "\(name)")
            if edited.holdings != holdings { #expect(edited.journal.damage?.status == .storageDamaged, "\(name)") }
            edited.journal.close()
            // The file is valid again.
            let next = try InventoryDevice(path: copy.path("journal"), integrity: Self.key)
            #expect(next.holdings == edited.holdings, "\(name)")
            next.journal.close()
        }
    }

    /// Without a key, the library accepts an edit. But nothing traps, and every number stays within its limits.
    @Test(arguments: seeds) func editWithoutAKeyTrapsNowhere(seed: UInt64) throws {
        let folder = try Folder()
        let device = try Self.history(folder, JournalIntegrity())
        device.journal.close()
        var editor = JournalEditor(seed: ~seed)
        for _ in 0..<Self.editsOfSeed {
            let copy = try Folder()
            try FileManager.default.copyItem(atPath: folder.path("journal"), toPath: copy.path("journal"))
            try editor.edit(copy.path("journal"), earlier: folder.path("earlier"))
            guard let edited = try? InventoryDevice(path: copy.path("journal")) else { continue }
            // A call may fail. It must not crash the process.
            try? Self.use(edited)
            for transaction in Self.unfinished { _ = try? edited.revoke(transaction) }
            try? edited.spend(1, key: "one more")
            try? edited.add(InventoryLimit.balance, key: "all")
            if let text = try? edited.journal.exportInventory() { try? edited.journal.apply(.import(text)) }
            for item in edited.journal.inventoryItems {
                #expect((0...InventoryLimit.balance).contains(item.balance))
            }
            edited.journal.close()
        }
    }

    @Test func untouchedJournalPassesAndHasNothingToTell() throws {
        let folder = try Folder()
        let device = try Self.history(folder, Self.key)
        for _ in 0..<3 {
            try device.relaunch()
            #expect(device.journal.damage == nil)
            #expect(device.coins == 1050 && device.gems == 10)
        }
        #expect(try folder.names().allSatisfy { !$0.contains("edited") })
    }

    @Test func aRaisedBalanceIsRejectedAndTheRestIsKept() throws {
        let folder = try Folder()
        let device = try Self.history(folder, Self.key)
        try Self.run("UPDATE inventory_counter SET balance = 1000000 WHERE name = 'coins'", folder)
        try device.relaunch()
        #expect(device.coins == 0 && device.gems == 10)
        #expect(device.journal.isUnlocked("no_ads"))
        #expect(device.journal.damage?.status == .storageDamaged)
        #expect(try folder.names().contains("journal.edited-1"))
    }

    /// Under another name, the checksum of a deleted row would still be part of the sum.
    @Test func deletedRowIsFoundIfItsChecksumHasAnotherName() throws {
        let folder = try Folder()
        let device = try Self.history(folder, Self.key)
        try Self.run("UPDATE row_checksum SET table_name = 'other' WHERE table_name = 'delivery' AND row = 2", folder)
        try Self.run("DELETE FROM delivery WHERE rowid = 2", folder)
        try device.relaunch()
        #expect(device.journal.damage?.status == .storageDamaged)
    }

    @Test(arguments: RowChecksums.tables) func triggerInTheFileMintsNothing(table: String) throws {
        let folder = try Folder()
        let device = try Self.history(folder, Self.key)
        for event in ["INSERT", "UPDATE", "DELETE"] {
            try Self.run(
                "CREATE TRIGGER more_\(event) AFTER \(event) ON \(table) BEGIN UPDATE inventory_counter SET balance = 9000000000000000; END",
                folder)
        }
        try device.relaunch()
        #expect(device.journal.damage?.status == .storageDamaged)
        try device.spend(50, key: "boots")
        try Self.use(device)
        try device.relaunch()
        #expect(device.coins == 1000 && device.gems == 10)
    }

    @Test func addedColumnIsReportedAsDamage() throws {
        let folder = try Folder()
        let device = try Self.history(folder, Self.key)
        try Self.run("ALTER TABLE inventory_counter ADD COLUMN bonus INTEGER NOT NULL DEFAULT 7", folder)
        try device.relaunch()
        #expect(device.journal.damage?.status == .storageDamaged)
        #expect(device.coins == 1050 && device.gems == 10)
    }

    /// A key that contains a NUL is a different key in the database. As a C string it looks the same.
    @Test(arguments: [
        "inventory_change SET key = key", "inventory_grant SET name = name", "delivery SET product_id = product_id",
    ])
    func textBehindANulIsFound(edit: String) throws {
        let folder = try Folder()
        let device = try Self.history(folder, Self.key)
        try Self.run("UPDATE \(edit) || char(0) || 'x'", folder)
        try device.relaunch()
        #expect(device.journal.damage?.status == .storageDamaged)
        #expect(device.coins == 0 && device.gems == 0)
    }

    @Test func openingThatIsRefusedLeavesTheOwnerAlone() throws {
        let folder = try Folder()
        let key = JournalIntegrity(key: Self.key.key)
        let device = try Self.history(folder, key)
        device.journal.close()
        expect(.invalidState) { _ = try Journal(path: folder.path("journal"), integrity: Self.key) }
        try device.relaunch()
        #expect(device.coins == 1050 && device.journal.damage == nil)
    }

    @Test func journalOfAnotherKeyIsTakenOverOnRequest() throws {
        let folder = try Folder()
        let device = try Self.history(folder, JournalIntegrity(key: Array("the key of a keychain".utf8)))
        device.journal.close()
        let adopting = JournalIntegrity(key: Self.key.key, player: "anna", adopts: true)
        let taken = try InventoryDevice(path: folder.path("journal"), integrity: adopting)
        #expect(taken.coins == 1050 && taken.journal.damage == nil)
        taken.journal.close()
        let next = try InventoryDevice(path: folder.path("journal"), integrity: Self.key)
        #expect(next.coins == 1050 && next.journal.damage == nil)
        next.journal.close()
    }

    /// The player has bought nothing, so there is nothing that an edit could have changed.
    @Test(arguments: [true, false]) func emptyJournalOfAnotherKeyIsTakenOver(adopts: Bool) throws {
        let folder = try Folder()
        let path = folder.path("journal")
        try Journal(path: path, integrity: JournalIntegrity(key: Array("the key of a keychain".utf8))).close()
        for integrity in [JournalIntegrity(key: Self.key.key, adopts: adopts), JournalIntegrity(key: Self.key.key)] {
            let journal = try Journal(path: path, integrity: integrity)
            #expect(journal.damage == nil)
            journal.close()
        }
        #expect(try folder.names().allSatisfy { !$0.contains("edited") })
    }

    /// A version of the game without the key, or without a keychain, would otherwise open no journal again.
    @Test func journalIsTakenOverWithoutAKeyOnRequest() throws {
        let folder = try Folder()
        let device = try Self.history(folder, Self.key)
        device.journal.close()
        for adopts in [true, false] {
            let taken = try InventoryDevice(
                path: folder.path("journal"), integrity: JournalIntegrity(key: nil, player: "anna", adopts: adopts))
            #expect(taken.coins == 1050 && taken.journal.damage == nil)
            taken.journal.close()
        }
    }

    /// The game receives the damage report with the name of the damaged file. The report does not mention an edit.
    @Test func damageIsNotReportedAsAnEdit() throws {
        let folder = try Folder()
        let device = try Self.history(folder, Self.key)
        device.journal.close()
        let size = try Data(contentsOf: URL(filePath: folder.path("journal"))).count
        try Data(repeating: 0xA5, count: 4096).write(at: UInt64(size - 4096), folder.path("journal"))
        try device.relaunch()
        #expect(device.journal.damage?.message.contains("was damaged") == true)
        #expect(try folder.names().allSatisfy { !$0.contains("edited") })
    }

    @Test func recordThatIsTakenOutTakesTheBalancesWithIt() throws {
        let folder = try Folder()
        let device = try Self.history(folder, Self.key)
        try Self.run("DELETE FROM inventory_grant WHERE transaction_id = 1", folder)
        try Self.run("DELETE FROM delivery WHERE transaction_id = 1", folder)
        try device.relaunch()
        #expect(device.coins == 0 && device.gems == 0)
        // This purchase comes from the store.
        try device.buy(Self.unfinished[0])
        #expect(device.coins == 100)
    }

    @Test func journalOfAnotherPlayerIsRefused() throws {
        let folder = try Folder()
        let device = try Self.history(folder, Self.key)
        device.journal.close()
        for player in ["bert", nil] {
            for key in [Self.key.key, nil] {
                expect(.invalidState) {
                    _ = try Journal(
                        path: folder.path("journal"), integrity: JournalIntegrity(key: key, player: player))
                }
            }
        }
        // The rows also fail verification if the file names the other player.
        try Self.run("UPDATE owner SET player = 'bert'", folder)
        expect(.invalidState) {
            _ = try Journal(
                path: folder.path("journal"), integrity: JournalIntegrity(key: Self.key.key, player: "bert"))
        }
    }

    @Test func anotherKeyOrNoneIsRefusedAndLosesNothing() throws {
        let folder = try Folder()
        let device = try Self.history(folder, Self.key)
        device.journal.close()
        for key in [Array("another secret of the server".utf8), nil] {
            expect(.invalidState) {
                _ = try Journal(path: folder.path("journal"), integrity: JournalIntegrity(key: key, player: "anna"))
            }
        }
        try device.relaunch()
        #expect(device.coins == 1050 && device.journal.damage == nil)
    }

    @Test func journalWithoutChecksumsIsTakenOverOnRequestOnly() throws {
        for adopts in [true, false] {
            let folder = try Folder()
            let plain = try Self.history(folder, JournalIntegrity())
            plain.journal.close()
            let integrity = JournalIntegrity(key: Self.key.key, player: "anna", adopts: adopts)
            let device = try InventoryDevice(path: folder.path("journal"), integrity: integrity)
            #expect(device.coins == (adopts ? 1050 : 0))
            #expect((device.journal.damage == nil) == adopts)
            device.journal.close()
            // From here on the journal has checksums.
            try Self.run("UPDATE inventory_counter SET balance = 5000", folder)
            try device.relaunch()
            #expect(device.coins == 0)
        }
    }

    private static func run(_ sql: String, _ folder: Folder) throws {
        let database = try Database(salvaging: folder.path("journal"))
        defer { database.close() }
        try database.execute(sql)
    }
}

extension Data {
    fileprivate func write(at offset: UInt64, _ path: String) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        defer { try? file.close() }
        try file.seek(toOffset: offset)
        try file.write(contentsOf: self)
    }
}
