import IAPModel
import Testing

@testable import IAPReferenceStore

/// Purchases that are not charged.
struct AttemptTests {
    private static func listed(_ store: ReferenceStore) throws -> [Attempt] {
        try store.transactionIDs(of: nil).compactMap {
            if case .attempt(let attempt) = try store.listedTransaction($0) { attempt } else { nil }
        }
    }

    @Test("An interrupted purchase keeps its offer, plan and server request")
    func interruptedPurchaseIsKeptWhole() throws {
        let folder = try Folder()
        let path = folder.path("state")
        var store = try OfferShop.open(path: path)
        try store.setInterruption(.error)
        var options = try store.introduction(false, of: "yearly")
        options.billingPlanType = .monthly
        options.seats = 3
        options.appAccountToken = "token"
        options.advancedCommerceJWS = try store.sign(.advancedCommerceJWS(request: "{}"))
        #expect(try kind { try store.device().buy("yearly", options) } == .unknown)
        let attempt = try #require(try Self.listed(store).first)
        #expect(attempt.kind == .interrupted && attempt.failure == nil && attempt.account == "anna")
        #expect(attempt.allowsIntroductoryOffer == false && attempt.billingPlanType == .monthly)
        #expect(attempt.seats == 3 && attempt.appAccountToken == "token" && attempt.advancedCommerceInfo == "{}")
        store.close()

        store = try OfferShop.open(path: path)
        #expect(try Self.listed(store) == [attempt])
        #expect(try store.resolveIssue(attempt.id) == .done)
        let yearly = try #require(try store.device().unfinished().first)
        #expect(yearly.offer == nil && yearly.billingPlanType == .monthly && yearly.seats == 3)
        #expect(yearly.appAccountToken == "token" && yearly.advancedCommerceInfo == "{}")
        store.close()
    }

    @Test("A failed purchase is stored with its reason")
    func failureIsKept() throws {
        let store = try TestStore.open()
        let device = try store.device()
        try store.order(.fail(StoreFailure(.networkError)))
        try store.setPurchaseFailure(.invalidOfferPrice)
        for productID in ["coins", "gems"] { _ = try kind { try device.buy(productID) } }
        _ = try kind { try device.buy("coins", quantity: 99) }
        let attempts = try Self.listed(store)
        #expect(attempts.map(\.failure) == [.networkError, .invalidOfferPrice, .invalidQuantity])
        #expect(attempts.map(\.productID) == ["coins", "gems", "coins"])
        #expect(attempts.allSatisfy { $0.kind == .failed && $0.requestDate == TestStore.start })
    }

    @Test("Uncharged purchases and transactions share one sequence of ids")
    func idsAreFromOneRow() throws {
        let store = try TestStore.open()
        let device = try store.device()
        let first = try device.buy("coins").id
        try store.order(.fail(StoreFailure(.networkError)))
        _ = try kind { try device.buy("coins") }
        _ = try device.purchase("coins", PurchaseOptions(asks: true))
        let last = try device.buy("coins").id
        #expect(try store.transactionIDs(of: "anna") == [first, first + 1, first + 2, last] && last == first + 3)
    }

    @Test("A request for approval expires after one day and disappears")
    func approvalEndsWithItsDay() throws {
        let store = try TestStore.open()
        let device = try store.device()
        _ = try device.purchase("coins", PurchaseOptions(asks: true))
        let id = try #require(try store.approvals.first?.id)
        _ = try store.advanceClock(by: 86_399_999)
        #expect(try store.approvals.map(\.id) == [id])
        _ = try store.advanceClock(by: 1)
        #expect(try store.approvals.isEmpty && store.transactionIDs(of: nil).isEmpty)
        #expect(try store.approve(id) == nil && !store.decline(id) && !store.deleteTransaction(id))
        #expect(try store.resolveIssue(id) == .unknownTransaction)
    }

    @Test("The interrupted purchase of a removed product is not charged and stays interrupted")
    func unknownProductIsNotCharged() throws {
        let folder = try Folder()
        let path = folder.path("state")
        var store = try TestStore.open(path: path)
        try store.setInterruption(.pending)
        _ = try store.device().purchase("coins", PurchaseOptions())
        let id = try #require(try store.transactionIDs(of: nil).first)
        store.close()
        store = try TestStore.open(path: path, catalogue: #"{"version": {"major": 4}}"#)
        #expect(try store.resolveIssue(id) == .refused(.notInBillingRetry))
        #expect(try store.transactionIDs(of: nil) == [id])
        store.close()
    }

    @Test("A purchase in a system sheet is not interrupted")
    func sheetsAreNotInterrupted() throws {
        let store = try TestStore.open()
        let device = try store.device()
        try device.buy("silver")
        try store.setInterruption(.pending)
        #expect(try store.answerNext(.manageSubscriptions, SheetAnswer(isAccepted: true, detail: "gold")))
        try device.showManageSubscriptions(groupID: nil)
        #expect(try device.history().map(\.productID) == ["silver", "gold"])
    }
}
