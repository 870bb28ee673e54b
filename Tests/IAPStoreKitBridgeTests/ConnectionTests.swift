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

    @Test func purchaseGivesTheSignedTransaction() async throws {
        let shop = try Shop()
        let outcome = await shop.visit {
            await StoreKitConnection().buy(Payment(productID: "coins", quantity: 3, appAccountToken: Self.token))
        }
        guard case .purchased(let transaction) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let charged = try #require(try shop.device.unfinished().first)
        #expect(transaction.id == charged.id && transaction.originalID == charged.id)
        #expect(transaction.productID == "coins" && transaction.productType == .consumable)
        #expect(transaction.quantity == 3 && transaction.appAccountToken == Self.token)
        #expect(transaction.purchaseDate == Shop.start && transaction.originalPurchaseDate == Shop.start)
        #expect(transaction.expirationDate == nil && transaction.revocation == nil && transaction.offer == nil)
        #expect(transaction.ownership == .purchased && transaction.subscriptionGroupID == nil)
        #expect(transaction.verification == .verified && transaction.environment == "Sandbox")
        #expect(transaction.appBundleID == "com.example.game" && transaction.webOrderLineItemID == nil)
        #expect(transaction.reason == .purchase && !transaction.isUpgraded)
        #expect(transaction.storefront == IAPModel.Storefront(countryCode: "USA", id: "143441"))
        #expect(transaction.price == Money(milliunits: 2970, currencyCode: "USD"))
        #expect(transaction.signedDate == Shop.start && transaction.appTransactionID?.isEmpty == false)
        let signed = try shop.device.signed(charged)
        #expect(transaction.signedText == signed.text && transaction.json == signed.payload)
        #expect(transaction.deviceVerification == signed.deviceVerification)
        #expect(transaction.deviceVerificationNonce == signed.deviceVerificationNonce)
    }

    @Test func subscriptionHasItsGroupAndEnd() async throws {
        let shop = try Shop()
        let silver = try await shop.visit { try await Self.buy(StoreKitConnection(), "silver") }
        #expect(silver.subscriptionGroupID == "CLUB" && silver.productType == .autoRenewableSubscription)
        #expect(silver.expirationDate == Shop.start + 30 * 86_400_000, "the period is from 15 June to 15 July")
    }

    @Test func cancelPendingAndUnknownProductsAreOutcomes() async throws {
        let shop = try Shop()
        let connection = StoreKitConnection()
        try shop.store.order(.cancel)
        await shop.visit {
            #expect(await connection.buy(Payment(productID: "coins")) == .cancelled)
            #expect(await connection.buy(Payment(productID: "coins", simulatesAskToBuy: true)) == .pending)
            guard case .failed(let error) = await connection.buy(Payment(productID: "nothing")) else {
                Issue.record("nothing was bought")
                return
            }
            #expect(error.status == .productUnavailable && error.message.contains("nothing"))
        }
    }

    @Test func askToBuyKeepsQuantityAndToken() async throws {
        let shop = try Shop()
        let payment = Payment(productID: "coins", quantity: 5, appAccountToken: Self.token, simulatesAskToBuy: true)
        _ = await shop.visit { await StoreKitConnection().buy(payment) }
        let approval = try #require(try shop.store.approvals.first)
        #expect(approval.quantity == 5 && approval.appAccountToken == Self.token)
    }

    @Test func queriesReturnTheStoresLists() async throws {
        let shop = try Shop()
        let connection = StoreKitConnection()
        try await shop.visit {
            var bought: [String: UInt64] = [:]
            for id in ["coins", "editor", "season", "silver"] { bought[id] = try await Self.buy(connection, id).id }
            await connection.finish(try #require(bought["coins"]))
            await connection.finish(try #require(bought["editor"]))

            func ids(_ kind: TransactionQuery.Kind, _ productID: String? = nil) async throws -> [String] {
                try await connection.transactions(TransactionQuery(kind, productID: productID)).transactions.map(
                    \.productID)
            }
            #expect(try await ids(.unfinished) == ["season", "silver"])
            #expect(try await ids(.unfinished, "silver") == ["silver"])
            #expect(try await ids(.unfinished, "editor") == [])
            #expect(try await ids(.all) == ["editor", "season", "silver"])
            #expect(try await ids(.all, "editor") == ["editor"])
            #expect(try await ids(.currentEntitlements) == ["editor", "season", "silver"])
            #expect(try await ids(.currentEntitlements, "season") == ["season"])
            #expect(try await ids(.latest, "editor") == ["editor"])
            #expect(try await ids(.latest, "coins") == [])
            #expect(try await ids(.latest) == [])
        }
    }

    @Test func restoreGivesTheEntitlements() async throws {
        let shop = try Shop()
        let connection = StoreKitConnection()
        try await shop.visit {
            #expect(try await connection.restore().isEmpty)
            _ = try await Self.buy(connection, "coins")
            let editor = try await Self.buy(connection, "editor")
            #expect(try await connection.restore().map(\.id) == [editor.id])
        }
    }

    @Test func finishReachesTheStoreAlsoForATransactionOfAnEarlierRun() async throws {
        let shop = try Shop()
        try await shop.visit {
            let coins = try await Self.buy(StoreKitConnection(), "coins")
            await StoreKitConnection().finish(1)
            #expect(try shop.device.unfinished().map(\.id) == [coins.id])
            await StoreKitConnection().finish(coins.id)
            #expect(try shop.device.unfinished().isEmpty)
            await StoreKitConnection().finish(coins.id)
        }
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

    @Test func storefrontAndPermissionAreTheStores() async throws {
        let shop = try Shop()
        try await shop.visit {
            let connection = StoreKitConnection()
            #expect(try await connection.storefront() == IAPModel.Storefront(countryCode: "USA", id: "143441"))
            #expect(connection.canMakePayments)
            try shop.store.setPaymentsAllowed(false)
            #expect(!connection.canMakePayments)
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
        _ = try shop.store.refund(silver.id)
        let all = try await shop.visit {
            try await StoreKitConnection().transactions(TransactionQuery(.all, productID: nil)).transactions
        }
        #expect(
            all.map(\.revocation) == [
                IAPModel.Transaction.Revocation(date: start, reason: 0, type: .refundFull, percentage: 100_000)
            ])
    }
}
