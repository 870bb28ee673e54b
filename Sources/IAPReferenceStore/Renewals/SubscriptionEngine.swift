/// Processes one account's subscription of one group. Its inputs are state and commands, and its outputs are state and facts;
/// it does nothing else.
///
/// The caller reads the state and makes an engine. It gives commands or advances the time, records the facts in their order,
/// and writes the new state and the number of the next transaction. It does all this in one transaction of the ledger. Due
/// changes happen at their own time: the result does not depend on how often the caller advances the engine.
package struct SubscriptionEngine: Sendable {
    /// Nil if the account never subscribed in the group.
    package private(set) var subscription: GroupSubscription?
    private var run: RenewalRun

    package init(_ subscription: GroupSubscription?, _ conditions: RenewalConditions, nextTransactionID: UInt64) {
        self.subscription = subscription
        run = RenewalRun(conditions: conditions, nextTransactionID: nextTransactionID)
    }

    /// The facts since the creation of the engine or the last call that took them.
    package var facts: [SubscriptionFact] { run.facts }

    package var nextTransactionID: UInt64 {
        get { run.nextTransactionID }
        set { run.nextTransactionID = newValue }
    }

    package var conditions: RenewalConditions {
        get { run.conditions }
        set { run.conditions = newValue }
    }

    package mutating func takeFacts() -> [SubscriptionFact] {
        defer { run.facts = [] }
        return run.facts
    }

    /// Carries out everything that is due by now, in order. This can be a lot if subscriptions renew every two seconds; `step`
    /// does the same in portions.
    package mutating func advance(to now: Int64) {
        while step(to: now) {}
    }

    /// Carries out the earliest due change. Returns false if there is none.
    package mutating func step(to now: Int64) -> Bool {
        guard let due = subscription?.dueDate, due <= now else { return false }
        subscription?.meetDueDate(due, &run)
        return true
    }

    /// Brings the subscription up to date and carries out the command. If the clock was set back, the command happens at the
    /// time of the last change.
    package mutating func perform(_ command: SubscriptionCommand, at time: Int64) -> SubscriptionOutcome {
        let now = max(time, subscription?.changeDate ?? time)
        advance(to: now)
        if case .purchase(let purchase) = command { return buy(purchase, at: now) }
        return subscription?.perform(command, at: now, &run) ?? .refused(.notSubscribed)
    }

    private mutating func buy(_ purchase: SubscriptionPurchase, at now: Int64) -> SubscriptionOutcome {
        switch PurchasePlan.make(purchase, subscription, run.conditions) {
        case .refused(let refusal):
            return .refused(refusal)
        case .begin(let bill, let queued):
            if subscription == nil {
                subscription = GroupSubscription(bill, queued: queued, at: now, &run)
            } else {
                subscription?.begin(bill, queued: queued, at: now, &run)
            }
            return subscription.map { .charged($0.period.transactionID) } ?? .refused(.notSubscribed)
        case .change(let next):
            subscription?.change(to: next, at: now, &run)
            return subscription.map { .held($0.period.transactionID) } ?? .refused(.notSubscribed)
        }
    }
}

/// The inputs and results of a run of the engine.
struct RenewalRun: Sendable {
    var conditions: RenewalConditions
    var nextTransactionID: UInt64
    var facts: [SubscriptionFact] = []

    mutating func takeTransactionID() -> UInt64 {
        defer { nextTransactionID &+= 1 }
        return nextTransactionID
    }

    mutating func add(_ kind: SubscriptionFact.Kind, at date: Int64) {
        facts.append(SubscriptionFact(date: date, kind: kind))
    }
}
