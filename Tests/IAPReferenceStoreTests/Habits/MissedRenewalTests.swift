import IAPModel
import Synchronization
import Testing

@testable import IAPReferenceStore

/// Renewals that happened while the game was closed.
struct MissedRenewalTests {
    /// A phone that has missed three renewals of a purchased and finished subscription.
    private struct Scene {
        let store: ReferenceStore
        let phone: StoreDevice
        let low: UInt64
        let renewals: [UInt64]

        init(_ habits: [Habit]) throws {
            store = try OfferShop.open()
            phone = try store.device()
            try store.set(Dictionary(habits.map { ($0, 1) }, uniquingKeysWith: { $1 }))
            low = try phone.buy("low").id
            try phone.finish(low)
            try store.pass(days: 100)
            renewals = try phone.history().map(\.id).filter { [low] in $0 != low }
            #expect(renewals.count == 3)
        }

        /// Returns the places of the transactions that one launch receives: 0 is the purchase, 1 to 3 are the renewals.
        func receivedPlaces() throws -> [Int] {
            let launch = Launch(phone)
            defer { launch.end() }
            return try launch.ids().map { try #require(([low] + renewals).firstIndex(of: $0)) }
        }
    }

    static let cases: [([Habit], [Int], [Int])] = [
        ([], [1, 2, 3], [1, 2, 3]),
        ([.missedNewestFirst], [3, 2, 1], [3, 2, 1]),
        ([.missedIncludesOriginal], [0, 1, 2, 3], [1, 2, 3]),
        ([.missedNewestTwice], [1, 2, 3, 3], [1, 2, 3]),
        ([.missedNewestFirst, .missedIncludesOriginal], [3, 2, 1, 0], [3, 2, 1]),
        ([.missedNewestFirst, .missedNewestTwice], [3, 3, 2, 1], [3, 2, 1]),
        ([.missedNewestFirst, .missedIncludesOriginal, .missedNewestTwice], [3, 3, 2, 1, 0], [3, 2, 1]),
    ]

    @Test("The first launch delivers missed renewals, the second delivers unfinished ones", arguments: cases)
    func launches(habits: [Habit], first: [Int], second: [Int]) throws {
        let scene = try Scene(habits)
        #expect(try scene.receivedPlaces() == first)
        #expect(try scene.receivedPlaces() == second)
        try scene.store.expectReplay(OfferShop.catalogue)
    }

    @Test("Without the replay of unfinished transactions, missed renewals arrive once", arguments: cases)
    func launchesWithoutUnfinished(habits: [Habit], first: [Int], second: [Int]) throws {
        let scene = try Scene(habits)
        try scene.store.setHabit(.launchReplaysUnfinished, to: 0)
        #expect(try scene.receivedPlaces() == first)
        #expect(try scene.receivedPlaces() == [])
    }

    @Test func otherItemsKeepTheirPlaces() throws {
        let store = try OfferShop.open()
        let (phone, tablet) = (try store.device(), try store.device("tablet"))
        try store.set([.missedNewestFirst: 1])
        let (low, coins) = (try phone.buy("low").id, try phone.buy("coins").id)
        try phone.finish(low)
        try store.pass(days: 70)
        let renewals = try phone.history().filter { $0.reason == .renewal }.map(\.id)
        let generic = try tablet.buy("generic").id
        try tablet.finish(generic)
        #expect(Launch(phone).ids() == [coins] + renewals.reversed() + [generic])
    }

    @Test func renewalThatComesWhileTheGameListensIsNotMissed() throws {
        let scene = try Scene([.missedNewestFirst, .missedIncludesOriginal, .missedNewestTwice])
        let launch = Launch(scene.phone)
        _ = launch.ids()
        try scene.store.pass(days: 70)
        let newest = try scene.phone.history().map(\.id).suffix(2)
        #expect(launch.ids() == Array(newest))
    }

    @Test func refundOfARenewalIsNoMissedRenewal() throws {
        let scene = try Scene([.missedNewestFirst, .missedIncludesOriginal, .missedNewestTwice])
        _ = try scene.receivedPlaces()
        for id in scene.renewals { try scene.phone.finish(id) }
        _ = try scene.store.refund(scene.renewals[0])
        #expect(try scene.receivedPlaces() == [1])
    }

    @Test func unfinishedPurchaseComesOnceAmongItsRenewals() throws {
        let store = try OfferShop.open()
        let phone = try store.device()
        try store.set([.missedNewestFirst: 1, .missedIncludesOriginal: 1])
        try phone.buy("low")
        try store.pass(days: 70)
        #expect(Launch(phone).ids() == (try phone.history().map(\.id).reversed()))
    }

    /// One number acknowledges everything before it, but renewals do not arrive in the order of their numbers.
    @Test("Nothing is acknowledged before its delivery", arguments: cases)
    func acknowledgement(habits: [Habit], first: [Int], second: [Int]) throws {
        for count in 0...first.count {
            let scene = try Scene(habits)
            try scene.store.setHabit(.launchReplaysUnfinished, to: 0)
            let items = Mutex<[DeviceUpdateFeed.Item]>([])
            let feed = scene.phone.listenAndAcknowledge { item in items.withLock { $0.append(item) } }
            for item in items.withLock({ $0 }).prefix(count) { feed.acknowledge(item) }
            feed.stop()
            let handedOver = Set(first.prefix(count))
            let again = Set(try scene.receivedPlaces())
            #expect(Set(1...3).subtracting(handedOver).isSubset(of: again), "after \(count) items")
            if count == first.count { #expect(again.isEmpty) }
        }
    }

    @Test("In a batch with other updates, each number waits for all earlier ones")
    func numbers() throws {
        let store = try OfferShop.open()
        let phone = try store.device()
        let coins = try phone.buy("coins")
        try phone.buy("low")
        try store.pass(days: 100)
        let periods = try phone.history().filter { $0.productID == "low" }
        let updates = ([periods[1], coins] + periods[2...]).enumerated().map {
            TransactionUpdate(number: Int64($0.offset + 10), transaction: $0.element)
        }
        var batch = UpdateBatch(updates, after: 9, session: StoreDevice.Session(account: "anna"))
        #expect(batch.items.map(\.number) == [10, 11, 12, 13])
        #expect(batch.missedSubscriptions == [periods[0].id])
        batch.orderRenewalsNewestFirst()
        #expect(batch.items.map(\.transaction.id) == [periods[3], coins, periods[2], periods[1]].map(\.id))
        #expect(batch.items.map(\.number) == [nil, nil, nil, 13])
        batch.includeOriginal(periods[0])
        batch.repeatNewestRenewals()
        #expect(
            batch.items.map(\.transaction.id)
                == [periods[0], periods[3], periods[3], coins, periods[2], periods[1]].map(\.id))
        #expect(batch.items.map(\.number) == [nil, nil, nil, nil, nil, 13])
        #expect(batch.skipped == nil && batch.last == 13)
    }
}
