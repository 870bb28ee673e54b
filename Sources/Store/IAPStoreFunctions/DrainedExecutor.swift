import CIAPPlatform
import IAPInterop
import IAPPlatform

/// Runs all of one client's asynchronous work in order, one job at a time. It uses its own thread or, in manual mode, only the
/// thread that calls `drain()`, during that call.
final class DrainedExecutor: TaskExecutor, @unchecked Sendable {  // `monitor` guards everything that changes.
    private let monitor = Monitor()
    private var jobs: [UnownedJob] = []
    private var isEnding = false
    /// The thread must do a turn, even without a job.
    private var isWoken = false
    private var thread: platform_started_thread?
    /// How many calls run jobs: nested calls, or calls of two threads during a close.
    private var runs = 0
    /// The executor calls it without a lock after a job has arrived.
    private let onJob: (@Sendable () -> Void)?
    /// Does due work that is no job. The executor calls it between jobs. It returns how long the thread may sleep before the
    /// next turn, in milliseconds; nil if the thread may sleep until it is woken. Set it before the first job.
    var onTurn: @Sendable () -> UInt32? = { nil }

    init(onJob: (@Sendable () -> Void)?) { self.onJob = onJob }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The runtime does not retain an executor. Once the job is in the list, it can run, be the last one, and release this
        // object.
        let alive = Unmanaged.passRetained(self)
        defer { alive.release() }
        monitor.withLock {
            jobs.append(job)
            monitor.broadcast()
        }
        onJob?()
    }

    /// Makes the thread do a turn soon: something can be due earlier than before. Any thread may call this.
    func wake() {
        monitor.withLock {
            isWoken = true
            monitor.broadcast()
        }
    }

    var hasJobs: Bool { monitor.withLock { !jobs.isEmpty } }

    /// Runs jobs until there are none left, including the jobs that they add.
    func drain() {
        _ = onTurn()
        runJobs()
    }

    /// Runs jobs, and also waits for jobs that other threads will soon add, as long as `isAtWork`. If a job calls it, or if
    /// another thread runs jobs, it does not wait, and those jobs continue afterwards.
    func drain(within milliseconds: UInt32, while isAtWork: () -> Bool) {
        let deadline = Deadline(milliseconds: milliseconds)
        drain()
        while monitor.withLock({ runs == 0 }), isAtWork(), let left = deadline.left {
            monitor.withLock { if jobs.isEmpty { _ = monitor.wait(milliseconds: left) } }
            drain()
        }
    }

    private func runJobs() {
        while true {
            let batch = monitor.withLock {
                defer { jobs = [] }
                if !jobs.isEmpty { runs += 1 }
                return jobs
            }
            guard !batch.isEmpty else { return }
            defer { monitor.withLock { runs -= 1 } }
            for job in batch { job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }

    // MARK: The thread

    /// - Returns: False if the system cannot start a thread.
    func startThread() -> Bool {
        var thread = platform_started_thread()
        let context = Unmanaged.passRetained(self)
        let code = platform_thread_start(
            &thread,
            { context in
                guard let context else { return }
                Unmanaged<DrainedExecutor>.fromOpaque(context).takeRetainedValue().serve()
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            return false
        }
        monitor.withLock { self.thread = thread }
        return true
    }

    /// Ends the thread after the present jobs. Do not call it on that thread.
    func endThread() {
        let thread = monitor.withLock {
            isEnding = true
            monitor.broadcast()
            defer { self.thread = nil }
            return self.thread
        }
        if let thread { platform_thread_join(thread) }
    }

    private func serve() {
        while true {
            let sleep = onTurn()
            let (hasJobs, isEnding) = monitor.withLock {
                waitForWork(atMost: sleep)
                return (!jobs.isEmpty, self.isEnding)
            }
            if hasJobs { runJobs() } else if isEnding { return }
        }
    }

    /// Call this only inside `monitor`.
    private func waitForWork(atMost milliseconds: UInt32?) {
        defer { isWoken = false }
        let deadline = milliseconds.map { Deadline(milliseconds: $0) }
        while jobs.isEmpty, !isEnding, !isWoken {
            guard let deadline else {
                monitor.wait()
                continue
            }
            guard let left = deadline.left else { return }
            _ = monitor.wait(milliseconds: left)
        }
    }
}
