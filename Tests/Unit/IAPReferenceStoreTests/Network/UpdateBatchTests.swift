import Testing

@testable import IAPReferenceStore

struct UpdateBatchTests {
    private let session = DeviceSession.State(account: "anna")

    /// Five purchases. Two are unfinished. There are updates of the three others and of one of the two.
    private func batch() throws -> (batch: UpdateBatch, ids: [UInt64]) {
        let device = try TestStore.open().device()
        let transactions = try ["coins", "gems", "editor", "skins", "season"].map { try device.buy($0) }
        let updates = [2, 1, 3, 4].enumerated().map {
            TransactionUpdate(number: Int64($0.offset + 10), transaction: transactions[$0.element])
        }
        let batch = UpdateBatch(updates, after: 9, unfinished: Array(transactions[0...1]), session: session)
        return (batch, transactions.map(\.id))
    }

    @Test("In order, an acknowledgement covers the item and everything before it")
    func inOrder() throws {
        var (batch, ids) = try batch()
        batch.reorder(.inOrder, seed: [])
        #expect(batch.items.map(\.transaction.id) == ids)
        #expect(batch.items.map(\.number) == [nil, nil, 11, 12, 13])
        #expect(batch.last == 13)
    }

    @Test("Newest first, the last item acknowledges everything")
    func newestFirst() throws {
        var (batch, ids) = try batch()
        batch.reorder(.newestFirst, seed: [])
        #expect(batch.items.map(\.transaction.id) == ids.reversed())
        #expect(batch.items.map(\.number) == [nil, nil, nil, nil, 13])
    }

    @Test("A shuffle depends only on its seed, keeps every item, and its last item acknowledges everything")
    func shuffled() throws {
        var orders: Set<[UInt64]> = []
        for seed in UInt8.min...20 {
            var (batch, ids) = try batch()
            var again = batch
            batch.reorder(.shuffled, seed: [seed])
            again.reorder(.shuffled, seed: [seed])
            #expect(batch.items.map(\.transaction.id) == again.items.map(\.transaction.id))
            #expect(batch.items.map(\.transaction.id).sorted() == ids)
            #expect(batch.items.map(\.number) == [nil, nil, nil, nil, 13])
            orders.insert(batch.items.map(\.transaction.id))
        }
        #expect(orders.count > 10)
    }

    @Test("An update without an item needs no acknowledgement")
    func skippedUpdate() throws {
        let device = try TestStore.open().device()
        var coins = try device.buy("coins")
        coins.isFinished = true
        let batch = UpdateBatch([TransactionUpdate(number: 3, transaction: coins)], after: 2, session: session)
        #expect(batch.items.isEmpty)
        #expect(batch.skipped == 3)
        #expect(batch.last == 3)
    }
}
