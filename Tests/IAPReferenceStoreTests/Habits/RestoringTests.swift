import IAPModel
import Testing

@testable import IAPReferenceStore

/// What a restore returns with habits switched on.
struct RestoringTests {
    @Test(arguments: [false, true]) func latestPeriodIsUnfinishedAgainAfterARestore(isOn: Bool) throws {
        let store = try OfferShop.open()
        let (phone, tablet) = (try store.device("phone"), try store.device("tablet"))
        try store.setHabit(.syncUnfinishesLatest, to: isOn ? 1 : 0)
        for id in ["low", "extra", "generic"] { try phone.buy(id) }
        try store.pass(days: 40)
        for transaction in try phone.history() { try phone.finish(transaction.id) }
        let latest = try phone.statuses().flatMap(\.statuses).map(\.transaction.id).sorted()
        #expect(latest.count == 2)
        let launches = [Launch(phone), Launch(tablet)]
        for launch in launches { _ = launch.ids() }
        let before = try store.log
        try phone.sync()
        #expect(try phone.unfinished().map(\.id) == (isOn ? latest : []))
        #expect(launches[0].ids().sorted() == (isOn ? latest : []))
        #expect(launches[1].ids() == [], "only the restoring device receives it")
        #expect(try (store.log == before) == !isOn)
        for id in latest { try phone.finish(id) }
        #expect(try phone.unfinished().isEmpty)
        try store.expectReplay(OfferShop.catalogue)
    }

    @Test func refundedTransactionStaysFinished() throws {
        let store = try OfferShop.open()
        let phone = try store.device()
        try store.setHabit(.syncUnfinishesLatest, to: 1)
        let low = try phone.buy("low").id
        try phone.finish(low)
        _ = try store.refund(low)
        let launch = Launch(phone)
        _ = launch.ids()
        try phone.sync()
        #expect(try phone.unfinished().isEmpty && launch.ids() == [])
    }

    // MARK: After clearing the purchases

    private func ids(_ device: StoreDevice) throws -> [UInt64] { try device.currentEntitlements().map(\.id) }

    @Test(arguments: [false, true]) func clearedPurchasesStayListedUntilARestore(isOn: Bool) throws {
        let store = try OfferShop.open()
        let (anna, ben) = (try store.device(), try store.device(account: "ben"))
        try store.setHabit(.staleAfterClear, to: isOn ? 1 : 0)
        try anna.buy("coins")
        let (low, generic) = (try anna.buy("low").id, try anna.buy("generic").id)
        let bens = try ben.buy("generic").id
        try store.clearTransactions()
        for _ in 1...2 {
            #expect(try ids(anna) == (isOn ? [low, generic] : []))
            #expect(try ids(ben) == (isOn ? [bens] : []))
            try store.pass(days: 40)
            #expect(try store.totals.transactions == 0 && anna.history().isEmpty, "there is no renewal")
            #expect(try anna.statuses().isEmpty && anna.unfinished().isEmpty)
            try store.clearTransactions()
        }
        try anna.sync()
        #expect(try ids(anna) == [])
        #expect(try ids(ben) == (isOn ? [bens] : []), "each account restores its own purchases")
        try ben.sync()
        #expect(try ids(ben) == [])
        try store.expectReplay(OfferShop.catalogue)
    }

    @Test func purchaseAfterTheClearingIsANewOneAndListedInPlaceOfTheOld() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.setHabit(.staleAfterClear, to: 1)
        let (low, generic) = (try device.buy("low").id, try device.buy("generic").id)
        try store.clearTransactions()
        try store.pass(milliseconds: 1)
        let again = try device.buy("generic").id
        #expect(again > generic)
        #expect(try ids(device) == [low, again])
        try device.sync()
        #expect(try ids(device) == [again])
    }

    @Test func withoutTheHabitNothingStaysListed() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.setHabit(.staleAfterClear, to: 1)
        let generic = try device.buy("generic").id
        try store.clearTransactions()
        #expect(try ids(device) == [generic])
        try store.setHabit(.staleAfterClear, to: 0)
        #expect(try ids(device) == [])
    }

    @Test func clearedPurchaseIsNotShared() throws {
        let shop = try FamilyShop()
        try shop.store.setHabit(.staleAfterClear, to: 1)
        let carla = try shop.store.device(account: "carla")
        try shop.anna.buy("editor")
        try shop.store.clearTransactions()
        try shop.join("carla")
        try carla.sync()
        #expect(try shop.owned(carla) == [])
        #expect(try shop.owned(shop.anna) == ["editor"] && shop.owned(shop.ben) == ["editor"])
        try shop.ben.sync()
        #expect(try shop.owned(shop.anna) == ["editor"] && shop.owned(shop.ben) == [])
    }
}
