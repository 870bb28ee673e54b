import Foundation
import IAPJournal
import IAPModel
import IAPPaymentQueue
import Testing

@testable import IAPPaymentClient

/// The sources of the product list, and the fallback if a source fails.
struct ProductListLoaderTests {
    private static let url = "https://game.example/products"

    /// A server that gives these responses one after the other.
    private actor Server: ProductListFetching {
        private var responses: [Result<[UInt8], IAPError>]
        private(set) var requests: [ProductListRequest] = []

        init(_ responses: [Result<[UInt8], IAPError>]) {
            self.responses = responses
        }

        func bytes(for request: ProductListRequest) async throws(IAPError) -> [UInt8] {
            requests.append(request)
            return try responses.removeFirst().get()
        }
    }

    private static let offline = IAPError(.network, "the server cannot be reached", isRetryable: true)

    private static func list(_ ids: String...) -> Result<[UInt8], IAPError> {
        .success(Array("[\(ids.map { "\"\($0)\"" }.joined(separator: ","))]".utf8))
    }

    private static func request(path: String? = nil, url: String? = url) -> ProductListRequest {
        ProductListRequest(path: path, url: url, headers: ["A: b"], timeoutMilliseconds: 7)
    }

    private let folder: Folder
    private let journal: Journal

    init() throws {
        folder = try Folder()
        journal = try Journal(path: folder.path("journal"))
    }

    private func file(_ text: String) throws -> String {
        let path = folder.path("products.json")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func load(
        _ request: ProductListRequest, _ responses: Result<[UInt8], IAPError>...
    ) async throws(IAPError) -> (ids: [String], source: ProductsResponse.ListSource) {
        try await ProductListLoader(journal: journal, fetch: Server(responses)).load(request)
    }

    @Test func fileIsReadWithoutAServerRequest() async throws {
        let loaded = try await load(Self.request(path: try file("[\"a\"]"), url: nil))
        #expect(loaded == (["a"], .file))
    }

    @Test func serverReceivesTheGamesRequest() async throws {
        let server = Server([Self.list("a", "b")])
        let request = Self.request(path: "/no/such/file")
        let loaded = try await ProductListLoader(journal: journal, fetch: server).load(request)
        #expect(loaded == (["a", "b"], .server))
        #expect(await server.requests == [request])
    }

    @Test func lastGoodResponseIsUsedAlsoAfterARelaunch() async throws {
        _ = try await load(Self.request(), Self.list("a"))
        _ = try await load(Self.request(), Self.list("b"))
        let path = try file("[\"file\"]")
        #expect(try await load(Self.request(path: path), .failure(Self.offline)) == (["b"], .lastGood))
        journal.close()
        let relaunched = try Journal(path: folder.path("journal"))
        defer { relaunched.close() }
        let loader = ProductListLoader(journal: relaunched, fetch: Server([.failure(Self.offline)]))
        #expect(try await loader.load(Self.request(path: path)) == (["b"], .lastGood))
    }

    @Test func emptyListIsAGoodResponse() async throws {
        #expect(try await load(Self.request(), Self.list()) == ([], .server))
        #expect(try await load(Self.request(), .failure(Self.offline)) == ([], .lastGood))
    }

    @Test func lastGoodResponseIsThatOfTheSameAddress() async throws {
        _ = try await load(Self.request(), Self.list("a"))
        await #expect(throws: Self.offline) {
            try await load(Self.request(url: Self.url + "2"), .failure(Self.offline))
        }
    }

    @Test func fileIsTheLastResort() async throws {
        let path = try file("{\"products\": [\"file\"]}")
        #expect(try await load(Self.request(path: path), .failure(Self.offline)) == (["file"], .file))
    }

    @Test func failureOfTheServerIsReportedWithoutAFallback() async throws {
        let refusal = IAPError(.server, "404", storeDomain: "HTTP", storeCode: 404)
        for error in [Self.offline, refusal] {
            await #expect(throws: error) { try await load(Self.request(), .failure(error)) }
        }
    }

    static let nonsense: [[UInt8]] = [
        [], Array("<html>".utf8), Array("{}".utf8), Array("[1]".utf8), Array("[\"a\"".utf8), [0xFF],
        Array("[\"\"]".utf8), Array(#"{"products": ["a"], "products": ["b"]}"#.utf8),
        Array(#"{"products": [{"id": "a", "id": "b"}]}"#.utf8), Array("\u{FEFF}[\"a\"]".utf8),
        [0xFF, 0xFE] + "[\"a\"]".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] },
        "[\"a\"]".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] },
    ]

    @Test(arguments: nonsense) func responseThatIsNotAListIsRejected(bytes: [UInt8]) async throws {
        let error = await #expect(throws: IAPError.self) { try await load(Self.request(), .success(bytes)) }
        #expect(error?.status == .server && error?.isRetryable == true)
        #expect(error?.message.hasPrefix("the server's product list: ") == true)
        _ = try await load(Self.request(), Self.list("a"))
        #expect(try await load(Self.request(), .success(bytes)) == (["a"], .lastGood))
        #expect(try await load(Self.request(), .failure(Self.offline)) == (["a"], .lastGood))
    }

    /// The file is in the game's bundle. Therefore the game's developer must see the error.
    @Test func invalidFileIsReportedAlsoIfTheServerFailedFirst() async throws {
        let path = try file("[\"a\", 7]")
        let message = "\(path): [1] is neither an id nor an object with an \"id\""
        for (request, response) in [
            (Self.request(path: path, url: nil), Self.list("a")), (Self.request(path: path), .failure(Self.offline)),
        ] {
            await #expect(throws: IAPError(.invalidFile, message)) { try await load(request, response) }
        }
    }

    @Test func missingFileIsReportedWithItsPath() async throws {
        let files = [
            ("missing", "\(folder.path("missing")): cannot be read (No such file or directory)"),
            ("", "\(folder.path("")): is not a file"),
        ]
        for (name, message) in files {
            await #expect(throws: IAPError(.invalidFile, message)) {
                try await load(Self.request(path: folder.path(name), url: nil))
            }
        }
    }

    /// Opening a pipe waits for a writer, and none comes.
    @Test func pipeIsNotWaitedFor() async throws {
        let path = folder.path("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        await #expect(throws: IAPError(.invalidFile, "\(path): is not a file")) {
            try await load(Self.request(path: path, url: nil))
        }
    }

    @Test func fileBeyondTheLimitIsNotReadToItsEnd() async throws {
        let path = folder.path("large")
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        try #require(truncate(path, 1 << 40) == 0)
        await #expect(throws: IAPError(.invalidFile, "\(path): is longer than 16777216 bytes")) {
            try await load(Self.request(path: path, url: nil))
        }
    }

    @Test func listIsGoodAlsoIfTheJournalCannotKeepIt() async throws {
        journal.close()
        #expect(try await load(Self.request(), Self.list("a")) == (["a"], .server))
        await #expect(throws: Self.offline) { try await load(Self.request(), .failure(Self.offline)) }
    }

    @Test func requestForNothingIsRefused() async throws {
        let error = await #expect(throws: IAPError.self) { try await load(Self.request(url: nil)) }
        #expect(error?.status == .invalidArgument)
    }
}
