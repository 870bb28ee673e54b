import Testing

@testable import IAPReferenceStore

/// How long a thread may sleep before it must update the store again.
struct NextLookTests {
    private static let month: Int64 = 30 * 86_400_000

    @Test func virtualStoreInMemoryNeedsNoLook() throws {
        let store = try TestStore.open()
        try store.device().buy("silver")
        #expect(store.timeToNextLook == nil)
    }

    @Test func storeOnTheMachinesClockIsLookedAtWhenSomethingFallsDue() throws {
        let machine = Machine()
        let store = try machine.store(.real)
        let device = try store.device()
        #expect(store.timeToNextLook == nil)
        try device.buy("silver")
        #expect(store.timeToNextLook == Self.month)
        machine.pass(Self.month - 5000)
        #expect(store.timeToNextLook == 5000)
        machine.pass(6000)
        #expect(store.timeToNextLook == 10, "a late event needs a short pause")
        store.lookForChanges()
        #expect(try store.totals.transactions == 2)
        #expect(try #require(store.timeToNextLook) > 29 * 86_400_000)
    }

    @Test func storeOfAFileIsLookedAtOftenAsOtherProcessesMayChangeIt() throws {
        let folder = try Folder()
        let machine = Machine()
        for clock in [StoreClock.real, .virtual(start: TestStore.start)] {
            let store = try machine.store(clock, path: folder.path("state"))
            #expect(store.timeToNextLook == 250)
            store.close()
        }
        let store = try machine.store(.real, path: folder.path("state"))
        try store.device().buy("silver")
        machine.pass(Self.month - 100)
        #expect(store.timeToNextLook == 100)
    }
}
