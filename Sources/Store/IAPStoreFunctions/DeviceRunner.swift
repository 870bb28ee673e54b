import IAPInterop
import IAPPlatform
import IAPReferenceStore
import IAPReferenceStoreKit

/// Runs a client's work on one device of a reference store.
final class DeviceRunner: TaskRunner, @unchecked Sendable {  // `monitor` guards everything that changes.
    private let device: StoreDevice
    private let isManual: Bool
    let executor: DrainedExecutor

    private let tasks = RunningTasks()
    private let monitor = Monitor()
    private var isStopped = false
    private var pauses: [CheckedContinuation<Bool, Never>] = []
    private var appointments: [Appointment] = []
    /// Wakes the thread when the store changes; nil in manual mode.
    private var changes: StoreSubscription?

    /// A task that waits for a time of the store's clock.
    private struct Appointment {
        let begin: Int64
        let end: Int64
        let continuation: CheckedContinuation<Bool, Never>
    }

    /// The wait before the retry of a failure, in nanoseconds.
    private static let pause: UInt64 = 500_000_000
    /// How long the close waits for the end of the work, in milliseconds. All work ends immediately when it is cancelled.
    private static let timeout: UInt32 = 10_000
    /// The longest sleep before an appointment, in milliseconds: the machine's clock can be set in the meantime.
    private static let longestSleep: Int64 = 60_000

    init(device: StoreDevice, isManual: Bool, onJob: @escaping @Sendable () -> Void) {
        self.device = device
        self.isManual = isManual
        executor = DrainedExecutor(onJob: isManual ? onJob : nil)
        executor.onTurn = { [unowned self] in turnStore() }
        if !isManual { changes = device.store.file.listeners.add { [executor] in executor.wake() } }
    }

    deinit { changes?.cancel() }

    /// Carries out due changes in the store, and resumes tasks that waited for its clock.
    ///
    /// - Returns: How long there is nothing to do, in milliseconds, unless the store changes; nil if only a change of the store
    ///   brings work.
    private func turnStore() -> UInt32? {
        device.store.file.lookForChanges()
        let appointment = keepAppointments()
        guard let next = [device.store.file.timeToNextLook, appointment].compactMap({ $0 }).min() else { return nil }
        // The machine's clock can be set in the meantime.
        return UInt32(clamping: min(max(next, 1), Self.longestSleep))
    }

    var now: Int64 { device.store.clock.lastKnown }
    var uptime: Int64 { now }

    func pause(until time: Int64) async -> Bool {
        let now = now
        guard time > now else { return true }
        return await withCheckedContinuation { continuation in
            let isTooLate = monitor.withLock {
                if !isStopped { appointments.append(Appointment(begin: now, end: time, continuation: continuation)) }
                return isStopped
            }
            if isTooLate { continuation.resume(returning: false) }
        }
    }

    func pause(milliseconds: UInt32) async -> Bool {
        guard !device.store.clock.isVirtual else { return await pause(until: now + Int64(milliseconds)) }
        do { try await Task.sleep(nanoseconds: UInt64(milliseconds) * 1_000_000) } catch { return false }
        return true
    }

    /// Resumes the tasks whose time has come. If the clock was set back, the wait of a task is unknown; such a task is resumed
    /// too.
    ///
    /// - Returns: How long to sleep until the next one, in milliseconds; nil if the store reports when its clock moves, or if
    ///   no task waits.
    private func keepAppointments() -> Int64? {
        guard monitor.withLock({ !appointments.isEmpty }) else { return nil }
        let now = now
        let (due, next) = monitor.withLock {
            let due = appointments.filter { now >= $0.end || now < $0.begin }
            appointments.removeAll { now >= $0.end || now < $0.begin }
            return (due, appointments.map(\.end).min())
        }
        for appointment in due { appointment.continuation.resume(returning: true) }
        guard let next, !device.store.clock.isVirtual else { return nil }
        // The time is later than now: the difference overflows only for times in the very far future.
        let (left, isTooLong) = next.subtractingReportingOverflow(now)
        return isTooLong ? Self.longestSleep : min(left, Self.longestSleep)
    }

    func start(_ work: @escaping @Sendable () async -> Void) {
        tasks.start(work) { work in
            Task(executorPreference: executor) { [device] in
                await CurrentDevice.$device.withValue(device) { await work() }
            }
        }
    }

    func call<Value>(_ body: () -> Value) -> Value { CurrentDevice.$device.withValue(device) { body() } }

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

    /// The turns for the pump of a client in manual mode. Each turn looks for changes of other processes. With a shared file,
    /// each call of the pump therefore does a turn.
    var turns: ManualTurns {
        let isShared = device.store.file.isShared
        return ManualTurns(
            turn: { [self] in turn() }, hasWork: { [executor] in executor.hasJobs },
            hasRetries: { [self] in isShared || monitor.withLock { !pauses.isEmpty || !appointments.isEmpty } })
    }

    func stop() {
        let missed = monitor.withLock {
            isStopped = true
            defer { appointments = [] }
            return appointments
        }
        changes?.cancel()
        tasks.stop()
        endPauses(false)
        for appointment in missed { appointment.continuation.resume(returning: false) }
        if isManual {
            // Work that just ended on another thread, for example a server's response, brings its job a moment later.
            executor.drain(within: Self.timeout) { !tasks.isEmpty }
        } else {
            tasks.wait(milliseconds: Self.timeout)
            executor.endThread()
        }
    }
}
