import IAPModel
import Testing

@testable import IAPReferenceStore

/// Family Sharing: joining, leaving, and one-time purchases.
struct FamilyTests {
    // MARK: One-time purchases

    @Test func purchaseIsSharedAsATransactionOfTheMembersOwn() throws {
        let shop = try FamilyShop()
        let (launch, stranger) = (Launch(shop.ben), Launch(try shop.store.device(account: "zoe")))
        let editor = try shop.anna.buy("editor", PurchaseOptions(token: OfferShop.token))
        #expect(editor.ownership == .purchased && editor.sharedFrom == nil)
        let copy = try #require(try shop.ben.history().first)
        #expect(launch.received() == [copy] && stranger.ids() == [])
        #expect(copy.id != editor.id && copy.originalID == copy.id && copy.account == "ben")
        #expect(copy.ownership == .familyShared && copy.sharedFrom == editor.id && !copy.isFinished)
        #expect(
            copy.price.milliunits == 0 && copy.appAccountToken == nil, "the copy is free and does not name the payer")
        #expect(copy.purchaseDate == editor.purchaseDate && copy.productID == "editor")
        #expect(try shop.owned(shop.ben) == ["editor"] && shop.ben.unfinished() == [copy])
        try shop.ben.finish(copy.id)
        #expect(
            try shop.ben.unfinished().isEmpty && shop.anna.unfinished() == [editor],
            "each account finishes its own transaction")
        #expect(try shop.ben.signed(copy).payload.contains(#""inAppOwnershipType":"FAMILY_SHARED""#))
    }

    @Test(arguments: ["coins", "skins", "solo"]) func onlyShareableProductsAreShared(productID: String) throws {
        let shop = try FamilyShop()
        try shop.anna.buy(productID)
        #expect(try shop.ben.history().isEmpty && shop.ben.unfinished().isEmpty)
        try shop.join("carla")
        #expect(try shop.store.device(account: "carla").history().isEmpty)
    }

    @Test func refundRevokesTheMembersCopies() throws {
        let shop = try FamilyShop()
        let editor = try shop.anna.buy("editor")
        let copy = try #require(try shop.ben.history().first)
        let launch = Launch(shop.ben)
        _ = launch.ids()
        try shop.store.pass(days: 3)
        guard case .shared = try shop.store.refund(copy.id) else {
            Issue.record("an account that has not paid gets no refund")
            return
        }
        #expect(try shop.ben.history() == [copy])
        guard case .refunded = try shop.store.refund(editor.id) else {
            Issue.record("the purchase was not refunded")
            return
        }
        let revoked = try #require(try shop.ben.history().first)
        #expect(launch.received() == [revoked])
        #expect(revoked.revocation?.type == .familyRevoke && revoked.revocation?.percentage == nil)
        #expect(try revoked.revocation?.date == shop.store.now && revoked.refundedMilliunits == 0)
        #expect(try shop.owned(shop.ben).isEmpty && shop.owned(shop.anna).isEmpty)
    }

    // MARK: Joining and leaving

    @Test func newMemberGetsAndSharesActivePurchases() throws {
        let shop = try FamilyShop(isFamily: false)
        let refunded = try shop.anna.buy("editor")
        _ = try shop.store.refund(refunded.id)
        try shop.anna.buy("silver")
        try shop.store.pass(days: 40)
        try shop.anna.buy("editor")
        try shop.ben.buy("extra")
        let launches = [Launch(shop.anna), Launch(shop.ben)]
        _ = launches.map { $0.ids() }
        try shop.join("anna")
        #expect(launches.map { $0.ids().count } == [0, 0])
        try shop.join("ben")
        #expect(launches[0].received().map(\.productID) == ["extra"])
        #expect(launches[1].received().map(\.productID) == ["silver", "editor"], "only the current period is shared")
        #expect(try shop.owned(shop.ben) == ["extra", "silver", "editor"])
        #expect(try shop.owned(shop.anna) == ["silver", "editor", "extra"])
        try shop.join("ben")
        #expect(launches.map { $0.ids() } == [[], []], "joining the same family again changes nothing")
    }

    @Test func leavingMemberAndFamilyLoseEachOthersPurchases() throws {
        let shop = try FamilyShop()
        try shop.anna.buy("editor")
        try shop.anna.buy("silver")
        try shop.ben.buy("extra")
        try shop.store.pass(days: 40)
        let launches = [Launch(shop.anna), Launch(shop.ben)]
        _ = launches.map { $0.ids() }
        try shop.join("ben", nil)
        #expect(launches[0].received().map(\.productID) == ["extra"])
        let lost = launches[1].received()
        #expect(lost.map(\.productID) == ["editor", "silver"], "past periods are not revoked")
        #expect(lost.allSatisfy { $0.revocation?.type == .familyRevoke })
        #expect(try shop.owned(shop.anna) == ["editor", "silver"] && shop.owned(shop.ben) == ["extra"])
        #expect(try shop.state(shop.ben) == [.revoked] && shop.state(shop.anna, "OTHER") == [.revoked])
        try shop.store.pass(days: 40)
        try shop.anna.buy("skins")
        #expect(launches[1].received().map(\.productID) == ["extra"], "only the account's own renewal arrives")
        #expect(try shop.state(shop.ben) == [.revoked])
        try shop.join("ben", nil)
        #expect(launches[1].ids() == [])
    }

    @Test func memberOfAnotherFamilyLeavesTheFirst() throws {
        let shop = try FamilyShop()
        let carla = try shop.store.device(account: "carla")
        try shop.join("carla", "other")
        try shop.anna.buy("editor")
        try carla.buy("gold")
        try shop.join("ben", "other")
        #expect(try shop.owned(shop.ben) == ["gold"])
        try shop.join("ben")
        #expect(try shop.owned(shop.ben) == ["editor"] && shop.state(shop.ben) == [.revoked])
    }

    @Test func familyHasSixMembersAtMost() throws {
        let shop = try FamilyShop()
        for account in ["carla", "dan", "eva", "fred"] { try shop.join(account) }
        #expect(try !shop.store.setFamily(of: "gina", "home"))
        #expect(try shop.store.setFamily(of: "anna", "home"), "a member can join again")
        try shop.anna.buy("editor")
        #expect(try shop.store.totals.transactions == 1, "the other members are not charged")
        for account in ["ben", "carla", "dan", "eva", "fred"] {
            #expect(try shop.owned(shop.store.device(account: account)) == ["editor"])
        }
        let gina = try shop.store.device(account: "gina")
        #expect(try gina.history().isEmpty)
        try shop.join("dan", nil)
        try shop.join("gina")
        #expect(try shop.owned(gina) == ["editor"])
    }

    @Test func refusedMemberStaysWhereItWas() throws {
        let shop = try FamilyShop()
        for account in ["carla", "dan", "eva", "fred"] { try shop.join(account) }
        let (gina, hanna) = (try shop.store.device(account: "gina"), try shop.store.device(account: "hanna"))
        for account in ["gina", "hanna"] { try shop.join(account, "other") }
        try hanna.buy("editor")
        let history = try gina.history()
        #expect(history.count == 1)
        #expect(try !shop.store.setFamily(of: "gina", "home"))
        #expect(try gina.history() == history && shop.owned(gina) == ["editor"])
    }

    @Test func namesAreComparedByTheirBytes() throws {
        let shop = try FamilyShop(isFamily: false)
        try shop.join("anna", "caf\u{E9}")
        try shop.join("ben", "cafe\u{301}")
        try shop.anna.buy("editor")
        #expect(try shop.ben.history().isEmpty)
        try shop.join("ben", "caf\u{E9}")
        #expect(try shop.owned(shop.ben) == ["editor"])
    }

    @Test func familySurvivesTheEndOfTheStore() throws {
        let folder = try Folder()
        var store = try TestStore.open(path: folder.path("s"), catalogue: FamilyShop.catalogue)
        for account in ["anna", "ben"] { #expect(try store.setFamily(of: account, "home")) }
        try store.device(account: "anna").buy("silver")
        store.close()
        store = try TestStore.open(path: folder.path("s"), catalogue: FamilyShop.catalogue)
        try store.pass(days: 30)
        let ben = try store.device(account: "ben")
        #expect(try ben.history().map(\.reason) == [.purchase, .renewal])
        #expect(try ben.currentEntitlements().count == 1)
        store.close()
    }

    // MARK: The switch

    @Test func sharingOffRevokesAndOnGrantsAgain() throws {
        let shop = try FamilyShop()
        try shop.anna.buy("editor")
        try shop.anna.buy("silver")
        try shop.ben.buy("extra")
        let launches = [Launch(shop.anna), Launch(shop.ben)]
        _ = launches.map { $0.ids() }
        try shop.store.setSharing(of: "anna", false)
        #expect(launches[1].received().map(\.revocation?.type) == [.familyRevoke, .familyRevoke])
        #expect(try launches[0].ids() == [] && shop.owned(shop.anna) == ["editor", "silver", "extra"])
        #expect(try shop.owned(shop.ben) == ["extra"], "other members still share")
        try shop.store.setSharing(of: "anna", false)
        try shop.store.pass(days: 40)
        try shop.anna.buy("editor")
        #expect(launches[1].received().map(\.productID) == ["extra"], "later purchases are not shared")
        try shop.store.setSharing(of: "anna", true)
        #expect(launches[1].received().map(\.productID) == ["editor", "silver"])
        #expect(try shop.owned(shop.ben) == ["extra", "editor", "silver"])
        try shop.store.setSharing(of: "anna", true)
        #expect(launches[1].ids() == [])
        let originals = try shop.ben.history().filter { $0.productID == "silver" }.map(\.originalID)
        #expect(originals.count == 2 && Set(originals).count == 1, "it is the same subscription")
    }

    @Test func sharingSwitchAppliesToLaterMembers() throws {
        let shop = try FamilyShop(isFamily: false)
        try shop.anna.buy("editor")
        try shop.store.setSharing(of: "anna", false)
        try shop.join("anna")
        try shop.join("ben")
        #expect(try shop.ben.history().isEmpty)
        try shop.store.setSharing(of: "anna", true)
        #expect(try shop.owned(shop.ben) == ["editor"])
    }
}
