import Testing

@testable import IAPReferenceStore

/// How long a thread may sleep before it must update the store again.
struct NextLookTests {
    private static let month: Int64 = 30 * 86_400_000

    @Test func virtualStoreInMemoryNeedsNoLook() throws {
        let store = try TestStore.open()
        try store.device().buy("silver")
        #expect(store.file.timeToNextLook == nil)
    }

    @Test func storeOnTheMachinesClockIsLookedAtWhenSomethingFallsDue() throws {
        let machine = Machine()
        let store = try machine.store(.real)
        let device = try store.device()
        #expect(store.file.timeToNextLook == nil)
        try device.buy("silver")
        #expect(store.file.timeToNextLook == Self.month)
        machine.pass(Self.month - 5000)
        #expect(store.file.timeToNextLook == 5000)
        machine.pass(6000)
        #expect(store.file.timeToNextLook == 10, "a late event needs a short pause")
        store.file.lookForChanges()
        #expect(try store.transactions.totals.transactions == 2)
        #expect(try #require(store.file.timeToNextLook) > 29 * 86_400_000)
    }

    @Test func storeOfAFileIsLookedAtOftenAsOtherProcessesMayChangeIt() throws {
        let folder = try Folder()
        let machine = Machine()
        for clock in [StoreClock.real, .virtual(start: TestStore.start)] {
            let store = try machine.store(clock, path: folder.path("state"))
            #expect(store.file.timeToNextLook == 250)
            store.close()
        }
        let store = try machine.store(.real, path: folder.path("state"))
        try store.device().buy("silver")
        machine.pass(Self.month - 100)
        #expect(store.file.timeToNextLook == 100)
    }
}
