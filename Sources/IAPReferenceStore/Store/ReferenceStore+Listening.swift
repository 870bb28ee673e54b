internal import IAPDatabase
internal import IAPModel
internal import IAPPlatform

/// Listeners to changes of the store, and the look for changes that no call of this process makes.
extension ReferenceStore {
    /// Calls back after each change, also one by another process once `lookForChanges()` has seen it.
    ///
    /// - Parameter tables: what of the file the listener looks at; a purchase or a finish that leaves these alone does not call
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

    /// - Parameter written: all that has changed; nil if more than the file has.
    func tellListeners(of written: Set<String>? = nil) {
        let listeners = monitor.withLock { state.listeners.sorted { $0.key < $1.key }.map(\.value) }
        for listener in listeners {
            if let written, let tables = listener.tables, tables.isDisjoint(with: written) { continue }
            listener.look()
        }
    }

    /// How often a file that other processes may change is looked at, in milliseconds. SQLite does not say when another
    /// process has committed, and a look is one read of the file's header.
    private static let lookInterval: Int64 = 250
    /// The shortest time between two looks, so that a file that cannot be written does not keep a thread busy.
    private static let shortestLookInterval: Int64 = 10

    /// How long a thread may sleep before it has to call `lookForChanges()` again, in milliseconds of the machine's time. Nil
    /// if only calls in this process change the store: each of them calls the listeners, and none changes the store quietly in a
    /// way that makes this time shorter.
    package var timeToNextLook: Int64? {
        let interval = isShared ? Self.lookInterval : nil
        // A virtual clock stands still until a call moves it, and what falls due happens in that call.
        guard !isVirtual, let timetable = try? timetable(), let due = timetable.due else { return interval }
        let wait = max(due.clampedSubtracting(currentTime(timetable)), Self.shortestLookInterval)
        return min(wait, interval ?? wait)
    }

    /// Lets happen what has fallen due, and calls the listeners if another process has changed the file since the last look.
    package func lookForChanges() {
        let isChanged = monitor.withLock {
            // A file that cannot be read now is looked at again the next time; calls that need it report its error.
            guard let version = try? state.database?.dataVersion(), version != state.dataVersion else { return false }
            state.dataVersion = version
            state.timetable = nil
            return true
        }
        if isChanged { tellListeners() }
        // What cannot be written now happens at the next look.
        guard let timetable = try? timetable(), let due = timetable.due, due <= currentTime(timetable) else { return }
        try? change(.settle) { _ in }
    }

    /// As it was when the file was last looked at.
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
