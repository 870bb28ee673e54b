import IAPModel
import IAPPaymentQueue
import IAPReferenceStore
import IAPReferenceStoreKit
import Testing

@testable import IAPStoreKitBridge

/// Undocumented behaviour of StoreKit's reads: they return nothing, take long, or never end.
@Suite(.timeLimit(.minutes(60)))
struct ReadHabitTests {
    struct Read: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Whether a system can stall it.
        var stalls = false
        /// Returns the number of results.
        var count: @Sendable () async throws -> Int
    }

    private static let latest = Read(testDescription: "the latest transaction", stalls: true) {
        await StoreKitTransaction.latest(for: "silver") == nil ? 0 : 1
    }

    private static let statusInTransaction = Read(testDescription: "the status in a transaction", stalls: true) {
        for await result in StoreKitTransaction.unfinished {
            return await result.unsafePayloadValue.subscriptionStatus == nil ? 0 : 1
        }
        return 0
    }

    private static let appTransaction = Read(testDescription: "the app transaction", stalls: true) {
        _ = try await StoreKitAppTransaction.shared
        return 1
    }

    /// The reads that can return an empty result.
    static let reads = [
        Read(testDescription: "current entitlements", stalls: true) {
            await count(StoreKitTransaction.currentEntitlements)
        },
        Read(testDescription: "current entitlements of a product", stalls: true) {
            await count(StoreKitTransaction.currentEntitlements(for: "silver"))
        },
        latest,
        Read(testDescription: "statuses of a group", stalls: true) {
            try await StoreKitSubscriptionInfo.status(for: "CLUB").count
        },
        Read(testDescription: "the status of a transaction", stalls: true) {
            guard let id = try CurrentDevice.device?.history().first?.id else { return 0 }
            return try await StoreKitSubscriptionInfo.status(transactionID: id) == nil ? 0 : 1
        },
        Read(testDescription: "all statuses", stalls: true) {
            var count = 0
            for await group in SubscriptionStatus.all { count += group.statuses.count }
            return count
        },
        Read(testDescription: "all transactions") { await count(StoreKitTransaction.all) },
        Read(testDescription: "unfinished transactions") { await count(StoreKitTransaction.unfinished) },
        Read(testDescription: "products") { try await StoreKitProduct.products(for: ["silver"]).count },
    ]

    static let stalledReads = (reads + [statusInTransaction, appTransaction]).filter(\.stalls)
    static let promptReads = reads.filter { !$0.stalls }

    private static func count(_ transactions: StoreKitTransaction.Transactions) async -> Int {
        var count = 0
        for await _ in transactions { count += 1 }
        return count
    }

    /// A shop with one subscription. Each read returns one result.
    private static func shop(_ habit: Habit? = nil, _ value: Int64 = 1) throws -> Shop {
        let shop = try Shop()
        try shop.charge("silver")
        if let habit { try shop.store.setHabit(habit, to: value) }
        return shop
    }

    // MARK: Cancelled tasks

    @Test(arguments: reads) func readInACancelledTaskGivesAllOfIt(read: Read) throws {
        let call = HandRunCall(on: try Self.shop().device, read.count)
        call.cancel()
        #expect(try call.value == 1)
    }

    @Test(arguments: reads) func readInACancelledTaskGivesNothingIfThatIsTheHabit(read: Read) throws {
        let shop = try Self.shop(.cancelledReadsEmpty)
        let call = HandRunCall(on: shop.device, read.count)
        call.cancel()
        #expect(try call.value == 0)
        #expect(try HandRunCall(on: shop.device, read.count).value == 1, "other tasks can read it")
    }

    @Test(arguments: [false, true]) func statusInATransactionIsNothingToACancelledTaskByTheHabit(isEmpty: Bool) throws {
        let shop = try Self.shop(.cancelledReadsEmpty, isEmpty ? 1 : 0)
        let transaction = HandRunCall(on: shop.device) { await StoreKitTransaction.latest(for: "silver") }
        let bought = try #require(try transaction.value ?? nil).unsafePayloadValue
        let call = HandRunCall(on: shop.device) { await bought.subscriptionStatus == nil }
        call.cancel()
        #expect(try call.value == isEmpty)
    }

    @Test func cancelledTaskStillGetsItsEligibility() throws {
        let shop = try Shop()
        try shop.store.setHabit(.cancelledReadsEmpty, to: 1)
        let call = HandRunCall(on: shop.device) {
            await StoreKitSubscriptionInfo.isEligibleForIntroOffer(for: "CLUB")
        }
        call.cancel()
        #expect(try call.value == true)
    }

    static let requests = reads.filter { ["products", "statuses of a group"].contains($0.testDescription) }

    @Test(arguments: requests) func requestThatIsCancelledOnItsWayFails(read: Read) throws {
        let shop = try Self.shop()
        try shop.device.setNetwork(Self.slow)
        let call = HandRunCall(on: shop.device, read.count)
        #expect(try call.value == nil)
        call.cancel()
        #expect(throws: CancellationError.self) { try call.value }
    }

    @Test(arguments: requests) func requestThatIsCancelledOnItsWayGivesNothingIfThatIsTheHabit(read: Read) throws {
        let shop = try Self.shop(.cancelledReadsEmpty)
        try shop.device.setNetwork(Self.slow)
        let call = HandRunCall(on: shop.device, read.count)
        #expect(try call.value == nil)
        call.cancel()
        #expect(try call.value == 0)
    }

    private static var slow: NetworkConditions {
        var network = NetworkConditions()
        network.latency = 1000
        return network
    }

    // MARK: Products

    @Test func productsAreEmptyIfThatIsTheHabit() async throws {
        let shop = try Self.shop(.productsEmpty)
        #expect(try await shop.visit { try await StoreKitProduct.products(for: ["coins", "silver"]) }.isEmpty)
        try shop.store.setHabit(.productsEmpty, to: 0)
        #expect(try await shop.visit { try await StoreKitProduct.products(for: ["coins", "silver"]) }.count == 2)
    }

    @Test func requestForProductsThatIsToFailIsNotEmpty() async throws {
        let shop = try Self.shop(.productsEmpty)
        try shop.store.setSimulatedError(.networkError, for: .loadProducts)
        await #expect(throws: StoreKitError.self) {
            try await shop.visit { try await StoreKitProduct.products(for: ["coins"]) }
        }
    }

    @Test(arguments: [false, true]) func requestForProductsThatHangsEndsByItsCancel(isEmpty: Bool) throws {
        let shop = try Self.shop(.productsHang)
        try shop.store.setHabit(.cancelledReadsEmpty, to: isEmpty ? 1 : 0)
        let call = HandRunCall(on: shop.device) { try await StoreKitProduct.products(for: ["coins"]).count }
        #expect(try call.value == nil)
        #expect(try shop.store.advanceClock(by: 86_400_000) == .moved)
        #expect(try call.value == nil)
        call.cancel()
        if isEmpty {
            #expect(try call.value == 0)
        } else {
            #expect(throws: CancellationError.self) { try call.value }
        }
        try shop.store.setHabit(.productsHang, to: 0)
        #expect(
            try HandRunCall(on: shop.device) { try await StoreKitProduct.products(for: ["coins"]).count }.value == 1)
    }

    // MARK: Stalls

    private static func expectStall<Value: Sendable & Equatable>(
        of call: HandRunCall<Value>, for stall: Int64, _ shop: Shop, then value: Value
    ) throws {
        #expect(try call.value == nil)
        #expect(try shop.store.advanceClock(by: stall - 1) == .moved)
        #expect(try call.value == nil)
        #expect(try shop.store.advanceClock(by: 1) == .moved)
        #expect(try call.value == value)
    }

    @Test(arguments: stalledReads) func readStallsIfThatIsTheHabit(read: Read) throws {
        let shop = try Self.shop(.readStall, 180_000)
        try Self.expectStall(of: HandRunCall(on: shop.device, read.count), for: 180_000, shop, then: 1)
        try shop.store.setHabit(.readStall, to: 0)
        #expect(try HandRunCall(on: shop.device, read.count).value == 1)
    }

    @Test(arguments: promptReads) func otherReadsDoNotStall(read: Read) throws {
        #expect(try HandRunCall(on: try Self.shop(.readStall, 180_000).device, read.count).value == 1)
    }

    @Test func purchaseDoesNotStall() throws {
        let shop = try Shop()
        for habit in [Habit.readStall, .coldStall] { try shop.store.setHabit(habit, to: 180_000) }
        let call = HandRunCall(on: shop.device) { try await Self.buysCoins() }
        // The first call loads the product.
        try Self.expectStall(of: call, for: 180_000, shop, then: true)
    }

    private static func buysCoins() async throws -> Bool {
        guard let coins = try await StoreKitProduct.products(for: ["coins"]).first else { return false }
        guard case .success = try await coins.purchase() else { return false }
        return true
    }

    @Test(arguments: stalledReads) func stallEndsWithItsTask(read: Read) throws {
        let shop = try Self.shop(.readStall, 1000)
        let call = HandRunCall(on: shop.device, read.count)
        #expect(try call.value == nil)
        call.cancel()
        let result = try #require(call.result, "a stall must end with its task")
        // A call that can fail reports the cancellation.
        if case .success(let count) = result {
            #expect(count == 0)
        } else {
            #expect(throws: CancellationError.self) { try result.get() }
        }
    }

    static let firstCalls = stalledReads + reads.filter { $0.testDescription == "products" }

    @Test(arguments: firstCalls) func onlyTheFirstCallOfALaunchStalls(read: Read) throws {
        let shop = try Self.shop(.coldStall, 180_000)
        for _ in 0..<2 {
            try Self.expectStall(of: HandRunCall(on: shop.device, read.count), for: 180_000, shop, then: 1)
            #expect(try HandRunCall(on: shop.device, read.count).value == 1)
            #expect(try HandRunCall(on: shop.device, Self.latest.count).value == 1)
            shop.device.beginLaunch()
        }
        try shop.store.setHabit(.coldStall, to: 0)
        #expect(try HandRunCall(on: shop.device, read.count).value == 1)
    }

    @Test func firstCallStallsForBothReasons() throws {
        let shop = try Self.shop(.coldStall, 3000)
        try shop.store.setHabit(.readStall, to: 500)
        try Self.expectStall(of: HandRunCall(on: shop.device, Self.latest.count), for: 3500, shop, then: 1)
        try Self.expectStall(of: HandRunCall(on: shop.device, Self.latest.count), for: 500, shop, then: 1)
    }

    @Test func storefrontStallsIfThatIsTheHabit() throws {
        let shop = try Shop()
        #expect(try Self.country(shop).value == "USA")
        try shop.store.setHabit(.storefrontStall, to: 2000)
        try Self.expectStall(of: Self.country(shop), for: 2000, shop, then: "USA")
        let cancelled = Self.country(shop)
        #expect(try cancelled.value == nil)
        cancelled.cancel()
        #expect(try cancelled.value == "none")
    }

    private static func country(_ shop: Shop) -> HandRunCall<String> {
        HandRunCall(on: shop.device) { await StoreKitStorefront.current?.countryCode ?? "none" }
    }

    /// The read of the entitlements stalls, and the purchase waits two seconds for it.
    @Test func clientBuysAlthoughReadsStall() throws {
        let shop = try Shop()
        try shop.store.setHabit(.readStall, to: 180_000)
        let call = HandRunCall(on: shop.device) {
            guard case .purchased = await StoreKitConnection().buy(Payment(productID: "coins")) else { return false }
            return true
        }
        try Self.expectStall(of: call, for: StoreKitConnection.patience, shop, then: true)
    }
}
