/// Several subscriptions that share one sequence of transaction ids. The ids are in the order of time. They do not depend on
/// the accounts or on how often the caller advances the timeline.
package struct SubscriptionTimeline: Sendable {
    package private(set) var engines: [SubscriptionEngine]
    /// The caller may take numbers between two steps.
    package var nextTransactionID: UInt64
    /// A heap of the subscriptions with automatic changes; the next one comes first.
    private var queue: [Due] = []

    /// An event, with the subscription that it concerns.
    package struct Event: Sendable, Hashable {
        package var index: Int
        package var fact: SubscriptionFact
    }

    private struct Due: Comparable {
        var date: Int64
        var index: Int

        static func < (one: Due, other: Due) -> Bool { (one.date, one.index) < (other.date, other.index) }
    }

    /// If two subscriptions are due at the same time, the earlier one in this list goes first. Give the list in a stable order.
    package init(_ subscriptions: [GroupSubscription], _ conditions: RenewalConditions, nextTransactionID: UInt64) {
        engines = subscriptions.map {
            SubscriptionEngine($0, conditions, nextTransactionID: nextTransactionID)
        }
        self.nextTransactionID = nextTransactionID
        for (index, subscription) in subscriptions.enumerated() {
            if let date = subscription.dueDate { push(Due(date: date, index: index)) }
        }
    }

    /// Carries out everything that is due by now.
    package mutating func advance(to now: Int64) -> [Event] {
        var events: [Event] = []
        while let step = step(to: now) { events += step }
        return events
    }

    /// Carries out the earliest due change, which may have no event. Returns nil if there is none.
    package mutating func step(to now: Int64) -> [Event]? {
        guard let next = queue.first, next.date <= now else { return nil }
        engines[next.index].step(dueBy: now, &nextTransactionID)
        if let date = engines[next.index].subscription?.dueDate {
            queue[0].date = date
            sink()
        } else {
            removeFirst()
        }
        return engines[next.index].takeFacts().map { Event(index: next.index, fact: $0) }
    }

    // MARK: The heap

    private mutating func push(_ due: Due) {
        var place = queue.count
        queue.append(due)
        while place > 0, queue[place] < queue[(place - 1) / 2] {
            queue.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func removeFirst() {
        queue.swapAt(0, queue.count - 1)
        queue.removeLast()
        sink()
    }

    /// Moves the first one to its place.
    private mutating func sink() {
        var place = 0
        while true {
            var least = place
            for child in (2 * place + 1)...(2 * place + 2) where child < queue.count && queue[child] < queue[least] {
                least = child
            }
            if least == place { return }
            queue.swapAt(place, least)
            place = least
        }
    }
}

extension SubscriptionEngine {
    fileprivate mutating func step(dueBy now: Int64, _ nextTransactionID: inout UInt64) {
        self.nextTransactionID = nextTransactionID
        _ = step(to: now)
        nextTransactionID = self.nextTransactionID
    }
}
