import IAPDatabase
import IAPModel
import Synchronization
import Testing

@testable import IAPReferenceStore

/// The updates that devices receive unprompted. They arrive inside the call that changes the store. Therefore no test
/// waits.
struct TransactionUpdateTests {
    @Test func everythingUnfinishedComesAtALaunchOnceAndInOrder() throws {
        let device = try TestStore.open().device()
        let bought = try ["coins", "editor", "gems", "silver"].map { try device.buy($0).id }
        try device.finish(bought[2])
        for _ in 1...2 {
            let launch = Launch(device)
            #expect(launch.ids() == [bought[0], bought[1], bought[3]])
            _ = try device.store.setAskToBuy(false)
            #expect(launch.ids() == [], "another change repeats nothing")
            launch.end()
        }
    }

    @Test func ownPurchaseIsNoUpdate() throws {
        let device = try TestStore.open().device()
        let launch = Launch(device)
        for id in ["coins", "editor", "season", "silver"] { try device.buy(id) }
        #expect(launch.ids() == [])
    }

    static let sharing = [("coins", false), ("gems", false), ("editor", true), ("season", true), ("silver", true)]

    @Test(arguments: sharing)
    func otherDevicesOfTheAccountReceiveWhatItOwnsAndNoConsumables(productID: String, isReceived: Bool) throws {
        let store = try TestStore.open()
        let phone = try store.device("phone")
        let (tablet, stranger) = (Launch(try store.device("tablet")), Launch(try store.device("phone", account: "ben")))
        let id = try phone.buy(productID).id
        #expect(tablet.ids() == (isReceived ? [id] : []))
        #expect(stranger.ids() == [])
    }

    @Test func updateIsReceivedOnceAcrossLaunches() throws {
        let store = try TestStore.open()
        let (phone, tablet) = (try store.device("phone"), try store.device("tablet"))
        var launch = Launch(tablet)
        let editor = try phone.buy("editor")
        try phone.finish(editor.id)
        #expect(launch.ids() == [editor.id])
        launch.end()
        launch = Launch(tablet)
        #expect(launch.ids() == [])
        launch.end()

        let skins = try phone.buy("skins")
        try phone.finish(skins.id)
        #expect(launch.ids() == [], "the listener has ended")
        launch = Launch(tablet)
        #expect(launch.ids() == [skins.id], "changes between two launches arrive at the next")
        launch.end()
        launch = Launch(tablet)
        #expect(launch.ids() == [])
    }

    @Test func updateOfAnUnfinishedTransactionAddsNothingAtALaunch() throws {
        let store = try TestStore.open()
        let (phone, tablet) = (try store.device("phone"), try store.device("tablet"))
        let editor = try phone.buy("editor")
        #expect(Launch(tablet).ids() == [editor.id])
    }

    @Test func newDeviceReceivesUnfinishedTransactionsAndNotThePast() throws {
        let store = try TestStore.open()
        let phone = try store.device("phone")
        let (editor, skins) = (try phone.buy("editor"), try phone.buy("skins"))
        try phone.finish(editor.id)
        #expect(Launch(try store.device("tablet")).ids() == [skins.id])
    }

    @Test(arguments: [false, true]) func refundIsReportedToEveryDeviceAlsoTheBuyers(isFinished: Bool) throws {
        let store = try TestStore.open()
        let (phone, tablet) = (try store.device("phone"), try store.device("tablet"))
        let coins = try phone.buy("coins")
        if isFinished { try phone.finish(coins.id) }
        let launches = [Launch(phone), Launch(tablet)]
        for launch in launches { _ = launch.received() }
        _ = try store.advanceClock(by: 1000)
        guard case .refunded(let told) = try store.refund(coins.id) else {
            Issue.record("the purchase was not refunded")
            return
        }
        #expect(told.id == coins.id)
        for launch in launches {
            let updates = launch.received()
            #expect(updates.map(\.id) == [coins.id])
            let revocation = Transaction.Revocation(
                date: TestStore.start + 1000, reason: 0, type: .refundFull, percentage: 100_000)
            #expect(updates.first?.revocation == revocation)
        }
    }

    // MARK: Approved purchases

    @Test(arguments: [("coins", false), ("editor", true), ("season", true), ("silver", true)])
    func approvedConsumableIsAnUpdateForTheRequestingDevice(productID: String, isShared: Bool) throws {
        let store = try TestStore.open()
        let phone = try store.device("phone")
        let (asking, other) = (Launch(phone), Launch(try store.device("tablet")))
        let id = try approved(productID, on: phone).id
        #expect(asking.ids() == [id])
        #expect(other.ids() == (isShared ? [id] : []))
    }

    @Test func finishedConsumableIsNoUpdateUntilItIsRefunded() throws {
        let store = try TestStore.open()
        let phone = try store.device("phone")
        let coins = try approved("coins", on: phone)
        try phone.finish(coins.id)
        for device in [phone, try store.device("tablet")] { #expect(Launch(device).ids() == []) }
        _ = try store.refund(coins.id)
        for device in [phone, try store.device("tablet")] {
            #expect(Launch(device).ids() == [coins.id])
            #expect(Launch(device).ids() == [])
        }
    }

    /// A transaction that was listed as unfinished does not arrive again as an update.
    @Test(arguments: ["coins", "editor"], [true, false])
    func unfinishedTransactionDoesNotArriveAgainAsAnUpdate(productID: String, isFirst: Bool) throws {
        let store = try TestStore.open()
        let phone = try store.device("phone")
        let skins = try phone.buy("skins")
        try phone.finish(skins.id)
        if !isFirst { _ = try store.refund(skins.id) }
        let asked = try approved(productID, on: phone)
        if isFirst { _ = try store.refund(skins.id) }
        #expect(Launch(phone).ids() == [asked.id, skins.id])
        try phone.finish(asked.id)
        #expect(Launch(phone).ids() == [])
    }

    /// The first update may reach the listener last. The listener may have ended before that.
    @Test func unacknowledgedUpdateArrivesAgain() throws {
        let store = try TestStore.open()
        let phone = try store.device("phone")
        let skins = try phone.buy("skins")
        try phone.finish(skins.id)
        _ = try store.refund(skins.id)
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
        let approval = try #require(try device.store.approvals.last)
        #expect(approval.device == device.name)
        return try #require(try device.store.approve(approval.id))
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

    @Test func refundHappensOnce() throws {
        let store = try TestStore.open()
        let coins = try store.device().buy("coins")
        let launch = Launch(try store.device("tablet"))
        _ = launch.received()
        _ = try store.refund(coins.id)
        guard case .refundedBefore = try store.refund(coins.id), case .notFound = try store.refund(1) else {
            Issue.record("a repeated or unknown refund succeeded")
            return
        }
        #expect(launch.ids() == [coins.id])
    }

    @Test func deviceThatIsTwiceTheSameNameIsOneDevice() throws {
        let store = try TestStore.open()
        let editor = try store.device("phone").buy("editor")
        try store.device("phone").finish(editor.id)
        #expect(Launch(try store.device("phone")).ids() == [])
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
        #expect(try tool.totals.transactions == 1)
        _ = try tool.refund(coins.id)
        #expect(launch.ids() == [])
        game.lookForChanges()
        #expect(launch.ids() == [coins.id])
        game.lookForChanges()
        #expect(launch.ids() == [])
        #expect(try tool.device().signed(coins) == game.device().signed(coins), "both programs open the same store")
        _ = try tool.advanceClock(by: 5)
        #expect(try game.now == TestStore.start + 5)
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
        let counts = try game.read { ledger throws(DatabaseError) in
            let before = try ledger.totals().transactions
            _ = try? device.buy("coins")
            return (before, try ledger.totals().transactions)
        }
        #expect(counts == (0, 0))
        #expect(try game.totals.transactions == 1)
        game.close()
        tool.close()
    }

    @Test func ownChangesAreNotTakenForAnotherProcesses() throws {
        let folder = try Folder()
        let store = try TestStore.open(path: folder.path("state"))
        let calls = Mutex<Int>(0)
        _ = store.addListener { calls.withLock { $0 += 1 } }
        try store.setAskToBuy(true)
        #expect(calls.withLock { $0 } == 1)
        store.lookForChanges()
        #expect(calls.withLock { $0 } == 1)
        store.close()
    }
}
