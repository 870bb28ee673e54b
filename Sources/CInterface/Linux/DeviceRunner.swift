#if os(Linux)
    import PaymentQueue
    import Platform
    import ReferenceStore
    import ReferenceStoreKit

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

        /// Somebody waits for a time of the store's clock.
        private struct Appointment {
            let begin: Int64
            let end: Int64
            let continuation: CheckedContinuation<Bool, Never>
        }

        /// How long to wait before trying again what failed, in nanoseconds.
        private static let pause: UInt64 = 500_000_000
        /// How long the close waits for work to end. All of it ends at once when it is cancelled.
        private static let patience: UInt32 = 10_000

        init(device: StoreDevice, isManual: Bool, onJob: @escaping @Sendable () -> Void) {
            self.device = device
            self.isManual = isManual
            executor = DrainedExecutor(onJob: isManual ? onJob : nil)
            executor.onTurn = { [unowned self] in
                device.store.lookForChanges()
                keepAppointments()
            }
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

        /// A clock that was set back tells nothing of how long somebody has waited.
        private func keepAppointments() {
            guard monitor.withLock({ !appointments.isEmpty }) else { return }
            let now = now
            let due = monitor.withLock {
                let due = appointments.filter { now >= $0.end || now < $0.begin }
                appointments.removeAll { now >= $0.end || now < $0.begin }
                return due
            }
            for appointment in due { appointment.continuation.resume(returning: true) }
        }

        func start(_ work: @escaping @Sendable () async -> Void) {
            let id = monitor.withLock { () -> Int? in
                guard !isStopped else { return nil }
                lastTask += 1
                running.insert(lastTask)
                return lastTask
            }
            guard let id else { return }
            // Outside of the lock: in manual mode the making of a task already tells the game that there is work.
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
            // Without a thread there is no time to wait for but the next turn.
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

        /// Whether a turn may find something to do though nothing has come in.
        var hasPauses: Bool { monitor.withLock { !pauses.isEmpty || !appointments.isEmpty } }

        func stop() {
            let (cancelled, missed) = monitor.withLock {
                isStopped = true
                defer { appointments = [] }
                return (tasks.sorted { $0.key < $1.key }.map(\.value), appointments)
            }
            for task in cancelled { task.cancel() }
            endPauses(false)
            for appointment in missed { appointment.continuation.resume(returning: false) }
            if isManual {
                // What has just ended on another thread, as a server's answer does, brings its job a moment later.
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
#endif
