package import IAPModel

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
    package mutating func advance(to now: Int64) { while step(to: now) {} }

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

/// Several subscriptions that share one sequence of transaction ids. The ids are in the order of time. They do not depend on
/// the accounts or on how often the caller advances the timeline.
package struct SubscriptionTimeline: Sendable {
    package private(set) var engines: [SubscriptionEngine]
    /// The caller may take numbers between two steps.
    package var nextTransactionID: UInt64
    /// The next automatic change of each subscription; the largest number for none.
    private var dueDates: [Int64]

    /// An event, with the subscription that it concerns.
    package struct Event: Sendable, Hashable {
        package var index: Int
        package var fact: SubscriptionFact
    }

    /// If two subscriptions are due at the same time, the earlier one in this list goes first. Give the list in a stable order.
    package init(_ subscriptions: [GroupSubscription], _ conditions: RenewalConditions, nextTransactionID: UInt64) {
        engines = subscriptions.map { SubscriptionEngine($0, conditions, nextTransactionID: nextTransactionID) }
        self.nextTransactionID = nextTransactionID
        dueDates = subscriptions.map { $0.dueDate ?? .max }
    }

    /// Carries out everything that is due by now.
    package mutating func advance(to now: Int64) -> [Event] {
        var events: [Event] = []
        while let step = step(to: now) { events += step }
        return events
    }

    /// Carries out the earliest due change, which may have no event. Returns nil if there is none.
    package mutating func step(to now: Int64) -> [Event]? {
        guard let date = dueDates.min(), date <= now, date < .max, let index = dueDates.firstIndex(of: date) else {
            return nil
        }
        engines[index].step(dueBy: now, &nextTransactionID)
        dueDates[index] = engines[index].subscription?.dueDate ?? .max
        return engines[index].takeFacts().map { Event(index: index, fact: $0) }
    }
}

extension SubscriptionEngine {
    fileprivate mutating func step(dueBy now: Int64, _ nextTransactionID: inout UInt64) {
        self.nextTransactionID = nextTransactionID
        _ = step(to: now)
        nextTransactionID = self.nextTransactionID
    }
}

/// One event of a subscription for the ledger to record. Facts come in the order of their dates.
package struct SubscriptionFact: Sendable, Hashable {
    /// The time of the event, in milliseconds since 1970. A period can begin before its payment: this is so for a late payment
    /// in the grace period.
    package var date: Int64
    package var kind: Kind

    package enum Kind: Sendable, Hashable {
        /// A new transaction. The account, storefront, currency and app's token are those of the purchase, or of the previous
        /// transaction for a renewal.
        case entered(PaidPeriod)
        /// Another subscription replaced the transaction's one; the customer receives this refund.
        case upgraded(UInt64, refundMilliunits: Int64)
        /// The end of the transaction's period changed: a test ended or renewed it, or the game server extended it.
        case endMoved(UInt64, end: Int64)
        case revoked(UInt64, Transaction.Revocation, refundMilliunits: Int64)
        /// The new state and its cause. Everything in the renewal info can be different.
        case statusChanged(SubscriptionStatus.State, Cause)
    }

    /// Each cause is an App Store Server Notification. The comment names its type and subtype.
    package enum Cause: Sendable, Hashable {
        /// SUBSCRIBED, INITIAL_BUY
        case initialPurchase
        /// SUBSCRIBED, RESUBSCRIBE
        case resubscription
        /// DID_CHANGE_RENEWAL_PREF, UPGRADE; also for a change to another subscription of the same level and length.
        case upgrade
        /// DID_CHANGE_RENEWAL_PREF, DOWNGRADE; without a subtype if the customer reverts the change.
        case preference
        /// OFFER_REDEEMED: an offer for a later bill of a running subscription.
        case offer
        /// DID_CHANGE_RENEWAL_STATUS, AUTO_RENEW_ENABLED
        case autoRenewEnabled
        /// DID_CHANGE_RENEWAL_STATUS, AUTO_RENEW_DISABLED
        case autoRenewDisabled
        /// DID_RENEW
        case renewal
        /// DID_RENEW, BILLING_RECOVERY
        case billingRecovery
        /// DID_FAIL_TO_RENEW, with GRACE_PERIOD if this is the state
        case billingFailure
        /// GRACE_PERIOD_EXPIRED
        case gracePeriodEnd
        /// EXPIRED, with VOLUNTARY, BILLING_RETRY, PRICE_INCREASE or PRODUCT_NOT_FOR_SALE depending on the reason
        case expiration(RenewalInfo.ExpirationReason)
        /// PRICE_INCREASE, PENDING
        case priceIncreasePending
        /// PRICE_INCREASE, ACCEPTED
        case priceIncreaseAgreed
        /// The customer declined a price increase; this turns the renewal off. The App Store sends a notification only at the
        /// end.
        case priceIncreaseDeclined
        /// RENEWAL_EXTENDED
        case `extension`
        /// The store forgot a price increase. There is no notification for this.
        case priceIncreaseCleared
        /// REFUND
        case refund
        /// REVOKE
        case revocation
    }
}
