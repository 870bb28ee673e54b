import IAPModel
import IAPPaymentQueue
import IAPReferenceStore
import IAPReferenceStoreKit
import Testing

@testable import IAPStoreKitBridge

/// What the bridge reports unprompted.
@Suite(.timeLimit(.minutes(60)))
struct ListenTests {
    /// Listens on the shop's device until the body returns.
    private static func listen(
        to shop: Shop, _ connection: StoreKitConnection,
        _ body: (inout AsyncStream<Fact>.Iterator) async throws -> Void
    ) async throws {
        let (stream, input) = AsyncStream.makeStream(of: Fact.self)
        try await shop.visit {
            let task = Task {
                await connection.listen(handlesMessages: true) { fact in
                    input.yield(fact)
                    return true
                }
            }
            var facts = stream.makeAsyncIterator()
            do {
                try await body(&facts)
            } catch {
                task.cancel()
                throw error
            }
            task.cancel()
            // A listener that does not end would block the client's close forever.
            await task.value
        }
    }

    private static func status(_ fact: Fact) -> IAPModel.SubscriptionStatus? {
        if case .subscriptionStatusChanged(let status) = fact { status } else { nil }
    }

    /// Changes between the creation of a connection and its listening are reported too.
    @Test func changesSinceTheConnectionWasCreatedAreReported() async throws {
        let shop = try Shop(catalogue: Shop.club)
        let connection = await shop.visit { StoreKitConnection() }
        let gold = try shop.charge("gold")
        try shop.store.shelf.move(to: "JPN", locale: nil)
        try await Self.listen(to: shop, connection) { facts in
            var (status, storefront): (IAPModel.SubscriptionStatus?, IAPModel.Storefront?)
            while status == nil || storefront == nil, let fact = await facts.next() {
                status = status ?? Self.status(fact)
                if case .storefrontChanged(let changed) = fact { storefront = changed }
            }
            #expect(status?.transaction.id == gold.id && storefront?.countryCode == "JPN")
        }
    }
}
