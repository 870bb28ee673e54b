import IAPModel
import IAPPaymentQueue
import IAPReferenceStore
import IAPReferenceStoreKit
import Testing

@testable import IAPStoreKitBridge

/// How purchases and restores end on systems that differ from Apple's documentation.
@Suite(.timeLimit(.minutes(60)))
struct PurchaseHabitTests {
    private static func buyCoins() async throws -> StoreKitProduct.PurchaseResult {
        guard let coins = try await StoreKitProduct.products(for: ["coins"]).first else {
            throw StoreKitProduct.PurchaseError.productUnavailable
        }
        return try await coins.purchase()
    }

    /// Buys coins, and returns true if the purchase succeeds.
    private static func purchase(_ shop: Shop) -> HandRunCall<Bool> {
        HandRunCall(on: shop.device) {
            guard case .success(.verified) = try await buyCoins() else { return false }
            return true
        }
    }

    private static func shop(_ habit: Habit, _ value: Int64) throws -> Shop {
        let shop = try Shop()
        try shop.store.setHabit(habit, to: value)
        return shop
    }

    private static func error(of shop: Shop, _ body: () async throws -> Void) async -> StoreKitError? {
        await shop.visit { await #expect(throws: StoreKitError.self) { try await body() } }
    }

    // MARK: A late result

    @Test func resultComesLateIfThatIsTheHabit() throws {
        let shop = try Self.shop(.resultDelay, 2000)
        let call = Self.purchase(shop)
        #expect(try call.value == nil)
        #expect(
            try shop.device.unfinished().map(\.productID) == ["coins"],
            "the purchase is charged, and a kill loses nothing")
        #expect(try shop.store.advanceClock(by: 1999) == .moved)
        #expect(try call.value == nil)
        #expect(try shop.store.advanceClock(by: 1) == .moved)
        #expect(try call.value == true)
        try shop.store.setHabit(.resultDelay, to: 0)
        #expect(try Self.purchase(shop).value == true)
    }

    @Test func resultIsLateAfterTheAnswerHasCome() throws {
        let shop = try Self.shop(.resultDelay, 2000)
        let connection = StoreKitConnection()
        let product = HandRunCall(on: shop.device) { try await connection.product("coins") }
        let coins = try #require(try product.value)
        var network = NetworkConditions()
        network.latency = 500
        try shop.device.setNetwork(network)
        let call = HandRunCall(on: shop.device) {
            guard case .success = try await coins.purchase() else { return false }
            return true
        }
        #expect(try call.value == nil)
        #expect(try shop.store.advanceClock(by: 500) == .moved)
        #expect(try call.value == nil)
        network.isDown = true
        try shop.device.setNetwork(network)
        #expect(try call.value == nil, "the result came too early")
        #expect(try shop.store.advanceClock(by: 2000) == .moved)
        #expect(try call.value == true)
    }

    @Test func cancelEndsTheWaitForALateResult() throws {
        let shop = try Self.shop(.resultDelay, 2000)
        let call = Self.purchase(shop)
        #expect(try call.value == nil)
        call.cancel()
        #expect(throws: CancellationError.self) { try call.value }
        #expect(try shop.device.unfinished().map(\.productID) == ["coins"])
    }

    @Test func lateResultIsNotGivenToAnotherAccount() throws {
        let shop = try Self.shop(.resultDelay, 2000)
        let call = Self.purchase(shop)
        #expect(try call.value == nil)
        try shop.device.signIn("ben")
        guard case .failure(StoreKitError.systemError) = try #require(call.result) else {
            Issue.record("\(String(describing: call.result))")
            return
        }
        try shop.device.signIn("anna")
        #expect(try shop.device.unfinished().map(\.productID) == ["coins"])
    }

    @Test(arguments: [PurchaseOrder.cancel, .fail(StoreFailure(.unknown))])
    func unchargedResultIsNotDelayed(order: PurchaseOrder) throws {
        let shop = try Self.shop(.resultDelay, 2000)
        try shop.store.order(order)
        #expect(Self.purchase(shop).result != nil)
    }

    @Test func clientWaitsForALateResult() throws {
        let shop = try Self.shop(.resultDelay, 60_000)
        let call = HandRunCall(on: shop.device) {
            guard case .purchased = await StoreKitConnection().buy(Payment(productID: "coins")) else { return false }
            return true
        }
        #expect(try call.value == nil)
        #expect(try shop.store.advanceClock(by: 60_000) == .moved)
        #expect(try call.value == true)
    }

    // MARK: Errors

    @Test func sceneThatIsMissingIsToldByTheHabit() async throws {
        let shop = try Shop()
        let expected = ["invalidPresentationContext", "unknown", "userCancelled"]
        for (value, expected) in expected.enumerated() {
            try shop.store.setHabit(.noSceneError, to: Int64(value))
            try shop.store.order(.fail(StoreFailure(.invalidPresentationContext)))
            let error = await Self.error(of: shop) { _ = try await Self.buyCoins() }
            #expect(error.map { "\($0)" } == expected)
        }
        try shop.store.setSimulatedError(.invalidPresentationContext, for: .loadProducts)
        let error = await Self.error(of: shop) { _ = try await StoreKitProduct.products(for: ["coins"]) }
        #expect(error.map { "\($0)" } == "invalidPresentationContext", "the habit applies only to purchases")
    }

    @Test func cancelIsAResultOrThrownByTheHabit() async throws {
        let shop = try Shop()
        try shop.store.order(.cancel)
        guard case .userCancelled = try await shop.visit({ try await Self.buyCoins() }) else {
            Issue.record("the cancellation is not a result")
            return
        }
        try shop.store.setHabit(.cancelIsThrown, to: 1)
        try shop.store.order(.cancel)
        let error = await Self.error(of: shop) { _ = try await Self.buyCoins() }
        #expect(error.map { "\($0)" } == "userCancelled")
        try shop.store.order(.cancel)
        #expect(await shop.visit { await StoreKitConnection().buy(Payment(productID: "coins")) } == .cancelled)
    }

    @Test func restoreWithoutANetworkIsToldByTheHabit() async throws {
        let shop = try Shop()
        var network = NetworkConditions()
        network.isDown = true
        try shop.device.setNetwork(network)
        let documented = await Self.error(of: shop) { try await AppStore.sync() }
        guard case .networkError? = documented else {
            Issue.record("\(String(describing: documented))")
            return
        }
        try shop.store.setHabit(.syncOfflineCancelled, to: 1)
        let cancelled = await Self.error(of: shop) { try await AppStore.sync() }
        #expect(cancelled.map { "\($0)" } == "userCancelled")
        // If there is a network, a failed restore is not a restore that the player cancelled.
        try shop.device.setNetwork(NetworkConditions())
        try shop.store.setSimulatedError(.networkError, for: .sync)
        let failed = await Self.error(of: shop) { try await AppStore.sync() }
        guard case .networkError? = failed else {
            Issue.record("\(String(describing: failed))")
            return
        }
    }
}
