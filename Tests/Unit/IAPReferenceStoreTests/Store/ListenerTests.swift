import IAPModel
import Synchronization
import Testing

@testable import IAPReferenceStore

/// The listeners that are called when the store changes.
struct ListenerTests {
    @Test func eachCommandCallsTheListenersOnce() throws {
        let store = try TestStore.open()
        let device = try store.device()
        let calls = Mutex(0)
        let listening = store.file.listeners.add { calls.withLock { $0 += 1 } }
        let transaction = try device.buy("coins")
        #expect(calls.withLock { $0 } == 1)
        try device.finish(transaction.id)
        try store.controls.setAskToBuy(true)
        #expect(calls.withLock { $0 } == 3)
        listening.cancel()
        try device.session.signOut()
        #expect(calls.withLock { $0 } == 3)
    }

    /// A setting of another process takes effect, even if it was read before.
    @Test func settingOfAnotherProcessIsRead() throws {
        let folder = try Folder()
        let (game, tool) = (
            try TestStore.open(path: folder.path("state")), try TestStore.open(path: folder.path("state"))
        )
        let device = try game.device()
        #expect(try game.shelf.storefrontAndLocale.storefront.countryCode == "USA")
        try tool.shelf.move(to: "DEU", locale: nil)
        #expect(try game.shelf.storefrontAndLocale.storefront.countryCode == "DEU")
        try game.shelf.move(to: "FRA", locale: nil)
        #expect(try tool.shelf.storefrontAndLocale.storefront.countryCode == "FRA" && device.network.deliversUpdates)
        game.close()
        tool.close()
    }
}
