import Foundation
import IAPModel
import Testing

@testable import IAPReferenceStore

/// How time passes in a store.
struct ClockTests {
    private static let day: Int64 = 86_400_000

    @Test func realClockIsTheMachines() throws {
        let machine = Machine()
        let store = try machine.store(.real)
        machine.pass(1234)
        #expect(try store.now == TestStore.start + 1234)
        let silver = try store.device().buy("silver")
        #expect(silver.purchaseDate == TestStore.start + 1234)
        // From 15 June to 15 July.
        #expect(silver.expirationDate == silver.purchaseDate + 30 * Self.day)
        #expect(try store.advanceClock(by: 1) == .notVirtual)
    }

    @Test func acceleratedClockShortensPeriodsAndIsOtherwiseTheMachines() throws {
        let machine = Machine()
        let store = try machine.store(.accelerated(.monthlyRenewalEveryThirtySeconds))
        let device = try store.device()
        let silver = try device.buy("silver")
        #expect(silver.purchaseDate == TestStore.start && silver.expirationDate == TestStore.start + 30_000)
        machine.pass(29_999)
        #expect(try device.currentEntitlements().map(\.id) == [silver.id])
        machine.pass(1)
        let renewal = try #require(try device.currentEntitlements().first)
        #expect(renewal.reason == .renewal && renewal.expirationDate == TestStore.start + 60_000)
        try store.leave(silver.id)
        machine.pass(29_999)
        #expect(try device.currentEntitlements().map(\.id) == [renewal.id])
        machine.pass(1)
        #expect(try device.currentEntitlements().isEmpty)
        #expect(try store.advanceClock(by: 1) == .notVirtual)
    }

    @Test(arguments: [nil, TimeRate.oneMinuteIsOneDay]) func rateOfTheFileAppliesUnlessOneIsGiven(rate: TimeRate?)
        throws
    {
        let text = TestStore.catalogue.replacingOccurrences(
            of: #"{"version""#, with: #"{"settings": {"_timeRate": 6}, "version""#)
        let silver = try Machine().store(.accelerated(rate), catalogue: text).device().buy("silver")
        let month = try #require(Period(iso8601: "P1M"))
        #expect(
            silver.expirationDate
                == (rate ?? .oneSecondIsOneDay).end(of: month, from: TestStore.start))
    }

    @Test func virtualClockMovesOnlyOnCommand() throws {
        let machine = Machine()
        let store = try machine.store(.virtual(start: 5_000_000))
        machine.pass(99)
        #expect(try store.now == 5_000_000)
        #expect(try store.advanceClock(by: 0) == .moved)
        #expect(try store.advanceClock(by: 7) == .moved)
        #expect(try store.now == 5_000_007)
        #expect(try store.device().buy("coins").purchaseDate == 5_000_007)
    }

    @Test func virtualTimePersistsAndTheStartIsForNewFiles() throws {
        let folder = try Folder()
        let path = folder.path("state")
        let first = try Machine().store(.virtual(start: 5_000_000), path: path)
        _ = try first.advanceClock(by: 7)
        first.close()
        let second = try Machine().store(.virtual(start: 1), path: path)
        #expect(try second.now == 5_000_007)
        second.close()
    }

    @Test(arguments: [Int64.max, 253_370_764_800_000, 253_402_300_800_000])
    func clockDoesNotMoveBeyondItsMaximum(distance: Int64) throws {
        let store = try TestStore.open()
        #expect(try store.advanceClock(by: distance) == .tooFar)
        #expect(try store.now == TestStore.start)
    }

    /// A game's test may move the clock by decades. A purchase after that is still valid.
    @Test(arguments: [1, 29, 31, 41, 1000] as [Int64]) func purchaseIsValidAfterAnyMoveOfTheClock(years: Int64)
        throws
    {
        let store = try TestStore.open()
        let device = try store.device()
        #expect(try store.advanceClock(by: years * 366 * Self.day) == .moved)
        #expect(try device.signed(device.buy("coins")).failure == nil)
    }

    /// The machine's clock may be set back, or the state file may come from a machine whose clock is ahead.
    @Test func purchaseIsValidOnAMachineWhoseClockWasSetBack() throws {
        let machine = Machine()
        let store = try machine.store(.real)
        machine.pass(-2 * Self.day)
        let device = try store.device()
        #expect(try device.signed(device.buy("coins")).failure == nil)
    }
}
