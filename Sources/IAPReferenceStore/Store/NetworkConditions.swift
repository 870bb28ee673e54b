/// The network between a device and the store. Times are milliseconds of the store's time.
package struct NetworkConditions: Sendable, Hashable, Codable {
    package var isDown = false
    package var neverAnswers = false
    /// Zero for no limit.
    package var requestsPerMinute: UInt32 = 0
    package var latency: Int64 = 0
    /// Zero for no limit.
    package var timeout: Int64 = 0

    package init() {}

    /// Whether the device receives the store's updates.
    var deliversUpdates: Bool { !isDown && !neverAnswers }

    /// Whether responses come without delay.
    var answersAtOnce: Bool { deliversUpdates && latency <= 0 }

    /// Returns the state of a response at this time after its request.
    func fate(after elapsed: Int64) -> AnswerFate {
        if isDown { return .lost(Self.notConnected) }
        let isTooSlow = timeout > 0 && (neverAnswers || latency > timeout)
        if isTooSlow {
            guard elapsed < timeout else { return .lost(Self.timedOut) }
            return .underWay(for: timeout.clampedSubtracting(elapsed))
        }
        if neverAnswers { return .underWay(for: nil) }
        return elapsed < latency ? .underWay(for: latency.clampedSubtracting(elapsed)) : .arrived
    }

    static let notConnected = StoreFailure(.networkError, "the device's network is down")
    static let timedOut = StoreFailure(.networkTimeout, "the response took longer than the device's timeout")
}

/// The state of a response.
package enum AnswerFate: Sendable, Hashable {
    case arrived
    case lost(StoreFailure)
    /// The update feed looks again after this number of milliseconds; nil if only a change of the store can bring an update.
    case underWay(for: Int64?)
}

/// How a test loses a response.
package enum AnswerLoss: String, Sendable, Hashable, CaseIterable {
    /// The device fails with an error.
    case error = "error"
    /// The device continues to wait.
    case silence = "silence"
}

/// The order in which a device receives updates. The numbers are those of the C header's `IAP_STORE_UPDATES_…`.
package enum UpdateOrder: Int32, Sendable, Hashable, CaseIterable, Codable {
    case inOrder = 0
    case newestFirst = 1
    case shuffled = 2
    /// The device receives nothing.
    case held = 3
}

/// A request of a device.
package struct NetworkRequest: Sendable, Hashable {
    var date: Int64
    var isAnsweredAtOnce: Bool
    /// The sign-in, and the number of restarts of the store's service at that time.
    var session: Int
    var restarts: Int64
    package var loss: AnswerLoss?
}
