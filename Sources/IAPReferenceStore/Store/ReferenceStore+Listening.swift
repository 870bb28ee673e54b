internal import IAPDatabase
internal import IAPModel
internal import IAPPlatform

/// Listeners for changes of the store, and the polling for changes by other processes.
extension ReferenceStore {
    /// Calls the listener after each change. It notices changes of another process once `lookForChanges()` has seen them.
    ///
    /// - Parameter tables: The tables that the listener reads. A purchase or a finish that does not change them does not call
    ///   the listener. Nil for all changes.
    ///   back. Nil for anything.
    func addListener(to tables: Set<String>? = nil, _ listener: @escaping @Sendable () -> Void) -> Int {
        monitor.withLock {
            state.lastListener += 1
            state.listeners[state.lastListener] = Listener(tables: tables, look: listener)
            return state.lastListener
        }
    }

    func removeListener(_ id: Int) {
        monitor.withLock { state.listeners[id] = nil }
    }

    /// - Parameter written: All changed tables; nil if more than the file changed.
    func tellListeners(of written: Set<String>? = nil) {
        let listeners = monitor.withLock { state.listeners.sorted { $0.key < $1.key }.map(\.value) }
        for listener in listeners {
            if let written, let tables = listener.tables, tables.isDisjoint(with: written) { continue }
            listener.look()
        }
    }

    /// How often the store polls a file that other processes can change, in milliseconds. SQLite does not report another
    /// process's commit; polling reads only the file's header.
    private static let lookInterval: Int64 = 250
    /// The shortest time between two looks. It keeps a file that cannot be written from occupying a thread.
    private static let shortestLookInterval: Int64 = 10

    /// How long a thread may sleep before it must call `lookForChanges()` again, in milliseconds of the machine's time. Nil if
    /// only calls in this process change the store: each of them calls the listeners, and none of them shortens this time
    /// without a notification.
    package var timeToNextLook: Int64? {
        let interval = isShared ? Self.lookInterval : nil
        // A virtual clock stands still until a call moves it. Due changes happen in that call.
        guard !isVirtual, let timetable = try? timetable(), let due = timetable.due else { return interval }
        let wait = max(due.clampedSubtracting(currentTime(timetable)), Self.shortestLookInterval)
        return min(wait, interval ?? wait)
    }

    /// Carries out due changes, and calls the listeners if another process changed the file since the last look.
    package func lookForChanges() {
        let isChanged = monitor.withLock {
            // If the file cannot be read now, the next look reads it. Calls that need the file report the error.
            guard let version = try? state.database?.dataVersion(), version != state.dataVersion else { return false }
            state.dataVersion = version
            state.timetable = nil
            return true
        }
        if isChanged { tellListeners() }
        // If the file cannot be written now, the next look carries out the changes.
        guard let timetable = try? timetable(), let due = timetable.due, due <= currentTime(timetable) else { return }
        try? change(.settle) { _ in }
    }

    /// The timetable at the last look at the file.
    func timetable() throws(StoreFailure) -> Timetable {
        if let known = monitor.withLock({ state.timetable }) { return known }
        return try readAsItIs { ledger throws(DatabaseError) in
            let timetable = Timetable(
                virtualTime: try ledger.integer(.virtualTime) ?? 0, due: try ledger.nextDueDate())
            // The body runs with the lock held.
            state.timetable = timetable
            return timetable
        }
    }

    func currentTime(_ timetable: Timetable) -> Int64 {
        if let time = monitor.withLock({ state.replayedTime }) { return time }
        return if case .virtual = clock { timetable.virtualTime } else { machineTime() }
    }
}
