import Foundation
import IAPModel
import Testing

@testable import ReferenceStore

/// What is written without an encoder, because it comes with every opening or purchase, is what the encoder writes.
struct LogTextTests {
    private struct Line: Encodable {
        var account: String
        var at: Int64
        var device: String
        var owner: String?
        var request: DeviceRequest
    }

    private static var options: [PurchaseOptions] {
        var all = PurchaseOptions()
        all.quantity = 3
        all.appAccountToken = "9b2c5d4e-0000-4000-8000-0000000000ab"
        all.simulatesAskToBuy = true
        all.promotionalOffer = PurchaseOptions.PromotionalOffer(
            offerID: "a/b", proof: .signature(keyID: "K", nonce: "n", signature: [0, 255], timestamp: -1))
        all.introductoryOfferJWS = "a.b.c"
        all.winBackOfferID = "win \"back\""
        all.advancedCommerceJWS = "d.e.f"
        all.billingPlanType = .monthly
        all.seats = 2
        var signed = PurchaseOptions()
        signed.promotionalOffer = PurchaseOptions.PromotionalOffer(offerID: "o", proof: .jws("x.y.z"))
        return [PurchaseOptions(), all, signed]
    }

    @Test func requestsOfPurchasesAreWrittenAsTheEncoderDoes() throws {
        let requests: [DeviceRequest] =
            Self.options.map { .purchase(productID: "com.example/\u{1}", options: $0) } + [
                .finish(id: .max), .hear(number: 7), .open, .forgetToldMessages, .announce(id: 1),
                .sendIntent(productID: "p", offerID: nil),
            ]
        for request in requests {
            for owner in ["alice", "bob\n"] {
                let address = DeviceAddress(owner: owner, name: "iPhone \"1\"", account: "alice")
                let entry = LogEntry(date: -5, command: .request(address, request))
                let expected = try LogText.encode(
                    Line(
                        account: "alice", at: -5, device: address.name, owner: owner == "alice" ? nil : owner,
                        request: request))
                #expect(try entry.line == expected)
                #expect(try LogText.decode(LogEntry.self, entry.line).line == expected)
            }
        }
    }

    @Test func controlsAreWrittenAsTheEncoderDoes() throws {
        struct Line: Encodable {
            var at: Int64
            var control: StoreControl
        }
        for control in TimeRate.allCases.map({ StoreControl.open(rate: $0) }) + [.setTimeRate(rate: .realTime)] {
            let expected = try LogText.encode(Line(at: -5, control: control))
            #expect(try LogEntry(date: -5, command: .control(control)).line == expected)
        }
    }

    @Test(arguments: [nil, "http://localhost/ocsp"]) func beginningIsReadAsItWasWritten(ocspURL: String?) throws {
        var options = ReferenceStore.Options()
        options.bundleID = "com.example.\"quoted\"/\u{1F3AE}"
        options.ocspURL = ocspURL
        options.clock = .virtual(start: -1)
        let beginning = try LogBeginning(Catalogue(TestStore.catalogue), options, machineTime: 5)
        #expect(try LogText.decode(LogBeginning.self, beginning.line) == beginning)
        let members = try #require(try JSONSerialization.jsonObject(with: Data(beginning.line.utf8)) as? [String: Any])
        #expect(
            members.keys.sorted() == ["bundleID", "catalogue", "log"] + (ocspURL.map { _ in ["ocspURL"] } ?? []) + [
                "seed", "start",
            ])
    }

    @Test func commandsWithoutADeviceAreReadAsTheyWereWritten() throws {
        for command in [StoreCommand.settle, .control(.setAskToBuy(isEnabled: true))] {
            let line = try LogEntry(date: 9, command: command).line
            #expect(try LogText.decode(LogEntry.self, line).line == line)
        }
    }
}
