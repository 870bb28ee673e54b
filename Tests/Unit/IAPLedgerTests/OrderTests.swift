import Foundation
import IAPModel
import IAPReferenceStore
@testable import IAPLedger
import Testing

/// The notifications arrive in every order, each of them twice, with one of them lost. Then the server requests the
/// current state from the store. The result is always the same.
@Suite struct OrderTests {
    /// Six notifications have 720 orders. With each notification lost once, that makes 4,320 cases. If TESTS_SHORT is
    /// set, only every eleventh case runs.
    private static let step = ProcessInfo.processInfo.environment["TESTS_SHORT"] == nil ? 1 : 11

    struct Life: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var live: @Sendable (Shop, UInt64) throws -> Void
    }

    static let lives: [Life] = [
        Life(testDescription: "renewed, failed, in grace, recovered, renewed, cancelled") { shop, id in
            try shop.store.controls.setGracePeriod(.sixteenDays)
            try shop.store.clock.advance(by: 35 * Shop.day)
            try shop.store.controls.setBillingRetryOnRenewal(true)
            try shop.store.clock.advance(by: 30 * Shop.day)
            _ = try shop.store.subscriptions.perform(.resolveBillingIssue, ofTransaction: id)
            try shop.store.controls.setBillingRetryOnRenewal(false)
            try shop.store.clock.advance(by: 31 * Shop.day)
            _ = try shop.store.subscriptions.perform(.setAutoRenewal(false), ofTransaction: id)
        },
        Life(testDescription: "cancelled, expired, bought again, refunded") { shop, id in
            _ = try shop.store.subscriptions.perform(.setAutoRenewal(false), ofTransaction: id)
            try shop.store.clock.advance(by: 40 * Shop.day)
            let again = try shop.buy("club")
            try shop.store.clock.advance(by: Shop.day)
            _ = try shop.store.refunds.refund(again, .full, reason: 1)
        },
        Life(testDescription: "failed, retried, expired") { shop, _ in
            try shop.store.controls.setBillingRetryOnRenewal(true)
            try shop.store.clock.advance(by: 31 * Shop.day)
            try shop.store.clock.advance(by: 70 * Shop.day)
        },
        Life(testDescription: "everything at the same time") { shop, id in
            _ = try shop.store.subscriptions.perform(.setAutoRenewal(false), ofTransaction: id)
            _ = try shop.store.subscriptions.perform(.setAutoRenewal(true), ofTransaction: id)
            _ = try shop.store.refunds.refund(id, .full, reason: 0)
        },
    ]

    @Test(arguments: lives) func everyOrderEndsAlike(_ life: Life) throws {
        let shop = try Shop()
        try life.live(shop, shop.buy("club"))
        let told = Array(try shop.notifications().prefix(6))
        #expect(told.count >= 3, "\(told.map(\.type))")
        let truth = try shop.statuses()
        let expected = try end(of: shop, told, truth)
        #expect(!expected.subscriptions.isEmpty)
        var count = 0
        for (number, order) in Permutations.all(told).enumerated() where number % Self.step == 0 {
            #expect(try end(of: shop, order + order.reversed(), truth) == expected)
            count += 1
            for lost in order.indices {
                var order = order
                order.remove(at: lost)
                #expect(try end(of: shop, order, truth) == expected)
                count += 1
            }
        }
        print("\(life.testDescription): \(told.count) notifications, \(count) orders, the same result")
    }

    /// Returns what the player has after the notifications arrived in this order and the server requested the state.
    private func end(
        of shop: Shop, _ order: [NotificationFact], _ truth: [(PurchaseFact, RenewalFact)]
    ) throws -> PlayerHoldings {
        let ledger = try shop.ledger()
        for notification in order { _ = try ledger.receive(notification) }
        for (purchase, renewal) in truth { try ledger.reconcile(purchase, renewal) }
        return try ledger.holdings(of: Shop.token, environment: "Sandbox")
    }
}
