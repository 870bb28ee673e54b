import IAPModel
import Testing

@testable import IAPReferenceStore

/// When devices receive unfinished transactions.
struct UnfinishedHabitTests {
    @Test(arguments: [false, true]) func unfinishedComesAtTheBeginningOrIsOnlyListed(isOn: Bool) throws {
        let store = try TestStore.open()
        let device = try store.device()
        try store.setHabit(.launchReplaysUnfinished, to: isOn ? 1 : 0)
        let coins = try device.buy("coins").id
        let expected = isOn ? [coins] : []
        let launch = Launch(device)
        #expect(launch.ids() == expected)
        try store.restart()
        #expect(launch.ids() == expected)
        try device.signIn("ben")
        #expect(launch.ids() == [])
        try device.signIn("anna")
        #expect(launch.ids() == expected)
        #expect(try device.unfinished().map(\.id) == [coins])
        try store.expectReplay(TestStore.catalogue)
    }

    @Test func updatesThatWereNotAcknowledgedComeWithoutTheUnfinished() throws {
        let store = try TestStore.open()
        let (phone, tablet) = (try store.device("phone"), try store.device("tablet"))
        try store.setHabit(.launchReplaysUnfinished, to: 0)
        try phone.buy("coins")
        let editor = try tablet.buy("editor").id
        let feed = phone.listenAndAcknowledge { _ in }
        feed.stop()
        for expected in [[editor], []] {
            let launch = Launch(phone)
            #expect(launch.ids() == expected)
            launch.end()
        }
    }

    static let ages: [(Int64, Bool)] = [
        (0, false), (499, false), (500, true), (1499, true), (1500, false), (1999, false), (2000, true),
    ]

    @Test(arguments: ages) func newPurchaseFlickersInTheList(age: Int64, isListed: Bool) throws {
        let store = try TestStore.open()
        let device = try store.device()
        let coins = try device.buy("coins")
        try store.pass(milliseconds: age)
        #expect(try device.unfinished() == [coins])
        try store.setHabit(.unfinishedFlicker, to: 1)
        #expect(try device.unfinished() == (isListed ? [coins] : []))
        #expect(Launch(device).received() == [coins], "only the list omits it")
    }
}
