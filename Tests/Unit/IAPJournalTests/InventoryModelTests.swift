import Foundation
import IAPModel
import IAPPaymentQueue
import Testing

@testable import IAPJournal

/// Two devices do random things in random order. The inventory always equals the simple model.
struct InventoryModelTests {
    /// If TESTS_SHORT is set, there are fewer seeds.
    private static let seeds: ClosedRange<UInt64> =
        ProcessInfo.processInfo.environment["TESTS_SHORT"] == nil ? 1...40 : 1...12

    @Test(arguments: seeds) func inventoryFollowsTheRules(seed: UInt64) throws {
        var play = try Play(seed)
        for _ in 0..<250 {
            let step = try play.step()
            try play.compare(after: step)
        }
    }

    private struct Play {
        private var random: Seed
        private let folder: Folder
        private var devices: [(real: InventoryDevice, model: InventoryModel)] = []
        private var saves: [(text: String, model: InventoryModel)] = []
        private var shop: [Transaction] = []

        init(_ seed: UInt64) throws {
            random = Seed(seed)
            folder = try Folder()
            for number in 0...1 {
                let device = try InventoryDevice(path: number == 0 ? folder.path("journal") : nil)
                devices.append((device, InventoryModel(grants: InventoryDevice.usual)))
            }
            let products = Set(InventoryDevice.usual.map(\.productID)).sorted()
            for id in 1...12 as ClosedRange<UInt64> {
                let product = products[random.below(products.count)]
                let end: Int64? = random.below(2) == 0 ? Int64(1_000_000 + random.below(3000)) : nil
                shop.append(.bought(id, product, quantity: 1 + random.below(3), until: end))
            }
        }

        /// Returns a description of the step.
        mutating func step() throws -> String {
            let number = random.below(2)
            let device = devices[number].real
            let transaction = shop[random.below(shop.count)]
            switch random.below(12) {
            case 0, 1:
                // The store does not sell a transaction again after it revoked it.
                guard !devices[number].model.revoked.contains(transaction.id) else { return "nothing" }
                try device.buy(transaction)
                devices[number].model.buy(transaction)
                return "\(number) buys \(transaction.id)"
            case 2:
                try device.restore(transaction)
                devices[number].model.restore(transaction)
                return "\(number) restores \(transaction.id)"
            case 3:
                guard !devices[number].model.revoked.contains(transaction.id) else { return "nothing" }
                try device.revoke(transaction)
                devices[number].model.revoke(transaction)
                return "\(number) receives the revocation of \(transaction.id)"
            case 4:
                let succeeds = devices[number].model.takeBack(transaction.id)
                #expect(Self.succeeds { try device.journal.apply(.takeBack(transaction.id)) } == succeeds)
                return "\(number) takes back \(transaction.id)"
            case 5, 6, 7:
                let (counter, key) = (["coins", "gems"][random.below(2)], "k\(random.below(60))")
                let amount = Int64(1 + random.below(3) * 100)
                if random.below(3) == 0 {
                    let succeeds = devices[number].model.change(amount, of: counter, key: key)
                    #expect(Self.succeeds { try device.add(amount, to: counter, key: key) } == succeeds)
                    return "\(number) adds \(amount) to \(counter) with \(key)"
                }
                let succeeds = devices[number].model.change(-amount, of: counter, key: key)
                #expect(Self.succeeds { try device.spend(amount, of: counter, key: key) } == succeeds)
                return "\(number) spends \(amount) of \(counter) with \(key)"
            case 8:
                saves.append((try device.journal.exportInventory(), devices[number].model))
                return "\(number) exports"
            case 9:
                guard !saves.isEmpty else { return "nothing" }
                let save = saves[random.below(saves.count)]
                try device.journal.apply(.import(save.text))
                devices[number].model.replace(with: save.model)
                return "\(number) imports"
            case 10:
                guard number == 0 else { return "nothing" }
                try device.relaunch()
                return "\(number) is launched again"
            default:
                device.clock.now += Int64(random.below(10_000))
                return "\(number) waits"
            }
        }

        private static func succeeds(_ body: () throws -> Void) -> Bool {
            do { try body() } catch { return false }
            return true
        }

        func compare(after step: String) throws {
            for (number, (real, model)) in devices.enumerated() {
                let items = real.journal.inventoryItems
                // A renewal may arrive ten seconds late.
                let unlocks = model.unlocks(at: real.clock.now - 10_000)
                for item in items {
                    switch item.kind {
                    case .counter:
                        try #require(item.balance == model.balance(item.name), "\(number), \(item.name), \(step)")
                    case .unlock:
                        try #require(item.isUnlocked == (unlocks[item.name] != nil), "\(number), \(item.name), \(step)")
                        let (end, expected) = (item.expirationDate ?? Int64.max, unlocks[item.name] ?? Int64.max)
                        try #require(end == expected, "\(number), \(step)")
                    }
                }
                try #require(Set(items.map(\.name)) == ["club", "coins", "gems", "no_ads", "skin"])
            }
        }
    }
}
