/// Several subscriptions that share one row of transaction ids. Whatever the accounts and however often time is told, the ids are
/// in the order of time.
package struct SubscriptionTimeline: Sendable {
    package private(set) var engines: [SubscriptionEngine]
    package private(set) var nextTransactionID: UInt64

    /// What happened, and to which of the subscriptions.
    package struct Event: Sendable, Hashable {
        package var index: Int
        package var fact: SubscriptionFact
    }

    /// Where two fall due at the same moment, the one that comes first here goes first; give them in an order that lasts.
    package init(_ subscriptions: [GroupSubscription], _ conditions: RenewalConditions, nextTransactionID: UInt64) {
        engines = subscriptions.map {
            SubscriptionEngine($0, conditions, nextTransactionID: nextTransactionID)
        }
        self.nextTransactionID = nextTransactionID
    }

    /// Lets everything happen that falls due until now, but no more than so many things at once.
    package mutating func advance(to now: Int64, limit: Int = .max) -> [Event] {
        var events: [Event] = []
        var count = 0
        while count < limit, let index = earliest(until: now), engines[index].step(dueBy: now, &nextTransactionID) {
            events += engines[index].takeFacts().map { Event(index: index, fact: $0) }
            count += 1
        }
        return events
    }

    private func earliest(until now: Int64) -> Int? {
        var earliest: (index: Int, date: Int64)?
        for (index, engine) in engines.enumerated() {
            guard let date = engine.subscription?.dueDate, date <= now else { continue }
            if earliest.map({ date < $0.date }) ?? true { earliest = (index, date) }
        }
        return earliest?.index
    }
}

extension SubscriptionEngine {
    fileprivate mutating func step(dueBy now: Int64, _ nextTransactionID: inout UInt64) -> Bool {
        self.nextTransactionID = nextTransactionID
        defer { nextTransactionID = self.nextTransactionID }
        return step(to: now)
    }
}
