internal import IAPPlatform

/// The tasks of a `TaskRunner`, until it stops.
package final class RunningTasks: @unchecked Sendable {  // `monitor` guards everything that changes.
    private let monitor = Monitor()
    private var running: Set<Int> = []
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var lastTask = 0
    private var isStopped = false

    package init() {}

    /// Starts no work after `stop`.
    /// - Parameter start: Starts a task with the work that it gets. It is called without a lock, because in manual mode a new
    ///   task calls the game's wake function.
    package func start(
        _ work: @escaping @Sendable () async -> Void,
        by start: (@escaping @Sendable () async -> Void) -> Task<Void, Never>
    ) {
        let id = monitor.withLock { () -> Int? in
            guard !isStopped else { return nil }
            lastTask += 1
            running.insert(lastTask)
            return lastTask
        }
        guard let id else { return }
        let task = start { [self] in
            await work()
            monitor.withLock {
                running.remove(id)
                tasks[id] = nil
                monitor.broadcast()
            }
        }
        let isTooLate = monitor.withLock {
            if running.contains(id) { tasks[id] = task }
            return isStopped
        }
        if isTooLate { task.cancel() }
    }

    package var isEmpty: Bool { monitor.withLock { running.isEmpty } }

    /// Cancels all tasks, in the order of their start.
    package func stop() {
        let cancelled = monitor.withLock {
            isStopped = true
            return tasks.sorted { $0.key < $1.key }.map(\.value)
        }
        for task in cancelled { task.cancel() }
    }

    /// Waits at most this long for the end of all tasks.
    package func wait(milliseconds: UInt32) {
        let deadline = Deadline(milliseconds: milliseconds)
        monitor.withLock {
            while !running.isEmpty, let left = deadline.left { _ = monitor.wait(milliseconds: left) }
        }
    }
}
