import Foundation
import IAPModel
import IAPSignedData
import IAPSignedText
import Testing

@testable import IAPReferenceStore

/// The app transaction, the app receipt, the App Store page, and purchases outside the App Store.
struct AppTests {
    /// Names may contain spaces.
    @Test func namesDoNotRunTogether() throws {
        let store = try TestStore.open()
        let (one, other) = (try store.device("c", account: "a b"), try store.device("b c", account: "a"))
        #expect(one.verificationID != other.verificationID)
    }

    private static func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func appTransactionIsTheSandboxes() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let app = try device.appTransaction(isRefresh: false)
        let signed = try device.signed(app)
        let payload = try Self.object(signed.payload)
        #expect(
            Set(payload.keys) == [
                "receiptType", "bundleId", "applicationVersion", "originalApplicationVersion", "originalPurchaseDate",
                "receiptCreationDate", "appTransactionId", "originalPlatform", "deviceVerification",
                "deviceVerificationNonce",
            ])
        let texts = [
            "receiptType": "Sandbox", "bundleId": "com.example.game", "applicationVersion": "1.0",
            "originalApplicationVersion": "1.0", "originalPlatform": "iOS", "appTransactionId": app.appTransactionID,
        ]
        for (name, text) in texts { #expect(payload[name] as? String == text, "\(name)") }
        #expect(payload["originalPurchaseDate"] as? Int64 == 1_375_340_400_000)
        #expect(payload["receiptCreationDate"] as? Int64 == TestStore.start && signed.signedDate == TestStore.start)
        #expect(signed.failure == nil)
    }

    @Test func appTransactionIsKeptUntilItIsRefreshed() throws {
        let folder = try Folder()
        var store = try OfferShop.open(path: folder.path("state"))
        let first = try store.device().appTransaction(isRefresh: false)
        try store.pass(days: 1)
        store.close()
        store = try OfferShop.open(path: folder.path("state"))
        let device = try store.device()
        #expect(try device.appTransaction(isRefresh: false) == first)
        #expect(try store.device("tablet").appTransaction(isRefresh: false).receiptDate == store.now)
        let second = try device.appTransaction(isRefresh: true)
        #expect(second.receiptDate == TestStore.start + OfferShop.day)
        #expect(second.appTransactionID == first.appTransactionID)
        #expect(try device.appTransaction(isRefresh: false) == second)
        #expect(
            try store.device(account: "ben").appTransaction(isRefresh: false).appTransactionID
                != first.appTransactionID)
        store.close()
    }

    /// The signed data contains the fields of the receipt in plain form.
    @Test func receiptHasAllButFinishedConsumables() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let (coins, used, month) = (try device.buy("coins"), try device.buy("coins"), try device.buy("month"))
        try device.finish(used.id)
        let receipt = try device.appReceipt(isRefresh: true)
        func contains(_ text: String) -> Bool { Data(receipt).range(of: Data(text.utf8)) != nil }
        #expect(receipt.first == 0x30 && contains("ProductionSandbox") && contains("com.example.game"))
        #expect(contains(String(coins.id)) && !contains(String(used.id)) && contains(String(month.id)))
        #expect(contains("2026-06-15T12:00:00Z") && contains("2013-08-01T07:00:00Z"))
        #expect(try device.appReceipt(isRefresh: false) == receipt, "the same state has the same receipt")
        #expect(
            try store.device("tablet").appReceipt(isRefresh: false) != receipt, "the receipt is bound to its device")
    }

    // MARK: Promoted products

    @Test func promotionsAreInTheOrderOfTheDevice() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        #expect(try device.promotions().isEmpty, "the order of App Store Connect applies")
        try device.setPromotionVisibility("top", .hidden)
        #expect(try device.promotions().isEmpty)
        try device.setPromotionOrder(["month", "top", "coins", "month"])
        #expect(
            try device.promotions() == [
                Promotion(productID: "month", visibility: .appStoreConnectDefault),
                Promotion(productID: "top", visibility: .hidden),
                Promotion(productID: "coins", visibility: .appStoreConnectDefault),
            ])
        try device.setPromotionVisibility("coins", .visible)
        try device.setPromotionOrder(["coins"])
        #expect(try device.promotions() == [Promotion(productID: "coins", visibility: .visible)])
        #expect(try store.device("tablet").promotions().isEmpty)
        try device.setPromotionOrder([])
        #expect(try device.promotions().isEmpty)
    }

    @Test func promotionOfAnUnknownProductChangesNothing() throws {
        let device = try OfferShop.open().device()
        try device.setPromotionOrder(["coins"])
        let order = try kind { try device.setPromotionOrder(["month", "nothing"]) }
        let visibility = try kind { try device.setPromotionVisibility("", .visible) }
        #expect(order == .productUnavailable && visibility == .productUnavailable)
        #expect(try device.promotions().map(\.productID) == ["coins"])
    }

    // MARK: Purchases outside of the App Store

    @Test func tokenHasTheFieldsThatAppleRequires() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        func token(_ text: String?) throws -> [String: Any] {
            let text = try #require(text)
            let bytes = try #require(Base64URL.decode(text))
            return try Self.object(String(decoding: bytes, as: UTF8.self))
        }
        let notice = try token(device.showExternalPurchaseNotice())
        #expect(Set(notice.keys) == ["appAppleId", "bundleId", "externalPurchaseId", "tokenCreationDate"])
        #expect((notice["externalPurchaseId"] as? String)?.hasPrefix("SANDBOX") == true)
        #expect(notice["bundleId"] as? String == "com.example.game")
        #expect(notice["tokenCreationDate"] as? Int64 == TestStore.start)
        var ids = [notice["externalPurchaseId"] as? String]
        for type in ["ACQUISITION", "SERVICES"] {
            let link = try token(device.customLinkToken(type))
            #expect(link["tokenType"] as? String == type && link["tokenExpirationDate"] is Int64)
            #expect(link["appAppleId"] as? Int64 == notice["appAppleId"] as? Int64)
            ids.append(link["externalPurchaseId"] as? String)
        }
        #expect(Set(ids).count == 3, "each token has its own id")
        #expect(try device.customLinkToken("OTHER") == nil)
        #expect(try device.isEligibleForCustomLink())
    }

    @Test func playerMayTurnBack() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        for _ in 0..<4 { _ = try store.answerNext(.externalPurchaseNotice, SheetAnswer(isAccepted: false)) }
        #expect(try device.showExternalPurchaseNotice() == nil)
        #expect(try device.openExternalPurchaseLink("https://example.com") == .cancelled)
        #expect(try device.showCustomLinkNotice(isWithinApp: true) == .cancelled)
        #expect(try device.openExternalLinkAccount() == .cancelled)
        #expect(try device.openExternalLinkAccount() == .done)
        #expect(try store.count(of: .externalPurchaseNotice) == 5)
    }

    @Test(arguments: ["", "pin", "9b2c5d4e-0000-4000-8000"]) func pinningIDIsAUUID(id: String) throws {
        let device = try OfferShop.open().device()
        try device.bindPaymentMethod("9B2C5D4E-0000-4000-8000-000000000001")
        let outcome = try kind { try device.bindPaymentMethod(id) }
        #expect(outcome == .bindingInvalidPinningID)
    }
}
