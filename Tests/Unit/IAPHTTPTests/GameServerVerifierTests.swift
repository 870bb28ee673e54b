import Foundation
import IAPModel
import Testing

@testable import IAPClient
@testable import IAPHTTP

/// Requests to a real server process.
@Suite struct GameServerVerifierTests {
    private static let transaction = Transaction(
        id: 2_000_000_000_000_001, originalID: 1, productID: "com.example.coins", productType: .consumable, quantity: 1,
        purchaseDate: 0, originalPurchaseDate: 0, appAccountToken: "6fa2b1d0-0000-4000-8000-000000000001",
        environment: "Sandbox", signedText: "e30.e30.AA")
    /// Longer than any test takes. A test that waits this long fails.
    private static let timeout: UInt32 = 60_000

    private let server: ServerProcess

    init() async throws { server = try await ServerProcess() }

    private func verifier(timeout: UInt32 = timeout, headers: [String] = []) throws -> GameServerVerifier {
        GameServerVerifier(
            address: try server.address(), headers: try RequestHeaders(lines: headers), timeoutMilliseconds: timeout)
    }

    private func verdict(timeout: UInt32 = timeout) async throws -> Verdict {
        try await verifier(timeout: timeout).verify(Self.transaction)
    }

    private func expectUndecided(
        _ verdict: Verdict, _ status: IAPError.Status, domain: String? = nil, code: Int? = nil,
        retryAfter: Int64? = nil,
        _ location: SourceLocation = #_sourceLocation
    ) {
        guard case .undecided(let error, let wait) = verdict else {
            Issue.record("\(verdict)", sourceLocation: location)
            return
        }
        #expect(error.status == status, "\(error.message)", sourceLocation: location)
        #expect(error.isRetryable, sourceLocation: location)
        if let domain { #expect(error.storeDomain == domain, sourceLocation: location) }
        if let code { #expect(error.storeCode == code, "\(error.message)", sourceLocation: location) }
        #expect(wait == retryAfter, sourceLocation: location)
    }

    @Test func theServerReceivesTheDocumentedRequest() async throws {
        try await server.respond(200, body: #"{"verdict":"valid"}"#)
        let verifier = try verifier(headers: ["Authorization: Bearer a b=", "X-Game: 7"])
        #expect(await verifier.verify(Self.transaction) == .valid)
        let request = try #require(try server.requests().first)
        let (head, body) = try #require(
            request.range(of: "\r\n\r\n").map { (request[..<$0.lowerBound], request[$0.upperBound...]) })
        #expect(head.hasPrefix("POST /verify HTTP/1.1\r\n"))
        let fields = head.components(separatedBy: "\r\n").dropFirst()
        for field in [
            "Host: 127.0.0.1:\(server.port)", "Content-Type: application/json", "Accept: application/json",
            "Idempotency-Key: iap-Sandbox-2000000000000001", "Authorization: Bearer a b=", "X-Game: 7",
            "Content-Length: \(body.utf8.count)",
        ] {
            #expect(fields.filter { $0.lowercased() == field.lowercased() }.count == 1, "\(field) in \(head)")
        }
        #expect(!fields.contains { $0.lowercased().hasPrefix("cookie") })
        #expect(
            body == #"{"appAccountToken":"6fa2b1d0-0000-4000-8000-000000000001","environment":"Sandbox","#
                + #""productId":"com.example.coins","signedTransaction":"e30.e30.AA","transactionId":"2000000000000001"}"#
        )
    }

    /// The purchase may belong to another player of the same Apple account.
    @Test(arguments: ["0c0f7b5e-0000-4000-8000-000000000002", nil])
    func theServerReceivesTheTokenOfTheCurrentPlayer(token: String?) async throws {
        try await server.respond(200, body: #"{"verdict":"undecided"}"#)
        let verifier = GameServerVerifier(
            address: try server.address(), appAccountToken: token, timeoutMilliseconds: Self.timeout)
        expectUndecided(await verifier.verify(Self.transaction), .server)
        let request = try #require(try server.requests().first)
        let fields = request.components(separatedBy: "\r\n").filter {
            $0.lowercased().hasPrefix("iap-app-account-token:")
        }
        #expect(fields == (token.map { ["Iap-App-Account-Token: \($0)"] } ?? []))
        #expect(request.contains(#""appAccountToken":"6fa2b1d0-0000-4000-8000-000000000001""#))
    }

    @Test(arguments: [("X-Game: 7", "User-Agent: IAPBridge"), ("user-agent: Caves/1.0", "user-agent: Caves/1.0")])
    func theServerReceivesOneUserAgent(header: String, field: String) async throws {
        try await server.respond(200, body: #"{"verdict":"valid"}"#)
        #expect(try await verifier(headers: [header]).verify(Self.transaction) == .valid)
        let request = try #require(try server.requests().first)
        let names = request.components(separatedBy: "\r\n").filter { $0.lowercased().hasPrefix("user-agent") }
        #expect(names == [field])
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n7\\r\\n{\"verdi\\r\\nC\\r\\nct\":\"valid\"}\\r\\n0\\r\\n\\r\\n",
        "HTTP/1.1 200 OK\\r\\n\\r\\n{\"verdict\":\"valid\"}", "HTTP/1.0 200 OK\\r\\n\\r\\n{\"verdict\":\"valid\"}",
        "HTTP/1.1 100 Continue\\r\\n\\r\\nHTTP/1.1 200 OK\\r\\nContent-Length: 19\\r\\n\\r\\n{\"verdict\":\"valid\"}",
        "HTTP/1.1 200 OK\\r\\nConnection: close\\r\\nContent-Length: 19\\r\\n\\r\\n{\"verdict\":\"valid\"}more",
    ])
    func eachWayToEndABodyIsRead(bytes: String) async throws {
        try await server.tell("raw\t" + bytes)
        #expect(try await verdict() == .valid)
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\\r\\nContent-Length: 100\\r\\n\\r\\n{\"verdict\":\"valid\"}",
        "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n13\\r\\n{\"verdict\":\"valid\"}\\r\\n",
        "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n13\\r\\n{\"verdict\":",
        "HTTP/1.1 200 OK\\r\\nContent-Length: 19\\r\\n\\r\\n",
    ])
    func anIncompleteResponseIsNotAVerdict(bytes: String) async throws {
        try await server.tell("raw\t" + bytes)
        expectUndecided(try await verdict(), .network, domain: "libcurl")
    }

    @Test(arguments: [
        "garbage\\r\\n\\r\\n", "\\x00\\x01\\x02\\xff\\xfe\\r\\n", "SSH-2.0-OpenSSH_9\\r\\n", "{\"verdict\":\"valid\"}",
        "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\n{\"verdict\":\"valid\"}\\r\\n0\\r\\n\\r\\n",
        "HTTP/9.9 200 OK\\r\\n\\r\\n{\"verdict\":\"valid\"}", "HTTP/1.1 2000 OK\\r\\n\\r\\n{\"verdict\":\"valid\"}",
        "HTTP/1.1 abc OK\\r\\n\\r\\n{\"verdict\":\"valid\"}", "\\r\\n\\r\\n", "HTTP/1.1 \\r\\n\\r\\n",
        "HTTP/1.1 200 OK\\r\\nContent-Length: -1\\r\\n\\r\\n{\"verdict\":\"valid\"}",
        "HTTP/1.1 200 OK\\r\\nContent-Encoding: gzip\\r\\nContent-Length: 19\\r\\n\\r\\n{\"verdict\":\"valid\"}",
    ])
    func garbageIsNoVerdict(bytes: String) async throws {
        try await server.tell("raw\t" + bytes)
        guard case .undecided(let error, nil) = try await verdict() else {
            Issue.record("\(bytes)")
            return
        }
        #expect(error.isRetryable)
        #expect([.network, .server].contains(error.status), "\(error)")
    }

    @Test(arguments: ["close", "reset"])
    func aConnectionThatIsClosedIsAFaultOfTheNetwork(way: String) async throws {
        try await server.tell(way)
        expectUndecided(try await verdict(), .network, domain: "libcurl")
    }

    /// The timeout covers the whole request. It also applies while bytes arrive.
    @Test(arguments: ["hang", "drip"])
    func theTimeIsLimited(way: String) async throws {
        try await server.tell(way)
        expectUndecided(
            try await verdict(timeout: 200), .network, domain: "libcurl", code: 28)
        // The transfer is cancelled too.
        try await server.line(beginning: "gone 1")
    }

    @Test(arguments: [
        (401, "WWW-Authenticate: Basic realm=\"game\""), (401, "WWW-Authenticate: Digest realm=\"game\", nonce=\"1\""),
        (401, "X: 1"), (403, "X: 1"), (404, "X: 1"), (407, "Proxy-Authenticate: Basic realm=\"game\""), (429, "X: 1"),
        (500, "X: 1"), (503, "X: 1"), (200, "Content-Type: text/html"),
    ])
    func otherStatusesAreNoVerdict(status: Int, header: String) async throws {
        try await server.respond(status, header, "Set-Cookie: a=b", body: "<html>")
        expectUndecided(try await verdict(), .server, domain: "HTTP", code: status)
        #expect(try server.requests().count == 1)
    }

    @Test func retryAfterIsANumberOfSeconds() async throws {
        try await server.respond(503, "Retry-After: 7", body: "busy")
        expectUndecided(try await verdict(), .server, code: 503, retryAfter: 7_000)
    }

    @Test func aResponseThatIsTooLargeIsStopped() async throws {
        let body = #"{"verdict":"valid"}"#
        try await server.respond(200, body: body + String(repeating: " ", count: (64 << 10) - body.utf8.count))
        #expect(try await verdict() == .valid)
        try await server.respond(200, body: body + String(repeating: " ", count: (64 << 10) - body.utf8.count + 1))
        expectUndecided(try await verdict(), .server, domain: "HTTP", code: 200)
        try await server.tell("flood")
        expectUndecided(try await verdict(), .server, domain: "HTTP", code: 200)
        try await server.line(beginning: "gone 3")
    }

    @Test func cookiesAreNotKept() async throws {
        try await server.respond(200, "Set-Cookie: secret=1; Path=/", body: #"{"verdict":"undecided"}"#)
        let verifier = try verifier()
        _ = await verifier.verify(Self.transaction)
        _ = await verifier.verify(Self.transaction)
        #expect(try server.requests().count == 2)
        #expect(try server.requests().allSatisfy { !$0.contains("secret") })
    }

    @Test func aCancelledRequestEndsImmediately() async throws {
        try await server.tell("hang")
        let verifier = try verifier()
        let task = Task { await verifier.verify(Self.transaction) }
        try await server.line(beginning: "request 1")
        task.cancel()
        guard case .undecided(let error, nil) = await task.value else {
            Issue.record("a request without a response must not have a verdict")
            return
        }
        #expect(error.status == .cancelled)
        try await server.line(beginning: "gone 1")
    }

    @Test func aRequestThatIsCancelledBeforehandIsNotSent() async throws {
        let verifier = try verifier()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await verifier.verify(Self.transaction)
        }
        guard case .undecided(let error, nil) = await task.value else {
            Issue.record("a request that was not sent must not have a verdict")
            return
        }
        #expect(error.status == .cancelled)
        #expect(try server.requests().isEmpty)
    }

    /// A request may be cancelled at every step of the transfer, also after the verifier was released.
    @Test func aRequestMayBeCancelledAtAnyMoment() async throws {
        try await server.respond(200, body: #"{"verdict":"valid"}"#)
        for moment in 0..<200 {
            let task = Task { [verifier = try verifier()] in await verifier.verify(Self.transaction) }
            for _ in 0..<moment * 5 { await Task.yield() }
            task.cancel()
            switch await task.value {
            case .valid: break
            case .undecided(let error, _): #expect(error.status == .cancelled, "\(error)")
            case let other: Issue.record("\(other)")
            }
        }
    }

    @Test func manyMayAskAtATime() async throws {
        try await server.respond(200, body: #"{"verdict":"valid"}"#)
        let verifier = try verifier()
        let verdicts = await withTaskGroup(of: Verdict.self) { group in
            for number in 1...100 as ClosedRange<UInt64> {
                group.addTask {
                    var transaction = Self.transaction
                    transaction.id = number
                    return await verifier.verify(transaction)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(verdicts == [Verdict](repeating: .valid, count: 100))
        let keys = try server.requests().flatMap { request in
            request.components(separatedBy: "\r\n").filter { $0.hasPrefix("Idempotency-Key: ") }
        }
        #expect(keys.count == 100)
        #expect(Set(keys).count == 100)
    }
}
