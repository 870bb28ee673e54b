import IAPModel
import PaymentQueue
import ReferenceStore
import ReferenceStoreKit
import Testing

@testable import StoreKitBridge

/// What the bridge tells of without having been asked.
@Suite(.timeLimit(.minutes(10)))
struct ListenTests {
    /// Listens on the shop's device until the test has seen enough.
    private static func listen(
        to shop: Shop, _ body: (inout AsyncStream<Fact>.Iterator) async throws -> Void
    ) async throws {
        let (stream, input) = AsyncStream.makeStream(of: Fact.self)
        try await shop.visit {
            let task = Task { await StoreKitConnection().listen { input.yield($0) } }
            var facts = stream.makeAsyncIterator()
            do {
                try await body(&facts)
            } catch {
                task.cancel()
                throw error
            }
            task.cancel()
            // A listener that did not end would hold the client's close for ever.
            await task.value
        }
    }

    /// The stream and the listing run side by side, so that facts are looked for and not counted.
    private static func next<Value>(
        _ facts: inout AsyncStream<Fact>.Iterator, _ wanted: (Fact) -> Value?
    ) async throws -> Value {
        while let fact = await facts.next() {
            if let value = wanted(fact) { return value }
        }
        throw IAPError(.internalFailure, "the listening ended")
    }

    private static func listed(_ fact: Fact) -> IAPModel.Transaction? {
        if case .unfinishedListed(let transaction) = fact { transaction } else { nil }
    }

    private static func updated(_ fact: Fact) -> IAPModel.Transaction? {
        if case .transactionUpdated(let transaction) = fact { transaction } else { nil }
    }

    @Test func whatIsUnfinishedIsListedInOrder() async throws {
        let shop = try Shop()
        for id in ["coins", "editor"] {
            _ = try shop.device.purchase(id, quantity: 1, appAccountToken: nil, simulatesAskToBuy: false)
        }
        try await Self.listen(to: shop) { facts in
            for id in ["coins", "editor"] {
                let transaction = try await Self.next(&facts, Self.listed)
                #expect(transaction.productID == id)
            }
        }
    }

    @Test func approvalAndRefundComeAsUpdates() async throws {
        let shop = try Shop()
        _ = try shop.device.purchase("coins", quantity: 2, appAccountToken: nil, simulatesAskToBuy: true)
        try await Self.listen(to: shop) { facts in
            let approval = try #require(try shop.store.approvals.first)
            let approved = try #require(try shop.store.approve(approval.id))
            let update = try await Self.next(&facts, Self.updated)
            #expect(update.id == approved.id && update.quantity == 2 && update.revocation == nil)

            _ = try shop.store.advanceClock(by: 77)
            _ = try shop.store.refund(approved.id)
            let revoked = try await Self.next(&facts) { Self.updated($0)?.revocation == nil ? nil : Self.updated($0) }
            #expect(revoked.id == approved.id)
            #expect(revoked.revocation == IAPModel.Transaction.Revocation(date: Shop.start + 77, reason: 0))
        }
    }

    @Test func secondDevicesPurchaseComesAsAnUpdate() async throws {
        let shop = try Shop()
        let tablet = try StoreDevice(store: shop.store, account: "anna", name: "tablet")
        try await Self.listen(to: shop) { facts in
            _ = try tablet.purchase("editor", quantity: 1, appAccountToken: nil, simulatesAskToBuy: false)
            #expect(try await Self.next(&facts, Self.updated).productID == "editor")
        }
    }

    @Test func changeOfTheStorefrontIsReported() async throws {
        let shop = try Shop()
        try await Self.listen(to: shop) { facts in
            // Changes are heard from the moment of listening on, which comes when it comes: there are changes until then.
            let changes = Task {
                while !Task.isCancelled {
                    for code in ["JPN", "DEU"] { _ = try? shop.store.setStorefront(code, locale: nil) }
                    await Task.yield()
                }
            }
            let country = try await Self.next(&facts) { fact in
                if case .storefrontChanged(let storefront) = fact { storefront.countryCode } else { nil }
            }
            changes.cancel()
            #expect(["JPN", "DEU"].contains(country))
        }
    }

    /// The bridge keeps products for purchases; what they cost is the store's to say, at the moment of the purchase.
    @Test func purchaseAfterAChangeOfTheStorefrontIsAtTheNewPrice() async throws {
        let shop = try Shop()
        let connection = StoreKitConnection()
        try await shop.visit {
            _ = try await connection.products(for: ["coins"])
            _ = try shop.store.setStorefront("JPN", locale: "ja_JP")
            _ = await connection.buy(Payment(productID: "coins"))
        }
        #expect(try shop.device.unfinished().map(\.price) == [Money(milliunits: 990, currencyCode: "JPY")])
    }
}
