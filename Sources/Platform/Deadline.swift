internal import CPlatform

/// A moment some time from now, by a clock that nobody sets.
package struct Deadline: Sendable {
    private let end: UInt64

    package init(milliseconds: UInt32) {
        end = platform_monotonic_ms() + UInt64(milliseconds)
    }

    /// The milliseconds that are left; nil when the time is over.
    package var left: UInt32? {
        let now = platform_monotonic_ms()
        return now < end ? UInt32(end - now) : nil
    }
}
