import IAPModel
import Synchronization
import Testing

@testable import IAPReferenceStore

/// The listeners that are called when the store changes. Every listener is called, except when the change is known and
/// does not concern it.
struct ListenerTests {
    private struct Scene {
        let store: ReferenceStore
        let device: StoreDevice
        private let calls = Calls()

        final class Calls: Sendable {
            let names = Mutex<[String]>([])
        }

        init() throws {
            store = try TestStore.open()
            device = try store.device()
            for (name, tables) in [
                ("anything", nil), ("ledger", ["ledger"]), ("update", ["transaction_update"]), ("setting", ["setting"]),
                ("subscription", ["subscription"]),
            ] as [(String, Set<String>?)] {
                _ = store.file.listeners.add(to: tables) { [calls] in calls.names.withLock { $0.append(name) } }
            }
        }

        /// Returns the listeners that were called since the last call.
        func called() -> [String] {
            calls.names.withLock { names in
                defer { names = [] }
                return names
            }
        }
    }

    @Test func purchaseCallsTheListenersOfItsChanges() throws {
        let scene = try Scene()
        let transaction = try scene.device.buy("coins")
        #expect(scene.called() == ["anything", "ledger"])
        try scene.device.finish(transaction.id)
        #expect(scene.called() == ["anything", "ledger"])
        _ = try scene.device.buy("editor")
        #expect(scene.called() == ["anything", "ledger", "update"])
    }

    @Test func purchaseThatMovesTheStorefrontCallsListenersOfSettings() throws {
        let scene = try Scene()
        try scene.store.shelf.moveDuringNextPurchase("FRA")
        _ = scene.called()
        _ = try scene.device.buy("coins")
        #expect(scene.called().contains("setting"))
    }

    @Test func anyOtherCommandCallsEverybody() throws {
        let scene = try Scene()
        try scene.store.controls.setAskToBuy(true)
        #expect(scene.called() == ["anything", "ledger", "update", "setting", "subscription"])
        try scene.device.session.signOut()
        #expect(scene.called() == ["anything", "ledger", "update", "setting", "subscription"])
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
