import IAPModel
import Testing

@testable import IAPReferenceStore

struct ReplayTests {
    private func replay(_ log: String) throws -> ReferenceStore {
        var options = ReferenceStore.Options()
        options.clock = .virtual(start: TestStore.start)
        return try ReferenceStore.replay(log, catalogue: Catalogue(TestStore.catalogue), options: options)
    }

    @Test("Accounts whose names differ only in their bytes stay separate in a replay")
    func equivalentNames() throws {
        let store = try TestStore.open()
        let device = try store.device(account: "caf\u{E9}")
        let editor = try device.buy("editor")
        try device.signIn("cafe\u{301}")
        #expect(try device.currentEntitlements().isEmpty)
        try device.buy("skins")
        let replayed = try replay(store.log)
        #expect(try replayed.stateText == store.stateText)
        #expect(try replayed.device(account: "caf\u{E9}").currentEntitlements().map(\.id) == [editor.id])
    }

    @Test("The log names the account of each command, also if another account signs in meanwhile")
    func signInMeanwhile() async throws {
        let store = try TestStore.open()
        let device = try store.device()
        var ids: [UInt64] = []
        for _ in 0..<200 { ids.append(try device.buy("coins").id) }
        let bought = ids
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for index in 0..<200 { try device.signIn(index.isMultiple(of: 2) ? "ben" : "anna") } }
            group.addTask { for id in bought { try device.finish(id) } }
            try await group.waitForAll()
        }
        #expect(try replay(store.log).stateText == store.stateText)
    }
}
