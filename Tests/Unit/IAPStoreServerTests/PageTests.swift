import Foundation
import IAPHTTPServer
import Testing

@testable import IAPStoreServer

@Suite struct PageTests {
    /// The files of this page, and those that it shares with the game server's page, by name.
    private let files: [String: Data]

    init() throws {
        let pages = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Shared/CIAPPages")
        var files: [String: Data] = [:]
        for folder in ["Store", "Common"].map({ pages.appending(path: $0) }) {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                files[name] = try Data(contentsOf: folder.appending(path: name))
            }
        }
        self.files = files
    }

    @Test func everyFileOfTheFolderIsServed() throws {
        let served = Set(StoreRoutes.page.paths.map { $0 == "/" ? "index.html" : String($0.dropFirst()) })
        #expect(served == Set(files.keys))
        for path in StoreRoutes.page.paths {
            let response = try #require(StoreRoutes.page.respond(to: HTTPRequest(method: "GET", path: path)))
            let name = path == "/" ? "index.html" : String(path.dropFirst())
            #expect(files[name] == Data(response.body), "\(name)")
        }
    }

    /// The content security policy forbids both. The page would fail without an error message.
    @Test func pageHasNoScriptOrStyleInPlace() throws {
        for (name, data) in files where name.hasSuffix(".html") || name.hasSuffix(".js") {
            let text = String(decoding: data, as: UTF8.self)
            for forbidden in [
                "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", " onclick=", " style=\"", "eval(",
            ] {
                #expect(!text.contains(forbidden), "\(name) has \(forbidden)")
            }
        }
    }
}
