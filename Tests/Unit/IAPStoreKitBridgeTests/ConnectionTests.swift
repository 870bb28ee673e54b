import Foundation
import IAPModel
import IAPPaymentQueue
import IAPReferenceStore
import IAPReferenceStoreKit
import Testing

@testable import IAPStoreKitBridge

/// The store from the payment queue's side.
@Suite(.timeLimit(.minutes(60)))
struct ConnectionTests {
    private static let token = "9b2c5d4e-0000-4000-8000-0000000000ab"

    private static func buy(_ connection: StoreKitConnection, _ productID: String) async throws -> IAPModel.Transaction
    {
        guard case .purchased(let transaction) = await connection.buy(Payment(productID: productID)) else {
            throw IAPError(.internalFailure, "\(productID) was not bought")
        }
        return transaction
    }

    /// After a game has closed its client, no payment sheet appears.
    @Test(arguments: ["coins", "editor"]) func purchaseOfACancelledTaskChargesNothing(productID: String) async throws {
        let shop = try Shop()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await shop.visit { await StoreKitConnection().buy(Payment(productID: productID)) }
        }
        #expect(await task.value == .cancelled)
        #expect(try shop.device.history().isEmpty && shop.device.unfinished().isEmpty)
    }

    /// The owned purchase is restored. Finishing it does not reach the store.
    @Test func onlyUnfinishedTransactionsAreKept() async throws {
        let shop = try Shop()
        let connection = StoreKitConnection()
        try await shop.visit {
            let editor = try await Self.buy(connection, "editor")
            #expect(Array(connection.unfinished.keys) == [editor.id])
            await connection.finish(editor.id)
            guard case .owned = await connection.buy(Payment(productID: "editor")) else {
                Issue.record("the editor was bought twice")
                return
            }
            #expect(connection.unfinished.keys.isEmpty)
        }
    }

    @Test func withoutADeviceNothingWorksAndNothingCrashes() async throws {
        let connection = StoreKitConnection()
        #expect(!connection.canMakePayments)
        let failures: [(status: IAPError.Status, call: () async throws -> Void)] = [
            (.store, { _ = try await connection.products(for: ["coins"]) }),
            (.store, { _ = try await connection.restore() }), (.network, { _ = try await connection.storefront() }),
        ]
        for failure in failures {
            let error = await #expect(throws: IAPError.self) { try await failure.call() }
            #expect(error?.status == failure.status && error?.isRetryable == true)
        }
        guard case .failed = await connection.buy(Payment(productID: "coins")) else {
            Issue.record("a purchase succeeded without a store")
            return
        }
        await connection.finish(7)
    }

    /// A store whose file cannot be read must not look like an account without purchases.
    @Test func restoreFromAClosedStoreFails() async throws {
        let shop = try Shop()
        shop.store.close()
        await shop.visit {
            let error = await #expect(throws: IAPError.self) { try await StoreKitConnection().restore() }
            #expect(error?.status == .store)
        }
    }

    static let dates: [Int64] = [
        0, 1, 999, 1_000_000_007, 1_700_000_000_123, Shop.start + 1, Shop.start + 499, Shop.start + 501,
        Shop.start + 999, 253_300_000_000_999,
    ]

    @Test(arguments: dates) func datesKeepTheirMilliseconds(start: Int64) async throws {
        let shop = try Shop(start: start)
        let silver = try await shop.visit { try await Self.buy(StoreKitConnection(), "silver") }
        let charged = try #require(try shop.device.unfinished().first)
        #expect(silver.purchaseDate == start && silver.originalPurchaseDate == start)
        #expect(silver.expirationDate == charged.expirationDate)
        _ = try shop.store.refunds.refund(silver.id)
        let all = try await shop.visit {
            try await StoreKitConnection().transactions(TransactionQuery(.all, productID: nil)).transactions
        }
        #expect(
            all.map(\.revocation) == [
                IAPModel.Transaction.Revocation(date: start, reason: 0, type: .refundFull, percentage: 100_000)
            ])
    }
}
