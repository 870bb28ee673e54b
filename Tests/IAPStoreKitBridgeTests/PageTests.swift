import IAPModel
import IAPPaymentQueue
import IAPReferenceStore
import IAPReferenceStoreKit
import Testing

@testable import IAPStoreKitBridge

/// Long lists of transactions, page by page.
@Suite(.timeLimit(.minutes(60)))
struct PageTests {
    private static func pages(
        of shop: Shop, _ kind: TransactionQuery.Kind, productID: String? = nil, limit: Int?,
        between: (TransactionPage) throws -> Void = { _ in }
    ) async throws -> [TransactionPage] {
        let connection = StoreKitConnection()
        var pages: [TransactionPage] = []
        var mark: TransactionPage.Mark?
        repeat {
            let query = TransactionQuery(kind, productID: productID, limit: limit, page: mark)
            let page = try await shop.visit { try await connection.transactions(query) }
            pages.append(page)
            try between(page)
            mark = page.next
        } while mark != nil && pages.count < 100
        return pages
    }

    /// A shop with this many unfinished transactions, two for each point in time.
    private static func shop(_ count: Int) throws -> (Shop, ids: [UInt64]) {
        let shop = try Shop()
        var ids: [UInt64] = []
        for number in 0..<count {
            if number.isMultiple(of: 2) { _ = try shop.store.advanceClock(by: 1000) }
            ids.append(try shop.charge("coins").id)
        }
        return (shop, ids)
    }

    @Test(arguments: [1, 2, 3, 6, 7, 8, 100])
    func pagesTogetherAreTheListOldestFirst(limit: Int) async throws {
        let (shop, ids) = try Self.shop(7)
        let pages = try await Self.pages(of: shop, .unfinished, limit: limit)
        #expect(pages.flatMap { $0.transactions.map(\.id) } == ids)
        #expect(pages.count == max(1, (ids.count + limit - 1) / limit))
        for page in pages.dropLast() {
            #expect(page.transactions.count == limit)
            #expect(page.next == page.transactions.last.map(TransactionPage.Mark.init))
        }
        #expect(pages.last?.next == nil)
    }

    @Test func withoutALimitThereIsOnePage() async throws {
        let (shop, ids) = try Self.shop(5)
        let pages = try await Self.pages(of: shop, .all, limit: nil)
        #expect(pages.map { $0.transactions.map(\.id) } == [ids])
    }

    @Test func nothingIsOneEmptyPage() async throws {
        let pages = try await Self.pages(of: try Shop(), .all, limit: 3)
        #expect(pages == [TransactionPage([])])
    }

    /// A finish or purchase between two pages neither repeats nor hides another transaction.
    @Test func changesBetweenPagesMoveNothing() async throws {
        let (shop, ids) = try Self.shop(6)
        let pages = try await Self.pages(of: shop, .unfinished, limit: 2) { page in
            if let first = page.transactions.first { try shop.device.finish(first.id) }
            if page.transactions.contains(where: { $0.id == ids[1] }) { try shop.charge("coins") }
        }
        let seen = pages.flatMap { $0.transactions.map(\.id) }
        #expect(Array(seen.prefix(6)) == ids && seen.count == 7)
    }

    @Test func pagesOfOneProductHaveOnlyIt() async throws {
        let shop = try Shop()
        for id in ["coins", "season", "coins", "editor", "coins"] { try shop.charge(id) }
        let pages = try await Self.pages(of: shop, .all, productID: "coins", limit: 2)
        #expect(pages.map { $0.transactions.map(\.productID) } == [["coins", "coins"], ["coins"]])
    }

    @Test func limitOfNothingStillComesToAnEnd() async throws {
        let (shop, ids) = try Self.shop(3)
        let pages = try await Self.pages(of: shop, .unfinished, limit: 0)
        #expect(pages.flatMap { $0.transactions.map(\.id) } == ids)
    }
}
