internal import IAPPlatform

/// Limits the requests per minute, for each player and for each address.
final class RequestLimits: Sendable {
    private static let minute: Int64 = 60_000
    private static let mostCounts = 100_000

    private struct Counts {
        var minute: Int64 = 0
        var byName: [String: Int] = [:]
    }

    private let limit: Int
    private let counts = Guarded(Counts())

    init(_ limit: Int) { self.limit = limit }

    /// Returns nil within the limit, otherwise the seconds to wait.
    func secondsToWait(_ name: String, now: Int64) -> Int? {
        counts.withLock { counts in
            let minute = now / Self.minute
            if counts.minute != minute { counts = Counts(minute: minute) }
            // A client must not push out other counts with invented names.
            guard counts.byName.count < Self.mostCounts || counts.byName[name] != nil else { return 60 }
            let count = (counts.byName[name] ?? 0) + 1
            counts.byName[name] = count
            return count <= limit ? nil : Int((minute + 1) * Self.minute - now + 999) / 1000
        }
    }
}
