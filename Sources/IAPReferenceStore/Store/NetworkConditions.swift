/// The network between a device and the store. Times are milliseconds of the store's time.
package struct NetworkConditions: Sendable, Hashable, Codable {
    package var isDown = false
    package var neverAnswers = false
    /// Zero for no limit.
    package var requestsPerMinute: UInt32 = 0
    package var latency: Int64 = 0
    /// Zero for no limit.
    package var timeout: Int64 = 0

    private enum CodingKeys: String, CodingKey {
        case isDown, neverAnswers, requestsPerMinute, latency, timeout
    }

    package init() {}

    /// Whether the store's updates come through.
    var deliversUpdates: Bool { !isDown && !neverAnswers }

    /// Whether an answer comes without delay.
    var answersAtOnce: Bool { deliversUpdates && latency <= 0 }

    /// The state of an answer so long after its request was made.
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
    static let timedOut = StoreFailure(.networkTimeout, "the answer took longer than the device waits")
}

/// The state of an answer.
package enum AnswerFate: Sendable, Hashable {
    case arrived
    case lost(StoreFailure)
    /// The update feed looks again after this number of milliseconds; nil if only a change of the store can bring an update.
    case underWay(for: Int64?)
}

/// How an answer is lost that a test wants lost.
package enum AnswerLoss: String, Sendable, Hashable, CaseIterable {
    /// The device gives up.
    case error = "error"
    /// The device goes on waiting.
    case silence = "silence"
}

/// The order in which a device receives updates. The numbers are those of the C header's `IAP_STORE_UPDATES_…`.
package enum UpdateOrder: Int32, Sendable, Hashable, CaseIterable, Codable {
    case inOrder = 0
    case newestFirst = 1
    case shuffled = 2
    /// Nothing comes.
    case held = 3
}

/// A request that a device has made.
package struct NetworkRequest: Sendable, Hashable {
    var date: Int64
    var isAnsweredAtOnce: Bool
    /// The sign-in, and how often the store's service had started again.
    var session: Int
    var restarts: Int64
    package var loss: AnswerLoss?
}
