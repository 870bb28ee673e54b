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

/// A value and the lock that guards it. The standard library's `Mutex` needs iOS 18, and on Linux the thread sanitizer
/// does not know it.
package final class Guarded<Value>: @unchecked Sendable {  // The value can be reached only through the lock.
    @usableFromInline let monitor = Monitor()
    @usableFromInline var content: Value

    package init(_ value: Value) { content = value }

    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try monitor.withLock { () throws(Failure) in try body(&content) }
    }

    /// A copy of the current value.
    package var value: Value {
        get { monitor.withLock { content } }
        set { monitor.withLock { content = newValue } }
    }
}

/// A time in the future, by a monotonic clock.
package struct Deadline: Sendable {
    private let end: UInt64

    package init(milliseconds: UInt32) {
        end = platform_monotonic_ms() + UInt64(milliseconds)
    }

    /// The remaining milliseconds; nil after the deadline.
    package var left: UInt32? {
        let now = platform_monotonic_ms()
        return now < end ? UInt32(end - now) : nil
    }
}
