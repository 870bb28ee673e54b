import Foundation
import IAPLedger
import IAPHTTP
import IAPHTTPServer
import IAPJSON
import Testing

@testable import IAPServer

enum ServedRequest {
    static func get(_ path: String, bearer: String) -> HTTPRequest {
        HTTPRequest(method: "GET", path: path) { $0.lowercased() == "authorization" ? "Bearer \(bearer)" : nil }
    }
}

@Suite struct ExportTests {
    /// This is more data than a stream buffers for its client.
    @Test func longExportIsWhole() throws {
        let pair = try Pair()
        try pair.startServer()
        let ledger = try #require(pair.server?.ledger)
        for number in 0..<4000 {
            _ = try ledger.change(
                ManualChange(
                    player: Pair.token, environment: "Sandbox", key: String(number), reason: "a gift to a player",
                    name: "gold", by: "support"))
        }
        for format in ["json", "csv"] {
            var call = HTTPCall("GET", "http://127.0.0.1:\(pair.server?.port ?? 0)/v1/export?format=\(format)")
            call.headers = [("Authorization", "Bearer studio-key")]
            call.responseLimit = 16 << 20
            let response = try call.perform()
            let lines = String(decoding: response.body, as: UTF8.self).split(whereSeparator: \.isNewline)
            #expect(
                response.status == 200 && lines.count == (format == "csv" ? 4001 : 4000), "\(format): \(lines.count)")
        }
    }
}

@Suite struct EventTests {
    /// The published examples of the Commerce Protocol.
    @Test func publishedSignaturesAreReproduced() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent(
                "Servers/CommerceProtocol/vectors/openiap/signatures.json")
        let vectors = try #require(JSONReader.object(Array(Data(contentsOf: file))))
        var count = 0
        for case .object(let one) in vectors.list("cases") ?? [] {
            guard let secret = one.text("secret"), let body = one.text("body"), let expected = one.text("expected"),
                let timestamp = one.wholeNumber("timestamp")
            else { continue }
            let header = WebhookSignature.header(
                secrets: [secret] + (one.text("previousSecret").map { [$0] } ?? []), timestamp: String(timestamp),
                body: Array(body.utf8))
            #expect(header == expected)
            count += 1
        }
        #expect(count == 5)
    }

    @Test func responsesOfReceiversAreReported() {
        #expect(WebhookSender.result(204) == .delivered(status: 204))
        for status in [408, 429, 500, 599] {
            guard case .failed = WebhookSender.result(status) else {
                Issue.record("status \(status) is not retried")
                continue
            }
        }
        for status in [301, 400, 404, 410] { #expect(WebhookSender.result(status) == .refused(status: Int64(status))) }
    }

    @Test func spreadsheetsGetNoFormulas() {
        #expect(CSV.line(["a", "=1+1", "-5", "x,y", "a\"b", "@x"]) == #"a,'=1+1,-5,"x,y","a""b",'@x"#)
    }
}
