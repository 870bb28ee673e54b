import IAPModel
import Testing

@testable import IAPClient
@testable import IAPHTTP

/// The maximum size of a response's header section.
@Suite struct ResponseHeadTests {
    private static let transaction = Transaction(
        id: 1, originalID: 1, productID: "com.example.coins", productType: .consumable, quantity: 1, purchaseDate: 0,
        originalPurchaseDate: 0, environment: "Sandbox", signedText: "e30.e30.AA")
    private static let body = "{\"verdict\":\"valid\"}"
    private static let status = "HTTP/1.1 200 OK\\r\\n"
    private static let end = "Content-Length: 19\\r\\n\\r\\n" + body

    private func verdict(_ response: String) async throws -> Verdict {
        let server = try await ServerProcess()
        try await server.tell("raw\t" + response)
        return await GameServerVerifier(address: try server.address(), timeoutMilliseconds: 60_000)
            .verify(Self.transaction)
    }

    private func expectTooLarge(_ response: String, _ location: SourceLocation = #_sourceLocation) async throws {
        guard case .undecided(let error, nil) = try await verdict(response) else {
            Issue.record("a response with such a large header section must be rejected", sourceLocation: location)
            return
        }
        #expect(error.status == .server && error.isRetryable, "\(error)", sourceLocation: location)
        #expect(error.storeDomain == "HTTP" && error.storeCode == 200, "\(error)", sourceLocation: location)
        #expect(
            error.message
                == "127.0.0.1 returned status 200 with more than 65536 bytes of headers",
            sourceLocation: location)
    }

    @Test func theHeadersOfAResponseHaveAtMost64KiB() async throws {
        // The status line has 17 bytes, the Content-Length line has 20, the header X has 5 without its value, and the
        // empty line has 2.
        let room = (64 << 10) - 17 - 20 - 5 - 2
        #expect(
            try await verdict(Self.status + "X:" + String(repeating: "x", count: room + 1) + "\\r\\n" + Self.end)
                == .valid)
        try await expectTooLarge(Self.status + "X:" + String(repeating: "x", count: room + 2) + "\\r\\n" + Self.end)
        let many = (0..<70).map { "X-\($0): " + String(repeating: "x", count: 1_000) + "\\r\\n" }.joined()
        try await expectTooLarge(Self.status + many + Self.end)
    }

    /// libcurl rejects a header line of more than 100 KB.
    @Test func aHeaderLineWithoutEndIsNoVerdict() async throws {
        let line = Self.status + "X: " + String(repeating: "x", count: 2 << 20)
        guard case .undecided(let error, nil) = try await verdict(line) else {
            Issue.record("a response with such a large header section must be rejected")
            return
        }
        #expect(error.status == .network && error.storeDomain == "libcurl" && error.isRetryable, "\(error)")
    }

    @Test func interimResponsesCountAsWell() async throws {
        let field = "X: " + String(repeating: "x", count: 40 << 10) + "\\r\\n"
        let interim = "HTTP/1.1 103 Early Hints\\r\\n" + field + "\\r\\n"
        #expect(try await verdict(interim + Self.status + Self.end) == .valid)
        try await expectTooLarge(interim + Self.status + field + Self.end)
    }
}
