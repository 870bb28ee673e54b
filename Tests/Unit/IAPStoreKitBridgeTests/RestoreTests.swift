import IAPModel
import IAPReferenceStore
import IAPReferenceStoreKit
import Testing

@testable import IAPStoreKitBridge

/// A restore delivers the account's entitlements. It distinguishes a device without a network from a player who
/// cancels.
struct RestoreTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var what: String
        var isRestored = false
        var change: @Sendable (inout IAPModel.Transaction) -> Void
        var testDescription: String { what }
    }

    static let cases = [
        Case(what: "a non-consumable", isRestored: true) { _ in },
        Case(what: "a subscription", isRestored: true) { $0.productType = .autoRenewableSubscription },
        Case(what: "a non-renewing subscription", isRestored: true) { $0.productType = .nonRenewingSubscription },
        Case(what: "a type of a newer system", isRestored: true) { $0.productType = ProductType(rawValue: "Bundle") },
        Case(what: "a consumable") { $0.productType = .consumable },
        Case(what: "a subscription after its upgrade") {
            $0.productType = .autoRenewableSubscription
            $0.isUpgraded = true
        },
        Case(what: "a revoked product") { $0.revocation = IAPModel.Transaction.Revocation(date: 1, reason: nil) },
        Case(what: "an unverified product") { $0.verification = .failed(.invalidSignature) },
    ]

    @Test(arguments: cases) func currentEntitlementsAreRestored(_ row: Case) {
        var transaction = IAPModel.Transaction(
            id: 1, originalID: 1, productID: "thing", productType: .nonConsumable, quantity: 1, purchaseDate: 0,
            originalPurchaseDate: 0, expirationDate: nil, revocation: nil, ownership: .purchased, appAccountToken: nil,
            subscriptionGroupID: nil, environment: "", signedText: "")
        row.change(&transaction)
        #expect(transaction.isRestored == row.isRestored)
    }

    private static func error(of shop: Shop) async -> IAPError? {
        await shop.visit { await #expect(throws: IAPError.self) { try await StoreKitConnection().restore() } }
    }

    /// Many systems report that the player cancelled.
    @Test(arguments: [(0, "NSURLErrorDomain"), (1, "StoreKit.StoreKitError")])
    func restoreWithoutANetworkSaysSo(quirk: Int64, domain: String) async throws {
        let shop = try Shop()
        try shop.store.quirks.set(.syncOfflineCancelled, to: quirk)
        try shop.device.network.set(Self.down)
        let error = await Self.error(of: shop)
        #expect(error?.status == .network && error?.isRetryable == true)
        #expect(error?.storeDomain == domain, "the error contains StoreKit's own error")
        try shop.device.network.set(NetworkConditions())
        #expect(try await shop.visit { try await StoreKitConnection().restore() }.isEmpty)
    }

    @Test func cancelledRestoreIsReportedAsCancelled() async throws {
        let shop = try Shop()
        try shop.store.controls.setSimulatedError(.userCancelled, for: .sync)
        let error = await Self.error(of: shop)
        #expect(error?.status == .cancelled && error?.isRetryable == false)
    }

    private static var down: NetworkConditions {
        var network = NetworkConditions()
        network.isDown = true
        return network
    }
}
