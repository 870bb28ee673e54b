import IAPJSON
import IAPModel
import IAPReferenceStore
import IAPSignatures
import Testing

@testable import IAPStoreServer

/// A store that simulates production.
@Suite struct ProductionTests {
    private let verifies: [(kind: SignedKind, field: String, path: String)] = [
        (.transaction, "signedTransactionInfo", "transactions"),
        (.appTransaction, "signedAppTransactionInfo", "transactions/appTransactions"),
    ]

    private func verifier(_ store: ReferenceStore) throws -> SignedDataVerifier {
        let date = try store.clock.now
        return try SignedDataVerifier(
            SignedDataVerifier.Options(
                roots: [store.identity.rootCertificate], bundleID: store.identity.bundleID,
                appAppleID: store.identity.appleIDInProduction,
                environments: .production, now: { date }))
    }

    @Test func textsSayProduction() throws {
        let served = try ServedStore(environment: .production)
        let id = try served.buy("coins")
        let verifier = try verifier(served.store)
        for (kind, field, path) in verifies {
            let response = served.ask("GET", "/production/inApps/v1/\(path)/\(id)")
            guard case .text(let text) = response.body[field] else { throw ServedStore.Missing() }
            _ = try verifier.check(kind, Array(text.utf8))
        }
        #expect(served.ask("GET", "/production/inApps/v2/history/\(id)").body["environment"] == .text("Production"))
        #expect(served.error("GET", "/inApps/v1/transactions/\(id)") == 4_040_010)
    }

    @Test func sandboxTextIsNoProductionText() throws {
        let served = try ServedStore()
        let id = try served.buy("coins")
        guard case .text(let text) = served.ask("GET", "/inApps/v1/transactions/\(id)").body["signedTransactionInfo"]
        else { throw ServedStore.Missing() }
        let production = try verifier(ServedStore(environment: .production).store)
        #expect(throws: Rejection.self) { try production.check(.transaction, Array(text.utf8)) }
    }

    @Test func notificationNamesTheApp() throws {
        let served = try ServedStore(environment: .production)
        try served.store.notifications.setURL("http://127.0.0.1:9/")
        _ = try served.buy("club")
        let told = try served.store.notifications.list(NotificationQuery(start: .min, end: .max, limit: 10))
        let text = try #require(told.first?.payload)
        let payload = try ServedStore.payload(.text(text))
        #expect(payload["data"]?["appAppleId"]?.number == served.store.identity.appleIDInProduction.map { Int($0) })
        _ = try verifier(served.store).check(.notification, Array(text.utf8))
    }

    @Test func deviceOfTheStoreTrustsIt() throws {
        let served = try ServedStore(environment: .production)
        let device = try StoreDevice(store: served.store, account: "anna", name: "phone")
        _ = try device.purchase("coins", PurchaseOptions())
        let id = try #require(served.store.transactions.ids(of: nil).first)
        let transaction = try #require(try served.store.transactions.find(id))
        #expect(try device.signer.signed(transaction).failure == nil)
        #expect(try AppReceipt(unchecked: device.app.receipt(isRefresh: true)).receiptType == "Production")
    }
}
