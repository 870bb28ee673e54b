import Foundation
import IAPPaymentClient

/// Runs a client's work as ordinary tasks, for Apple's StoreKit.
final class SystemRunner: TaskRunner {
    private let tasks = RunningTasks()

    /// The wait before a retry, in nanoseconds.
    private static let pause: UInt64 = 500_000_000
    /// In milliseconds.
    private static let piece: Int64 = 60_000

    func start(_ work: @escaping @Sendable () async -> Void) {
        tasks.start(work) { work in Task { await work() } }
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
    func stop() { tasks.stop() }
}
