import Foundation
import IAPModel
import Testing

@testable import IAPClient
@testable import IAPHTTP

/// Reading of the server's response, and writing of a request.
@Suite struct VerdictTests {
    private static let transaction = Transaction(
        id: 2_000_000_000_000_001, originalID: 1, productID: "com.example.coins", productType: .consumable, quantity: 1,
        purchaseDate: 0, originalPurchaseDate: 0, environment: "Sandbox", signedText: "e30.e30.AA")

    private static func verdict(_ body: String, status: Int = 200, retryAfter: String? = nil) -> Verdict {
        GameServerVerifier.verdict(
            ServerResponse(status: status, body: Array(body.utf8), retryAfter: retryAfter), from: "example.com")
    }

    @Test(arguments: [
        (#"{"verdict":"valid"}"#, Verdict.valid),
        (#"{"verdict":"valid","reason":"thanks","more":[1,{}]}"#, .valid),
        (" \n{ \"verdict\" : \"\\u0076alid\" }\r\n", .valid),
        (#"{"verdict":"valid","reason":7}"#, .valid),
        (#"{"verdict":"invalid","reason":"refunded"}"#, .invalid(reason: "refunded")),
        (#"{"verdict":"invalid"}"#, .invalid(reason: "")),
        (#"{"verdict":"invalid","reason":null}"#, .invalid(reason: "")),
        (#"{"verdict":"invalid","reason":["a"]}"#, .invalid(reason: "")),
        (
            #"{"verdict":"invalid","reason":" two\r\nlines\t\u0000and \u2028 more "}"#,
            .invalid(reason: "two lines and more")
        ),
    ])
    func aPlainVerdictIsTaken(body: String, expected: Verdict) {
        #expect(Self.verdict(body) == expected)
    }

    @Test(arguments: [
        "", "valid", "\"valid\"", "null", "true", "7", "[]", #"["valid"]"#, "{}", #"[{"verdict":"valid"}]"#,
        #"{"verdict":"VALID"}"#, #"{"verdict":"valid "}"#, #"{"verdict":""}"#, #"{"verdict":true}"#, #"{"verdict":1}"#,
        #"{"verdict":null}"#, #"{"verdict":["valid"]}"#, #"{"verdict":{"verdict":"valid"}}"#, #"{"Verdict":"valid"}"#,
        #"{"verdict":"valid""#, #"{"verdict":"valid"}}"#, #"{"verdict":"valid"} {"verdict":"valid"}"#,
        #"{"verdict":"valid",,}"#, "{verdict:valid}", "{'verdict':'valid'}", #"{"verdict":"valid\"}"#,
        "<html><body>valid</body></html>", #"{"verdict":"vali\ud800d"}"#,
        #"{"verdict":"valid","verdict":"valid"}"#, #"{"verdict":"invalid","verdict":"valid"}"#,
        #"{"verdict":"invalid","\u0076erdict":"valid"}"#, #"{"verdict":"valid","reason":"a","reason":"b"}"#,
        #"{"verdict":"valid","more":[{"a":1,"a":2}]}"#, "\u{FEFF}{\"verdict\":\"valid\"}",
        "{\"verdict\":\"valid\"}\u{FEFF}",
        String(repeating: "[", count: 60_000), String(repeating: "{\"verdict\":", count: 6_000),
        "{\"verdict\":" + String(repeating: "9", count: 60_000) + "}",
    ])
    func everythingElseIsUndecided(body: String) {
        guard case .undecided(let error, nil) = Self.verdict(body) else {
            Issue.record("\(body.prefix(60)) is not a verdict, but it gave \(Self.verdict(body))")
            return
        }
        #expect(error.status == .server)
        #expect(error.isRetryable)
        #expect(error.storeDomain == "HTTP")
        #expect(error.storeCode == 200)
        #expect(error.message == "example.com returned status 200 without a verdict")
    }

    @Test func bytesThatAreNoTextInUTF8AreUndecided() throws {
        let text = #"{"verdict":"valid"}"#
        let others = try [
            String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian, .utf32BigEndian,
        ].map { Array(try #require(text.data(using: $0))) }
        for bytes in [[0xFF], [0x7B, 0xC3, 0x7D], Array(text.utf8) + [0xFF], [0x00], [0x1F, 0x8B]] + others {
            let response = ServerResponse(status: 200, body: bytes, retryAfter: nil)
            guard case .undecided = GameServerVerifier.verdict(response, from: "example.com") else {
                Issue.record("\(bytes) is not a verdict")
                continue
            }
        }
    }

    @Test(arguments: [201, 202, 204, 206, 299, 300, 301, 302, 307, 400, 401, 403, 404, 429, 500, 503, 599, 999])
    func aVerdictComesWithStatus200Only(status: Int) {
        let expected = IAPError(
            .server, "example.com returned status \(status), not a verdict", isRetryable: true, storeDomain: "HTTP",
            storeCode: status)
        #expect(Self.verdict(#"{"verdict":"valid"}"#, status: status) == .undecided(expected, retryAfter: nil))
        #expect(
            Self.verdict(#"{"verdict":"invalid"}"#, status: status, retryAfter: "5")
                == .undecided(expected, retryAfter: 5_000))
    }

    @Test func anUndecidedServerMaySayWhyAndWhen() {
        let why = Self.verdict(#"{"verdict":"undecided","reason":"no database"}"#, retryAfter: "2")
        guard case .undecided(let error, 2_000) = why else {
            Issue.record("\(why)")
            return
        }
        #expect(error.message == "example.com returned status 200 with the verdict undecided")
        #expect(error.reason == "no database")
        guard case .undecided(let plain, nil) = Self.verdict(#"{"verdict":"undecided"}"#, retryAfter: "later") else {
            Issue.record("an invalid Retry-After must be ignored")
            return
        }
        #expect(plain.message == "example.com returned status 200 with the verdict undecided")
    }

    @Test func aLongReasonIsCut() {
        for letter in ["x", "\u{E9}", "\u{1F600}"] {
            let text = String(repeating: letter, count: 5_000)
            guard case .invalid(let reason) = Self.verdict(#"{"verdict":"invalid","reason":"\#(text)"}"#) else {
                Issue.record("a long reason must not change the verdict")
                return
            }
            #expect(text.hasPrefix(reason))
            #expect((1_021...1_024).contains(reason.utf8.count))
        }
    }

    @Test func theQuestionIsTheSameBytesEachTime() {
        var transaction = Self.transaction
        #expect(
            String(decoding: GameServerVerifier.body(of: transaction), as: UTF8.self)
                == #"{"environment":"Sandbox","productId":"com.example.coins","#
                + #""signedTransaction":"e30.e30.AA","transactionId":"2000000000000001"}"#)
        transaction.appAccountToken = "6fa2b1d0-0000-4000-8000-000000000001"
        transaction.environment = ""
        transaction.productID = "a/\"b\"\u{1}\u{E9}"
        #expect(
            String(decoding: GameServerVerifier.body(of: transaction), as: UTF8.self)
                == #"{"appAccountToken":"6fa2b1d0-0000-4000-8000-000000000001","productId":"a/\"b\"\u0001\#u{E9}","#
                + #""signedTransaction":"e30.e30.AA","transactionId":"2000000000000001"}"#)
    }

    @Test(arguments: [
        ("Sandbox", "iap-Sandbox-2000000000000001"), ("", "iap-2000000000000001"),
        ("X\r\nHost: evil", "iap-XHostevil-2000000000000001"),
    ])
    func theKeyIsThatOfTheTransaction(environment: String, key: String) {
        var transaction = Self.transaction
        transaction.environment = environment
        transaction.signedText = "signed anew"
        #expect(GameServerVerifier.idempotencyKey(of: transaction) == key)
    }
}
