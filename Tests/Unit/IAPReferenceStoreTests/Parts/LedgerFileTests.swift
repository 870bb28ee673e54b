import IAPDatabase
import IAPModel
import Synchronization
import Testing

@testable import IAPReferenceStore

/// The file, without a store.
struct LedgerFileTests {
    private struct Other: Error {}

    @Test func failedCommandChangesNothingAndCallsNobody() throws {
        let file = try LedgerFile.inMemory()
        let calls = Mutex(0)
        let listening = file.listeners.add { calls.withLock { $0 += 1 } }
        #expect(throws: StoreFailure.self) {
            try file.change { ledger in
                try ledger.set(.locale, .text("de_DE"))
                throw Other()
            }
        }
        #expect(try file.read { ledger in try ledger.text(.locale) } == nil)
        #expect(calls.withLock { $0 } == 0)
        try file.set(.locale, .text("de_DE"))
        #expect(calls.withLock { $0 } == 1)
        listening.cancel()
        try file.set(.locale, .text("fr_FR"))
        #expect(calls.withLock { $0 } == 1, "a cancelled listener is not called")
    }

    @Test func refusalKeepsItsType() throws {
        let file = try LedgerFile.inMemory()
        #expect(refusal { try file.change { _ in throw IAPError(.notFound, "nothing") } } == .notFound)
    }

    @Test func eachCommandIsCounted() throws {
        let file = try LedgerFile.inMemory()
        let before = try file.lastCommand
        try file.changeQuietly { _ in }
        #expect(try file.lastCommand == before + 1)
    }

    @Test func closedFileFailsEachCall() throws {
        let file = try LedgerFile.inMemory()
        file.close()
        #expect(throws: (any Error).self) { try file.settle() }
        #expect(throws: (any Error).self) { try file.read { _ in } }
        #expect(file.lastKnownTime == TestStore.start, "the machine's time")
    }
}
