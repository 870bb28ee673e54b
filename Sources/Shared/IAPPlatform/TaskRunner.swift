/// Runs the library's asynchronous work.
package protocol TaskRunner: Sendable {
    /// Starts work that is cancelled when the client closes.
    func start(_ work: @escaping @Sendable () async -> Void)
    /// Runs a short synchronous call of the store's interface. The reference store finds its device in a task-local value,
    /// which is set here.
    func call<Value>(_ body: () -> Value) -> Value
    /// In manual mode, advances the work on this thread. Otherwise does nothing.
    func turn()
    /// Waits a while before a retry, for example of a write to a full disk. In manual mode it lasts until the next
    /// turn, because the store's virtual clock may stand still. Returns false if the client closes meanwhile.
    func pause() async -> Bool
    /// Waits this long, by the machine's clock or by a store's virtual clock. Returns false if the client closes
    /// meanwhile.
    func pause(milliseconds: UInt32) async -> Bool
    /// Milliseconds since 1970, by the store's clock.
    var now: Int64 { get }
    /// Milliseconds by a clock that nobody can set, which starts anywhere. With a store it is the store's clock.
    var uptime: Int64 { get }
    /// Waits until this time, or until the clock is set back. Returns false if the client closes meanwhile.
    func pause(until time: Int64) async -> Bool
    /// Cancels all work. After the return no work touches the journal, if the runner can wait for the end of the work.
    func stop()
}

package struct ClientRun: Sendable {
    package let runner: any TaskRunner
    /// In manual mode, advances the work; nil otherwise.
    package let turns: ManualTurns?
    /// Called once, when the client is closed or could not be opened.
    package let end: @Sendable () -> Void

    package init(
        runner: any TaskRunner, turns: ManualTurns? = nil, end: @escaping @Sendable () -> Void = {}
    ) {
        (self.runner, self.turns, self.end) = (runner, turns, end)
    }
}

package struct ManualTurns: Sendable {
    package let turn: @Sendable () -> Void
    package let hasWork: @Sendable () -> Bool
    /// Whether the next turn may find something to do although nothing has arrived: a retry, a time that has come, a
    /// change of another process. The pump is not idle then.
    package let hasRetries: @Sendable () -> Bool

    package init(
        turn: @escaping @Sendable () -> Void, hasWork: @escaping @Sendable () -> Bool,
        hasRetries: @escaping @Sendable () -> Bool
    ) {
        (self.turn, self.hasWork, self.hasRetries) = (turn, hasWork, hasRetries)
    }
}

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

    package func stop() {
        let cancelled = monitor.withLock {
            isStopped = true
            return tasks.sorted { $0.key < $1.key }.map(\.value)
        }
        for task in cancelled { task.cancel() }
    }

    package func wait(milliseconds: UInt32) {
        let deadline = Deadline(milliseconds: milliseconds)
        monitor.withLock {
            while !running.isEmpty, let left = deadline.left { _ = monitor.wait(milliseconds: left) }
        }
    }
}
