import Foundation
import Testing

@testable import IAPGameServer

/// libcurl's wrapper, against a real server process. `ServerVerifierTests` has the same for requests that can be cancelled.
@Suite struct HTTPCallTests {
    private let server: ServerProcess

    init() async throws { server = try await ServerProcess() }

    private func call(_ method: String = "GET", path: String = "/") -> HTTPCall {
        HTTPCall(method, "http://127.0.0.1:\(server.port)\(path)")
    }

    private func failure(_ call: HTTPCall) -> HTTPCall.Failure? {
        do throws(HTTPCall.Failure) {
            let answer = try call.perform()
            Issue.record("\(answer)")
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
        try await server.answer(200, body: "yes")
        var call = call(method, path: "/a?b=c")
        call.headers = [("X-Game", "7"), ("User-Agent", "game")]
        call.body = body.map { Array($0.utf8) }
        let answer = try call.perform()
        #expect(answer.status == 200 && answer.body == Array("yes".utf8))
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
        let answer = try call().perform()
        #expect(answer.status == 503 && answer.retryAfter == "2" && answer.date == "now" && answer.body.isEmpty)
    }

    @Test func aHeaderThatOccursTwiceHasBothValues() async throws {
        try await server.answer(200, "Retry-After: 1", "Retry-After: 2", body: "")
        let answer = try call().perform()
        #expect(answer.retryAfter == "1, 2" && answer.date == nil)
    }

    @Test func redirectsAreNotFollowed() async throws {
        try await server.answer(302, "Location: http://127.0.0.1:\(server.port)/elsewhere", body: "")
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
        call.answerLimit = 3
        try await server.answer(200, body: "123")
        #expect(try call.perform().body == Array("123".utf8))
        try await server.answer(404, body: "1234")
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

    /// The certificate is of no authority that the system knows.
    @Test func anUnknownCertificateIsRefused() throws {
        let server = try TLSServer()
        #expect(code(HTTPCall("GET", "https://127.0.0.1:\(server.port)/")) == 60)
    }
}

/// OpenSSL's test server with a new certificate that it has signed itself.
private final class TLSServer {
    let port: Int
    private let process = Process()
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tls-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (key, certificate) = (folder.path + "/key", folder.path + "/certificate")
        let making = Process()
        making.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        making.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=127.0.0.1",
            "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
        ]
        making.standardError = FileHandle.nullDevice
        try making.run()
        making.waitUntilExit()
        process.executableURL = making.executableURL
        process.arguments = ["s_server", "-accept", "127.0.0.1:0", "-www", "-key", key, "-cert", certificate]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // It prints "ACCEPT 127.0.0.1:PORT".
        var text = ""
        while !text.contains("ACCEPT") || text.last != "\n" {
            let bytes = output.fileHandleForReading.availableData
            if bytes.isEmpty { break }
            text += String(decoding: bytes, as: UTF8.self)
        }
        port = text.split(whereSeparator: { $0 == ":" || $0.isNewline }).last.flatMap { Int($0) } ?? 0
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }
}
