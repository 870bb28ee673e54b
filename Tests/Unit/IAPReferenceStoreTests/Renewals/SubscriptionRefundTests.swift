import IAPModel
import Testing

@testable import IAPReferenceStore

@Suite struct SubscriptionRefundTests {
    @Test func refundOfTheCurrentPeriodRevokesTheSubscription() throws {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.advance(to: "2026-07-20")
        _ = scene.story()
        #expect(scene.refundNewest() == .done)
        #expect(scene.state == .revoked && scene.engine.subscription?.isRunning == false)
        let facts = scene.engine.takeFacts()
        guard case .revoked(2, let revocation, 10_000)? = facts.first?.kind else {
            Issue.record("\(facts)")
            return
        }
        #expect(revocation.date == scene.now && revocation.reason == 0)
        #expect(revocation.type == .refundFull && revocation.percentage == 100_000)
        scene.advance(to: "2027-01-01")
        #expect(scene.story() == [], "there is no further renewal")
        #expect(scene.refundNewest() == .refused(.alreadyRevoked))
    }

    @Test func refundOfAPastPeriodRevokesOnlyThatTransaction() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        let first = scene.engine.subscription?.period
        scene.advance(to: "2026-07-20")
        _ = scene.story()
        if let first { scene.perform(.refund(SubscriptionRefund(first))) }
        #expect(scene.story() == ["2026-07-20 revoked 1 -10000"])
        #expect(scene.state == .subscribed)
        scene.advance(to: "2026-08-15")
        #expect(scene.state == .subscribed)
    }

    @Test func refundOfTheLastPeriodOfAnExpiredSubscriptionLeavesItExpired() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.perform(.setAutoRenewal(false))
        scene.advance(to: "2026-08-01")
        _ = scene.story()
        #expect(scene.refundNewest() == .done)
        #expect(scene.story() == ["2026-08-01 revoked 1 -10000"])
        #expect(scene.state == .expired)
    }

    @Test func refundInGraceEndsTheGrace() {
        var scene = SubscriptionScene()
        scene.engine.conditions.gracePolicy = .sixteenDays
        scene.buy("silver")
        scene.engine.conditions.renewalsFail = true
        scene.advance(to: "2026-07-20")
        #expect(scene.refundNewest() == .done)
        #expect(scene.state == .revoked && scene.engine.subscription?.dueDate == nil)
    }

    @Test func proratedRefundIsForTheTimeThatIsLeft() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        scene.advance(days: 12)
        #expect(scene.refundNewest(.prorated) == .done)
        guard case .revoked(1, let revocation, 6_000)? = scene.engine.takeFacts().dropLast().last?.kind else {
            Issue.record("the refund was refused")
            return
        }
        #expect(revocation.type == .refundProrated && revocation.percentage == 60_000)
    }

    @Test func upgradeRefundIsNotPaidAgain() throws {
        var scene = SubscriptionScene()
        scene.buy("silver")
        let first = try #require(scene.engine.subscription?.period)
        scene.advance(days: 10)
        scene.buy("gold")
        _ = scene.story()
        scene.perform(.refund(SubscriptionRefund(first, refundedMilliunits: 6_666)))
        #expect(scene.story() == ["2026-06-25 revoked 1 -3334"])
    }

    @Test func revocationWithoutARefundEndsTheSubscription() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        _ = scene.story()
        #expect(scene.refundNewest(.nothing) == .done)
        guard case .revoked(_, let revocation, _)? = scene.engine.facts.first?.kind else {
            Issue.record("the transaction was not revoked")
            return
        }
        #expect(revocation.type == nil && revocation.percentage == nil)
        #expect(scene.story() == ["2026-06-15 revoked 1 -0", "2026-06-15 revoked revocation"])
        #expect(scene.refundNewest(.nothing) == .refused(.alreadyRevoked))
    }

    @Test func afterARevocationTheAccountMaySubscribeAgain() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        _ = scene.refundNewest()
        #expect(scene.buy("silver") == .charged(2))
        #expect(scene.state == .subscribed && scene.engine.subscription?.originalTransactionID == 1)
    }

    static let shares: [(Int64, Int64, Int64, Int64)] = [
        (100, 1, 3, 33), (100, 3, 3, 100), (100, 4, 3, 0), (100, 0, 3, 0), (0, 1, 3, 0), (-5, 1, 3, 0),
        (100, 1, 0, 0), (.max, .max, .max, .max), (.max, .max - 1, .max, .max - 1),
    ]

    @Test(arguments: shares) func sharesAreRoundedDownAndNeverTrap(whole: Int64, part: Int64, of: Int64, share: Int64) {
        #expect(whole.share(of: part, in: of) == share)
    }
}
