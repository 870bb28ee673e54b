import IAPDatabase
import IAPModel

@testable import IAPReferenceStore

extension LedgerFile {
    /// A file in memory, without a store around it. Its virtual clock stands at the start.
    static func inMemory(
        _ clock: StoreClock = .virtual(start: TestStore.start),
        machineTime: @escaping @Sendable () -> Int64 = { TestStore.start }, duties: Duties = Duties()
    ) throws -> LedgerFile {
        let file = try LedgerFile(
            Database(path: nil, format: LedgerSchema.format),
            clock: TimeSource(kind: clock, machineTime: machineTime), duties: duties)
        try file.set(.virtualTime, .integer(TestStore.start))
        try file.set(.nextTransactionID, .integer(1))
        return file
    }
}

/// Returns the status of the refusal that the body throws; nil if it throws something else, or nothing.
func refusal(_ body: () throws -> Void) -> IAPError.Status? {
    do { try body() } catch let error as IAPError { return error.status } catch {}
    return nil
}
