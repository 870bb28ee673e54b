import IAPDatabase
import IAPModel
import Testing

@testable import IAPReferenceStore

/// Revocations, and how much of the price is refunded.
struct StoreRefundTests {
    private static let day = OfferShop.day

    private static func refund(
        _ store: ReferenceStore, _ id: UInt64, _ kind: RefundKind = .full, reason: Int = 0
    ) throws -> LedgerTransaction {
        guard case .refunded(let transaction) = try store.refund(id, kind, reason: reason) else {
            throw StoreFailure(.unknown, "\(id) was not refunded")
        }
        return transaction
    }

    private static func transaction(_ store: ReferenceStore, _ id: UInt64) throws -> LedgerTransaction {
        let found = try store.read { ledger throws(DatabaseError) in try ledger.transaction(id) }
        return try #require(found)
    }

    struct Row: Sendable {
        var kind: RefundKind
        var refunded: Int64
        var type: Transaction.Revocation.Kind?
        var percentage: Int?
    }

    static let rows = [
        Row(kind: .full, refunded: 1990, type: .refundFull, percentage: 100_000),
        Row(kind: .prorated, refunded: 1326, type: .refundProrated, percentage: 66_666),
        Row(kind: .nothing, refunded: 0, type: nil, percentage: nil),
    ]

    @Test(arguments: rows, [0, 1]) func refundOfTheActivePeriodEndsTheSubscription(row: Row, reason: Int) throws {
        let store = try TestStore.open()
        let device = try store.device()
        let silver = try device.buy("silver")
        let launches = [Launch(device), Launch(try store.device("tablet"))]
        _ = launches.map { $0.ids() }
        try store.pass(days: 10)
        let refunded = try Self.refund(store, silver.id, row.kind, reason: reason)
        #expect(refunded.refundedMilliunits == row.refunded && refunded.price.milliunits == 1990)
        let revocation = try #require(refunded.revocation)
        #expect(revocation.date == TestStore.start + 10 * Self.day && revocation.reason == reason)
        #expect(revocation.type == row.type && revocation.percentage == row.percentage)
        for launch in launches { #expect(launch.received() == [refunded]) }
        #expect(try device.currentEntitlements().isEmpty)
        #expect(try device.statuses(ofGroup: "CLUB").map(\.state) == [.revoked])
        try store.pass(days: 400)
        #expect(try device.history() == [refunded], "there is no further renewal")
    }

    @Test func refundOfAPastPeriodIsOnlyMarked() throws {
        let store = try TestStore.open()
        let device = try store.device()
        let silver = try device.buy("silver")
        try store.pass(days: 40)
        let launch = Launch(device)
        _ = launch.ids()
        let refunded = try Self.refund(store, silver.id)
        #expect(refunded.refundedMilliunits == 1990 && launch.ids() == [silver.id])
        #expect(try device.currentEntitlements().map(\.id) == [silver.id + 1])
        #expect(try device.statuses(ofGroup: "CLUB").first?.renewal.willAutoRenew == true)
        #expect(try Self.refund(store, silver.id + 1, .prorated).refundedMilliunits < 1990)
        #expect(try device.statuses(ofGroup: "CLUB").map(\.state) == [.revoked])
    }

    @Test func nothingIsTakenBackTwice() throws {
        let store = try TestStore.open()
        let device = try store.device()
        for productID in ["silver", "editor", "coins"] {
            let id = try device.buy(productID).id
            let refunded = try Self.refund(store, id, .nothing)
            for kind in [RefundKind.full, .prorated, .nothing] {
                guard case .refundedBefore = try store.refund(id, kind) else {
                    Issue.record("\(productID) was revoked twice")
                    return
                }
            }
            #expect(try Self.transaction(store, id) == refunded)
        }
        guard case .notFound = try store.refund(1) else {
            Issue.record("the unknown transaction 1 was refunded")
            return
        }
    }

    @Test(arguments: ["coins", "editor", "season"]) func productWithoutPeriodsIsRefundedAsAWhole(productID: String)
        throws
    {
        let store = try TestStore.open()
        let device = try store.device()
        let launch = Launch(device)
        for kind in [RefundKind.full, .prorated] {
            let bought = try device.buy(productID, quantity: productID == "editor" ? 1 : 3)
            let refunded = try Self.refund(store, bought.id, kind, reason: 1)
            #expect(refunded.refundedMilliunits == bought.price.milliunits && refunded.revocation?.reason == 1)
            #expect(refunded.revocation?.type == .refundFull && refunded.revocation?.percentage == 100_000)
            #expect(launch.received() == [refunded])
            #expect(try device.currentEntitlements().isEmpty)
        }
        let revoked = try Self.refund(store, device.buy(productID).id, .nothing)
        #expect(revoked.refundedMilliunits == 0 && revoked.revocation?.date == TestStore.start)
        #expect(revoked.revocation?.type == nil && revoked.revocation?.percentage == nil)
    }

    @Test func refundOfAFreeWeekReturnsNothing() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let refunded = try Self.refund(store, device.buy("month").id)
        #expect(refunded.refundedMilliunits == 0 && refunded.revocation?.type == .refundFull)
        #expect(try device.statuses(ofGroup: "CLUB").map(\.state) == [.revoked])
    }

    // MARK: Upgrades

    @Test(arguments: [1, 3]) func upgradeRefundsTheRestOfThePeriod(seats: Int64) throws {
        let store = try TestStore.open()
        let device = try store.device()
        var options = PurchaseOptions()
        options.seats = Int(seats)
        let silver = try device.buy("silver", options)
        try store.pass(days: 15)
        let launch = Launch(device)
        _ = launch.ids()
        let gold = try device.buy("gold")
        let upgraded = try Self.transaction(store, silver.id)
        #expect(upgraded.isUpgraded && upgraded.revocation == nil && upgraded.refundedMilliunits == seats * 995)
        #expect(try gold.price.milliunits == 14_990 && gold.refundedMilliunits == 0 && gold.purchaseDate == store.now)
        #expect(launch.ids() == [], "the purchase is in the response and not an update")
        #expect(try device.currentEntitlements().map(\.id) == [gold.id])
    }

    /// An earlier refund is not paid again. The total refund never exceeds the price.
    @Test(arguments: [(RefundKind.full, 1990), (.prorated, 1990), (.nothing, 995)] as [(RefundKind, Int64)])
    func refundAfterAnUpgradeIsForTheRest(kind: RefundKind, refunded: Int64) throws {
        let store = try TestStore.open()
        let device = try store.device()
        let silver = try device.buy("silver")
        try store.pass(days: 15)
        let gold = try device.buy("gold")
        #expect(try Self.refund(store, silver.id, kind).refundedMilliunits == refunded)
        #expect(try device.currentEntitlements().map(\.id) == [gold.id])
        #expect(try device.statuses(ofGroup: "CLUB").map(\.state) == [.subscribed])
    }

    @Test func paidAmountIsTheKeptPlusTheRefundedAmount() throws {
        let store = try TestStore.open()
        let device = try store.device()
        for (index, productID) in ["bronze", "silver", "silver.hd", "gold", "silver.yearly"].enumerated() {
            try device.buy(productID)
            try store.pass(days: Int64(3 + 7 * index))
        }
        for transaction in try device.history() {
            _ = try store.refund(transaction.id, transaction.id.isMultiple(of: 2) ? .full : .prorated)
        }
        for transaction in try device.history() {
            #expect((0...transaction.price.milliunits).contains(transaction.refundedMilliunits))
            #expect(transaction.revocation != nil)
            if transaction.id.isMultiple(of: 2) {
                #expect(transaction.refundedMilliunits == transaction.price.milliunits)
            }
        }
    }

    // MARK: Ended subscriptions

    @Test func refundOfTheLastPeriodDoesNotReviveAnEndedSubscription() throws {
        let store = try TestStore.open()
        let device = try store.device()
        let silver = try device.buy("silver")
        try store.leave(silver.id)
        try store.pass(days: 40)
        _ = try Self.refund(store, silver.id)
        #expect(try device.statuses(ofGroup: "CLUB").map(\.state) == [.expired])
        #expect(try device.currentEntitlements().isEmpty)
        let again = try device.buy("silver")
        #expect(again.originalID == silver.id)
        #expect(try device.currentEntitlements().map(\.id) == [again.id])
    }
}
