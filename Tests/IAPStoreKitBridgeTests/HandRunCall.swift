import IAPPlatform
import IAPReferenceStore
import IAPReferenceStoreKit

/// A call on a device that goes on only when the test looks at it. A virtual clock that stands still shows where it waits.
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

    /// Nil while it waits.
    var result: Result<Value, any Error>? {
        executor.run()
        return given.value
    }

    /// Nil while it waits.
    var value: Value? {
        get throws { try result?.get() }
    }

    func cancel() { task.cancel() }
}

/// Runs jobs on the thread that asks it to, until there is none left.
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
