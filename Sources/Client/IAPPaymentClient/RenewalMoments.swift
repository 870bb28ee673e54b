internal import IAPModel
internal import IAPPaymentQueue
internal import IAPPlatform

/// Holds back a status "expired" that may not last: for a moment a real store reports it between a period and its renewal, and
/// it may report it late, for a period that has a successor. The game receives only an end that lasts: a status that is held
/// back is read again, because the successor may have ended, too.
final class RenewalMoments: Sendable {
    private let store: any StoreConnection
    private let runner: any TaskRunner
    /// The subscriptions whose end is checked again, by original transaction.
    private let held = Guarded<Set<UInt64>>([])

    /// The timeout of the second look, in milliseconds. A choice.
    private static let timeout: Int64 = 6000

    init(_ store: any StoreConnection, _ runner: any TaskRunner) { (self.store, self.runner) = (store, runner) }

    /// Whether the game must not receive the status now. The owner receives an end that lasts later.
    func holdsBack(_ status: SubscriptionStatus, from owner: any QueueOwner) -> Bool {
        let (now, id) = (runner.now, status.transaction.originalID)
        let isMoment = status.isMomentOfRenewal(at: now)
        guard let end = status.transaction.expirationDate, let group = status.transaction.subscriptionGroupID,
            isMoment || isOutdated(status, owner)
        else {
            // The game receives this status. The waiting status adds nothing.
            held.withLock { _ = $0.remove(id) }
            return false
        }
        guard held.withLock({ $0.insert(id).inserted }) else { return true }
        runner.start { [self] in
            let isDue = await runner.pause(until: (isMoment ? end : now) + Entitlement.renewalTolerance)
            let isHeld = held.withLock { $0.remove(id) != nil }
            guard isDue, isHeld else { return }
            let statuses = await store.statuses(of: group, within: Self.timeout)
            let current = statuses?.first { $0.transaction.originalID == id }
            // The store reports a renewal without a request.
            guard current?.state != .subscribed, !isOutdated(current ?? status, owner) else { return }
            owner.apply(.subscriptionStatusChanged(current ?? status))
        }
        return true
    }

    /// Whether the status is "expired" for a period before the one that the store has reported.
    private func isOutdated(_ status: SubscriptionStatus, _ owner: any QueueOwner) -> Bool {
        guard status.state == .expired, status.renewalInfo.expirationReason == nil else { return false }
        return owner.look { $0.hasPeriod(of: status.transaction.originalID, after: status.transaction.purchaseDate) }
    }
}

extension SubscriptionStatus {
    /// Whether the subscription may be between a period and its renewal. A subscription that has ended has a reason.
    func isMomentOfRenewal(at now: Int64) -> Bool {
        guard state == .expired, renewalInfo.expirationReason == nil, let end = transaction.expirationDate else {
            return false
        }
        return end <= now && now < end + Entitlement.renewalTolerance
    }
}
