internal import IAPHTTP
internal import IAPModel
internal import IAPPlatform
internal import IAPReferenceStore

/// The limits of Apple's sandbox: a number of requests per hour of the store's clock, separately for each kind.
final class RateLimits: Sendable {
    private static let hour: Int64 = 3_600_000
    /// The sandbox allows a tenth of the rate of production.
    private static let share = 10

    private struct Count {
        var hour: Int64
        var requests = 0
    }

    private let store: ReferenceStore
    private let counts = Guarded<[String: Count]>([:])

    init(_ store: ReferenceStore) { self.store = store }

    /// Returns nil if the request is within its limit.
    func answer(_ request: HTTPRequest) -> HTTPResponse? {
        guard let (kind, perSecond) = Self.limit(request.segments) else { return nil }
        let now = store.time
        let hour = now / Self.hour
        let isWithin = counts.withLock { counts in
            var count = counts[kind] ?? Count(hour: hour)
            if count.hour != hour { count = Count(hour: hour) }
            count.requests += 1
            counts[kind] = count
            return count.requests <= perSecond * 3600 / Self.share
        }
        return isWithin ? nil : FaultBook.rateLimited(until: (hour + 1) * Self.hour)
    }

    /// Apple publishes limits per second, for production. Requests without a published limit have no limit here.
    private static func limit(_ path: [String]) -> (kind: String, perSecond: Int)? {
        guard path.first == "inApps", path.count >= 3 else { return nil }
        switch path[2] {
        case "history", "transactions": return (path[2], 50)
        case "subscriptions" where path.contains("mass"): return ("mass", 1)
        case "subscriptions" where path.contains("extend"): return ("extend", 20)
        case "subscriptions": return ("subscriptions", 50)
        case "lookup", "refund": return (path[2], 10)
        case "notifications": return path.contains("test") ? ("test", 1) : ("notifications", 50)
        default: return nil
        }
    }
}
