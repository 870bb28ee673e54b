internal import IAPModel
internal import SignedData

/// The first line of a log: what a store has to begin with to come to the same.
struct LogBeginning: Sendable, Hashable, Decodable {
    /// Of the log's form.
    var version = Self.version
    var bundleID: String
    /// In milliseconds since 1970.
    var start: Int64
    /// Of the text of the `.storekit` file.
    var catalogue: String
    /// Where the certificates send verifiers who ask whether they were revoked.
    var ocspURL: String?
    private var seedText: String

    static let version = 1

    /// 32 bytes.
    var seed: [UInt8] { Base64.decode(seedText) ?? [] }

    /// What `JSONEncoder` makes of it, which would take long to be ready for its first text.
    var line: String {
        var line = JSONLine()
        line.add("bundleID", bundleID)
        line.add("catalogue", catalogue)
        line.add("log", version)
        line.add("ocspURL", ocspURL)
        line.add("seed", seedText)
        line.add("start", start)
        return String(decoding: line.ended, as: UTF8.self)
    }

    private enum CodingKeys: String, CodingKey {
        case version = "log"
        case bundleID, start, catalogue, ocspURL
        case seedText = "seed"
    }

    init(_ catalogue: Catalogue, _ options: ReferenceStore.Options, machineTime: Int64) throws {
        bundleID = options.bundleID
        start = options.clock.start ?? machineTime
        self.catalogue = catalogue.digest
        ocspURL = options.ocspURL
        seedText = Base64.encode(
            options.seed == 0 ? try SystemRandom.bytes(32) : Digest.sha256(Array("seed \(options.seed)".utf8)))
    }
}
