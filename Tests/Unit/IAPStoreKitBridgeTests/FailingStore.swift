import IAPDatabase
import IAPPlatform
import IAPReferenceStoreKit

@testable import IAPReferenceStore

/// A store whose file can fail when the store signs, and a device of this store.
struct FailingStore {
    let store: ReferenceStore
    let device: StoreDevice
    /// Receives an element for each read of the clock. Each signing reads the clock before it reads the failing data.
    private let looks = Guarded<AsyncStream<Void>.Continuation?>(nil)

    init(catalogue text: String = Shop.catalogue) throws {
        var options = ReferenceStore.Options()
        options.seed = 1
        options.machineTime = { [looks] in
            _ = looks.withLock { $0?.yield() }
            return Shop.start
        }
        store = try ReferenceStore(
            catalogue: try Catalogue(text: Array(text.utf8), name: "made-up.storekit"), options: options)
        device = try StoreDevice(store: store, account: "anna", name: "phone")
    }

    func visit<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await CurrentDevice.$device.withValue(device) { try await body() }
    }

    /// Buys on the device.
    func charge(_ productID: String) throws -> LedgerTransaction {
        guard case .purchased(let transaction) = try device.purchase(productID, PurchaseOptions()) else {
            throw StoreFailure(.unknown, "\(productID) was not bought")
        }
        return transaction
    }

    func fail() throws { try run("ALTER TABLE simulated_error RENAME TO lost") }

    /// The store works again, but notifies no listener.
    func recoverQuietly() throws { try run("ALTER TABLE lost RENAME TO simulated_error") }

    /// The store works again and notifies all listeners of a change.
    func recover() throws {
        try recoverQuietly()
        try store.controls.setPaymentsAllowed(true)
    }

    private func run(_ sql: String) throws {
        try store.file.changeQuietly { ledger in try ledger.database.run(sql) }
    }

    /// Returns a value that is available only after the store works again.
    ///
    /// - Parameter recover: called after the failure, when the call waits for a change.
    func value<Value: Sendable>(
        of body: @escaping @Sendable () async -> Value, after recover: () throws -> Void
    ) async throws -> Value {
        let (stream, input) = AsyncStream.makeStream(of: Void.self)
        looks.withLock { $0 = input }
        let task = Task { await visit(body) }
        // The second try is immediate, because the change may have happened just before the listening began.
        var looks = stream.makeAsyncIterator()
        for _ in 0..<2 { await looks.next() }
        try recover()
        return await task.value
    }
}
