import IAPModel
import Testing

@testable import IAPReferenceStore

struct PurchaseOrderTests {
    static let orders: [PurchaseOrder] =
        [.cancel] + ResponseLoss.allCases.map { .lose($0) } + StoreFailure.Kind.allCases.map { .fail(StoreFailure($0)) }

    @Test(arguments: orders) func orderIsReadAsItWasWritten(order: PurchaseOrder) {
        #expect(PurchaseOrder(rawValue: order.rawValue) == order)
    }

    @Test func unknownOrderIsNil() {
        #expect(PurchaseOrder(rawValue: "explode") == nil)
    }

    @Test func ordersAreForTheNextPurchasesFirstComeFirstServed() throws {
        let device = try TestStore.open().device()
        try device.store.controls.order(.cancel)
        try device.store.controls.order(.fail(StoreFailure(.networkError)))
        guard
            case .cancelled = try device.purchase("coins", PurchaseOptions())
        else {
            Issue.record("the first order was lost")
            return
        }
        let failure = #expect(throws: StoreFailure.self) { try device.buy("coins") }
        #expect(failure?.kind == .networkError)
        try device.buy("coins")
        #expect(try device.store.transactions.totals.transactions == 1, "the first two purchases were not charged")
    }
}
