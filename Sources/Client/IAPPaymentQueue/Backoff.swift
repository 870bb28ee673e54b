/// The wait before the next attempt. It doubles each time. A jitter spreads the attempts of many clients.
package struct Backoff: Sendable, Hashable {
    /// Milliseconds.
    package let minimum: Int64
    package let maximum: Int64

    /// - Parameters:
    ///   - minimum: The longest first wait in milliseconds; at least 1.
    ///   - maximum: The longest wait of all; at least the minimum.
    package init(minimum: Int64, maximum: Int64) {
        self.minimum = max(minimum, 1)
        self.maximum = max(maximum, self.minimum)
    }

    /// The wait in milliseconds, between half of the attempt's limit and all of it. The same arguments give the same
    /// wait, and therefore a test can be repeated.
    /// - Parameters:
    ///   - attempt: The number of attempts so far, from 1.
    ///   - id: Distinguishes what waits at the same time, for example a transaction.
    ///   - retryAfter: The wait that the server requested. It applies if it is longer, up to the maximum.
    package func wait(attempt: Int, id: UInt64, retryAfter: Int64? = nil) -> Int64 {
        let whole = limit(attempt: attempt)
        let half = whole / 2
        let jitter = Int64(Self.number(of: id, attempt) % UInt64(whole - half + 1))
        return max(half + jitter, min(retryAfter ?? 0, maximum))
    }

    /// The longest wait after this many attempts.
    private func limit(attempt: Int) -> Int64 {
        let doublings = max(attempt, 1) - 1
        // Shifting left and back right shows whether bits are lost.
        guard doublings < 62, (minimum << doublings) >> doublings == minimum else { return maximum }
        return min(minimum << doublings, maximum)
    }

    /// SplitMix64, by Steele, Lea and Flood: neighbouring ids give unrelated numbers.
    private static func number(of id: UInt64, _ attempt: Int) -> UInt64 {
        var mixed = id &+ UInt64(bitPattern: Int64(attempt)) &* 0x9E37_79B9_7F4A_7C15
        // The second round separates the attempts of one id.
        for _ in 0..<2 {
            mixed &+= 0x9E37_79B9_7F4A_7C15
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            mixed ^= mixed >> 31
        }
        return mixed
    }
}
