import Foundation
import IAPModel
import IAPSignedData
import IAPSignedText
import Testing

@testable import IAPReferenceStore

/// The notifications that the store signs for the game server.
struct NotificationTests {
    private let store: ReferenceStore
    private let device: StoreDevice

    init() throws {
        store = try TestStore.open()
        device = try store.device()
    }

    private func fields(_ text: String) throws -> [String: Any] {
        let verifier = try JWSVerifier(roots: [store.rootCertificate])
        guard let payload = try? verifier.verify(text, at: TestStore.start) as [UInt8] else {
            Issue.record("the store did not sign the text")
            return [:]
        }
        return try #require(try JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any])
    }

    private func notify(
        _ type: String, _ content: NotificationRequest.Content, subtype: String? = nil, uuid: String? = nil
    ) throws -> [String: Any] {
        let request = NotificationRequest(type: type, subtype: subtype, uuid: uuid, content: content)
        return try fields(try #require(try store.sign(request)))
    }

    private func object(_ fields: [String: Any], _ name: String) throws -> [String: Any] {
        try #require(fields[name] as? [String: Any])
    }

    @Test func envelopeHasTheRequestedFieldsAndTheSigningDate() throws {
        let uuid = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
        let fields = try notify("TEST", .test, uuid: uuid)
        #expect(fields["notificationType"] as? String == "TEST")
        #expect(fields["subtype"] == nil)
        #expect(fields["notificationUUID"] as? String == uuid)
        #expect(fields["version"] as? String == "2.0")
        #expect(fields["signedDate"] as? Int64 == TestStore.start)
        let data = try object(fields, "data")
        #expect(Set(data.keys) == ["environment", "bundleId", "bundleVersion"])
        #expect(data["environment"] as? String == "Sandbox" && data["bundleId"] as? String == "com.example.game")
        #expect(Set(fields.keys) == ["notificationType", "notificationUUID", "version", "signedDate", "data"])
    }

    @Test func eachNotificationHasItsOwnID() throws {
        let ids = try (0..<3).map { _ in try notify("TEST", .test)["notificationUUID"] as? String }
        #expect(Set(ids).count == 3)
        for id in ids { #expect(id.map(UUIDText.isUUID) == true) }
    }

    @Test func purchaseIsTheSignedTransactionWithoutADevice() throws {
        let coins = try device.buy("coins")
        let fields = try notify("ONE_TIME_CHARGE", .transaction(id: coins.id, consumptionRequestReason: nil))
        let data = try object(fields, "data")
        #expect(data["signedRenewalInfo"] == nil && data["status"] == nil)
        let transaction = try self.fields(try #require(data["signedTransactionInfo"] as? String))
        #expect(transaction["transactionId"] as? String == String(coins.id))
        #expect(transaction["deviceVerification"] == nil && transaction["deviceVerificationNonce"] == nil)
        // All other fields equal those of the device.
        let own = try self.fields(device.signed(coins).text)
        #expect(Set(own.keys).subtracting(transaction.keys) == ["deviceVerification", "deviceVerificationNonce"])
        #expect(Set(transaction.keys).isSubset(of: own.keys))
    }

    @Test func subscriptionHasRenewalInfoAndStatus() throws {
        let silver = try device.buy("silver")
        func data() throws -> [String: Any] {
            try object(
                notify("DID_RENEW", .transaction(id: silver.id, consumptionRequestReason: nil), subtype: "R"),
                "data")
        }
        let before = try data()
        #expect(before["status"] as? Int == 1)
        let renewal = try fields(try #require(before["signedRenewalInfo"] as? String))
        #expect(renewal["originalTransactionId"] as? String == String(silver.id))
        #expect(renewal["deviceVerification"] == nil)
        _ = try store.refund(silver.id, .full, reason: 0)
        #expect(try data()["status"] as? Int == 5)
    }

    @Test func reasonOfAConsumptionRequestIsInTheData() throws {
        let coins = try device.buy("coins")
        let fields = try notify(
            "CONSUMPTION_REQUEST", .transaction(id: coins.id, consumptionRequestReason: "UNINTENDED_PURCHASE"))
        #expect(try object(fields, "data")["consumptionRequestReason"] as? String == "UNINTENDED_PURCHASE")
    }

    @Test func otherShapesHaveTheirOwnObjectAndNoData() throws {
        let summary = try notify(
            "RENEWAL_EXTENSION", .summary(productID: "silver", requestID: "r", succeeded: 7, failed: 1),
            subtype: "SUMMARY")
        #expect(summary["data"] == nil && summary["subtype"] as? String == "SUMMARY")
        let counts = try object(summary, "summary")
        #expect(counts["succeededCount"] as? Int == 7 && counts["failedCount"] as? Int == 1)
        #expect(counts["productId"] as? String == "silver" && counts["requestIdentifier"] as? String == "r")
        let token = try notify("EXTERNAL_PURCHASE_TOKEN", .externalPurchase(id: "SANDBOX_1", tokenDate: nil))
        #expect(token["data"] == nil)
        let content = try object(token, "externalPurchaseToken")
        #expect(content["externalPurchaseId"] as? String == "SANDBOX_1")
        #expect(content["tokenCreationDate"] as? Int64 == TestStore.start && content["environment"] == nil)
        let app = try object(notify("RESCIND_CONSENT", .app(account: "player")), "appData")
        let record = try fields(try #require(app["signedAppTransactionInfo"] as? String))
        #expect(record["appTransactionId"] as? String == store.identity.appTransactionID(of: "player"))
        #expect(record["receiptType"] as? String == "Sandbox" && record["deviceVerification"] == nil)
    }

    @Test func unknownTransactionGivesNothing() throws {
        let request = NotificationRequest(
            type: "REFUND", subtype: nil, uuid: nil, content: .transaction(id: 7, consumptionRequestReason: nil))
        #expect(try store.sign(request) == nil)
    }

    @Test(arguments: Forgery.allCases)
    func forgeryAffectsTheNotificationAndItsContent(forgery: Forgery) throws {
        let silver = try device.buy("silver")
        let request = NotificationRequest(
            type: "SUBSCRIBED", subtype: nil, uuid: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
            content: .transaction(id: silver.id, consumptionRequestReason: nil))
        let proper = try #require(try store.sign(request))
        try store.setForgery(forgery)
        let forged = try #require(try store.sign(request))
        #expect((forged == proper) == (forgery == .otherDevice))
        let verifier = try JWSVerifier(roots: [store.rootCertificate])
        guard let payload = try? verifier.verify(forged, at: TestStore.start) as [UInt8] else {
            #expect(!forgery.isProperlySigned)
            return
        }
        #expect(forgery.isProperlySigned)
        let json = String(decoding: payload, as: UTF8.self)
        #expect(json.contains(#""environment":"Production""#) == (forgery == .otherEnvironment))
        #expect(json.contains(#""bundleId":"com.example.game.other""#) == (forgery == .otherBundle))
        #expect((json.split(separator: #""data":{"#).count > 2) == (forgery == .duplicateName))
        guard forgery != .duplicateName else { return }
        let inner = try object(fields(forged), "data")["signedTransactionInfo"] as? String
        let transaction = try fields(try #require(inner))
        #expect(transaction["environment"] as? String == (forgery == .otherEnvironment ? "Production" : "Sandbox"))
    }

    @Test func anAlteredNotificationIsPassedOffAsAnotherOne() throws {
        let request = NotificationRequest(
            type: "TEST", subtype: nil, uuid: "3f2504e0-4f89-41d3-9a0c-0305e82c330f", content: .test)
        try store.setForgery(.payload)
        let segments = try #require(try store.sign(request)).split(separator: ".")
        let json = String(decoding: try #require(Base64URL.decode(String(segments[1]))), as: UTF8.self)
        #expect(json.contains("3f2504e0-4f89-41d3-9a0c-0305e82c3300"))
    }

    // MARK: Any payload

    @Test(arguments: ["", "{}", #"{"a":1}"#, "[1]", "\u{0}\u{FF}", #"{"a":1,"a":1}"#])
    func anyPayloadIsSignedAsItIs(payload: String) throws {
        let bytes = Array(payload.utf8)
        let verifier = try JWSVerifier(roots: [store.rootCertificate])
        #expect(try verifier.verify(store.sign(payload: bytes), at: 0) == bytes)
        for forgery in [Forgery.otherBundle, .otherEnvironment, .otherDevice] {
            try store.setForgery(forgery)
            #expect(try verifier.verify(store.sign(payload: bytes), at: 0) == bytes)
        }
        for forgery in Forgery.allCases where !forgery.isProperlySigned {
            try store.setForgery(forgery)
            let forged = try store.sign(payload: bytes)
            guard (try? verifier.verify(forged, at: 0) as [UInt8]) == nil else {
                Issue.record("\(forgery) was not detected")
                continue
            }
        }
        try store.setForgery(.duplicateName)
        let repeated = ObjectText.repeatingFirst(of: bytes)
        #expect(try verifier.verify(store.sign(payload: bytes), at: 0) == repeated)
    }
}
