internal import IAPModel
internal import IAPSignedData

/// The products of a `.storekit` file, and the settings that its tester chose for the store.
///
/// Apple publishes no description of the format. The reader looks up keys and ignores the version number: the number shows
/// which Xcode saved the file last, not what the file contains.
package struct Catalogue: Sendable {
    /// The path or name that the caller gave for the file.
    package let file: String
    /// Xcode's id of the file. Files of version 1.0 have an empty one.
    package let identifier: String
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

    /// The digest of the file's text, as hexadecimal digits.
    let digest: String

    private let indexByProductID: [ExactText: Int]
    private let indexByGroupID: [ExactText: Int]

    package struct Version: Sendable, Hashable, CustomStringConvertible {
        package var major: Int
        package var minor: Int
        package var description: String { "\(major).\(minor)" }

        package init(major: Int, minor: Int) {
            self.major = major
            self.minor = minor
        }
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
        digest = Digest.sha256(text).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        identifier = root.opaqueText("identifier") ?? ""
        version = try Self.version(root)
        products = goods.products
        groups = goods.groups
        settings =
            try warnings.tolerating { () throws(CatalogueError) in
                try root.object("settings").map { node throws(CatalogueError) in try CatalogueSettings(node) }
            }?.flatMap { $0 } ?? CatalogueSettings()
        offersKeyPair = try warnings.tolerating { () throws(CatalogueError) in try Self.offersKeyPair(root) } ?? nil
        root.ignore("appPolicies")
        root.warnAboutUnknownKeys()
        self.warnings = warnings.all
        indexByProductID = goods.indexByProductID
        indexByGroupID = goods.indexByGroupID
    }

    package func product(id: String) -> CatalogueProduct? {
        indexByProductID[ExactText(id)].map { products[$0] }
    }

    package func group(id: String) -> SubscriptionGroup? {
        indexByGroupID[ExactText(id)].map { groups[$0] }
    }

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
