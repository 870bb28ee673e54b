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
