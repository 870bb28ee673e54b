import Foundation

@testable import IAPReferenceStore

/// The paths of the test files, relative to this source file.
enum TestFile {
    private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The project's own small files: one for each format version and one for each oddity.
    static func fixture(_ name: String) -> String {
        root.appendingPathComponent("Tests/Fixtures/\(name)").path
    }

    static func oddity(_ name: String) -> String {
        fixture("Oddities/\(name).storekit")
    }

    static let sample = root.appendingPathComponent("Samples/harness/Game.storekit").path

    /// Files of public projects. They are not part of the repository.
    static let realFolder = ProcessInfo.processInfo.environment["STOREKIT_FILES"] ?? ""

    static let realFiles = ((try? FileManager.default.contentsOfDirectory(atPath: realFolder)) ?? [])
        .filter { $0.hasSuffix(".storekit") }.sorted()

    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
}

extension Catalogue {
    /// Reads a made-up text.
    init(_ text: String) throws(CatalogueError) {
        try self.init(text: Array(text.utf8), name: "made-up.storekit")
    }

    /// Reads a file with one product. The given members follow the members that every product needs.
    static func withProduct(_ members: String) throws(CatalogueError) -> CatalogueProduct {
        let product = #"{"productID": "coins", "type": "Consumable", \#(members)}"#
        return try Catalogue(#"{"products": [\#(product)], "version": {"major": 4}}"#).products[0]
    }

    /// Returns the error that loading throws, or nil if it succeeds.
    static func refusal(_ load: () throws(CatalogueError) -> Catalogue) -> CatalogueError? {
        do {
            _ = try load()
            return nil
        } catch {
            return error
        }
    }
}
