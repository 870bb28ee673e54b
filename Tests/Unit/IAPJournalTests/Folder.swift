import Foundation

/// A temporary folder for one test. It is removed when the test ends.
final class Folder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("iap-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}
