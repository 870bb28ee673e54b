import Testing

@testable import ReferenceStore

struct NewsEditionTests {
    private let session = StoreDevice.Session(account: "anna")

    /// Five purchases: two that are unfinished, and news of three others and of one of the two.
    private func edition() throws -> (edition: NewsEdition, ids: [UInt64]) {
        let device = try TestStore.open().device()
        let transactions = try ["coins", "gems", "editor", "skins", "season"].map { try device.buy($0) }
        let news = [2, 1, 3, 4].enumerated().map {
            News(number: Int64($0.offset + 10), transaction: transactions[$0.element])
        }
        let edition = NewsEdition(news, heard: 9, unfinished: Array(transactions[0...1]), session: session)
        return (edition, transactions.map(\.id))
    }

    @Test("In order each item counts as heard when it and what came before it have been")
    func inOrder() throws {
        var (edition, ids) = try edition()
        edition.reorder(.inOrder, seed: [])
        #expect(edition.items.map(\.transaction.id) == ids)
        #expect(edition.items.map(\.number) == [nil, nil, 11, 12, 13])
        #expect(edition.heard == 13)
    }

    @Test("Newest first, nothing counts as heard before the end")
    func newestFirst() throws {
        var (edition, ids) = try edition()
        edition.reorder(.newestFirst, seed: [])
        #expect(edition.items.map(\.transaction.id) == ids.reversed())
        #expect(edition.items.map(\.number) == [nil, nil, nil, nil, 13])
    }

    @Test("A shuffle depends on its seed alone, keeps everything, and nothing counts as heard before the end")
    func shuffled() throws {
        var orders: Set<[UInt64]> = []
        for seed in UInt8.min...20 {
            var (edition, ids) = try edition()
            var again = edition
            edition.reorder(.shuffled, seed: [seed])
            again.reorder(.shuffled, seed: [seed])
            #expect(edition.items.map(\.transaction.id) == again.items.map(\.transaction.id))
            #expect(edition.items.map(\.transaction.id).sorted() == ids)
            #expect(edition.items.map(\.number) == [nil, nil, nil, nil, 13])
            orders.insert(edition.items.map(\.transaction.id))
        }
        #expect(orders.count > 10)
    }

    @Test("What there is nothing to hear of counts as heard at once")
    func nothingToHear() throws {
        let device = try TestStore.open().device()
        var coins = try device.buy("coins")
        coins.isFinished = true
        let edition = NewsEdition([News(number: 3, transaction: coins)], heard: 2, session: session)
        #expect(edition.items.isEmpty)
        #expect(edition.oldNews == 3)
        #expect(edition.heard == 3)
    }
}
