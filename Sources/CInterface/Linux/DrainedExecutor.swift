#if os(Linux)
    import CPlatform
    import Platform

    /// Runs all of one client's asynchronous work in order, one job at a time: on a thread of its own, or, in manual mode,
    /// on the thread that calls `drain()` and at no other time.
    final class DrainedExecutor: TaskExecutor, @unchecked Sendable {  // `monitor` guards everything that changes.
        private let monitor = Monitor()
        private var jobs: [UnownedJob] = []
        private var isEnding = false
        /// Delivered events that wait to be freed.
        private var spent: [[QueuedEvent]] = []
        private var thread: pthread_t?
        /// How many calls are running jobs: one inside of another, or on two threads at a close.
        private var runs = 0
        /// Called after a job has come in, with no lock held.
        private let onJob: (@Sendable () -> Void)?
        /// Called now and then, between jobs. Set before the first one.
        var onTurn: @Sendable () -> Void = {}

        /// How often the thread looks around when it has nothing to do, in milliseconds.
        private static let idleTurn: UInt32 = 50

        init(onJob: (@Sendable () -> Void)?) {
            self.onJob = onJob
            spent.reserveCapacity(64)
        }

        /// Frees events on the thread, sooner or later. Much of what the game's thread would do for them otherwise is to free
        /// memory that this thread has allocated.
        func free(_ events: [QueuedEvent]) {
            monitor.withLock { spent.append(events) }
        }

        private func freeSpent() {
            let batches = monitor.withLock {
                let batches = spent
                spent = []
                return batches
            }
            withExtendedLifetime(batches) {}
        }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            // The runtime holds no executor. Once the job is in the list it may run, be the last one and let this one go.
            let alive = Unmanaged.passRetained(self)
            defer { alive.release() }
            monitor.withLock {
                jobs.append(job)
                monitor.broadcast()
            }
            onJob?()
        }

        var hasJobs: Bool { monitor.withLock { !jobs.isEmpty } }

        /// Runs jobs until there is none left, those included that they bring.
        func drain() {
            onTurn()
            runJobs()
        }

        /// The same, and waits for those that other threads are about to bring, as long as there is work that is to end. If this
        /// is called by a job, or while another thread runs jobs, those go on after it, and it does not wait.
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
                let (hasJobs, isEnding) = monitor.withLock {
                    if jobs.isEmpty, !self.isEnding { _ = monitor.wait(milliseconds: Self.idleTurn) }
                    return (!jobs.isEmpty, self.isEnding)
                }
                freeSpent()
                if hasJobs { runJobs() } else if isEnding { return }
                onTurn()
            }
        }
    }
#endif
