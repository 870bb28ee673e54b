import CIAPPlatform
import IAPPlatform

/// A call that waits for functions of the game on other threads. Such a function may make a call that waits, too. Two
/// calls that wait for each other would never end. So the second one does not wait.
extension GameClient {
    enum WaitTarget {
        /// The completion of one request.
        case completion(UInt64)
        case allCompletions
        /// The callback that runs inside the call that processes events.
        case pump
    }

    struct Wait {
        let target: WaitTarget
        /// Threads that wait for this one. This call does not wait for them.
        var skipped: Set<UInt> = []
    }

    /// Waits until none of these functions runs on another thread. Does not wait for threads that wait for this one,
    /// directly or through other threads, because they continue only when this one has returned. Call it only inside
    /// `monitor`.
    ///
    /// - Returns: whether none of the functions runs.
    @discardableResult
    func wait(for target: WaitTarget) -> Bool {
        let thread = UInt(platform_thread())
        waits[thread] = Wait(target: target)
        defer { waits[thread] = nil }
        while true {
            let running = threads(running: target).subtracting([thread])
            let stuck = running.filter { isWaiting($0, for: thread) }
            guard stuck.count < running.count else { return running.isEmpty }
            waits[thread]?.skipped = stuck
            monitor.wait()
        }
    }

    private func threads(running target: WaitTarget) -> Set<UInt> {
        switch target {
        case .completion(let id): Set(endings.filter { $0.id == id }.map(\.thread))
        case .allCompletions: Set(endings.map(\.thread))
        case .pump: platform_state(word) & Bit.pumping != 0 ? [pumpingThread] : []
        }
    }

    private func isWaiting(_ thread: UInt, for other: UInt) -> Bool {
        var (next, seen) = ([thread], Set<UInt>())
        while let thread = next.popLast() {
            guard seen.insert(thread).inserted, let wait = waits[thread] else { continue }
            let waitedFor = threads(running: wait.target).subtracting(wait.skipped).subtracting([thread])
            if waitedFor.contains(other) { return true }
            next += waitedFor
        }
        return false
    }
}
