import IAPModel
import Testing

@testable import IAPReferenceStore

/// How a family member is notified when sharing ends.
struct SharingEndTests {
    @Test(arguments: [false, true]) func endOfSharingIsAnnouncedWithOrWithoutARevocation(isHidden: Bool) throws {
        let shop = try FamilyShop()
        try shop.store.setHabit(.announceWithoutRevocation, to: isHidden ? 1 : 0)
        try shop.anna.buy("editor")
        let launch = Launch(shop.ben)
        let shared = try #require(launch.received().first)
        try shop.store.setSharing(of: "anna", false)
        let lost = try #require(launch.received().first)
        #expect(lost.id == shared.id)
        let shown = try shop.ben.shown(lost)
        #expect((shown.revocation == nil) == isHidden)
        let payload = try shop.ben.signed(lost).payload
        #expect(payload.contains("\"transactionId\":\"\(lost.id)\""))
        #expect(payload.contains("revocation") == !isHidden)
        #expect(try shop.owned(shop.ben) == [], "the shared product is never listed")
        try shop.store.expectReplay(FamilyShop.catalogue)
    }

    @Test func refundOfAPurchaseOfOnesOwnKeepsItsRevocation() throws {
        let shop = try FamilyShop()
        try shop.store.setHabit(.announceWithoutRevocation, to: 1)
        let editor = try shop.anna.buy("editor")
        _ = try shop.store.refund(editor.id)
        let refunded = try #require(try shop.anna.history().first)
        #expect(refunded.revocation != nil)
        #expect(try shop.anna.shown(refunded) == refunded)
        #expect(try shop.anna.signed(refunded).payload.contains("revocationDate"))
    }
}
