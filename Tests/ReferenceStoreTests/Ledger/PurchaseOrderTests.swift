import IAPModel
import Testing

@testable import ReferenceStore

struct PurchaseOrderTests {
    static let orders: [PurchaseOrder] = [.cancel] + StoreFailure.Kind.allCases.map { .fail(StoreFailure($0)) }

    @Test(arguments: orders) func orderIsReadAsItWasWritten(order: PurchaseOrder) {
        #expect(PurchaseOrder(rawValue: order.rawValue) == order)
    }

    @Test func unknownOrderIsNone() {
        #expect(PurchaseOrder(rawValue: "explode") == nil)
    }

    @Test func ordersAreForTheNextPurchasesFirstComeFirstServed() throws {
        let device = try TestStore.open().device()
        try device.store.order(.cancel)
        try device.store.order(.fail(StoreFailure(.networkError)))
        guard
            case .cancelled = try device.purchase(
                "coins", quantity: 1, appAccountToken: nil, simulatesAskToBuy: false)
        else {
            Issue.record("the first order was not kept")
            return
        }
        let failure = #expect(throws: StoreFailure.self) { try device.buy("coins") }
        #expect(failure?.kind == .networkError)
        try device.buy("coins")
        #expect(try device.store.totals.transactions == 1, "nothing was charged for the first two")
    }
}

/// What an account may use at a moment.
struct EntitlementTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var type = ProductType.nonConsumable
        var end: Int64?
        var isRevoked = false
        var isUpgraded = false
        var isEntitlement: Bool
    }

    static let rows = [
        Row(testDescription: "a non-consumable", isEntitlement: true),
        Row(testDescription: "a season", type: .nonRenewingSubscription, isEntitlement: true),
        Row(testDescription: "a consumable", type: .consumable, isEntitlement: false),
        Row(testDescription: "refunded", isRevoked: true, isEntitlement: false),
        Row(
            testDescription: "one moment before the end", type: .autoRenewableSubscription, end: 101,
            isEntitlement: true),
        Row(testDescription: "at the end", type: .autoRenewableSubscription, end: 100, isEntitlement: false),
        Row(
            testDescription: "replaced", type: .autoRenewableSubscription, end: 101, isUpgraded: true,
            isEntitlement: false),
    ]

    @Test(arguments: rows) func entitlementIsWhatIsPaidAndInForce(row: Row) {
        let transaction = LedgerTransaction(
            id: 1, originalID: 1, account: "anna", productID: "thing", productType: row.type, quantity: 1,
            purchaseDate: 0, originalPurchaseDate: 0, expirationDate: row.end,
            storefront: Storefront(countryCode: "USA", id: ""), price: Money(milliunits: 0, currencyCode: "USD"),
            revocation: row.isRevoked ? Transaction.Revocation(date: 1, reason: 0) : nil, isUpgraded: row.isUpgraded)
        #expect(transaction.isEntitlement(at: 100) == row.isEntitlement)
    }
}
