import Foundation
import IAPModel
import IAPPaymentQueue
import Testing

@testable import IAPClient
@testable import IAPHTTP

@Suite struct ProductListFetchTests {
    private let server: ServerProcess

    init() async throws { server = try await ServerProcess() }

    private func fetch(timeout: UInt32 = 60_000) async throws -> [UInt8] {
        let request = ProductListRequest(
            path: nil, url: try server.address("/products?game=1").text, headers: ["Authorization: Bearer a"],
            timeoutMilliseconds: timeout)
        return try await GameServerLists().bytes(for: request)
    }

    @Test func theBytesAreThoseOfTheServer() async throws {
        try await server.respond(200, body: "[\\x00\\xff]")
        #expect(try await fetch() == [0x5B, 0x00, 0xFF, 0x5D])
        let request = try #require(try server.requests().first)
        #expect(request.hasPrefix("GET /products?game=1 HTTP/1.1\r\n"))
        #expect(request.contains("\r\nAuthorization: Bearer a\r\n"))
        #expect(!request.lowercased().contains("idempotency-key"))
        #expect(!request.lowercased().contains("content-type"))
    }

    @Test(arguments: [204, 206, 301, 304, 401, 404, 500, 503])
    func aListComesWithStatus200Only(status: Int) async throws {
        try await server.respond(status, "Location: /elsewhere", body: status == 204 || status == 304 ? "" : "[]")
        let error = await #expect(throws: IAPError.self) { try await fetch() }
        #expect(error?.status == .server)
        #expect(error?.storeCode == status)
        #expect(error?.message == "127.0.0.1 returned status \(status), not a product list")
        #expect(try server.requests().count == 1)
    }

    @Test(arguments: ["close", "reset", "raw\tHTTP/1.1 200 OK\\r\\nContent-Length: 9\\r\\n\\r\\n[]"])
    func aTransferThatBreaksOffIsAFaultOfTheNetwork(step: String) async throws {
        try await server.tell(step)
        #expect(await #expect(throws: IAPError.self) { try await fetch() }?.status == .network)
    }

    @Test func theTimeIsLimited() async throws {
        try await server.tell("drip")
        let error = await #expect(throws: IAPError.self) { try await fetch(timeout: 200) }
        #expect(error?.storeCode == 28)
    }

    /// The body is ["a"], compressed with gzip.
    @Test func aListMayBeCompressed() async throws {
        let body =
            "\\x1f\\x8b\\x08\\x00\\x00\\x00\\x00\\x00\\x02\\x03\\x8b\\x56\\x4a\\x54\\x8a\\x05\\x00\\x0c\\xa4\\xa7\\x78\\x05\\x00\\x00\\x00"
        try await server.tell(
            "raw\tHTTP/1.1 200 OK\\r\\nContent-Encoding: gzip\\r\\nContent-Length: 25\\r\\n\\r\\n" + body)
        #expect(try await fetch() == Array("[\"a\"]".utf8))
    }

    @Test func aListThatIsTooLargeIsStopped() async throws {
        try await server.tell("flood")
        let error = await #expect(throws: IAPError.self) { try await fetch() }
        #expect(error?.status == .server)
        #expect(error?.message == "127.0.0.1 returned status 200 with a body of more than 16777216 bytes")
        try await server.line(beginning: "gone 1")
    }
}
