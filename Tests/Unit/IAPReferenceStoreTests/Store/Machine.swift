import Synchronization

@testable import IAPReferenceStore

/// A machine whose time a test sets.
final class Machine: Sendable {
    private let time = Mutex(TestStore.start)

    func store(_ clock: StoreClock, path: String? = nil, catalogue: String = TestStore.catalogue) throws
        -> ReferenceStore
    {
        var options = ReferenceStore.Options()
        options.seed = 1
        options.clock = clock
        options.statePath = path
        options.machineTime = { self.time.withLock { $0 } }
        return try ReferenceStore(catalogue: Catalogue(catalogue), options: options)
    }

    func pass(_ milliseconds: Int64) { time.withLock { $0 += milliseconds } }
}
