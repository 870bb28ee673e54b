import Foundation
import Testing

@testable import IAPClient
@testable import IAPHTTP

/// libcurl's wrapper, against a real server process. `GameServerVerifierTests` has the same for requests that can be cancelled.
@Suite struct HTTPCallTests {
    private let server: ServerProcess

    init() async throws { server = try await ServerProcess() }

    private func call(_ method: String = "GET", path: String = "/") -> HTTPCall {
        HTTPCall(method, "http://127.0.0.1:\(server.port)\(path)")
    }

    private func failure(_ call: HTTPCall) -> HTTPCall.Failure? {
        do throws(HTTPCall.Failure) {
            let response = try call.perform()
            Issue.record("\(response)")
            return nil
        } catch {
            return error
        }
    }

    private func code(_ call: HTTPCall) -> Int? {
        guard case .transfer(let code) = failure(call) else { return nil }
        return code
    }

    @Test(
        arguments: [("GET", nil), ("DELETE", nil), ("POST", ""), ("POST", "{}"), ("PUT", "a\0b")] as [(String, String?)]
    )
    func theRequestHasItsMethodHeadersAndBody(method: String, body: String?) async throws {
        try await server.respond(200, body: "yes")
        var call = call(method, path: "/a?b=c")
        call.headers = [("X-Game", "7"), ("User-Agent", "game")]
        call.body = body.map { Array($0.utf8) }
        let response = try call.perform()
        #expect(response.status == 200 && response.body == Array("yes".utf8))
        let request = try #require(try server.requests().first)
        let parts = request.components(separatedBy: "\r\n\r\n")
        let fields = parts[0].components(separatedBy: "\r\n")
        #expect(fields[0] == "\(method) /a?b=c HTTP/1.1")
        #expect(fields.contains("X-Game: 7") && fields.contains("User-Agent: game"))
        #expect(!fields.contains { $0.hasPrefix("Expect") })
        #expect(parts.dropFirst().joined() == body ?? "")
    }

    @Test func headersAreThoseOfTheFinalResponse() async throws {
        try await server.tell(
            "raw\tHTTP/1.1 103 Early Hints\\r\\nRetry-After: 1\\r\\n\\r\\nHTTP/1.1 503 Busy\\r\\nRETRY-AFTER:  2\\r\\n"
                + "Date: now\\r\\nContent-Length: 0\\r\\n\\r\\n")
        let response = try call().perform()
        #expect(response.status == 503 && response.retryAfter == "2" && response.body.isEmpty)
    }

    @Test func aHeaderThatOccursTwiceHasBothValues() async throws {
        try await server.respond(200, "Retry-After: 1", "Retry-After: 2", body: "")
        let response = try call().perform()
        #expect(response.retryAfter == "1, 2")
    }

    @Test func redirectsAreNotFollowed() async throws {
        try await server.respond(302, "Location: http://127.0.0.1:\(server.port)/elsewhere", body: "")
        #expect(try call().perform().status == 302)
        #expect(try server.requests().count == 1)
    }

    @Test(arguments: ["hang", "drip"]) func theTimeIsLimited(way: String) async throws {
        try await server.tell(way)
        var call = call()
        call.timeoutMilliseconds = 200
        #expect(code(call) == 28)
        try await server.line(beginning: "gone 1")
    }

    @Test func theBodyIsLimited() async throws {
        var call = call()
        call.responseLimit = 3
        try await server.respond(200, body: "123")
        #expect(try call.perform().body == Array("123".utf8))
        try await server.respond(404, body: "1234")
        guard case .bodyIsTooLarge(status: 404) = failure(call) else {
            Issue.record("the body is too large")
            return
        }
    }

    @Test func anIncompleteHeadIsAPartialResponse() async throws {
        try await server.tell("raw\tHTTP/1.1 200 OK\\r\\nX: 1\\r\\n")
        #expect(code(call()) == 18)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/"])
    func otherProtocolsAreRefused(url: String) {
        #expect(code(HTTPCall("GET", url)) == 1)
    }
}
