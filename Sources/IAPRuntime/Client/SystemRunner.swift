import Foundation
import IAPPaymentClient
import IAPPlatform

/// Runs a client's work as ordinary tasks, for Apple's StoreKit.
final class SystemRunner: TaskRunner, @unchecked Sendable {  // `monitor` guards everything that changes.
    private let monitor = Monitor()
    private var running: Set<Int> = []
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var lastTask = 0
    private var isStopped = false

    /// The wait before a retry, in nanoseconds.
    private static let pause: UInt64 = 500_000_000
    /// In milliseconds.
    private static let piece: Int64 = 60_000

    func start(_ work: @escaping @Sendable () async -> Void) {
        let id = monitor.withLock { () -> Int? in
            guard !isStopped else { return nil }
            lastTask += 1
            running.insert(lastTask)
            return lastTask
        }
        guard let id else { return }
        let task = Task { [self] in
            await work()
            monitor.withLock {
                running.remove(id)
                tasks[id] = nil
            }
        }
        let isTooLate = monitor.withLock {
            if running.contains(id) { tasks[id] = task }
            return isStopped
        }
        if isTooLate { task.cancel() }
    }

    func call<Value>(_ body: () -> Value) -> Value { body() }

    func turn() {}

    func pause() async -> Bool {
        do { try await Task.sleep(nanoseconds: Self.pause) } catch { return false }
        return true
    }

    func pause(milliseconds: UInt32) async -> Bool {
        do { try await Task.sleep(nanoseconds: UInt64(milliseconds) * 1_000_000) } catch { return false }
        return true
    }

    var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

    func pause(until time: Int64) async -> Bool {
        let begin = now
        // Sleeps in pieces, because the clock may be set meanwhile.
        while now < time, now >= begin {
            let left = UInt64(min(time - now, Self.piece))
            do { try await Task.sleep(nanoseconds: left * 1_000_000) } catch { return false }
        }
        return !Task.isCancelled
    }

    /// Does not wait for the work to end: an open payment sheet does not end when its task is cancelled.
    func stop() {
        let cancelled = monitor.withLock { () -> [Task<Void, Never>] in
            isStopped = true
            return Array(tasks.values)
        }
        for task in cancelled { task.cancel() }
    }
}
