import IAPPlatform
import IAPReferenceStore
import IAPReferenceStoreKit

/// A call on a device that continues only when the test reads its result. A stopped virtual clock shows where it waits.
struct HandRunCall<Value: Sendable>: Sendable {
    private let executor = HandRunExecutor()
    private let given = Guarded<Result<Value, any Error>?>(nil)
    private let task: Task<Void, Never>

    init(on device: StoreDevice, _ body: @escaping @Sendable () async throws -> Value) {
        let given = given
        task = Task(executorPreference: executor) {
            let result: Result<Value, any Error>
            do {
                result = .success(try await CurrentDevice.$device.withValue(device) { try await body() })
            } catch {
                result = .failure(error)
            }
            given.value = result
        }
    }

    /// nil while the call waits.
    var result: Result<Value, any Error>? {
        executor.run()
        return given.value
    }

    /// nil while the call waits.
    var value: Value? {
        get throws { try result?.get() }
    }

    func cancel() { task.cancel() }
}

/// Runs jobs on the calling thread until there are none left.
private final class HandRunExecutor: TaskExecutor {
    private let jobs = Guarded<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    func run() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
