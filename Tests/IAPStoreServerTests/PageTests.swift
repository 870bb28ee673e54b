import Foundation
import IAPHTTP
import Testing

@testable import IAPStoreServer

@Suite struct PageTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/CIAPStorePage/Page")

    @Test func everyFileOfTheFolderIsServed() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        let served = Set(StoreRoutes.page.paths.map { $0 == "/" ? "index.html" : String($0.dropFirst()) })
        #expect(served == Set(names))
        for path in StoreRoutes.page.paths {
            let response = try #require(StoreRoutes.page.answer(HTTPRequest(method: "GET", path: path)))
            let name = path == "/" ? "index.html" : String(path.dropFirst())
            #expect(try Data(contentsOf: Self.folder.appending(path: name)) == Data(response.body), "\(name)")
        }
    }

    /// The content security policy forbids both. The page would fail without an error message.
    @Test func pageHasNoScriptOrStyleInPlace() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        for name in names where name.hasSuffix(".html") || name.hasSuffix(".js") {
            let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
            for forbidden in [
                "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", " onclick=", " style=\"", "eval(",
            ] {
                #expect(!text.contains(forbidden), "\(name) has \(forbidden)")
            }
        }
    }
}
