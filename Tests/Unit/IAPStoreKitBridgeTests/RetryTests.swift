import IAPModel
import IAPPaymentQueue
import IAPReferenceStore
import Testing

@testable import IAPReferenceStoreKit
@testable import IAPStoreKitBridge

/// If the store cannot sign something immediately, it delivers it later in the same launch.
@Suite(.timeLimit(.minutes(60)))
struct RetryTests {
    private static func id(_ result: VerificationResult<IAPReferenceStoreKit.Transaction>?) -> UInt64? {
        result?.unsafePayloadValue.id
    }

    /// Two purchases that are finished and then refunded. The first refund happens while the store fails.
    private static func refund(_ failing: FailingStore, _ feed: UpdateFeed, quietly: Bool) async throws -> [UInt64?] {
        let (editor, season) = (try failing.charge("editor"), try failing.charge("season"))
        for transaction in [editor, season] { try failing.device.finish(transaction.id) }
        try failing.fail()
        _ = try failing.store.refunds.refund(editor.id)
        let first = try await failing.value(of: { Self.id(await feed.next()) }) {
            if quietly {
                try failing.recoverQuietly()
                _ = try failing.store.refunds.refund(season.id)
            } else {
                try failing.recover()
            }
        }
        #expect(first == editor.id)
        return [editor.id, season.id]
    }

    /// Receiving the later update acknowledges both. Therefore the earlier one must not be skipped.
    @Test func updateThatCannotBeSignedIsTriedAgainBeforeTheNextOne() async throws {
        let failing = try FailingStore()
        let feed = UpdateFeed(failing.device)
        let ids = try await Self.refund(failing, feed, quietly: true)
        #expect(Self.id(await feed.next()) == ids[1])
    }

    @Test func anyChangeOfTheStoreTriesAgain() async throws {
        let failing = try FailingStore()
        _ = try await Self.refund(failing, UpdateFeed(failing.device), quietly: false)
    }

    @Test func updateThatCouldNotBeSignedInOneRunComesInTheNext() async throws {
        let failing = try FailingStore()
        let ids: [UInt64]
        do {
            let feed = UpdateFeed(failing.device)
            let (editor, season) = (try failing.charge("editor"), try failing.charge("season"))
            ids = [editor.id, season.id]
            for id in ids { try failing.device.finish(id) }
            try failing.fail()
            for id in ids { _ = try failing.store.refunds.refund(id) }
            let task = Task { await feed.next() == nil }
            task.cancel()
            #expect(await task.value)
        }
        try failing.recoverQuietly()
        let feed = UpdateFeed(failing.device)
        for id in ids { #expect(Self.id(await feed.next()) == id) }
    }

    @Test func statusThatCannotBeSignedIsReportedLater() async throws {
        let failing = try FailingStore(catalogue: Shop.club)
        let updates = await failing.visit { IAPReferenceStoreKit.SubscriptionStatus.updates }
        let gold = try failing.charge("gold")
        try failing.fail()
        let told = try await failing.value(
            of: {
                var iterator = updates.makeAsyncIterator()
                return Self.id(await iterator.next()?.transaction)
            }, after: failing.recover)
        #expect(told == gold.id)
    }

    // MARK: Charges

    /// The store fails after it has charged and before it has signed. The device receives the charge when the store
    /// works again. Only this device gets the coins.
    @Test func chargeThatCannotBeSignedComesAsAnUpdateToTheDeviceThatPaid() async throws {
        let failing = try FailingStore()
        let tablet = UpdateFeed(try StoreDevice(store: failing.store, account: "anna", name: "tablet"))
        let feed = UpdateFeed(failing.device)
        try failing.store.shelf.moveDuringNextPurchase("DEU")
        let error = await #expect(throws: StoreKitError.self) {
            try await failing.visit {
                let coins = try #require(try await IAPReferenceStoreKit.Product.products(for: ["coins"]).first)
                _ = try await coins.purchase(options: [.onStorefrontChange { _ in (try? failing.fail()) != nil }])
            }
        }
        guard case .systemError? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let charged = try #require(try failing.device.unfinished().first)
        #expect(try failing.device.unfinished().count == 1)
        let told = try await failing.value(of: { Self.id(await feed.next()) }, after: failing.recover)
        #expect(told == charged.id)
        // The tablet's next update is a different one.
        let editor = try failing.charge("editor")
        #expect(Self.id(await tablet.next()) == editor.id)
    }
}
