import IAPModel
import IAPPaymentQueue
import Testing

@testable import IAPJournal

/// A damaged journal that contains an inventory.
struct DamagedInventoryTests {
    /// Whichever page is lost, an import of the last save brings everything back, and nothing is granted twice.
    @Test(arguments: ["inventory_counter", "inventory_grant", "inventory_change", "delivery", "audit"])
    func importRestoresLostData(table: String) throws {
        let folder = try Folder()
        let path = folder.path("journal")
        let device = try InventoryDevice(path: path)
        let bought = [Transaction.bought(1, "coins.100"), .bought(2, "no_ads"), .bought(3, "bundle")]
        for transaction in bought { try device.buy(transaction) }
        try device.write(.finish(bought[0]))
        try device.spend(300, key: "hat")
        let (save, holdings) = (try device.journal.exportInventory(), device.holdings)
        #expect(holdings == "coins 800, no_ads")
        device.journal.close()
        try damage(table, of: path)

        try device.relaunch()
        #expect(device.journal.damage?.status == .storageDamaged)
        try device.journal.apply(.import(save))
        #expect(device.holdings == holdings)
        // The store delivers the unfinished transactions again. They grant nothing more.
        for transaction in bought[1...] {
            let outcome = try device.buy(transaction)
            guard case .deliver(_, .granted) = outcome else {
                Issue.record("transaction \(transaction.id): \(outcome)")
                continue
            }
        }
        #expect(device.holdings == holdings)
        try device.spend(300, key: "hat")
        #expect(device.holdings == holdings, "the journal knows the key")
    }

    /// Without an import, damage never adds anything to the inventory.
    @Test(arguments: ["inventory_counter", "inventory_grant", "inventory_change", "delivery", "audit"])
    func damageGrantsNothing(table: String) throws {
        let folder = try Folder()
        let path = folder.path("journal")
        let device = try InventoryDevice(path: path)
        let bought = Transaction.bought(1, "coins.100")
        try device.buy(bought)
        try device.spend(70, key: "hat")
        device.journal.close()
        try damage(table, of: path)

        try device.relaunch()
        #expect(device.coins <= 30)
        try device.buy(bought)
        #expect(device.coins <= 30)
    }

    private func damage(_ table: String, of path: String) throws {
        let pages = try DatabasePages(of: table, in: path)
        for index in 0..<pages.count { try pages.damage(index) }
    }
}
