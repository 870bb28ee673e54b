import IAPModel
import IAPPaymentQueue
import Testing

@testable import IAPClient
@testable import IAPHTTP

/// The server's connection closes at every byte of its response.
@Suite struct CutResponseTests {
    private static let verdict = #"{"verdict":"valid"}"#
    private static let transaction = Transaction(
        id: 1, originalID: 1, productID: "com.example.coins", productType: .consumable, quantity: 1, purchaseDate: 0,
        originalPurchaseDate: 0, environment: "Sandbox", signedText: "e30.e30.AA")

    private static let timeout: UInt32 = 60_000

    static let responses = [
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 19\r\n\r\n" + verdict,
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n{\"verdi\r\nC\r\nct\":\"valid\"}\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n13\r\n\(verdict)\r\n0\r\nX-Trailer: 1\r\n\r\n",
        "HTTP/1.1 100 Continue\r\nX-Interim: 1\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n"
            + "HTTP/1.1 200 OK\r\nContent-Length: 19\r\n\r\n" + verdict,
    ]

    /// Returns the lengths at which a response is incomplete. The step "close" tests an empty response. A chunked body
    /// is complete with its zero-sized chunk (RFC 9112, section 8), and libcurl does not report a missing last byte.
    private static func cuts(_ response: [UInt8]) -> Range<Int> {
        1..<(response.last == UInt8(ascii: "\n") ? response.count - 1 : response.count)
    }

    private let server: ServerProcess

    init() async throws { server = try await ServerProcess() }

    private static func step(_ bytes: some Collection<UInt8>) -> String {
        "raw\t"
            + bytes.map { byte in
                switch byte {
                case UInt8(ascii: "\r"): "\\r"
                case UInt8(ascii: "\n"): "\\n"
                default: String(UnicodeScalar(byte))
                }
            }.joined()
    }

    @Test(arguments: responses) func aTruncatedResponseIsANetworkErrorAndNotAVerdict(response: String)
        async throws
    {
        let verifier = GameServerVerifier(address: try server.address(), timeoutMilliseconds: Self.timeout)
        let bytes = Array(response.utf8)
        for count in Self.cuts(bytes) {
            try await server.tell(Self.step(bytes[..<count]))
            guard case .undecided(let error, nil) = await verifier.verify(Self.transaction) else {
                Issue.record("there is a verdict after only \(count) bytes")
                continue
            }
            #expect(error.status == .network && error.isRetryable, "\(count) bytes: \(error.message)")
            #expect(error.storeDomain == "libcurl" && error.storeCode != 28, "\(count) bytes: \(error.message)")
        }
        try await server.tell(Self.step(bytes))
        #expect(await verifier.verify(Self.transaction) == .valid)
    }

    @Test(arguments: responses) func aTruncatedProductListIsRejected(response: String) async throws {
        let request = ProductListRequest(
            path: nil, url: try server.address().text, headers: [], timeoutMilliseconds: Self.timeout)
        func fetch() async throws -> [UInt8] { try await GameServerLists().bytes(for: request) }
        let bytes = Array(response.utf8)
        for count in Self.cuts(bytes) {
            try await server.tell(Self.step(bytes[..<count]))
            let error = await #expect(throws: IAPError.self) { try await fetch() }
            #expect(error?.status == .network && error?.isRetryable == true, "\(count) bytes: \(error?.message ?? "")")
        }
        try await server.tell(Self.step(bytes))
        #expect(try await fetch() == Array(Self.verdict.utf8))
    }
}
