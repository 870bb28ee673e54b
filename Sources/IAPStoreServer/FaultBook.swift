internal import IAPHTTP
internal import IAPModel
internal import IAPPlatform
internal import IAPReferenceStore

/// The faults that a test has requested, with the number of remaining requests for each.
final class FaultBook: Sendable {
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
        guard let faults = try? store.serverFaults else { return }
        state.withLock { state in
            guard state.known != faults else { return }
            let isLonger = faults.starts(with: state.known)
            state.left =
                isLonger ? state.left + faults.dropFirst(state.known.count).map(\.count) : faults.map(\.count)
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
    func applyingFault(_ request: HTTPRequest, now: Int64, _ answer: () -> HTTPResponse) -> HTTPResponse {
        guard let fault = take(request.path) else { return answer() }
        switch fault.kind {
        case .rateLimit:
            return Self.rateLimited(until: now.clampedAdding(Int64(min(max(fault.value ?? 60, 0), 86_400_000)) * 1000))
        case .serverError: return ServerAPIFailure.response(.internalRetryable)
        case .delay:
            var response = answer()
            response.fault.delayMilliseconds = UInt32(clamping: fault.value ?? 1000)
            return response
        case .drop:
            var response = answer()
            response.fault.isDropped = true
            return response
        case .truncate:
            var response = answer()
            response.fault.truncatedLength = min(
                max(fault.value ?? response.body.count / 2, 0), max(response.body.count - 1, 0))
            return response
        case .duplicate, .reorder: return answer()
        }
    }

    /// Apple's `Retry-After` is a point in time, in milliseconds since 1970.
    static func rateLimited(until date: Int64) -> HTTPResponse {
        var response = ServerAPIFailure.response(.rateLimit)
        response.headers.append(("Retry-After", String(date)))
        return response
    }
}
