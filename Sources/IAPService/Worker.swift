internal import Foundation

/// A thread that works when there is news, and ends when it is told to.
package final class Worker: @unchecked Sendable {  // `condition` guards the flags.
    private let condition = NSCondition()
    private let ended = DispatchSemaphore(value: 0)
    private var hasNews = true
    private var isStopped = false

    package init() {}

    /// - Parameters:
    ///   - longestWait: the time in milliseconds after which it works without news; nil for no limit.
    ///   - work: called on the thread.
    package func start(longestWait: @escaping @Sendable () -> Int64?, work: @escaping @Sendable () -> Void) {
        Thread {
            while self.wait(longestWait()) { work() }
            self.ended.signal()
        }.start()
    }

    /// There is news.
    package func wake() {
        condition.withLock {
            hasNews = true
            condition.signal()
        }
    }

    /// Waits until the work that has begun is over. Call it once, after `start`.
    package func stop() {
        condition.withLock {
            isStopped = true
            condition.signal()
        }
        ended.wait()
    }

    package var isEnding: Bool { condition.withLock { isStopped } }

    /// Sleeps on the thread. `stop` ends it early.
    package func sleep(milliseconds: Int) {
        let end = Date(timeIntervalSinceNow: Double(milliseconds) / 1000)
        condition.withLock { while !isStopped, condition.wait(until: end) {} }
    }

    /// False when the thread is to end.
    private func wait(_ milliseconds: Int64?) -> Bool {
        let end = milliseconds.map { Date(timeIntervalSinceNow: Double($0) / 1000) }
        return condition.withLock {
            while !hasNews, !isStopped, wait(until: end) {}
            hasNews = false
            return !isStopped
        }
    }

    /// False when the time is over. Foundation traps on a date in the distant future.
    private func wait(until end: Date?) -> Bool {
        guard let end else {
            condition.wait()
            return true
        }
        return condition.wait(until: end)
    }
}
