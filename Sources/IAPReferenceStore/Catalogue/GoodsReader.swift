internal import IAPJSON
import IAPModel

/// Collects the products and groups of a file from the three places where they stand.
struct GoodsReader {
    private(set) var products: [CatalogueProduct] = []
    private(set) var groups: [SubscriptionGroup] = []
    private(set) var indexByGroupID: [ExactText: Int] = [:]
    private(set) var indexByProductID: [ExactText: Int] = [:]

    mutating func read(_ root: CatalogueNode) throws(CatalogueError) {
        var once: [CatalogueProduct] = []
        var renewing: [CatalogueProduct] = []

        let arrays: [(String, ProductType?)] = [
            ("products", nil), ("nonRenewingSubscriptions", .nonRenewingSubscription),
        ]
        for (key, expectedType) in arrays {
            for node in try root.objects(key) {
                let read = try node.tolerating { () throws(CatalogueError) in
                    try product(node, expectedType: expectedType)
                }
                guard let product = read else { continue }
                if product.subscription == nil { once.append(product) } else { renewing.append(product) }
            }
        }
        // Subscriptions inside groups go before those that a hand-written file has among its products.
        var grouped: [CatalogueProduct] = []
        for node in try root.objects("subscriptionGroups") {
            grouped += try node.tolerating { () throws(CatalogueError) in try group(node) } ?? []
        }
        for product in renewing {
            if let id = product.subscription?.groupID { _ = add(SubscriptionGroup(id: id)) }
        }
        products = once + grouped + renewing
        for (index, product) in products.enumerated() {
            guard let first = indexByProductID.updateValue(index, forKey: ExactText(product.productID)) else {
                continue
            }
            let error = root.error(
                "\(product.place).productID",
                "\(product.productID.quotedInMessage) is also the productID of \(products[first].place)",
                kind: .duplicate)
            _ = try root.tolerating { () throws(CatalogueError) in throw error }
        }
    }

    /// False when the group is there already.
    private mutating func add(_ group: SubscriptionGroup) -> Bool {
        guard indexByGroupID[ExactText(group.id)] == nil else { return false }
        indexByGroupID[ExactText(group.id)] = groups.count
        groups.append(group)
        return true
    }

    private mutating func group(_ node: CatalogueNode) throws(CatalogueError) -> [CatalogueProduct] {
        var group = SubscriptionGroup(id: try node.string("id") ?? "")
        if group.id.isEmpty {
            group.id = node.place
            node.warn("id", "the group has no id and is called \(group.id.quotedInMessage)")
        }
        group.name = try node.string("name") ?? ""
        group.localizations = try node.localizations()
        if !add(group) {
            node.warn("id", "\(group.id.quotedInMessage) is the id of an earlier group as well; they count as one")
        }
        var products: [CatalogueProduct] = []
        for subscription in try node.objects("subscriptions") {
            let read = try subscription.tolerating { () throws(CatalogueError) in
                try product(subscription, expectedType: .autoRenewableSubscription, groupID: group.id)
            }
            if let read { products.append(read) }
        }
        node.warnAboutUnknownKeys()
        return products
    }

    /// `expectedType` is what the array holds in files that Xcode wrote; nil for `products`, which holds several types.
    private func product(
        _ node: CatalogueNode, expectedType: ProductType?, groupID: String? = nil
    ) throws(CatalogueError) -> CatalogueProduct {
        guard let id = try node.string("productID"), !id.isEmpty else {
            throw node.error("productID", "the product has no productID")
        }
        if id.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 }) {
            node.warn("productID", "\(id.quotedInMessage) contains white space; a request has to contain the same")
        }
        let type = try type(node, expectedType: expectedType, isInGroup: groupID != nil)
        let price = try node.price("displayPrice")
        var product = CatalogueProduct(
            productID: id, type: type, priceMilliunits: price.milliunits, isPriced: price.isPriced,
            isFamilyShareable: try node.bool("familyShareable") ?? false,
            internalID: try node.string("internalID") ?? "", referenceName: try node.string("referenceName") ?? "",
            localizations: try node.localizations(), place: node.place)
        if type == .autoRenewableSubscription {
            product.subscription = try subscription(node, productID: id, groupID: groupID)
            try product.readOffers(node)
        }
        node.ignore("promotionalImageID")
        node.warnAboutUnknownKeys()
        return product
    }

    private static let types: [String: ProductType] = [
        "Consumable": .consumable, "NonConsumable": .nonConsumable, "NonRenewingSubscription": .nonRenewingSubscription,
        "RecurringSubscription": .autoRenewableSubscription, "AutoRenewableSubscription": .autoRenewableSubscription,
    ]

    private func type(
        _ node: CatalogueNode, expectedType: ProductType?, isInGroup: Bool
    ) throws(CatalogueError) -> ProductType {
        guard let word = try node.string("type") else {
            guard let expectedType else { throw node.error("type", "the product has no type") }
            node.warn("type", "the product has no type and counts as \(expectedType.rawValue.quotedInMessage)")
            return expectedType
        }
        let type = Self.types[word] ?? .unknown(word)
        if case .unknown = type {
            let meant = Self.types.keys.first { $0.lowercased() == word.lowercased() }
            node.warn(
                "type",
                "\(word.quotedInMessage) is not a known type"
                    + (meant.map { "; write \($0.quotedInMessage), the case matters" } ?? ""))
        }
        if let expectedType, type != expectedType {
            // Only the group makes a subscription renew; elsewhere the product's own word is better than its neighbours'.
            let taken = isInGroup ? expectedType : type
            node.warn(
                "type", "\(word.quotedInMessage) does not belong here; it counts as \(taken.rawValue.quotedInMessage)")
            return taken
        }
        if expectedType == nil, type == .autoRenewableSubscription {
            node.warn("type", "an auto-renewable subscription stands among the products; Xcode keeps it in its group")
        }
        return type
    }

    private func subscription(
        _ node: CatalogueNode, productID: String, groupID: String?
    ) throws(CatalogueError) -> CatalogueProduct.Subscription {
        let ownGroupID = try node.string("subscriptionGroupID") ?? ""
        if let groupID, !ownGroupID.isEmpty, ExactText(ownGroupID) != ExactText(groupID) {
            node.warn(
                "subscriptionGroupID", "\(ownGroupID.quotedInMessage) is not the id of the group it is in, which counts"
            )
        }
        if groupID == nil, ownGroupID.isEmpty {
            node.warn("subscriptionGroupID", "the subscription has no group and gets one of its own")
        }
        // The second names are those of hand-written files; Xcode has never written them.
        var period = try node.period("recurringSubscriptionPeriod", sold: CatalogueNode.subscriptionPeriods)
        if period == nil { period = try node.period("subscriptionPeriod", sold: CatalogueNode.subscriptionPeriods) }
        guard let period else {
            throw node.error("recurringSubscriptionPeriod", "the subscription has no period")
        }
        var level = try node.int("groupNumber") ?? 1
        if level < 1 {
            node.warn("groupNumber", "levels count from 1; \(level) counts as 1")
            level = 1
        }
        return CatalogueProduct.Subscription(
            groupID: groupID ?? (ownGroupID.isEmpty ? productID : ownGroupID), level: level, period: period)
    }
}

extension CatalogueNode {
    func localizations() throws(CatalogueError) -> [CatalogueLocalization] {
        var localizations: [CatalogueLocalization] = []
        for node in try objects("localizations") {
            localizations.append(
                CatalogueLocalization(
                    locale: try node.string("locale") ?? "", displayName: try node.string("displayName") ?? "",
                    description: try node.string("description") ?? ""))
            node.warnAboutUnknownKeys()
        }
        return localizations
    }

    /// nil where there is none; a text that is not a period is an error, and one that App Store Connect does not offer a warning.
    ///
    /// - Parameter sold: the periods that it offers here.
    func period(_ key: String, sold: [String]) throws(CatalogueError) -> Period? {
        guard let text = try string(key) else { return nil }
        guard let period = Period(iso8601: text) else {
            throw error(key, "\(text.quotedInMessage) is not a period such as P1M")
        }
        // Seven days are the hand-written form of a week.
        if !sold.contains(period.iso8601), period.iso8601 != "P7D" {
            warn(
                key,
                "\(text.quotedInMessage) is no period that App Store Connect offers here: \(sold.joined(separator: ", "))"
            )
        }
        return period
    }

    /// The durations of auto-renewable subscriptions.
    static let subscriptionPeriods = ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"]
    /// The durations of offers.
    static let offerPeriods = ["P3D", "P1W", "P2W", "P1M", "P2M", "P3M", "P6M", "P1Y"]
}
