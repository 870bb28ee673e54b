import IAPModel
import IAPPaymentQueue
import IAPPlatform
import IAPReferenceStore
import IAPReferenceStoreKit
import Testing

@testable import IAPStoreKitBridge

/// StoreKit's reads can take minutes. A purchase reads the account's entitlements and waits two seconds for them.
@Suite(.timeLimit(.minutes(60)))
struct SlowStoreTests {
    /// Buys the editor while reads take this long.
    ///
    /// - Parameters:
    ///   - isOwned: Whether the account already owns it.
    ///   - passing: The steps of the store's time after the read has begun.
    private static func outcome(
        reading slowness: Int64, passing: [Int64], isOwned: Bool = true
    ) async throws -> PurchaseOutcome {
        let shop = try Shop()
        if isOwned {
            try shop.device.finish(try shop.charge("editor").id)
            // Without this pause, the earlier purchase would count as new.
            try shop.store.clock.advance(by: 60_000)
        }
        let (begins, input) = AsyncStream.makeStream(of: Void.self)
        shop.device.slowReads.value = StoreDevice.SlowReads(milliseconds: slowness) { input.yield() }
        let task = Task { await shop.visit { await StoreKitConnection().buy(Payment(productID: "editor")) } }
        var iterator = begins.makeAsyncIterator()
        await iterator.next()
        for time in passing { try shop.store.clock.advance(by: time) }
        return await task.value
    }

    @Test func readThatTakesLessThanTwoSecondsIsUsed() async throws {
        let outcome = try await Self.outcome(reading: 1999, passing: [1998, 1])
        guard case .owned = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    /// A new purchase is unfinished. An earlier purchase is finished.
    @Test func ownedProductIsNotNewAfterTwoSeconds() async throws {
        let outcome = try await Self.outcome(reading: .max, passing: [1999, 1])
        guard case .owned = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test func purchaseGoesOnAfterTwoSeconds() async throws {
        let outcome = try await Self.outcome(reading: .max, passing: [1999, 1], isOwned: false)
        guard case .purchased = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test func closingGameDoesNotWait() async throws {
        let shop = try Shop()
        let (begins, input) = AsyncStream.makeStream(of: Void.self)
        shop.device.slowReads.value = StoreDevice.SlowReads(milliseconds: .max) { input.yield() }
        let task = Task { await shop.visit { await StoreKitConnection().buy(Payment(productID: "editor")) } }
        var iterator = begins.makeAsyncIterator()
        await iterator.next()
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(try shop.device.history().isEmpty)
    }

    @Test func firstResponseIsUsed() async {
        let early = FirstResponse<Int?>()
        early.give(nil)
        early.give(1)
        #expect(await early.value == nil)
        let late = FirstResponse<Int?>()
        async let value = late.value
        late.give(2)
        late.give(3)
        #expect(await value == 2)
    }
}
