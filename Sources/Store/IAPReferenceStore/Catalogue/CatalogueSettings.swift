internal import IAPJSON

/// The `settings` of a `.storekit` file: the tester's choices in Xcode's editor, and Xcode's defaults for the rest.
package struct CatalogueSettings: Sendable, Hashable {
    /// `_locale`: the language of names and descriptions.
    package var locale = "en_US"
    /// `_storefront`: ISO 3166-1 alpha-3.
    package var storefront = "USA"
    /// `_timeRate`
    package var timeRate = TimeRate.realTime
    /// `_askToBuyEnabled`: every purchase waits for a parent's approval.
    package var isAskToBuyEnabled = false
    /// `_billingIssuesEnabled`: purchases fail until the customer resolves an issue.
    package var isInterruptedPurchasesEnabled = false
    /// `_renewalBillingIssuesEnabled`: renewals cannot be paid and enter billing retry.
    package var isBillingRetryOnRenewalEnabled = false
    /// `_billingGracePeriodEnabled`: has an effect only together with billing retry.
    package var isBillingGracePeriodEnabled = false
    /// `_disableDialogs`: the store acts as if the customer confirmed everything.
    package var isDisableDialogs = false
    /// `_failTransactionsEnabled`: the old switch of the original StoreKit.
    package var isFailTransactionsEnabled = false
    /// `_storeKitError`: the `SKError` code for that switch.
    package var failTransactionsCode = 0
    /// `_storeKitErrors`: in the order of the file, at most one for each API.
    package var simulatedFailures: [SimulatedFailure] = []

    package init() {}
}

extension CatalogueSettings {
    /// Reads the `settings` object. If a key is missing, Xcode's default applies.
    init(_ node: CatalogueNode) throws(CatalogueError) {
        self.init()
        isAskToBuyEnabled = try node.bool("_askToBuyEnabled") ?? false
        isInterruptedPurchasesEnabled = try node.bool("_billingIssuesEnabled") ?? false
        isBillingRetryOnRenewalEnabled = try node.bool("_renewalBillingIssuesEnabled") ?? false
        isBillingGracePeriodEnabled = try node.bool("_billingGracePeriodEnabled") ?? false
        isDisableDialogs = try node.bool("_disableDialogs") ?? false
        isFailTransactionsEnabled = try node.bool("_failTransactionsEnabled") ?? false
        failTransactionsCode = try node.int("_storeKitError") ?? 0
        if let text = try node.string("_locale"), !text.isEmpty { locale = text }
        storefront = try Self.storefront(node) ?? storefront
        if let raw = try node.int("_timeRate") {
            timeRate = TimeRate(rawValue: raw) ?? .realTime
            if timeRate.rawValue != raw { node.warn("_timeRate", "unknown rate \(raw); the store uses real time") }
        }
        simulatedFailures = try Self.simulatedFailures(node)
        // These keys are the rate for devices too old for `_timeRate`, and the state of Xcode's synchronization.
        node.ignore(
            "_compatibilityTimeRate", "_applicationInternalID", "_developerTeamID", "_lastSynchronizedDate",
            "_shouldSetupSyncOnLoad")
        node.warnAboutUnknownKeys()
    }

    private static func storefront(_ node: CatalogueNode) throws(CatalogueError) -> String? {
        guard let text = try node.string("_storefront"), !text.isEmpty else { return nil }
        guard StorefrontTable.row(text) != nil else {
            node.warn(
                "_storefront", "\(text.quotedInMessage) is not an ISO 3166-1 alpha-3 code; the store uses \"USA\"")
            return nil
        }
        return text
    }

    private static func simulatedFailures(_ node: CatalogueNode) throws(CatalogueError) -> [SimulatedFailure] {
        var failures: [SimulatedFailure] = []
        for entry in try node.objects("_storeKitErrors") {
            let name = try entry.string("name") ?? ""
            guard let api = SimulatedFailure.api(named: name) else {
                entry.warn("name", "unknown StoreKit API \(name.quotedInMessage); the store ignores this entry")
                continue
            }
            guard !failures.contains(where: { $0.api == api }) else {
                entry.warn("name", "an earlier entry names \(name.quotedInMessage) too; the store ignores this entry")
                continue
            }
            var failure = SimulatedFailure(
                api: api, isEnabled: try entry.bool("enabled") ?? false,
                kind: api == .verification ? .invalidSignature : .unknown)
            if let current = try entry.object("current") {
                let (type, index) = (try current.string("type") ?? "", try current.int("index") ?? -1)
                if let kinds = SimulatedFailure.kinds[type], kinds.indices.contains(index) {
                    if api.canFail(with: kinds[index]) { failure.kind = kinds[index] }
                } else {
                    current.warn("", "unknown error; the store uses StoreKitError.unknown")
                }
            }
            entry.warnAboutUnknownKeys()
            failures.append(failure)
        }
        return failures
    }
}

/// An error of the `.storekit` file that the store returns for one StoreKit API.
package struct SimulatedFailure: Sendable, Hashable {
    package var api: StoreAPI
    package var isEnabled: Bool
    /// An error that is impossible for its API, or unknown, is `unknown`. Verification has no unknown error; it is an invalid
    /// signature.
    package var kind: StoreFailure.Kind

    /// Reads a name. Hand-written files differ in case and omit "Sheet".
    fileprivate static func api(named fileName: String) -> StoreAPI? {
        let name = fileName.lowercased()
        return apis.first { [name, name + " sheet"].contains($0.name.lowercased()) }?.api
    }

    private static let apis: [(name: String, api: StoreAPI)] = [
        ("Load Products", .loadProducts), ("Purchase", .purchase), ("Verification", .verification),
        ("App Store Sync", .sync), ("Subscription Status", .subscriptionStatus), ("App Transaction", .appTransaction),
        ("Manage Subscriptions Sheet", .manageSubscriptions), ("Refund Request Sheet", .refundRequest),
        ("Offer Code Redeem Sheet", .offerCodeRedemption),
    ]

    /// The errors of StoreKit's enumerations in the order of their declaration. The file names an error by its index.
    fileprivate static let kinds: [String: [StoreFailure.Kind]] = [
        "generic": [
            .unknown, .userCancelled, .networkError, .systemError, .notAvailableInStorefront, .notEntitled,
            .unsupported,
        ],
        "purchase": [
            .invalidQuantity, .productUnavailable, .purchaseNotAllowed, .ineligibleForOffer, .invalidOfferIdentifier,
            .invalidOfferPrice, .invalidOfferSignature, .missingOfferParameters,
        ],
        "verification": StoreFailure.Kind.verificationErrors,
        "refund request": StoreFailure.Kind.refundRequestErrors,
    ]
}
