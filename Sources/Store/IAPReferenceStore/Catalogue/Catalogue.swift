internal import IAPJSON
internal import IAPModel
internal import IAPPlatform
internal import IAPSignatures

/// The products of a `.storekit` file, and the settings that its tester chose for the store.
///
/// Apple publishes no description of the format. The reader looks up keys and ignores the version number: the number shows
/// which Xcode saved the file last, not what the file contains.
package struct Catalogue: Sendable {
    /// The path or name that the caller gave for the file.
    package let file: String
    /// The version of the format; 0.0 if the file has none.
    package let version: Version
    /// First the products of `products`, then `nonRenewingSubscriptions`, then the auto-renewable ones; each in the order of
    /// the file.
    package let products: [CatalogueProduct]
    package let groups: [SubscriptionGroup]
    package let settings: CatalogueSettings
    package let offersKeyPair: OffersKeyPair?
    /// What the loader did not know or had to guess. Each warning is one line and names its place.
    package let warnings: [String]

    private let indexByProductID: [ExactText: Int]
    private let indexByGroupID: [ExactText: Int]

    package struct Version: Sendable, Hashable, CustomStringConvertible {
        package var major: Int
        package var minor: Int
        package var description: String { "\(major).\(minor)" }
    }

    /// Reads the text of a file. Error messages call the file `name`.
    package init(text: [UInt8], name: String) throws(CatalogueError) {
        try self.init(text: text, name: name, warnings: WarningList())
    }

    init(text: [UInt8], name: String, warnings: WarningList) throws(CatalogueError) {
        guard text.count <= Self.largestFile else { throw Self.tooLarge(name) }
        let root = try CatalogueNode(text, file: name, warnings: warnings)
        var goods = GoodsReader()
        try goods.read(root)

        file = name
        version = try Self.version(root)
        products = goods.products
        groups = goods.groups
        settings =
            try warnings.tolerating { () throws(CatalogueError) in
                try root.object("settings").map { node throws(CatalogueError) in try CatalogueSettings(node) }
            }?.flatMap { $0 } ?? CatalogueSettings()
        offersKeyPair = try warnings.tolerating { () throws(CatalogueError) in try Self.offersKeyPair(root) } ?? nil
        root.ignore("appPolicies", "identifier")
        root.warnAboutUnknownKeys()
        self.warnings = warnings.all
        indexByProductID = goods.indexByProductID
        indexByGroupID = goods.indexByGroupID
    }

    package func product(id: String) -> CatalogueProduct? { indexByProductID[ExactText(id)].map { products[$0] } }

    package func group(id: String) -> SubscriptionGroup? { indexByGroupID[ExactText(id)].map { groups[$0] } }

    private static func version(_ root: CatalogueNode) throws(CatalogueError) -> Version {
        guard let node = try root.object("version") else {
            root.warn("version", "the file has no version; save it with Xcode to add one")
            return Version(major: 0, minor: 0)
        }
        let version = Version(major: try node.int("major") ?? 0, minor: try node.int("minor") ?? 0)
        if version.major > newestMajorVersion {
            root.warn(
                "version",
                "\(version) is newer than \(newestMajorVersion).0, the newest known version; the store reads the keys that it knows"
            )
        }
        return version
    }

    private static func offersKeyPair(_ root: CatalogueNode) throws(CatalogueError) -> OffersKeyPair? {
        guard let node = try root.object("subscriptionOffersKeyPair") else { return nil }
        return OffersKeyPair(id: try node.string("id") ?? "", privateKey: try node.string("privateKey") ?? "")
    }

    private static let newestMajorVersion = 5
}

extension Catalogue {
    /// A thousand times the largest file seen. A larger file is a mistake or an attack.
    package static let largestFile = 16 << 20

    /// When a product has an image, Xcode 16 and later save a directory with this file inside.
    static let nameInBundle = "Configuration.storekit"

    /// Reads a file, or a bundle directory that holds a `Configuration.storekit`.
    package static func load(path: String) throws(CatalogueError) -> Catalogue {
        let file = try file(path)
        return try Catalogue(text: try contents(of: file), name: file)
    }

    /// Returns every problem of a file, in the order of reading.
    package static func check(path: String) throws(CatalogueError) -> (file: String, problems: [PlacedProblem]) {
        let file = try file(path)
        let text = try contents(of: file)
        let list = WarningList(collectsErrors: true)
        var problems: [CatalogueProblem] = []
        do throws(CatalogueError) { _ = try Catalogue(text: text, name: file, warnings: list) } catch {
            problems = [
                CatalogueProblem(isError: true, place: error.place, text: error.reason, line: error.description)
            ]
        }
        let places = JSONPlaces(text)
        return (file, (list.problems + problems + list.rest).map { PlacedProblem($0, places) })
    }

    /// Returns the file inside a bundle, or the path itself if it is no bundle.
    private static func file(_ path: String) throws(CatalogueError) -> String {
        switch RegularFile.kind(of: path) {
        case nil: throw CatalogueError(.notFound, file: path, reason: "the file does not exist; correct the path")
        case .regular, .deviceOrPipe: return path
        case .folder: break
        }
        let inner = path.hasSuffix("/") ? path + nameInBundle : "\(path)/\(nameInBundle)"
        guard let kind = RegularFile.kind(of: inner), kind != .folder else {
            throw CatalogueError(
                .notFound, file: path,
                reason: "the directory has no file \(nameInBundle); give the path of a .storekit file")
        }
        return inner
    }

    static func tooLarge(_ file: String) -> CatalogueError {
        CatalogueError(
            .tooLarge, file: file, reason: "the file is larger than \(largestFile >> 20) MiB; use a smaller one")
    }

    private static func contents(of path: String) throws(CatalogueError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(RegularFile.Failure) {
            bytes = try RegularFile.bytes(at: path, limit: largestFile)
        } catch {
            switch error {
            case .notRegular:
                throw CatalogueError(
                    .unreadable, file: path, reason: "the path is not a regular file; give the path of a .storekit file"
                )
            case .notFound(let reason), .unreadable(let reason):
                throw CatalogueError(.unreadable, file: path, reason: "the file cannot be read: \(reason)")
            }
        }
        guard bytes.count <= largestFile else { throw tooLarge(path) }
        return bytes
    }
}

/// Why a `.storekit` file cannot be used.
package struct CatalogueError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable, CaseIterable {
        case notFound
        case unreadable
        case empty
        case tooLarge
        case notJSON
        /// A value has the wrong JSON type or makes no sense, or a required value is missing.
        case invalidValue
        case duplicate
    }

    package var kind: Kind
    /// The path or name that the caller gave for the file.
    package var file: String
    /// The JSON path, such as `subscriptionGroups[0].subscriptions[2].displayPrice`. It is `line 3, column 7` if the text is
    /// not JSON, and empty if the problem concerns the whole file.
    package var place: String = ""
    package var reason: String

    package init(_ kind: Kind, file: String, place: String = "", reason: String) {
        self.kind = kind
        self.file = file
        self.place = place
        self.reason = reason
    }

    /// One line with file, place and reason.
    package var description: String { place.isEmpty ? "\(file): \(reason)" : "\(file): \(place): \(reason)" }
}

extension CatalogueError {
    /// Makes the error for a text that is not JSON.
    init(_ error: JSONError, file: String) {
        switch error.kind {
        case .empty: self.init(.empty, file: file, reason: "the file is empty")
        case .duplicateName: self.init(.duplicate, file: file, place: error.place, reason: error.reason)
        case .notUTF8, .halfCharacter, .malformed, .tooDeep, .numberOutOfRange:
            self.init(.notJSON, file: file, place: error.place, reason: error.reason)
        }
    }
}

/// A group of subscriptions. A customer holds at most one of them at a time.
package struct SubscriptionGroup: Sendable, Hashable {
    package var id: String
    /// A name that only developers see.
    package var name: String = ""
    package var localizations: [CatalogueLocalization] = []

    /// Returns the group's name for a locale; empty if the file has no texts.
    package func displayName(for locale: String) -> String { localizations.best(for: locale)?.displayName ?? "" }
}

/// The key with which a game's server signs promotional offers in the test environment.
///
/// It is a secret of the studio, even if only for tests. Descriptions, dumps and interpolations never show the private half.
package struct OffersKeyPair: Sendable, Hashable {
    /// The key identifier.
    package var id: String
    /// A PKCS #8 DER of an EC P-256 key, in Base64 without PEM armour.
    package var privateKey: String
}

extension OffersKeyPair: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "OffersKeyPair(id: \(id), privateKey: hidden)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
