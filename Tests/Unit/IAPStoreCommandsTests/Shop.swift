import Foundation
import IAPJSON
import Testing

@testable import IAPStoreCommands

/// A folder with a `.storekit` file, in which the program runs.
final class Shop {
    let folder: String
    let storePath: String

    init(storekit: String = Beginning.text) throws {
        folder = NSTemporaryDirectory() + "/iap-store-\(UUID().uuidString)"
        storePath = folder + "/store.db"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try storekit.write(toFile: folder + "/Game.storekit", atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func path(_ name: String) -> String { folder + "/" + name }

    /// Runs the program. Its files are in the folder.
    func run(_ words: String..., columns: Int? = nil, environment: [String: String] = [:]) -> Program.Outcome {
        run(words, columns: columns, environment: environment)
    }

    func run(
        _ words: [String], columns: Int? = nil, environment: [String: String] = [:]
    ) -> Program.Outcome {
        let files = ["IAP_STORE": storePath, "IAP_STOREKIT": path("Game.storekit")]
        let surroundings = Program.Surroundings(
            environment: files.merging(environment) { $1 }, columns: columns,
            timeZone: TimeZone(secondsFromGMT: 3600) ?? .gmt, folder: { [] },
            exists: { FileManager.default.fileExists(atPath: $0) })
        return Program(surroundings).run(words)
    }

    /// Returns the output of a command that must succeed.
    func json(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> JSONValue {
        let outcome = run(words + ["--json"])
        #expect(outcome.code == 0, "\(outcome.error)", sourceLocation: sourceLocation)
        return try JSONReader.read(outcome.output)
    }

    /// Buys for anna and returns the id. A new store has a virtual clock.
    func buy(_ product: String, _ options: String...) throws -> String {
        let outcome = run(["buy", "anna", "com.example.game." + product, "--clock", "virtual", "--json"] + options)
        #expect(outcome.code == 0, "\(outcome.error)")
        return try #require(try JSONReader.read(outcome.output)["transactionId"]?.text)
    }
}

extension Program.Outcome {
    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }
}

extension JSONValue {
    subscript(name: String) -> JSONValue? {
        if case .object(let object) = self { return object[name] }
        return nil
    }

    var list: [JSONValue] {
        if case .list(let list) = self { return list }
        return []
    }

    var number: Int64? {
        if case .number(let number) = self { return number.whole }
        return nil
    }

    var text: String? {
        if case .text(let text) = self { return text }
        return nil
    }
}
