internal import Foundation

/// A thread that works when it is woken, until it is stopped.
package final class Worker: @unchecked Sendable {  // `condition` guards the flags.
    private let condition = NSCondition()
    private let ended = DispatchSemaphore(value: 0)
    private var hasNews = true
    private var isStopped = false

    package init() {}

    /// - Parameters:
    ///   - longestWait: the time in milliseconds after which the thread also works without a call of `wake`; nil for no
    ///     limit.
    ///   - work: called on the thread.
    package func start(longestWait: @escaping @Sendable () -> Int64?, work: @escaping @Sendable () -> Void) {
        Thread {
            while self.wait(longestWait()) { work() }
            self.ended.signal()
        }.start()
    }

    package func wake() {
        condition.withLock {
            hasNews = true
            condition.signal()
        }
    }

    /// Waits for the current work and ends the thread. Call it once, after `start`.
    package func stop() {
        condition.withLock {
            isStopped = true
            condition.signal()
        }
        ended.wait()
    }

    package var isEnding: Bool { condition.withLock { isStopped } }

    /// Sleeps on the thread. `stop` ends the sleep early.
    package func sleep(milliseconds: Int) {
        let end = Date(timeIntervalSinceNow: Double(milliseconds) / 1000)
        condition.withLock { while !isStopped, condition.wait(until: end) {} }
    }

    /// Returns false when the thread must end.
    private func wait(_ milliseconds: Int64?) -> Bool {
        let end = milliseconds.map { Date(timeIntervalSinceNow: Double($0) / 1000) }
        return condition.withLock {
            while !hasNews, !isStopped, wait(until: end) {}
            hasNews = false
            return !isStopped
        }
    }

    /// Returns false when the time is over. Foundation traps on a date in the distant future.
    private func wait(until end: Date?) -> Bool {
        guard let end else {
            condition.wait()
            return true
        }
        return condition.wait(until: end)
    }
}

/// Waits for SIGTERM and SIGINT. Threads that start later have both signals blocked.
package struct EndSignals {
    private var set = sigset_t()

    package init() {
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        // A client that disconnects must not end the process.
        signal(SIGPIPE, SIG_IGN)
    }

    package func wait() {
        var (set, number) = (set, Int32(0))
        while sigwait(&set, &number) != 0 {}
    }
}
