import IAPModel
import Testing

@testable import IAPReferenceStore

/// What the store remembers about each account.
struct LedgerTests {
    private static func ids(_ transactions: [LedgerTransaction]) -> [UInt64] { transactions.map(\.id) }

    @Test func idsAreUniqueAndRisingAcrossAccounts() throws {
        let store = try TestStore.open()
        let devices = [try store.device(account: "anna"), try store.device(account: "ben")]
        var ids: [UInt64] = []
        for round in 0..<20 { ids.append(try devices[round % 2].buy("coins").id) }
        #expect(ids == ids.sorted() && Set(ids).count == ids.count)
        #expect(
            ids.allSatisfy { (2_000_000_000_000_000..<2_001_000_000_000_000).contains($0) },
            "the ids look like those of the sandbox")
    }

    @Test func transactionIsReadAsItWasWritten() throws {
        let device = try TestStore.open().device()
        let bought = try [
            device.buy("coins", quantity: 3, token: "9b2c5d4e-0000-4000-8000-000000000001"), device.buy("editor"),
            device.buy("season"), device.buy("silver"),
        ]
        #expect(try device.unfinished() == bought)
    }

    @Test func everythingSurvivesTheEndOfTheStore() throws {
        let folder = try Folder()
        let path = folder.path("state")
        var store = try TestStore.open(path: path)
        var device = try store.device()
        let bought = try [device.buy("coins"), device.buy("editor"), device.buy("silver")]
        try device.finish(bought[1].id)
        try store.controls.setAskToBuy(true)
        try store.controls.order(.cancel)
        _ = try device.purchase("gems", PurchaseOptions())
        _ = try device.purchase("gems", PurchaseOptions(quantity: 2, token: "token"))
        let (root, verification) = (try store.identity.rootCertificate, device.signer.verificationID)
        let approvals = try store.purchases.approvals
        store.close()

        store = try TestStore.open(path: path, seed: 99)
        device = try store.device()
        #expect(try device.unfinished() == [bought[0], bought[2]])
        #expect(try Self.ids(device.history()) == Self.ids(bought))
        #expect(try store.purchases.approvals == approvals)
        #expect(approvals.map(\.quantity) == [2] && approvals.map(\.appAccountToken) == ["token"])
        #expect(
            try store.identity.rootCertificate == root && device.signer.verificationID == verification,
            "the seed is used only for new files")
        let approved = try store.purchases.approve(approvals[0].id).id
        #expect(approvals[0].id == bought[2].id + 1 && approved == bought[2].id + 2, "the sequence of ids continues")
        store.close()
    }
}
