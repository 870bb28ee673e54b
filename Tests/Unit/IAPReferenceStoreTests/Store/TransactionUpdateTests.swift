import IAPDatabase
import IAPModel
import Synchronization
import Testing

@testable import IAPReferenceStore

/// The updates that devices receive unprompted. They arrive inside the call that changes the store. Therefore no test
/// waits.
struct TransactionUpdateTests {
    /// The first update may reach the listener last. The listener may have ended before that.
    @Test func unacknowledgedUpdateArrivesAgain() throws {
        let store = try TestStore.open()
        let phone = try store.device("phone")
        let skins = try phone.buy("skins")
        try phone.finish(skins.id)
        _ = try store.refunds.refund(skins.id)
        let editor = try approved("editor", on: phone)
        let items = Mutex<[DeviceUpdateFeed.Item]>([])
        let feed = phone.listenAndAcknowledge { item in items.withLock { $0.append(item) } }
        let received = items.withLock { $0 }
        #expect(received.map(\.transaction.id) == [editor.id, skins.id])
        if let first = received.first { feed.acknowledge(first) }
        feed.stop()
        try phone.finish(editor.id)
        #expect(Launch(phone).ids() == [skins.id, editor.id])
        #expect(Launch(phone).ids() == [])
    }

    private func approved(_ productID: String, on device: StoreDevice) throws -> LedgerTransaction {
        _ = try device.purchase(productID, PurchaseOptions(asks: true))
        let approval = try #require(try device.store.purchases.approvals.last)
        #expect(approval.device == device.name)
        return try device.store.purchases.approve(approval.id)
    }

    /// Two processes may listen under one name, and one of them may be behind the other.
    @Test func acknowledgedUpdateStaysAcknowledged() throws {
        let store = try TestStore.open()
        let (phone, tablet) = (try store.device("phone"), try store.device("tablet"))
        let items = Mutex<[DeviceUpdateFeed.Item]>([])
        let slow = tablet.listenAndAcknowledge { item in items.withLock { $0.append(item) } }
        let ids = try ["editor", "skins"].map { try phone.buy($0).id }
        for id in ids { try phone.finish(id) }
        #expect(Launch(tablet).ids() == ids)
        if let first = items.withLock({ $0.first }) { slow.acknowledge(first) }
        #expect(Launch(tablet).ids() == [])
    }

    /// A report may call the store and change it. That causes more updates.
    @Test func reportMayCallTheStore() throws {
        let store = try TestStore.open()
        let (phone, tablet) = (try store.device("phone"), try store.device("tablet"))
        let received = Mutex<Int>(0)
        let feed = tablet.listen { transaction in
            received.withLock { $0 += 1 }
            try? tablet.finish(transaction.id)
            if transaction.productID == "editor" { _ = try? phone.buy("skins") }
        }
        try phone.buy("editor")
        #expect(received.withLock { $0 } == 2)
        #expect(try tablet.unfinished().isEmpty)
        feed.stop()
    }

    @Test func twoStoresOnOneFileSeeEachOthersChanges() throws {
        let folder = try Folder()
        let (game, tool) = (
            try TestStore.open(path: folder.path("state")), try TestStore.open(path: folder.path("state"))
        )
        let device = try game.device()
        let launch = Launch(device)
        let coins = try device.buy("coins")
        #expect(try tool.transactions.totals.transactions == 1)
        _ = try tool.refunds.refund(coins.id)
        #expect(launch.ids() == [])
        game.file.lookForChanges()
        #expect(launch.ids() == [coins.id])
        game.file.lookForChanges()
        #expect(launch.ids() == [])
        #expect(
            try tool.device().signer.signed(coins) == game.device().signer.signed(coins),
            "both programs open the same store")
        try tool.clock.advance(by: 5)
        #expect(try game.clock.now == TestStore.start + 5)
        let ids = try [game.device().buy("gems").id, tool.device().buy("gems").id, game.device().buy("gems").id]
        #expect(ids == [coins.id + 1, coins.id + 2, coins.id + 3])
        game.close()
        tool.close()
    }

    /// Another process may change the file between two reads.
    @Test func combinedReadsAreConsistent() throws {
        let folder = try Folder()
        let (game, tool) = (
            try TestStore.open(path: folder.path("state")), try TestStore.open(path: folder.path("state"))
        )
        let device = try tool.device()
        let counts = try game.file.read { ledger in
            let before = try ledger.totals().transactions
            _ = try? device.buy("coins")
            return (before, try ledger.totals().transactions)
        }
        #expect(counts == (0, 0))
        #expect(try game.transactions.totals.transactions == 1)
        game.close()
        tool.close()
    }

    @Test func ownChangesAreNotTakenForAnotherProcesses() throws {
        let folder = try Folder()
        let store = try TestStore.open(path: folder.path("state"))
        let calls = Mutex<Int>(0)
        _ = store.file.listeners.add { calls.withLock { $0 += 1 } }
        try store.controls.setAskToBuy(true)
        #expect(calls.withLock { $0 } == 1)
        store.file.lookForChanges()
        #expect(calls.withLock { $0 } == 1)
        store.close()
    }
}
