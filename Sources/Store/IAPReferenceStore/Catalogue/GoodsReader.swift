internal import IAPJSON
import IAPModel

/// Collects the products and groups of a file from the three places that contain them.
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
                guard let product = read ?? nil else { continue }
                if product.subscription == nil { once.append(product) } else { renewing.append(product) }
            }
        }
        // Subscriptions inside groups come before those that a hand-written file lists among its products.
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
                "\(product.productID.quotedInMessage) is already the productID of \(products[first].place)",
                kind: .duplicate)
            _ = try root.tolerating { () throws(CatalogueError) in throw error }
        }
    }

    /// Adds a group. Returns false if the list already has it.
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
            node.warn("id", "the group has no id; the store uses \(group.id.quotedInMessage). Give it an id")
        }
        group.name = try node.string("name") ?? ""
        group.localizations = try node.localizations()
        if !add(group) {
            node.warn(
                "id", "an earlier group has the id \(group.id.quotedInMessage) too; the store joins the two groups")
        }
        var products: [CatalogueProduct] = []
        for subscription in try node.objects("subscriptions") {
            let read = try subscription.tolerating { () throws(CatalogueError) in
                try product(subscription, expectedType: .autoRenewableSubscription, groupID: group.id)
            }
            if let product = read ?? nil { products.append(product) }
        }
        node.warnAboutUnknownKeys()
        return products
    }

    /// Reads a product. Returns nil after an error if the list collects errors.
    ///
    /// - Parameter expectedType: The type that this array contains in files from Xcode. It is nil for `products`, which
    ///   contains several types.
    private func product(
        _ node: CatalogueNode, expectedType: ProductType?, groupID: String? = nil
    ) throws(CatalogueError) -> CatalogueProduct? {
        guard let id = try node.string("productID"), !id.isEmpty else {
            throw node.error("productID", "the product has no productID; add one")
        }
        if id.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 }) {
            node.warn(
                "productID", "\(id.quotedInMessage) contains white space; requests must contain the same white space")
        }
        let type = try naming(id, node) { () throws(CatalogueError) in
            try self.type(node, expectedType: expectedType, isInGroup: groupID != nil)
        }
        let price = try naming(id, node) { () throws(CatalogueError) in try node.price("displayPrice") }
        guard let type, let price else { return nil }
        return try naming(id, node) { () throws(CatalogueError) in
            try product(node, id: id, type, price, groupID: groupID)
        }
    }

    /// Adds the id of the product to an error: the place only counts the products of an array. Returns nil after an error
    /// if the list collects errors.
    private func naming<Value>(
        _ id: String, _ node: CatalogueNode, _ body: () throws(CatalogueError) -> Value
    ) throws(CatalogueError) -> Value? {
        try node.tolerating { () throws(CatalogueError) in
            do throws(CatalogueError) { return try body() } catch {
                var named = error
                named.reason = "product \(id.quotedInMessage): \(error.reason)"
                throw named
            }
        }
    }

    private func product(
        _ node: CatalogueNode, id: String, _ type: ProductType, _ price: (milliunits: Int64, isPriced: Bool),
        groupID: String?
    ) throws(CatalogueError) -> CatalogueProduct {
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
    /// The words that Xcode writes. "AutoRenewableSubscription" occurs in hand-written files.
    private static let typesOfXcode = [
        "Consumable", "NonConsumable", "NonRenewingSubscription", "RecurringSubscription",
    ]

    private func type(
        _ node: CatalogueNode, expectedType: ProductType?, isInGroup: Bool
    ) throws(CatalogueError) -> ProductType {
        guard let word = try node.string("type") else {
            guard let expectedType else {
                throw node.error("type", "the product has no type; add one, for example \"Consumable\"")
            }
            node.warn("type", "the product has no type; the store uses \(expectedType.rawValue.quotedInMessage)")
            return expectedType
        }
        guard let type = Self.types[word] else { throw node.unknown(word, "type", Self.typesOfXcode) }
        if let expectedType, type != expectedType {
            // Inside a group, the subscription must be auto-renewable. Elsewhere the product's own type wins over the array's.
            let taken = isInGroup ? expectedType : type
            node.warn(
                "type",
                "\(word.quotedInMessage) is in the wrong array; the store uses \(taken.rawValue.quotedInMessage)")
            return taken
        }
        if expectedType == nil, type == .autoRenewableSubscription {
            node.warn(
                "type",
                "the array contains an auto-renewable subscription; move it to its subscription group, as Xcode does")
        }
        return type
    }

    private func subscription(
        _ node: CatalogueNode, productID: String, groupID: String?
    ) throws(CatalogueError) -> CatalogueProduct.Subscription {
        let ownGroupID = try node.string("subscriptionGroupID") ?? ""
        if let groupID, !ownGroupID.isEmpty, ExactText(ownGroupID) != ExactText(groupID) {
            node.warn(
                "subscriptionGroupID",
                "\(ownGroupID.quotedInMessage) is not the id of the group that contains it; the store uses that group"
            )
        }
        if groupID == nil, ownGroupID.isEmpty {
            node.warn("subscriptionGroupID", "the subscription has no group; the store makes one for it")
        }
        // The second names occur in hand-written files. Xcode has never written them.
        var period = try node.period("recurringSubscriptionPeriod", sold: CatalogueNode.subscriptionPeriods)
        if period == nil { period = try node.period("subscriptionPeriod", sold: CatalogueNode.subscriptionPeriods) }
        guard let period else {
            throw node.error("recurringSubscriptionPeriod", "the subscription has no period; add one such as \"P1M\"")
        }
        var level = try node.int("groupNumber") ?? 1
        if level < 1 {
            node.warn("groupNumber", "levels begin at 1; the store uses 1 instead of \(level)")
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

    /// Reads a period; nil if the object has none. A text that is not a period is an error. A period that App Store Connect
    /// does not offer is a warning.
    ///
    /// - Parameter sold: The periods that App Store Connect offers here.
    func period(_ key: String, sold: [String]) throws(CatalogueError) -> Period? {
        guard let text = try string(key) else { return nil }
        guard let period = Period(iso8601: text) else {
            throw error(key, "\(text.quotedInMessage) is not a period; write one such as \"P1M\"")
        }
        // Hand-written files write a week as seven days.
        if !sold.contains(period.iso8601), period.iso8601 != "P7D" {
            warn(
                key,
                "App Store Connect does not offer \(text.quotedInMessage) here; use one of \(sold.joined(separator: ", "))"
            )
        }
        return period
    }

    /// The durations of auto-renewable subscriptions.
    static let subscriptionPeriods = ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"]
    /// The durations of offers.
    static let offerPeriods = ["P3D", "P1W", "P2W", "P1M", "P2M", "P3M", "P6M", "P1Y"]
}

extension CatalogueProduct {
    /// Reads the billing plans and offers of the subscription `node`.
    mutating func readOffers(_ node: CatalogueNode) throws(CatalogueError) {
        try subscription?.readBillingPlans(node)
        guard var subscription else { return }
        subscription.introductoryOffers = try node.offers("introductoryOffers", .introductory, of: self)
        // Version 5.0 writes the offer of the older key again in the array. Both are the same offer.
        let single = try node.object("introductoryOffer")
        if subscription.introductoryOffers.isEmpty, let single, let offer = try single.offer(.introductory) {
            subscription.introductoryOffers = [offer]
        }
        subscription.promotionalOffers = try node.offers("adHocOffers", .promotional, of: self)
        subscription.codeOffers = try node.offers("codeOffers", .code, of: self)
        // Xcode writes a lower-case b, hand-written files an upper-case one.
        subscription.winBackOffers =
            try node.offers("winbackOffers", .winBack, of: self) + node.offers("winBackOffers", .winBack, of: self)
        self.subscription = subscription
    }
}

extension CatalogueProduct.Subscription {
    fileprivate mutating func readBillingPlans(_ node: CatalogueNode) throws(CatalogueError) {
        for plan in try node.objects("billingPlans") {
            billingPlans.append(
                BillingPlan(
                    type: try plan.string("billingPlanType") ?? "",
                    priceMilliunits: try plan.price("displayPrice").milliunits,
                    commitmentPriceMilliunits: try plan.price("commitmentDisplayPrice").milliunits,
                    internalID: try plan.string("internalID") ?? "", isEnabled: try plan.bool("isEnabled") ?? true))
            plan.warnAboutUnknownKeys()
        }
    }
}

extension CatalogueNode {
    fileprivate func offers(
        _ key: String, _ kind: CatalogueOffer.Kind, of product: CatalogueProduct
    ) throws(CatalogueError) -> [CatalogueOffer] {
        var offers: [CatalogueOffer] = []
        for node in try objects(key) {
            guard let offer = try node.offer(kind) else { continue }
            offers.append(offer)
            // A missing price already has a warning.
            guard kind == .promotional || kind == .winBack, offer.isPriced, product.isPriced else { continue }
            if !OfferRules.isDiscount(offer, on: product) {
                node.warn(
                    "displayPrice",
                    "the price is not lower than the price of \(product.productID.quotedInMessage); the store will refuse the offer"
                )
            }
        }
        return offers
    }

    /// Reads an offer. Returns nil if the object says that there is none, or describes an impossible one.
    fileprivate func offer(_ kind: CatalogueOffer.Kind) throws(CatalogueError) -> CatalogueOffer? {
        let word = try string("paymentMode")
        // Xcode leaves such an object in the file when a developer removes an introductory offer.
        if word == "none" { return nil }
        guard let word else {
            warn("paymentMode", "the offer has no payment mode; the store ignores it. Add one such as \"payAsYouGo\"")
            return nil
        }
        guard let mode = CatalogueOffer.PaymentMode(rawValue: word) else {
            throw unknown(word, "paymentMode", CatalogueOffer.PaymentMode.allCases.map(\.rawValue))
        }
        guard let period = try period("subscriptionPeriod", sold: Self.offerPeriods) else {
            warn("subscriptionPeriod", "the offer has no period; the store ignores it. Add one such as \"P1M\"")
            return nil
        }
        var offer = CatalogueOffer(kind: kind, paymentMode: mode, period: period)
        offer.referenceName = try string("referenceName") ?? ""
        offer.internalID = try string("internalID") ?? ""
        offer.billingPlanType = try string("billingPlanType")
        offer.periodCount = try periodCount(mode)
        if mode == .free {
            // The price from before a change of the mode stays in the file.
            ignore("displayPrice")
        } else {
            (offer.priceMilliunits, offer.isPriced) = try price("displayPrice")
        }
        if kind == .promotional || kind == .winBack {
            offer.offerID = try string("offerID")
            if offer.offerID == nil { warn("offerID", "the offer has no offerID; games cannot request it") }
        }
        if kind == .code {
            offer.eligibility = try eligibility()
            offer.isStackable = try bool("isStackable") ?? false
        }
        if kind == .winBack { offer.isEligible = try bool("isEligible") ?? false }
        warnAboutUnknownKeys()
        return offer
    }

    private func periodCount(_ mode: CatalogueOffer.PaymentMode) throws(CatalogueError) -> Int {
        let count = try int("numberOfPeriods") ?? 1
        guard count > 0 else {
            throw error("numberOfPeriods", "\(count) is not a valid number of periods; write 1 or more")
        }
        guard count == 1 || mode == .payAsYouGo else {
            warn(
                "numberOfPeriods",
                "only pay-as-you-go offers can have more than one period; the store uses 1 instead of \(count)")
            return 1
        }
        return count
    }

    /// Reads the eligibility: all customers if the file does not restrict it.
    private func eligibility() throws(CatalogueError) -> Set<CatalogueOffer.Eligibility> {
        var eligibility: Set<CatalogueOffer.Eligibility> = []
        for word in try strings("eligibility") {
            guard let member = CatalogueOffer.Eligibility(rawValue: word) else {
                throw unknown(word, "eligibility", CatalogueOffer.Eligibility.allCases.map(\.rawValue))
            }
            eligibility.insert(member)
        }
        return eligibility.isEmpty ? Set(CatalogueOffer.Eligibility.allCases) : eligibility
    }
}

/// Reads a price in thousandths, as Xcode writes it for every storefront: a decimal number with a point, and nothing else. Any
/// other text gives nil. With at most twelve digits before the point, the sum of thousands of prices fits in 64 bits.
package func milliunits(ofPrice text: String) -> Int64? {
    guard let parts = text.wholeMatch(of: /(?=[0-9])0*([0-9]{0,12})(?:\.([0-9]{1,3})0*)?/) else { return nil }
    let fraction = parts.2 ?? ""
    return Int64(parts.1 + fraction + String(repeating: "0", count: 3 - fraction.count))
}

extension CatalogueNode {
    /// Reads the price under a key, in thousandths. Without a price it returns 0 and `isPriced` false, and adds a warning: the
    /// developer left it empty, or a synchronization did not finish.
    func price(_ key: String) throws(CatalogueError) -> (milliunits: Int64, isPriced: Bool) {
        let text = try string(key) ?? ""
        guard !text.isEmpty else {
            warn(key, "unpriced: the price is empty; the store uses 0. Write a price such as \"4.99\"")
            return (0, false)
        }
        if let value = milliunits(ofPrice: text) { return (value, true) }
        throw error(
            key,
            text.contains(",")
                ? "\(text.quotedInMessage) has a comma; write a decimal point, as in \"4.99\""
                : "\(text.quotedInMessage) is not a price; write one such as \"4.99\", with at most twelve digits before the "
                    + "point and three after it")
    }
}
