import Foundation

/// The content of a `.storekit` file, parsed without the project's own reader.
struct StoreKitFile: Sendable {
    struct Item: Sendable {
        var id: String
        var type: String
        var price: Decimal
        var isPriced: Bool
        /// The period as ISO 8601. nil: the product does not renew automatically.
        var period: String?
        var names: [String: String]
    }

    var items: [Item] = []
    var locale = "en_US"

    init(path: String) throws {
        var url = URL(fileURLWithPath: path)
        if (try url.resourceValues(forKeys: [.isDirectoryKey])).isDirectory == true {
            url = url.appendingPathComponent("Configuration.storekit")
        }
        let root = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any] ?? [:]
        let settings = root["settings"] as? [String: Any]
        locale = settings?["_locale"] as? String ?? "en_US"
        var entries: [[String: Any]] = []
        for key in ["products", "nonRenewingSubscriptions"] { entries += root[key] as? [[String: Any]] ?? [] }
        for group in root["subscriptionGroups"] as? [[String: Any]] ?? [] {
            entries += group["subscriptions"] as? [[String: Any]] ?? []
        }
        items = entries.compactMap(Self.item)
    }

    private static let types = [
        "Consumable": "Consumable", "NonConsumable": "Non-Consumable",
        "NonRenewingSubscription": "Non-Renewing Subscription", "RecurringSubscription": "Auto-Renewable Subscription",
    ]

    private static func item(_ entry: [String: Any]) -> Item? {
        guard let id = entry["productID"] as? String, let type = types[entry["type"] as? String ?? ""] else {
            return nil
        }
        let price = entry["displayPrice"] as? String ?? ""
        var names: [String: String] = [:]
        for text in entry["localizations"] as? [[String: Any]] ?? [] {
            names[text["locale"] as? String ?? ""] = text["displayName"] as? String ?? ""
        }
        return Item(
            id: id, type: type, price: Decimal(string: price, locale: Locale(identifier: "en_US_POSIX")) ?? 0,
            isPriced: !price.isEmpty, period: entry["recurringSubscriptionPeriod"] as? String, names: names)
    }
}

/// The paths of the files for this suite, relative to this source file.
enum StoreKitFiles {
    private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Files of public projects. They are not part of the repository.
    static let real = names(in: ProcessInfo.processInfo.environment["STOREKIT_FILES"] ?? "")

    /// The project's own files: one for each version of the format, and one as a bundle directory.
    static let own =
        names(in: root.appendingPathComponent("Tests/Fixtures/Versions").path)
        + [root.appendingPathComponent("Tests/Fixtures/Oddities/bundle.storekit").path]

    private static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .filter { $0.hasSuffix(".storekit") }.sorted().map { "\(folder)/\($0)" }
    }
}
