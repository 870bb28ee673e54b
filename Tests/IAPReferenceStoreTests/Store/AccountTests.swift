import IAPModel
import Testing

@testable import IAPReferenceStore

struct AccountTests {
    @Test("A signed-in account has only its own purchases and finishes only these")
    func signIn() throws {
        let device = try TestStore.open().device()
        let coins = try device.buy("coins")
        try device.signIn("ben")
        #expect(try device.unfinished().isEmpty)
        #expect(try device.history().isEmpty)
        try device.finish(coins.id)
        let other = try device.buy("editor")
        #expect(other.account == "ben")
        try device.signIn("anna")
        #expect(try device.unfinished().map(\.id) == [coins.id])
    }

    @Test("Without a signed-in account, purchases fail and there are no purchases")
    func signOut() throws {
        let device = try TestStore.open().device()
        try device.buy("editor")
        try device.signOut()
        #expect(!device.isSignedIn)
        #expect(try device.currentEntitlements().isEmpty)
        #expect(try device.latest(of: "editor") == nil)
        let failures = [
            #expect(throws: StoreFailure.self) { try device.buy("coins") },
            #expect(throws: StoreFailure.self) { try device.sync() },
            #expect(throws: StoreFailure.self) { try device.showOfferCodeSheet() },
            #expect(throws: StoreFailure.self) { try device.appTransaction(isRefresh: false) },
        ]
        for failure in failures { #expect(failure?.kind == .userCancelled) }
        #expect(try device.store.totals.transactions == 1)
        #expect(try device.products(["coins"]).count == 1)
    }

    @Test("The device id does not depend on the account")
    func identity() throws {
        let device = try TestStore.open().device()
        let id = device.verificationID
        try device.signIn("ben")
        #expect(device.verificationID == id)
        #expect(device.firstAccount == "anna")
    }

    @Test("A sign-in that cannot be written does not take effect")
    func failedSignIn() throws {
        let device = try TestStore.open().device()
        device.store.close()
        #expect(throws: StoreFailure.self) { try device.signIn("ben") }
        #expect(device.account == "anna")
        #expect(throws: StoreFailure.self) { try device.signOut() }
        #expect(device.account == "anna")
    }
}
