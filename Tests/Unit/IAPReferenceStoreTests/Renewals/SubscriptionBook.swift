import IAPModel

@testable import IAPReferenceStore

/// A ledger of one subscription, built only from facts. It rejects impossible facts.
struct SubscriptionBook {
    struct Objection: Error {
        var text: String
    }

    struct Entry {
        var period: PaidPeriod
        var end: Int64
        var isReplaced = false
        var isRevoked = false
        var refunded: Int64 = 0
    }

    private(set) var entries: [Entry] = []
    private(set) var charged: Int64 = 0
    private(set) var refunded: Int64 = 0
    private(set) var state: SubscriptionStatus.State?
    private var date = Int64.min
    /// The account has lost access since the last period.
    private var hasLapsed = false

    mutating func enter(_ facts: [SubscriptionFact]) throws {
        for fact in facts {
            guard fact.date >= date else { throw Objection(text: "a fact of \(fact.date) comes after \(date)") }
            date = fact.date
            try enter(fact)
        }
    }

    private mutating func enter(_ fact: SubscriptionFact) throws {
        switch fact.kind {
        case .entered(let period): try begin(period)
        case .upgraded(let id, let refund):
            try change(id) { entry in
                guard !entry.isReplaced, !entry.isRevoked else { throw Objection(text: "\(id) is replaced twice") }
                guard fact.date < entry.end else { throw Objection(text: "\(id) is replaced after its end") }
                let length = Double(entry.end - entry.period.start)
                let part = Double(entry.period.priceMilliunits) * Double(entry.end - fact.date) / length
                guard abs(part - Double(refund)) <= 1 else { throw Objection(text: "\(refund) is the wrong refund") }
                entry.isReplaced = true
                entry.end = fact.date
                entry.refunded += refund
            }
            refunded += refund
        case .endMoved(let id, let end):
            try change(id) { entry in
                guard end == fact.date, entry.period.start <= end, end < entry.end else {
                    throw Objection(text: "\(id) cannot end at \(end)")
                }
                entry.end = end
            }
        case .revoked(let id, let revocation, let refund):
            try change(id) { entry in
                guard !entry.isRevoked, revocation.date == fact.date else {
                    throw Objection(text: "\(id) has a wrong revocation")
                }
                entry.isRevoked = true
                entry.refunded += refund
                if entry.end > fact.date { entry.end = fact.date }
            }
            refunded += refund
        case .statusChanged(let state, _):
            self.state = state
            if state == .inBillingRetry || state == .expired || state == .revoked { hasLapsed = true }
        }
    }

    private mutating func begin(_ period: PaidPeriod) throws {
        guard period.transactionID == UInt64(entries.count + 1) else { throw Objection(text: "ids have a gap") }
        guard period.start < period.end else { throw Objection(text: "\(period) is empty") }
        guard period.priceMilliunits >= 0 else { throw Objection(text: "\(period) has a negative price") }
        if let last = entries.last {
            guard last.end <= period.start else { throw Objection(text: "\(period) begins before \(last.end)") }
            // A player who buys another subscription during the grace period does not pay for the grace period.
            let isFromGrace = state == .inGracePeriod && period.reason == .purchase
            guard last.end == period.start || hasLapsed || isFromGrace else {
                throw Objection(text: "there is a gap before \(period)")
            }
        } else if period.reason == .renewal {
            throw Objection(text: "\(period) renews nothing")
        }
        entries.append(Entry(period: period, end: period.end))
        charged += period.priceMilliunits
        hasLapsed = false
    }

    private mutating func change(_ id: UInt64, _ body: (inout Entry) throws -> Void) throws {
        guard id >= 1, id <= UInt64(entries.count) else { throw Objection(text: "there is no transaction \(id)") }
        try body(&entries[Int(id) - 1])
    }

    // MARK: What must always hold

    /// Returns how many transactions give access now.
    func running(at now: Int64) -> Int {
        entries.reduce(0) { count, entry in
            let covers = entry.period.start <= now && now < entry.end && !entry.isReplaced && !entry.isRevoked
            return count + (covers ? 1 : 0)
        }
    }

    func checkBalance() throws {
        var sum: Int64 = 0
        for entry in entries {
            let rest = entry.period.priceMilliunits - entry.refunded
            guard rest >= 0, entry.isReplaced || entry.isRevoked || entry.refunded == 0 else {
                throw Objection(text: "\(entry) does not balance")
            }
            sum += rest
        }
        guard sum == charged - refunded else { throw Objection(text: "\(charged) - \(refunded) is not \(sum)") }
    }
}
