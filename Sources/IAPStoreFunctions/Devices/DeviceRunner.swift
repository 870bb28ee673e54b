import IAPBoundary
import IAPPaymentClient
import IAPPlatform
import IAPReferenceStore
import IAPReferenceStoreKit
import IAPRuntime

/// Runs a client's work on one device of a reference store.
final class DeviceRunner: TaskRunner, @unchecked Sendable {  // `monitor` guards everything that changes.
    private let device: StoreDevice
    private let isManual: Bool
    let executor: DrainedExecutor

    private let monitor = Monitor()
    private var running: Set<Int> = []
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var lastTask = 0
    private var isStopped = false
    private var pauses: [CheckedContinuation<Bool, Never>] = []
    private var appointments: [Appointment] = []
    /// Wakes the thread when the store changes; nil in manual mode.
    private var changes: StoreSubscription?

    /// A task waits for a time of the store's clock.
    private struct Appointment {
        let begin: Int64
        let end: Int64
        let continuation: CheckedContinuation<Bool, Never>
    }

    /// How long to wait before trying again what failed, in nanoseconds.
    private static let pause: UInt64 = 500_000_000
    /// How long the close waits for work to end, in milliseconds. All of it ends immediately when it is cancelled.
    private static let patience: UInt32 = 10_000
    /// The longest sleep before an appointment, in milliseconds: the machine's clock may be set meanwhile.
    private static let longestSleep: Int64 = 60_000

    init(device: StoreDevice, isManual: Bool, onJob: @escaping @Sendable () -> Void) {
        self.device = device
        self.isManual = isManual
        executor = DrainedExecutor(onJob: isManual ? onJob : nil)
        executor.onTurn = { [unowned self] in turnStore() }
        if !isManual { changes = device.listenForChanges { [executor] in executor.wake() } }
    }

    deinit { changes?.cancel() }

    /// Lets happen what is due in the store, and what waited for its clock.
    ///
    /// - Returns: how long there is nothing to do, in milliseconds, unless the store changes; nil for as long as it does not.
    private func turnStore() -> UInt32? {
        device.store.lookForChanges()
        let appointment = keepAppointments()
        guard let next = [device.store.timeToNextLook, appointment].compactMap({ $0 }).min() else { return nil }
        // The machine's clock may be set meanwhile.
        return UInt32(clamping: min(max(next, 1), Self.longestSleep))
    }

    var now: Int64 { device.store.time }

    func pause(until time: Int64) async -> Bool {
        let now = now
        guard time > now else { return true }
        return await withCheckedContinuation { continuation in
            let isTooLate = monitor.withLock {
                if !isStopped {
                    appointments.append(Appointment(begin: now, end: time, continuation: continuation))
                }
                return isStopped
            }
            if isTooLate { continuation.resume(returning: false) }
        }
    }

    func pause(milliseconds: UInt32) async -> Bool {
        guard !device.store.isVirtual else { return await pause(until: now + Int64(milliseconds)) }
        do { try await Task.sleep(nanoseconds: UInt64(milliseconds) * 1_000_000) } catch { return false }
        return true
    }

    /// Resumes the tasks whose time has come. A clock that was set back does not tell how long a task has waited, so that its
    /// time has come, too.
    ///
    /// - Returns: how long to sleep until the next one, in milliseconds; nil if the store says when its clock moves, or if no task
    ///   waits.
    private func keepAppointments() -> Int64? {
        guard monitor.withLock({ !appointments.isEmpty }) else { return nil }
        let now = now
        let (due, next) = monitor.withLock {
            let due = appointments.filter { now >= $0.end || now < $0.begin }
            appointments.removeAll { now >= $0.end || now < $0.begin }
            return (due, appointments.map(\.end).min())
        }
        for appointment in due { appointment.continuation.resume(returning: true) }
        guard let next, !device.store.isVirtual else { return nil }
        // The time is later than now, so the difference overflows only for times in the very far future.
        let (left, isTooLong) = next.subtractingReportingOverflow(now)
        return isTooLong ? Self.longestSleep : min(left, Self.longestSleep)
    }

    func start(_ work: @escaping @Sendable () async -> Void) {
        let id = monitor.withLock { () -> Int? in
            guard !isStopped else { return nil }
            lastTask += 1
            running.insert(lastTask)
            return lastTask
        }
        guard let id else { return }
        // Outside of the lock: in manual mode a new task calls the game's wake function.
        let task = Task(executorPreference: executor) { [self] in
            await CurrentDevice.$device.withValue(device) { await work() }
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

    func call<Value>(_ body: () -> Value) -> Value {
        CurrentDevice.$device.withValue(device) { body() }
    }

    func pause() async -> Bool {
        guard isManual else {
            do { try await Task.sleep(nanoseconds: Self.pause) } catch { return false }
            return true
        }
        // Without a thread, a pause lasts until the next turn.
        return await withCheckedContinuation { continuation in
            let isTooLate = monitor.withLock {
                if !isStopped { pauses.append(continuation) }
                return isStopped
            }
            if isTooLate { continuation.resume(returning: false) }
        }
    }

    func turn() {
        guard isManual else { return }
        endPauses(true)
        executor.drain()
    }

    private func endPauses(_ goOn: Bool) {
        let ended = monitor.withLock {
            defer { pauses = [] }
            return pauses
        }
        for pause in ended { pause.resume(returning: goOn) }
    }

    /// For the pump of a client in manual mode. Each turn looks for changes by other processes, so with a shared file each call of
    /// the pump does a turn.
    var turns: ManualTurns {
        let isShared = device.store.isShared
        return ManualTurns(
            turn: { [self] in turn() }, hasWork: { [executor] in executor.hasJobs },
            hasRetries: { [self] in
                isShared || monitor.withLock { !pauses.isEmpty || !appointments.isEmpty }
            })
    }

    func stop() {
        let (cancelled, missed) = monitor.withLock {
            isStopped = true
            defer { appointments = [] }
            return (tasks.sorted { $0.key < $1.key }.map(\.value), appointments)
        }
        changes?.cancel()
        for task in cancelled { task.cancel() }
        endPauses(false)
        for appointment in missed { appointment.continuation.resume(returning: false) }
        if isManual {
            // Work that has just ended on another thread, as a server's answer does, brings its job a moment later.
            executor.drain(within: Self.patience) { monitor.withLock { !running.isEmpty } }
        } else {
            let deadline = Deadline(milliseconds: Self.patience)
            monitor.withLock {
                while !running.isEmpty, let left = deadline.left { _ = monitor.wait(milliseconds: left) }
            }
            executor.endThread()
        }
    }
}
