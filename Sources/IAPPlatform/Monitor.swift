internal import CIAPPlatform

/// A lock with a condition, one for each shared object. It is never held while code of the game runs.
package final class Monitor: @unchecked Sendable {  // The C object inside is made for several threads.
    private let pointer: UnsafeMutablePointer<platform_monitor>

    package init() {
        pointer = .allocate(capacity: 1)
        platform_monitor_init(pointer)
    }

    deinit {
        platform_monitor_destroy(pointer)
        pointer.deallocate()
    }

    @inlinable
    package func withLock<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        lock()
        defer { unlock() }
        return try body()
    }

    @usableFromInline
    package func lock() { platform_monitor_lock(pointer) }

    @usableFromInline
    package func unlock() { platform_monitor_unlock(pointer) }

    /// Call it only inside `withLock`.
    package func broadcast() {
        platform_monitor_broadcast(pointer)
    }

    /// Call it only inside `withLock`. It releases the lock while it waits. It may return without a broadcast.
    package func wait() {
        platform_monitor_wait(pointer)
    }

    /// Does the same as `wait()`, for at most this number of milliseconds. Returns false when the time is over.
    package func wait(milliseconds: UInt32) -> Bool {
        platform_monitor_wait_for(pointer, milliseconds) != 0
    }
}
