internal import IAPHTTPServer
internal import IAPModel
internal import IAPPlatform
internal import IAPReferenceStore

/// The faults that a test has requested, with the number of remaining requests for each.
final class FaultList: Sendable {
    private struct State {
        var known: [ServerFault] = []
        var left: [Int?] = []
    }

    private let store: ReferenceStore
    private let state = Guarded(State())

    init(_ store: ReferenceStore) {
        self.store = store
        refresh()
    }

    /// Reads the faults from the store again. Faults that stay keep their counts.
    func refresh() {
        guard let faults = try? store.serverFaults.all else { return }
        state.withLock { state in
            guard state.known != faults else { return }
            let isLonger = faults.starts(with: state.known)
            state.left = isLonger ? state.left + faults.dropFirst(state.known.count).map(\.count) : faults.map(\.count)
            state.known = faults
        }
    }

    /// Returns the next fault for a route and reduces its count by one. Returns nil if there is none.
    func take(_ route: String, kind: ServerFault.Kind? = nil) -> ServerFault? {
        state.withLock { state in
            for (index, fault) in state.known.enumerated() where state.left[index] != 0 && route.hasPrefix(fault.route)
            {
                if let kind, fault.kind != kind { continue }
                if let left = state.left[index] { state.left[index] = left - 1 }
                return fault
            }
            return nil
        }
    }

    /// Returns the response with the next fault applied to it.
    ///
    /// - Parameter now: the store's time.
    func applyingFault(_ request: HTTPRequest, now: Int64, _ respond: () -> HTTPResponse) -> HTTPResponse {
        guard let fault = take(request.path) else { return respond() }
        switch fault.kind {
        case .rateLimit:
            return Self.rateLimited(until: now.clampedAdding(Int64(min(max(fault.value ?? 60, 0), 86_400_000)) * 1000))
        case .serverError: return HTTPResponse.failure(.internalRetryable)
        case .delay:
            var response = respond()
            response.fault.delayMilliseconds = UInt32(clamping: fault.value ?? 1000)
            return response
        case .drop:
            var response = respond()
            response.fault.isDropped = true
            return response
        case .truncate:
            var response = respond()
            response.fault.truncatedLength = min(
                max(fault.value ?? response.body.count / 2, 0), max(response.body.count - 1, 0))
            return response
        case .duplicate, .reorder: return respond()
        }
    }

    /// Apple's `Retry-After` is a point in time, in milliseconds since 1970.
    static func rateLimited(until date: Int64) -> HTTPResponse {
        var response = HTTPResponse.failure(.rateLimit)
        response.headers.append(("Retry-After", String(date)))
        return response
    }
}

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
    func respond(to request: HTTPRequest) -> HTTPResponse? {
        guard let (kind, perSecond) = Self.limit(request.segments) else { return nil }
        let now = store.clock.lastKnown
        let hour = now / Self.hour
        let isWithin = counts.withLock { counts in
            var count = counts[kind] ?? Count(hour: hour)
            if count.hour != hour { count = Count(hour: hour) }
            count.requests += 1
            counts[kind] = count
            return count.requests <= perSecond * 3600 / Self.share
        }
        return isWithin ? nil : FaultList.rateLimited(until: (hour + 1) * Self.hour)
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
