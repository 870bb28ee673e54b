import CIAPPlatform
import IAPBoundary
import IAPPlatform

/// Runs all of one client's asynchronous work in order, one job at a time: on a thread of its own, or, in manual mode,
/// on the thread that calls `drain()` and at no other time.
final class DrainedExecutor: TaskExecutor, @unchecked Sendable {  // `monitor` guards everything that changes.
    private let monitor = Monitor()
    private var jobs: [UnownedJob] = []
    private var isEnding = false
    /// The thread is to do a turn, though no job has come.
    private var isWoken = false
    private var thread: pthread_t?
    /// How many calls are running jobs: one inside of another, or on two threads at a close.
    private var runs = 0
    /// Called after a job has come in, with no lock held.
    private let onJob: (@Sendable () -> Void)?
    /// Does what is due apart from the jobs. It is called between jobs. It returns how long the thread may sleep until the next
    /// turn, in milliseconds; nil if the thread may sleep until it is woken. It is set before the first job.
    var onTurn: @Sendable () -> UInt32? = { nil }

    init(onJob: (@Sendable () -> Void)?) {
        self.onJob = onJob
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The runtime does not retain an executor. Once the job is in the list, it may run, be the last one, and release this one.
        let alive = Unmanaged.passRetained(self)
        defer { alive.release() }
        monitor.withLock {
            jobs.append(job)
            monitor.broadcast()
        }
        onJob?()
    }

    /// The thread does a turn soon: something may be due earlier than it was. Any thread may call this.
    func wake() {
        monitor.withLock {
            isWoken = true
            monitor.broadcast()
        }
    }

    var hasJobs: Bool { monitor.withLock { !jobs.isEmpty } }

    /// Runs jobs until there is none left, including those that they bring.
    func drain() {
        _ = onTurn()
        runJobs()
    }

    /// The same, and waits for jobs that other threads are about to bring, as long as `isAtWork`. If this is called by a job, or
    /// while another thread runs jobs, those go on after it, and it does not wait.
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

    /// - Returns: false if the system has no thread to give.
    func startThread() -> Bool {
        var thread = pthread_t()
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

    /// Ends the thread after the jobs that are there. Not to be called on it.
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

    /// Only inside `monitor`.
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
