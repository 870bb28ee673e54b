import IAPModel
import Testing

@testable import IAPGameServer

/// Reading of a response's header section, and its maximum size.
@Suite struct AnswerHeadTests {
    private static func read(_ lines: String...) -> AnswerHeadReader {
        var reader = AnswerHeadReader()
        for line in lines { reader.read(line.utf8) }
        return reader
    }

    @Test func theEmptyLineAfterTheFinalStatusCompletesAHead() {
        #expect(!Self.read("HTTP/1.1 200 OK\r\n").isComplete)
        #expect(!Self.read("HTTP/1.1 200 OK\r\n", "X: 1\r\n").isComplete)
        #expect(Self.read("HTTP/1.1 200 OK\r\n", "X: 1\r\n", "\r\n").isComplete)
        #expect(Self.read("HTTP/1.1 200 OK\n", "\n").isComplete)
        #expect(!Self.read("HTTP/1.1 200 OK\r\n", "\r").isComplete)
        #expect(!Self.read("HTTP/1.1 100 Continue\r\n", "\r\n").isComplete)
        #expect(!Self.read("HTTP/1.1 100 Continue\r\n", "\r\n", "HTTP/1.1 200 OK\r\n").isComplete)
        #expect(Self.read("HTTP/1.1 100 Continue\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "\r\n").head.status == 200)
        #expect(Self.read("HTTP/1.1 101 Switching Protocols\r\n", "\r\n").isComplete)
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK", 200), ("HTTP/1.0 503", 503), ("HTTP/1.1 999 ", 999), ("HTTP/1.1 2000 OK", 0),
        ("HTTP/1.1 20 OK", 0), ("HTTP/1.1 -20 OK", 0), ("HTTP/1.1  200 OK", 0), ("HTTP/1.1", 0), ("HTTP/1.1 2x0", 0),
    ])
    func aStatusHasThreeDigits(line: String, status: Int) {
        #expect(Self.read(line + "\r\n").head.status == status)
    }

    @Test func theHeadersAreThoseOfTheFinalAnswer() {
        let head = Self.read(
            "HTTP/1.1 103 Early Hints\r\n", "Retry-After: 1\r\n", "\r\n", "HTTP/1.1 503 Busy\r\n",
            "RETRY-AFTER:  2\r\n", "Date: now\r\n", "No colon\r\n", "\r\n", "Retry-After: 3\r\n"
        ).head
        #expect(head.retryAfter == "2")
        #expect(head.date == "now")
        #expect(head.headerCount == 5)
        #expect(
            Self.read("HTTP/1.1 503 Busy\r\n", "Retry-After: 1\r\n", "Retry-After: 2\r\n").head.retryAfter == "1, 2")
    }

    // MARK: Responses of a server

    private static let transaction = Transaction(
        id: 1, originalID: 1, productID: "com.example.coins", productType: .consumable, quantity: 1, purchaseDate: 0,
        originalPurchaseDate: 0, environment: "Sandbox", signedText: "e30.e30.AA")
    private static let body = "{\"verdict\":\"valid\"}"
    private static let status = "HTTP/1.1 200 OK\\r\\n"
    private static let end = "Content-Length: 19\\r\\n\\r\\n" + body

    private func verdict(_ answer: String) async throws -> Verdict {
        let server = try await ServerProcess()
        try await server.tell("raw\t" + answer)
        return await ServerVerifier(address: try server.address(), timeoutMilliseconds: 60_000)
            .verify(Self.transaction)
    }

    private func expectTooLarge(_ answer: String, _ location: SourceLocation = #_sourceLocation) async throws {
        guard case .undecided(let error, nil) = try await verdict(answer) else {
            Issue.record("a response with such a large header section must be rejected", sourceLocation: location)
            return
        }
        #expect(error.status == .server && error.isRetryable, "\(error)", sourceLocation: location)
        #expect(error.storeDomain == "HTTP" && error.storeCode == 200, "\(error)", sourceLocation: location)
        #expect(
            error.message == "127.0.0.1 answered 200 with more than 200 headers, or 65536 bytes of them",
            sourceLocation: location)
    }

    private static func fields(_ count: Int) -> String {
        (0..<count).map { "X-\($0): 1\\r\\n" }.joined()
    }

    @Test func anAnswerHasAtMost200Headers() async throws {
        #expect(try await verdict(Self.status + Self.fields(199) + Self.end) == .valid)
        try await expectTooLarge(Self.status + Self.fields(200) + Self.end)
    }

    @Test func theHeadersOfAnAnswerHaveAtMost64KiB() async throws {
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

    /// libcurl itself rejects a header line of more than 100 KB.
    @Test func aHeaderLineWithoutEndIsTooLarge() async throws {
        try await expectTooLarge(Self.status + "X: " + String(repeating: "x", count: 200 << 10) + "\\r\\n" + Self.end)
        try await expectTooLarge(Self.status + "X: " + String(repeating: "x", count: 2 << 20))
    }

    @Test func interimAnswersAndTrailersCountAsWell() async throws {
        let interim = String(repeating: "HTTP/1.1 100 Continue\\r\\n" + Self.fields(20) + "\\r\\n", count: 10)
        guard case .undecided(let error, nil) = try await verdict(interim + Self.status + Self.end) else {
            Issue.record("a response with such a large header section must be rejected")
            return
        }
        #expect(error.status == .server && error.isRetryable, "\(error)")
        try await expectTooLarge(
            Self.status + "Transfer-Encoding: chunked\\r\\n\\r\\n13\\r\\n\(Self.body)\\r\\n0\\r\\n" + Self.fields(200)
                + "\\r\\n")
    }
}
