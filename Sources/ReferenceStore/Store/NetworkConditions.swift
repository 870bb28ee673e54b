/// The way between a device and the store. Times are milliseconds of the store's time.
package struct NetworkConditions: Sendable, Hashable, Codable {
    package var isDown = false
    package var neverAnswers = false
    /// Zero for no limit.
    package var requestsPerMinute: UInt32 = 0
    package var latency: Int64 = 0
    /// Zero for an endless patience.
    package var timeout: Int64 = 0

    package init() {}

    /// Whether the store's news come through.
    var bringsNews: Bool { !isDown && !neverAnswers }

    /// Whether answers are there with the request.
    var answersAtOnce: Bool { bringsNews && latency <= 0 }

    /// What has become of the answer to a request so long after it was made.
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

/// What has become of an answer.
package enum AnswerFate: Sendable, Hashable {
    case arrived
    case lost(StoreFailure)
    /// It may have arrived after so many milliseconds more; nil if only a change of the store brings it on.
    case underWay(for: Int64?)
}

/// What becomes of an answer that a test wants lost.
package enum AnswerLoss: String, Sendable, Hashable, CaseIterable {
    /// The device gives up.
    case error
    /// The device waits for ever.
    case silence
}

/// How a device hears of what is new. The numbers are those of the C header's `IAP_STORE_UPDATES_…`.
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
    /// Who was signed in, and how often the store's service had been started again.
    var session: Int
    var restarts: Int64
    package var loss: AnswerLoss?
}
