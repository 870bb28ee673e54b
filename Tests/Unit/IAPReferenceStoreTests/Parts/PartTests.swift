import IAPModel
import Testing

@testable import IAPReferenceStore

/// Parts of the store that need only the file and the catalogue.
struct PartTests {
    private let file: LedgerFile
    private let catalogue: Catalogue

    init() throws {
        file = try LedgerFile.inMemory()
        catalogue = try Catalogue(TestStore.catalogue)
    }

    @Test func shelfListsWhatIsOnSaleForItsCountry() throws {
        let shelf = ProductShelf(file: file, catalogue: catalogue)
        try shelf.move(to: "USA", locale: "en_US")
        #expect(try shelf.products(["coins", "unknown"]).map(\.displayPrice) == ["$0.99"])
        try shelf.setOnSale("coins", false)
        #expect(try shelf.products(["coins"]).isEmpty && shelf.removedProducts == [ExactText("coins")])
        try shelf.setOnSale("coins", true)
        try shelf.move(to: "DEU", locale: nil)
        #expect(try shelf.products(["coins"]).map(\.currencyCode) == ["EUR"])
        #expect(refusal { try shelf.setOnSale("unknown", true) } == .notFound)
        #expect(refusal { try shelf.move(to: "XYZ", locale: nil) } == .invalidArgument)
        #expect(try shelf.storefront.countryCode == "DEU")
    }

    @Test func familyHasAtMostSixMembers() throws {
        let families = Families(file: file, catalogue: catalogue)
        for account in ["a", "b", "c", "d", "e", "f"] { try families.set("family", of: account) }
        #expect(refusal { try families.set("family", of: "g") } == .invalidState)
        try families.set("family", of: "a")
        try families.set(nil, of: "a")
        try families.set("family", of: "g")
    }

    @Test func signInsOfADeviceAreDistinguished() throws {
        let session = DeviceSession(file: file, owner: "anna", name: "phone")
        #expect(session.isSignedIn && session.account == "anna" && session.current.number == 0)
        try session.signIn("anna")
        #expect(session.current.number == 0, "anna is signed in already")
        try session.signOut()
        #expect(!session.isSignedIn && session.account.isEmpty && session.current.number == 1)
        try session.signIn("anna")
        #expect(session.account == "anna" && session.current.number == 2)
        try session.signOut()
        #expect(throws: StoreFailure.self) { try session.requireAccount() }
    }
}
