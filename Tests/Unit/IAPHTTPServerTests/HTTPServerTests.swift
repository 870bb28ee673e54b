import IAPHTTPServer
import Synchronization
import Testing
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite struct HTTPServerTests {
    private func echo(_ request: HTTPRequest) -> HTTPResponse {
        let query = request.query.map { "\($0.name)=\($0.value ?? "nil")" }.joined(separator: "&")
        let text = [
            request.method, request.path, query, request.header("x-token") ?? "none",
            String(decoding: request.body, as: UTF8.self),
        ]
        return .text(text.joined(separator: "|"))
    }

    private func server(
        _ change: (inout HTTPServer.Options) -> Void = { _ in },
        _ respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse
    ) throws -> HTTPServer {
        var options = HTTPServer.Options()
        change(&options)
        return try HTTPServer(options, respond: respond)
    }

    @Test func requestComesWhole() throws {
        let server = try server { self.echo($0) }
        let response = RawClient.ask(
            server.port, "PUT /a%20b/c?x=1&x=%2B&flag&empty= HTTP/1.1\r\nX-Token: t", body: "hello")
        #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(response.hasSuffix("PUT|/a b/c|x=1&x=+&flag=nil&empty=|t|hello"))
    }

    @Test func oneConnectionCarriesManyRequests() throws {
        let server = try server { self.echo($0) }
        let client = try #require(RawClient(port: server.port))
        for number in 1...3 {
            client.send("GET /\(number) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(client.until("|/\(number)||none|").contains("200 OK"))
        }
        #expect(server.connectionCount == 1)
    }

    @Test(arguments: [
        ("GET /a%00b HTTP/1.1", "400 "), ("rubbish", ""),
        ("GET / HTTP/1.1\r\nX: \(String(repeating: "a", count: 70000))", "431 "),
        ("GET /\(String(repeating: "a", count: 70000)) HTTP/1.1", "414 "),
    ])
    func invalidRequestIsRefused(_ head: String, _ status: String) throws {
        let server = try server { self.echo($0) }
        let response = RawClient.ask(server.port, head)
        #expect(!response.contains("200 OK"))
        if !status.isEmpty, !response.isEmpty { #expect(response.hasPrefix("HTTP/1.1 \(status)")) }
    }

    @Test func bodyHasALimit() throws {
        let server = try server({ $0.bodyLimit = 100 }) { self.echo($0) }
        #expect(
            RawClient.ask(server.port, "PUT / HTTP/1.1", body: String(repeating: "a", count: 100)).contains("200 OK"))
        #expect(RawClient.ask(server.port, "PUT / HTTP/1.1", body: String(repeating: "a", count: 101)).contains("413 "))
        // The total length of a chunked body is known only after all chunks have arrived.
        let client = try #require(RawClient(port: server.port))
        client.send("PUT / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<20 { client.send("a\r\n0123456789\r\n") }
        #expect(!client.all().contains("200 OK"))
    }

    /// Two readers of such a head may disagree about where the next request begins.
    @Test(arguments: [
        "Content-Length: 5\r\nContent-Length: 6", "Content-Length: 5\r\nContent-Length: 5", "Content-Length: +5",
        "Content-Length: 5, 5", "Content-Length:", "Content-Length: 5\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding : chunked", "Content-Length : 5", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: identity",
    ])
    func doubtfulFramingIsRefused(_ fields: String) throws {
        let server = try server { self.echo($0) }
        let client = try #require(RawClient(port: server.port))
        client.send(
            "PUT / HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n\r\n5\r\nhello\r\n0\r\n\r\nGET /next HTTP/1.1\r\nHost: localhost\r\n\r\n"
        )
        let response = client.all()
        #expect(response.hasPrefix("HTTP/1.1 400 ") && !response.contains("/next") && !response.contains("200 OK"))
    }

    /// libmicrohttpd stands still for ever if it meets a limit of its own.
    @Test func floodOfConnectionsDoesNotStopTheServer() throws {
        let server = try server({ $0.connectionLimit = 8 }) { self.echo($0) }
        for _ in 0..<50 {
            let clients = (0..<20).compactMap { _ in RawClient(port: server.port, host: 2) }
            for client in clients { client.send("GET / HTTP/1.1\r\nHost: lo") }
        }
        #expect(RawClient.ask(server.port, "GET / HTTP/1.1").contains("200 OK"))
        server.stop()
    }

    @Test func fullServerRefusesTheAddressThatFillsItAndServesOthers() throws {
        let server = try server({ $0.connectionLimit = 4 }) { self.echo($0) }
        let greedy = (0..<4).compactMap { _ in RawClient(port: server.port, host: 2) }
        for client in greedy { client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") }
        for client in greedy { #expect(client.until("||none|").contains("200 OK")) }
        let refused = try #require(RawClient(port: server.port, host: 2))
        #expect(refused.all().hasPrefix("HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\n"))
        // Each has at least two fewer connections than the greedy one.
        let others = try [3, 4].map { try #require(RawClient(port: server.port, host: $0)) }
        for other in others {
            other.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(other.until("||none|").contains("200 OK"))
        }
        // Two of its connections made room.
        for client in greedy { client.send("GET /again HTTP/1.1\r\nHost: localhost\r\n\r\n") }
        #expect(greedy.filter { $0.until("|/again||none|").contains("200 OK") }.count == 2)
        #expect(others.count == 2)
    }

    @Test func largeBodiesOfAllClientsHaveALimit() throws {
        let server = try server({ $0.bodyLimit = 40 << 20 }) { .text("\($0.body.count)") }
        let first = try #require(RawClient(port: server.port))
        let large = String(repeating: "a", count: 39 << 20)
        first.send("PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(40 << 20)\r\n\r\n\(large)")
        // The server has read most of it, because no buffer of the system is as large.
        #expect(!RawClient.ask(server.port, "PUT / HTTP/1.1", body: large).contains("200 OK"))
        #expect(RawClient.ask(server.port, "PUT / HTTP/1.1", body: "small").hasSuffix("5"))
        first.send(String(repeating: "a", count: 1 << 20))
        #expect(first.until("41943040").contains("200 OK"))
        #expect(RawClient.ask(server.port, "PUT / HTTP/1.1", body: large).hasSuffix("\(39 << 20)"))
    }

    @Test func slowRequestIsCutOff() throws {
        let server = try server({ $0.exchangeSeconds = 1 }) { self.echo($0) }
        let slow = try #require(RawClient(port: server.port))
        slow.send("GET / HTTP/1.1\r\nHost: local")
        // The server serves other connections meanwhile.
        #expect(RawClient.ask(server.port, "GET / HTTP/1.1").contains("200 OK"))
        #expect(slow.all().isEmpty)
    }

    @Test func responseThatIsLateOnPurposeIsNotCutOff() throws {
        let server = try server({ $0.exchangeSeconds = 1 }) { request in
            var response = HTTPResponse.text("late")
            response.fault.delayMilliseconds = 2500
            return response
        }
        #expect(RawClient.ask(server.port, "GET / HTTP/1.1").hasSuffix("late"))
    }

    @Test func droppedAndTruncatedResponsesEndTheConnection() throws {
        let server = try server { request in
            var response = HTTPResponse.text("0123456789")
            if request.path == "/drop" { response.fault.isDropped = true } else { response.fault.truncatedLength = 4 }
            return response
        }
        #expect(RawClient.ask(server.port, "GET /drop HTTP/1.1").isEmpty)
        let cut = RawClient.ask(server.port, "GET /cut HTTP/1.1")
        #expect(cut.contains("Content-Length: 10"))
        #expect(cut.hasSuffix("0123"))
    }

    @Test func streamGoesOnUntilItIsReleased() throws {
        let streams = Mutex<[HTTPStream]>([])
        let server = try server { _ in
            var response = HTTPResponse(200)
            response.stream = { stream in streams.withLock { $0.append(stream) } }
            return response
        }
        let client = try #require(RawClient(port: server.port))
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(client.until("\r\n\r\n").contains("200 OK"))
        #expect(streams.withLock { $0[0].write(Array("first".utf8)) })
        #expect(client.until("first").contains("first"))
        #expect(streams.withLock { $0[0].write(Array("second".utf8)) })
        streams.withLock { $0 = [] }
        #expect(client.all().contains("second"))
    }

    @Test func slowReaderOfAStreamIsLeftBehind() throws {
        let streams = Mutex<[HTTPStream]>([])
        let server = try server { _ in
            var response = HTTPResponse(200)
            response.stream = { stream in streams.withLock { $0.append(stream) } }
            return response
        }
        let client = try #require(RawClient(port: server.port))
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(client.until("\r\n\r\n").contains("200 OK"))
        let block = [UInt8](repeating: 65, count: 1 << 16)
        var isKept = true
        // This is more data than the stream and the system buffer for a client that does not read.
        for _ in 0..<1024 where isKept { isKept = streams.withLock { $0[0].write(block) } }
        #expect(!isKept)
        server.stop()
    }

    @Test func stoppingEndsStreamsAndLateResponses() throws {
        let streams = Mutex<[HTTPStream]>([])
        let server = try server { request in
            var response = HTTPResponse.text("late")
            if request.path == "/stream" {
                response.stream = { stream in streams.withLock { $0.append(stream) } }
            } else {
                response.fault.delayMilliseconds = 3_600_000
            }
            return response
        }
        let (stream, late) = (RawClient(port: server.port), RawClient(port: server.port))
        stream?.send("GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(stream?.until("\r\n\r\n").contains("200 OK") == true)
        late?.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        while server.connectionCount < 2 { sched_yield() }
        server.stop()
        #expect(streams.withLock { !$0[0].write([65]) })
        #expect(server.connectionCount == 0)
        _ = late?.all()
    }

    /// Stopping ends delayed responses first, even with no grace time.
    @Test func stoppingImmediatelyEndsWaitingRequests() throws {
        for _ in 0..<20 {
            let server = try server { _ in
                var response = HTTPResponse.text("late")
                response.fault.delayMilliseconds = 3_600_000
                return response
            }
            let clients = (0..<4).compactMap { _ in RawClient(port: server.port) }
            for client in clients { client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") }
            while server.connectionCount < 4 { sched_yield() }
            server.stop(timeoutMilliseconds: 0)
        }
    }

    @Test func portThatIsTakenIsNamed() throws {
        let first = try server { self.echo($0) }
        let error = #expect(throws: HTTPServer.StartError.self) {
            try self.server({ $0.port = first.port }) { self.echo($0) }
        }
        #expect(error?.description == "127.0.0.1 port \(first.port): Address already in use")
    }

    @Test func otherAddressFamilyWorks() throws {
        guard let server = try? server({ $0.address = "::1" }, { self.echo($0) }) else {
            print("skipped: this machine has no IPv6 on its loopback")
            return
        }
        #expect(server.port > 0)
    }
}
