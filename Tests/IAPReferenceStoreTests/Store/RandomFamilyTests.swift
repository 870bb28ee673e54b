import IAPDatabase
import IAPModel
import Testing

@testable import IAPReferenceStore

/// Random histories of three accounts that join and leave families. A failure names its seed.
struct RandomFamilyTests {
    @Test(arguments: UInt64(0)..<24) func everyRandomHistoryKeepsTheInvariants(seed: UInt64) throws {
        var life = try FamilyLife(seed: seed)
        for _ in 0..<40 {
            try life.act()
            do {
                try life.check()
            } catch {
                Issue.record("seed \(seed): \(error) after \(life.deeds)")
                return
            }
        }
    }

    @Test func randomHistoriesReachEveryTestedSituation() throws {
        var (shared, renewed, refunded, ownBesideShared) = (0, 0, 0, 0)
        for seed in UInt64(0)..<8 {
            var life = try FamilyLife(seed: seed)
            for _ in 0..<40 {
                try life.act()
                let owned = try life.devices.map { try $0.currentEntitlements() }
                shared += owned.joined().count { $0.sharedFrom != nil }
                renewed += owned.joined().count { $0.sharedFrom != nil && $0.reason == .renewal }
                for owned in owned {
                    let groups = owned.filter { $0.sharedFrom != nil }.compactMap(\.subscriptionGroupID)
                    ownBesideShared += owned.count {
                        $0.sharedFrom == nil && groups.contains($0.subscriptionGroupID ?? "")
                    }
                }
            }
            refunded += try life.store.totals.refunded
        }
        #expect(shared > 50)
        #expect(renewed > 10)
        #expect(refunded > 10)
        #expect(ownBesideShared > 10)
    }
}

private struct FamilyLife {
    let store: ReferenceStore
    let devices: [StoreDevice]
    private(set) var deeds: [String] = []
    private var random: SplitMix
    /// The original transaction ids of the accounts' own subscriptions. The key is the account and the group.
    private var originals: [String: UInt64] = [:]
    private var doesFail = false

    private static let accounts = ["anna", "ben", "carla"]
    private static let products = ["gold", "silver", "solo", "extra", "gold", "silver", "editor", "skins", "coins"]

    struct Objection: Error {
        var text: String
    }

    init(seed: UInt64) throws {
        store = try TestStore.open(catalogue: FamilyShop.catalogue)
        let store = store
        devices = try Self.accounts.map { try store.device(account: $0) }
        random = SplitMix(state: seed)
    }

    private mutating func pick<Element>(_ list: [Element]) -> Element { list[random.below(list.count)] }

    mutating func act() throws {
        let device = pick(devices)
        let days = Int64(random.below(20))
        switch random.below(16) {
        case 0..<5:
            let productID = pick(Self.products)
            deeds.append("\(device.account) buys \(productID)")
            var options = PurchaseOptions()
            if try FamilyShop.isSubscription(productID), random.below(3) == 0 { options.seats = 1 + random.below(3) }
            _ = try device.buy(productID, options)
        case 5, 6:
            let family = pick(["home", "other", nil, "home"])
            deeds.append("\(device.account) joins \(family ?? "no family")")
            _ = try store.setFamily(of: device.account, family)
        case 7:
            let isSharing = random.below(3) > 0
            deeds.append("\(device.account) shares \(isSharing)")
            try store.setSharing(of: device.account, isSharing)
        case 8: try refund(of: device)
        case 9:
            doesFail.toggle()
            deeds.append("renewals fail \(doesFail)")
            try store.setBillingRetryOnRenewal(doesFail)
            try store.setGracePeriod(pick([nil, .threeDays, .sixteenDays]))
        case 10, 11: try command(device)
        default: break
        }
        deeds.append("\(days) days")
        try store.pass(days: days)
    }

    private mutating func refund(of device: StoreDevice) throws {
        let history = try device.history()
        guard !history.isEmpty else { return }
        let (transaction, kind) = (pick(history), pick([RefundKind.full, .prorated, .nothing]))
        deeds.append("\(kind) refund of \(transaction.id)")
        _ = try store.refund(transaction.id, kind)
    }

    private mutating func command(_ device: StoreDevice) throws {
        let periods = try device.history().filter { $0.subscriptionGroupID != nil }
        guard !periods.isEmpty else { return }
        let id = pick(periods).id
        let command = pick([
            SubscriptionControl.setAutoRenewal(isOn: false), .expire, .forceRenewal, .resolveBillingIssue,
        ])
        deeds.append("\(command) of \(id)")
        _ = try store.perform(command, ofTransaction: id)
    }

    // MARK: What must always hold

    private func require(_ holds: Bool, _ text: String) throws {
        guard holds else { throw Objection(text: text) }
    }

    mutating func check() throws {
        let members = try store.read { ledger throws(DatabaseError) in
            var members: [String: Ledger.Member] = [:]
            for account in Self.accounts { members[account] = try ledger.member(account) }
            return members
        }
        let owned = try devices.map { try $0.currentEntitlements() }
        for (device, own) in zip(devices, owned) {
            try checkLedger(of: device)
            let groups = own.filter { $0.sharedFrom == nil }.compactMap(\.subscriptionGroupID)
            try require(Set(groups).count == groups.count, "two subscriptions of a group are active")
            try require(own.allSatisfy { $0.revocation == nil && !$0.isUpgraded }, "a revoked transaction gives access")
            try checkShared(of: device, own, owned, members)
        }
    }

    /// A family member has each product once if another member has it, may share it and wants to share it. The member
    /// has nothing else from the others.
    private func checkShared(
        of device: StoreDevice, _ own: [LedgerTransaction], _ owned: [[LedgerTransaction]],
        _ members: [String: Ledger.Member]
    ) throws {
        let member = members[device.account]
        var expected: [String: Set<UInt64>] = [:]
        for (other, theirs) in zip(devices, owned) where other.account != device.account {
            guard let payer = members[other.account], payer.isSharing, let family = payer.family,
                family == member?.family
            else { continue }
            for shared in theirs where shared.sharedFrom == nil && FamilyShop.shareable.contains(shared.productID) {
                expected[shared.productID, default: []].insert(shared.id)
            }
        }
        for transaction in own {
            guard let payers = transaction.sharedFrom else { continue }
            try require(
                expected[transaction.productID]?.contains(payers) == true, "\(device.account) has an unshared product")
        }
        let products = own.map(\.productID)
        try require(expected.keys.allSatisfy(products.contains), "\(device.account) lacks a shared product")
        let lasting = own.filter { $0.productType != .nonRenewingSubscription }.map(\.productID)
        try require(Set(lasting).count == lasting.count, "\(device.account) has a product twice")
    }

    private mutating func checkLedger(of device: StoreDevice) throws {
        let states = try device.statuses().flatMap(\.statuses)
        for transaction in try device.history() {
            try require(
                (0...transaction.price.milliunits).contains(transaction.refundedMilliunits),
                "the refund exceeds the price")
            try require(transaction.account == device.account, "the history contains another account")
            try require(
                (transaction.ownership == .familyShared) == (transaction.sharedFrom != nil),
                "the ownership does not match the sharing")
            guard let groupID = transaction.subscriptionGroupID, transaction.sharedFrom == nil else { continue }
            let key = "\(device.account) \(groupID)"
            try require(originals[key] ?? transaction.originalID == transaction.originalID, "the original id changed")
            originals[key] = transaction.originalID
        }
        let entitled = try device.currentEntitlements().filter { $0.subscriptionGroupID != nil }
        let running = states.filter { $0.state == .subscribed || $0.state == .inGracePeriod }.map(\.transaction)
        try require(
            Set(running.map(\.id)).isSuperset(of: entitled.map(\.id))
                && Set(running.map(\.productID)) == Set(entitled.map(\.productID)), "statuses and entitlements differ")
    }
}
