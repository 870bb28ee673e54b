internal import CIAPPlatform

/// A time in the future, by a clock that cannot be set.
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
