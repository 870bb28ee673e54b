import IAPModel
import Synchronization
import Testing

@testable import IAPReferenceStore

/// The clock, without a store.
struct StoreTimeTests {
    @Test func virtualClockStandsStillUntilItIsMoved() throws {
        let clock = StoreTime(file: try .inMemory(machineTime: { 7 }))
        #expect(try clock.isVirtual && clock.now == TestStore.start && clock.lastKnown == TestStore.start)
        try clock.advance(by: 5)
        #expect(try clock.now == TestStore.start + 5 && clock.lastKnown == TestStore.start + 5)
        try clock.set(to: 3)
        #expect(try clock.now == 3 && clock.lastKnown == 3)
        #expect(clock.machineTime == 7)
    }

    @Test func machinesClockFollowsTheMachineAndCannotBeMoved() throws {
        let machine = Mutex<Int64>(1000)
        let clock = StoreTime(file: try .inMemory(.real, machineTime: { machine.withLock { $0 } }))
        machine.withLock { $0 += 1 }
        #expect(try !clock.isVirtual && clock.now == 1001 && clock.lastKnown == 1001)
        #expect(refusal { try clock.advance(by: 1) } == .invalidState)
        #expect(refusal { try clock.set(to: 1) } == .invalidState)
    }

    @Test(arguments: [-1, StoreTime.latest, .max]) func timeOutsideTheCalendarIsRefused(time: Int64) throws {
        let clock = StoreTime(file: try .inMemory())
        #expect(refusal { try clock.set(to: time) } == .invalidArgument)
        if time > 0 { #expect(refusal { try clock.advance(by: time) } == .invalidArgument) }
        #expect(try clock.now == TestStore.start, "a refusal moves nothing")
    }

    @Test func dueWorkSeesTheNewTime() throws {
        let times = Mutex<[Int64]>([])
        let file = try LedgerFile.inMemory(
            duties: LedgerFile.Duties(settle: { ledger in
                let now = try ledger.now
                times.withLock { $0.append(now) }
            }))
        times.withLock { $0 = [] }
        try StoreTime(file: file).advance(by: 60)
        #expect(times.withLock { $0 } == [TestStore.start, TestStore.start + 60])
    }

    @Test func rateOfATestLastsUntilTheStoreIsOpenedWithAnotherClock() throws {
        let file = try LedgerFile.inMemory(.virtual(start: TestStore.start, rate: .oneMinuteIsOneDay))
        let clock = StoreTime(file: file)
        let catalogue = try Catalogue(TestStore.catalogue)
        func rate() throws -> TimeRate { try file.read { ledger in try ledger.timeRate } }
        try clock.adoptRate(catalogue)
        #expect(try rate() == .oneMinuteIsOneDay)
        try clock.setRate(.oneHourIsOneDay)
        try clock.adoptRate(catalogue)
        #expect(try rate() == .oneHourIsOneDay)
    }

    @Test func commandHappensAtOneMoment() throws {
        let machine = Mutex<Int64>(0)
        let file = try LedgerFile.inMemory(
            .real,
            machineTime: {
                machine.withLock { time in
                    time += 1
                    return time
                }
            })
        let command = try file.change { ledger in [try ledger.now, try ledger.now] }
        #expect(command[0] == command[1])
        let read = try file.read { ledger in [try ledger.now, try ledger.now] }
        #expect(read[0] == read[1] && read[0] > command[0])
    }
}
