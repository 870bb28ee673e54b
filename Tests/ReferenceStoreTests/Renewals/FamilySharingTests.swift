import IAPModel
import Testing

@testable import ReferenceStore

@Suite struct FamilySharingTests {
    @Test func familyMemberHasTransactionsOfTheirOwn() throws {
        var scene = SubscriptionScene()
        scene.buy("silver")
        let subscription = try #require(scene.engine.subscription)
        var nextID: UInt64 = 100
        let joined = FamilySharing.joining(
            subscription, at: scene.now, isShared: { $0 == "silver" }, nextTransactionID: &nextID)
        guard case .entered(let shared)? = joined?.kind else {
            Issue.record("nothing is shared")
            return
        }
        #expect(shared.transactionID == 100 && shared.end == subscription.period.end && shared.priceMilliunits == 0)
        #expect(
            FamilySharing.joining(subscription, at: 0, isShared: { _ in false }, nextTransactionID: &nextID) == nil)

        _ = scene.story()
        scene.advance(to: "2026-07-15")
        _ = scene.refundNewest()
        let copies: [UInt64: UInt64] = [1: 100, 2: 101]
        let followed = scene.engine.takeFacts().compactMap {
            FamilySharing.fact(following: $0, isShared: { _ in true }, nextTransactionID: &nextID) { copies[$0] }
        }
        #expect(followed.count == 4 && nextID == 102)
        guard case .revoked(101, let revocation, 0) = followed[2].kind else {
            Issue.record("\(followed)")
            return
        }
        #expect(revocation.type == .familyRevoke && revocation.reason != nil)
    }

    @Test func familyMemberWhoLeavesLosesTheSharedTransaction() {
        guard case .revoked(100, let revocation, 0) = FamilySharing.leaving(100, at: 5).kind else {
            Issue.record("not revoked")
            return
        }
        #expect(revocation.date == 5 && revocation.type == .familyRevoke)
    }
}
