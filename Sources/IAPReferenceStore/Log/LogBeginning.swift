internal import IAPModel
internal import IAPSignedData
internal import IAPSignedText

/// The first line of a log. A new store needs it to begin in the same way.
struct LogBeginning: Sendable, Hashable, Codable {
    /// The version of the log's format.
    var version = Self.version
    var bundleID: String
    /// In milliseconds since 1970.
    var start: Int64
    /// The digest of the text of the `.storekit` file.
    var catalogue: String
    /// The OCSP address in the certificates.
    var ocspURL: String?
    /// Nil in the sandbox.
    var environment: SigningEnvironment?
    private var seedText: String

    static let version = 1

    /// 32 bytes.
    var seed: [UInt8] { Base64.decode(seedText) ?? [] }

    private enum CodingKeys: String, CodingKey {
        case version = "log"
        case bundleID, start, catalogue, ocspURL, environment
        case seedText = "seed"
    }

    init(_ catalogue: Catalogue, _ options: ReferenceStore.Options, machineTime: Int64) throws {
        bundleID = options.bundleID
        start = options.clock?.start ?? machineTime
        self.catalogue = catalogue.digest
        ocspURL = options.ocspURL
        environment = options.environment == .sandbox ? nil : options.environment
        seedText = Base64.encode(
            options.seed == 0 ? try SystemRandom.bytes(32) : Digest.sha256(Array("seed \(options.seed)".utf8)))
    }
}
